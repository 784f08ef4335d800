#include "sweep.hpp"

#include <algorithm>
#include <cstdlib>

namespace tilerummy {
namespace {

constexpr std::size_t kNarrow = 16;
constexpr int kDives = 60;
constexpr int kGlances = 18;
constexpr std::uint64_t kFew = 40;
constexpr std::uint64_t kMany = 150;
constexpr std::int32_t kSlower = 4;
// What preparing the bounds takes, in states.
constexpr std::uint64_t kStart = 20;
constexpr std::uint64_t kMuchWork = 2000;  // nodes after which all tiles are priced

}  // namespace

// Rack jokers that are worth laying are all laid; others only where melds need more than the
// table's jokers.
std::int32_t Sweep::joker_value(int used) const {
    if (weight(kJoker) >= 0) return weight(kJoker) * request_->may[kJoker];
    return weight(kJoker) * std::max(0, used - request_->must[kJoker]);
}

// What a tile of the rack is worth on average, of those worth anything.
std::int32_t Sweep::usual_weight() const {
    std::int64_t sum = 0, tiles = 0;
    for (int code = 0; code < kNumbered; ++code)
        if (request_->may[code] && weight(code) > 0) {
            sum += weight(code);
            ++tiles;
        }
    return tiles ? static_cast<std::int32_t>(sum / tiles) : 1;
}

// One pass over the numbers with at most `width` states between them; false if it ran out of nodes.
bool Sweep::pass(std::size_t width) {
    dropped_ = INT32_MIN;
    for (int number = 1; number <= kNumbers; ++number) {
        auto& now = levels_[number - 1];
        if (now.size() > width)
            keep_best(now, width, rank_of,
                      [&](const State& state) { dropped_ = std::max(dropped_, state.promise); });
        prepare(number);
        for (std::size_t i = 0; i < now.size(); ++i) {
            spend(1);
            if (budget_->is_spent()) return false;
            // `now` does not move while the next level is filled.
            expand(number, now[i], static_cast<std::int32_t>(i));
        }
    }
    finish();
    return true;
}

// Follows only states within `depth` of the bound, the best first, one after the other, deepest
// first: where the bound is the truth, which is the rule on full tables, this ends after a few more
// steps than there are numbers.
bool Sweep::dive(std::int32_t depth, int most) {
    floor_ = static_cast<std::int32_t>(answer_.bound - depth);
    std::size_t cursor[kNumbers + 1] = {};
    int dives = 0;
    seen_.clear();
    int number = 1;
    prepare(number);
    levels_[1].clear();
    expand(number, levels_[0][0], 0);
    for (;;) {
        if (number == kNumbers && !levels_[kNumbers].empty()) {
            levels_[kNumbers].resize(1);
            finish();
            return true;
        }
        auto& level = levels_[number];
        while (cursor[number] < level.size() &&
               was_seen(number, level[level.size() - 1 - cursor[number]].key))
            ++cursor[number];
        if (cursor[number] == level.size()) {
            if (--number == 0) return false;
            continue;
        }
        if (++dives > most) return false;
        std::size_t at = level.size() - 1 - cursor[number]++;
        spend(1);
        State state = level[at];
        ++number;
        prepare(number);
        levels_[number].clear();
        cursor[number] = 0;
        expand(number, state, static_cast<std::int32_t>(at));
        std::sort(levels_[number].begin(), levels_[number].end(),
                  [](const State& a, const State& b) {
                      return rank_of(a) + a.liking < rank_of(b) + b.liking;
                  });
    }
}

bool Sweep::was_seen(int number, std::uint32_t key) {
    std::uint32_t mark = key << 4 | static_cast<std::uint32_t>(number);
    if (std::find(seen_.begin(), seen_.end(), mark) != seen_.end()) return true;
    seen_.push_back(mark);
    return false;
}

// Takes over the best end of the pass if it is better than what is known.
void Sweep::finish() {
    const State* best = nullptr;
    for (const State& state : levels_[kNumbers])
        if (!best || state.promise > best->promise ||
            (state.promise == best->promise && state.liking > best->liking))
            best = &state;
    if (!best || best->promise <= floor_) return;
    answer_.found = true;
    answer_.value = best->promise;
    floor_ = best->promise;
    retrace(*best);
}

// The steps that led to an end.
void Sweep::retrace(const State& end) {
    const State* state = &end;
    jokers_needed_ = static_cast<int>(end.key >> 20);
    for (int number = kNumbers; number >= 1; --number) {
        for (int c = 0; c < kColours; ++c) {
            auto choice = static_cast<std::uint8_t>(state->choice >> (8 * c));
            steps_[number - 1].run[c] = choice & 3;
            steps_[number - 1].jokers[c] = choice >> 2 & 7;
            steps_[number - 1].group[c] = choice >> 5;
        }
        state = &levels_[number - 1][state->parent];
    }
}

Packing Sweep::solve(const PackingRequest& request, Budget& budget) {
    request_ = &request;
    budget_ = &budget;
    answer_ = {};
    nodes_ = 0;
    budget.spend(kStart);
    search();
    if (answer_.found) complete(answer_);
    return std::move(answer_);
}

// The melds of the steps, and the jokers that none of them needs.
void Sweep::complete(Packing& packing) const {
    arrange(packing.melds);
    int must = request_->must[kJoker], all = must + request_->may[kJoker];
    int laid = weight(kJoker) >= 0 ? all : std::max<int>(must, jokers_needed_);
    packing.spare[kJoker] = static_cast<std::uint8_t>(laid - jokers_needed_);
}

// Prepares the bounds; false if they tell that nothing above the floor exists.
bool Sweep::is_promising() {
    const PackingRequest& request = *request_;
    copies_ = 2;
    for (int code = 0; code < kNumbered; ++code)
        copies_ = std::max<int>(copies_, request.must[code] + request.may[code]);
    tables_ = &SweepTables::for_copies(copies_);
    jokers_ = request.must[kJoker] + request.may[kJoker];
    floor_ = static_cast<std::int32_t>(
        std::clamp<std::int64_t>(request.beat, INT32_MIN / 16, INT32_MAX / 16));
    bound_all();
    for (int used = 0; used <= jokers_; ++used) joker_values_[used] = joker_value(used);
    clear_lists();
    std::int32_t promise = joker_value(0) + most_from_start();
    answer_.bound = promise <= kImpossible / 2 ? kImpossible : promise;
    if (answer_.bound <= floor_ || answer_.bound == kImpossible) {
        answer_.proved = true;
        return false;
    }
    prices_ = nullptr;
    if (request.prices && !arranging()) use_prices(*request.prices);
    levels_[0].assign(1, {0, 0, promise, -1, 0, 0, 0});
    return true;
}

void Sweep::search() {
    if (!is_promising()) return;
    const PackingRequest& request = *request_;
    bool glance = request.effort == Effort::glance;
    auto promise = static_cast<std::int32_t>(answer_.bound);
    // The bound is nearly always within a few tiles of the truth, so look just below it first: a
    // pass that keeps every state above its floor and ends is exact, found or not.
    std::int32_t unit = usual_weight();
    std::int64_t spread = std::abs(weight(kJoker)) * request.may[kJoker];
    for (int code = 0; code < kNumbered; ++code) {
        spread += std::abs(weight(code)) * request.may[code];
        if (arranging())
            spread += 2 * (request.familiar->links[code] + request.familiar->grouped[code]);
    }
    // No answer is worth less than this.
    std::int32_t known = std::max(
        floor_, static_cast<std::int32_t>(promise - std::min<std::int64_t>(spread, 1 << 28) - 1));
    if (arranging()) {
        // Any arrangement will do; the better of a few is good enough.
        for (std::int32_t depth : {4, 16, 64, 256})
            if (dive(depth, 26)) return;
        for (std::size_t few : {std::size_t{60}, SIZE_MAX}) {
            floor_ = known;
            if (!pass(few) || answer_.found || dropped_ == INT32_MIN) return;
        }
    }
    if (dive(1, glance ? kGlances : kDives)) {
        answer_.proved = true;
        return;
    }
    if (glance) return;
    std::uint64_t last = nodes_ >= kDives ? kMany + 1 : 0;
    for (std::int32_t depth = unit + unit / 2; !answer_.proved;
         depth += std::max(last < kFew ? 2 * unit : unit, depth / kSlower)) {
        bool all = known >= answer_.bound - depth || depth > INT32_MAX / 8;
        floor_ = all ? known : static_cast<std::int32_t>(answer_.bound - depth);
        if (nodes_ > kMuchWork && prices_ != &own_prices_) find_prices();
        // Where many states are to be expected, a narrow pass finds a floor for the wide one.
        if (last > kMany) {
            if (!pass(kNarrow)) break;
            if (dropped_ <= floor_) {  // nothing that matters was cut
                answer_.proved = answer_.found || all;
                continue;
            }
        }
        last = nodes_;
        if (!pass(SIZE_MAX)) break;
        last = nodes_ - last;
        answer_.proved = answer_.found || all;
    }
    if (answer_.proved && answer_.found) answer_.bound = answer_.value;
}

}  // namespace tilerummy
