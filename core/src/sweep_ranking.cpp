// The sweep for several answers: the best packings that differ in their tiles.
//
// States that lead to the same tiles differ in nothing else that counts, so here a state is what is
// open and what was laid (a label). One pass keeps every state above the floor; its ends are all
// sets of tiles worth more. Where that is too much, the pass looks only at what is worth most.
#include <algorithm>

#include "sweep.hpp"

namespace tilerummy {
namespace {

constexpr std::uint64_t kStart = 20;  // what preparing the bounds takes, in states
// A pass that goes through more states takes longer than other methods (ranking.hpp), which are
// best where there is a table.
constexpr std::size_t kMostStates = 400, kMostStatesOfRack = 3000;
constexpr std::size_t kFirstSlots = 1024;

std::uint64_t mixed(std::uint64_t bits) {
    bits *= 0x9E3779B97F4A7C15U;
    return bits ^ (bits >> 29);
}

}  // namespace

Sweep::Label Sweep::label_after(int number, const Label& before, std::uint32_t choice) const {
    Label label = before;
    for (int c = 0; c < kColours; ++c) {
        std::uint64_t of = choice >> (8 * c) & 255;
        int code = tile(c, number);
        label.words[code / 32] |= ((of & 3) + (of >> 5)) << (2 * (code % 32));
    }
    return label;
}

void Sweep::insert_ranked(const State& state, const Label& label) {
    std::vector<State>& level = *next_;
    std::vector<Label>& labels = labels_[next_ - levels_];
    auto is_known = [&](std::size_t place) {
        State& known = level[place];
        if (known.key != state.key || !(labels[place] == label)) return false;
        if (state.liking > known.liking) known = state;
        return true;
    };
    auto hash = [](const State& of, const Label& label) {
        return mixed(label.words[0] ^ mixed(label.words[1] ^ mixed(of.key)));
    };
    if (index_.find(hash(state, label), is_known)) return;
    level.push_back(state);
    labels.push_back(label);
    index_.add(level.size(), [&](std::size_t place) { return hash(level[place], labels[place]); });
}

RankedPackings Sweep::rank(const PackingRequest& request, std::size_t most, Budget& budget) {
    request_ = &request;
    budget_ = &budget;
    answer_ = {};
    nodes_ = 0;
    budget.spend(kStart);
    RankedPackings ranked;
    ranked.rest = request.beat;
    if (!is_promising()) return ranked;
    std::size_t most_states = request.must.total() ? kMostStates : kMostStatesOfRack;
    labels_[0].assign(1, {});
    for (int number = 1; number <= kNumbers; ++number) {
        prepare(number);
        labels_[number].clear();
        index_.clear(kFirstSlots);
        const auto& now = levels_[number - 1];
        for (std::size_t i = 0; i < now.size(); ++i) {
            spend(1);
            if (budget_->is_spent() || nodes_ > most_states) {
                ranked.rest = answer_.bound;
                return ranked;
            }
            expand_ranked(number, now[i], static_cast<std::int32_t>(i));
        }
    }
    // One end for every set of tiles, the best first.
    const auto& ends = levels_[kNumbers];
    const auto& labels = labels_[kNumbers];
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < ends.size(); ++i) order.push_back(i);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        if (ends[a].promise != ends[b].promise) return ends[a].promise > ends[b].promise;
        if (labels[a].words[0] != labels[b].words[0])
            return labels[a].words[0] < labels[b].words[0];
        if (labels[a].words[1] != labels[b].words[1])
            return labels[a].words[1] < labels[b].words[1];
        return ends[a].liking > ends[b].liking;
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i && labels[order[i]] == labels[order[i - 1]]) continue;
        const State& end = ends[order[i]];
        if (ranked.packings.size() == most) {
            ranked.rest = end.promise;
            break;
        }
        retrace(end);
        Packing packing;
        packing.found = packing.proved = true;
        packing.value = packing.bound = end.promise;
        complete(packing);
        ranked.packings.push_back(std::move(packing));
    }
    return ranked;
}

}  // namespace tilerummy
