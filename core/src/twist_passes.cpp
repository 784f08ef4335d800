// The passes of the automaton over the numbers.
#include <algorithm>

#include "twist.hpp"

namespace tilerummy {
namespace {

constexpr std::size_t kFirstSlots = 1024;
constexpr std::size_t kWidths[] = {4, 32, 200, 1500, 300'000};
// From these widths on all tiles are priced, once with all jokers and once with half of them: what
// is left of jokers on the way through the numbers lies between.
constexpr std::size_t kPricedWidth = 200, kPricedTwiceWidth = 1500;
constexpr std::size_t kGlanceWidth = 200;
constexpr std::uint64_t kStart = 40;  // what preparing the bounds takes, in nodes
constexpr std::size_t kSlack = 6;     // how many more states than are kept may come together

}  // namespace

std::int32_t Twist::promise_of(const State& state) const {
    std::int32_t least = state.promise[0];
    for (std::int32_t promise : state.promise) least = std::min(least, promise);
    for (int list = 0; list < priced_; ++list)
        least = std::min(least, prices_[list]->whole(state.priced[list]));
    return least + joker_value(state.key.jokers());
}

// Beside the promise, few mirrors left over and few runs without a colour make a state easy.
std::int64_t Twist::rank_of(const State& state, std::int32_t promise) const {
    int loose = 0;
    for (Item item : state.key.items) {
        if (item < 0x50) break;
        loose += !twist::is_pair(item);
    }
    int mirrors = twist::mirrors_in(have_ - state.key.jokers());
    return 2 * static_cast<std::int64_t>(promise) + state.promise[0] + state.promise[2] -
           static_cast<std::int64_t>(rates_[0].unit) * (mirrors + 3 * loose) / 2;
}

void Twist::cut(std::vector<State>& states) {
    if (states.size() <= width_) return;
    gate_ = keep_best(
        states, width_, [&](const State& state) { return rank_of(state, promise_of(state)); },
        [&](const State& state) { dropped_ = std::max(dropped_, promise_of(state)); });
}

void Twist::enter(int level) {
    int number = level / kStages + 1;
    stage_ = level % kStages;
    if (stage_ == kColours) groups_.open(number, must_, may_, *weights_, have_);
    number_ = number;
    options_.clear();
    option_lists_.clear();
    for (std::uint32_t slot : option_used_) option_slots_[slot] = 0;
    option_used_.clear();
    next_ = &levels_[level + 1];
}

bool Twist::pass(std::size_t width) {
    dropped_ = INT32_MIN;
    width_ = width;
    for (int level = 0; level < kLevels; ++level) {
        auto& now = levels_[level];
        cut(now);
        enter(level);
        next_->clear();
        gate_ = INT64_MIN;
        index_.clear(kFirstSlots);
        for (std::size_t i = 0; i < now.size(); ++i) {
            step();
            if (budget_->is_spent()) return false;
            if (stage_ < kColours) {
                expand_colour(now[i], static_cast<std::int32_t>(i), stage_);
            } else {
                expand_across(now[i], static_cast<std::int32_t>(i));
            }
        }
    }
    finish();
    return true;
}

// Of states with the same open melds one is enough if it has laid as much with no more jokers.
void Twist::insert(const State& state, std::int32_t promise) {
    step();
    if (rank_of(state, promise) < gate_) {
        dropped_ = std::max(dropped_, promise);
        return;
    }
    auto beats = [](const State& a, const State& b) {
        Jokers ours = a.key.jokers(), theirs = b.key.jokers();
        return a.value >= b.value && twist::mirrors_in(ours) == twist::mirrors_in(theirs) &&
               twist::within(ours, theirs);
    };
    auto is_settled = [&](std::size_t place) {
        State& known = (*next_)[place];
        if (!known.key.same_melds(state.key)) return false;
        if (beats(known, state)) return true;
        if (!beats(state, known)) return false;
        known = state;
        return true;
    };
    if (index_.find(state.key.hash(), is_settled)) return;
    next_->push_back(state);
    auto hash_of = [&](std::size_t place) { return (*next_)[place].key.hash(); };
    if (next_->size() / kSlack >= width_) {
        cut(*next_);
        index_.rebuild(next_->size(), index_.size(), hash_of);
    } else {
        index_.add(next_->size(), hash_of);
    }
}

void Twist::finish() {
    const State* best = nullptr;
    for (const State& state : levels_[kLevels])
        if (!best || promise_of(state) > promise_of(*best)) best = &state;
    if (!best || promise_of(*best) <= floor_) return;
    answer_.found = true;
    answer_.value = promise_of(*best);
    floor_ = promise_of(*best);
    Jokers used = best->key.jokers();
    answer_.spare = {};
    twist::each_joker(used, [&](Code code, int n) {
        if (code == kMirror) return;
        bool all = (*weights_)[code] >= 0;
        int in_play = all ? must_[code] + may_[code] : std::max<int>(must_[code], n);
        answer_.spare[code] = static_cast<std::uint8_t>(in_play - n);
    });

    std::vector<State> path(kLevels + 1);
    path[kLevels] = *best;
    for (std::size_t level = kLevels; level > 0; --level)
        path[level - 1] = levels_[level - 1][path[level].parent];
    trace(path);
}

Packing Twist::solve(const PackingRequest& request, Budget& budget) {
    const Counts &must = request.must, &may = request.may;
    const Weights& weights = request.weights;
    must_ = must;
    may_ = may;
    weights_ = &weights;
    budget_ = &budget;
    budget.spend(kStart);
    target_ = nullptr;
    answer_ = {};
    have_ = 0;
    for (Code code = kJoker; code < kCodes; ++code)
        have_ += twist::jokers_for(code) * static_cast<Jokers>(must[code] + may[code]);
    most_runs_ = twist::runs_to_follow(have_);
    dear_jokers_ = false;
    joker_gain_ = 0;
    std::int32_t lowest = 0;
    for (int code = 0; code < kCodes; ++code) {
        std::int32_t weight = weights[code];
        lowest += std::min(0, weight) * may[code];
        if (is_number(code)) continue;
        dear_jokers_ |= weight < 0 && may[code];
        joker_gain_ += std::max(0, weight) * may[code];
    }
    option_slots_.resize(1 << (3 + 4 * twist::kMostRuns));
    // No play is worth less than laying all that one would rather keep.
    floor_ = static_cast<std::int32_t>(
        std::clamp<std::int64_t>(request.beat, lowest - 1, INT32_MAX / 16));
    State root{Key{}, 0, {}, {}, -1, 0};
    priced_ = 0;
    if (!is_promising(root)) {
        answer_.proved = true;
        return std::move(answer_);
    }
    if (request.prices) use_prices(*request.prices, root);
    for (std::size_t width : kWidths) {
        if (request.effort == Effort::glance && width > kGlanceWidth) break;
        if (width == kPricedWidth) {
            priced_ = 0;
            find_prices(request.prices, 1, root);
        }
        if (width == kPricedTwiceWidth) find_prices(prices_[0], 0.5, root);
        if (promise_of(root) <= floor_) {
            answer_.bound = floor_;
            answer_.proved = true;
            break;
        }
        levels_[0].assign(1, root);
        if (!pass(width)) break;
        answer_.bound = std::max(floor_, dropped_);
        answer_.proved = dropped_ <= floor_;
        if (answer_.proved) break;
    }
    return std::move(answer_);
}

}  // namespace tilerummy
