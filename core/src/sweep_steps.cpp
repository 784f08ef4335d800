// One step of the sweep: everything that the four colours can do at a number.
//
// Colours meet only in the groups, and in what they take of the jokers. So they are put together
// two and two: what a pair can do from its two states, given its tiles in groups, is listed once
// and serves every state with that pair in it.
#include "sweep.hpp"

namespace tilerummy {
namespace {

constexpr std::int32_t kImpossible = INT32_MIN / 8;
constexpr std::size_t kFirstSlots = 256;

std::uint32_t hash_key(std::uint32_t key) {
    key *= 0x9E3779B1U;
    return key ^ (key >> 15);
}

}  // namespace

void Sweep::clear_lists() {
    options_.clear();
    for (int number = 1; number <= kNumbers; ++number) std::fill_n(ready_[number], kColours, 0U);
    auto pairs = static_cast<std::size_t>(tables_->states * tables_->states);
    for (int number = 1; number <= kNumbers + 1; ++number)
        for (int p = 0; p < kPairs; ++p) std::fill_n(known_rows_[number][p], pairs, 0);
    pairs_.clear();
    pair_options_.clear();
    for (int number = 1; number <= kNumbers; ++number)
        for (int p = 0; p < kPairs; ++p) std::fill_n(pair_lists_[number][p], pairs, 0);
}

const Sweep::OptionList& Sweep::options(int number, int colour, int state) {
    OptionList& list = lists_[number][colour][state];
    if (ready_[number][colour] >> state & 1) return list;
    ready_[number][colour] |= 1U << state;
    int code = tile(colour, number);
    int table = problem_->table[code], all = table + problem_->rack[code];
    const Worth& worth = worth_[code];
    int group = 0;
    list.begin[0] = static_cast<std::uint32_t>(options_.size());
    for (const StepOption& step : tables_->options(back_of(number), table, all, state)) {
        if (step.jokers > jokers_ ||
            bound_[number + 1][colour][step.to][2 * (jokers_ - step.jokers)] <= kImpossible / 2)
            continue;
        while (group < step.group)
            list.begin[++group] = static_cast<std::uint32_t>(options_.size());
        options_.push_back(
            {value_of(worth, step), worth.liking(step), step.to, step.jokers,
             static_cast<std::uint8_t>(step.run | step.jokers << 2 | step.group << 5)});
    }
    while (group <= kMaxCopies) list.begin[++group] = static_cast<std::uint32_t>(options_.size());
    return list;
}

std::size_t Sweep::pair_list(int number, int pair, int states) {
    std::uint16_t& known = pair_lists_[number][pair][states];
    if (known) return known - 1U;
    int per = tables_->states;
    const OptionList& as = options(number, 2 * pair, states / per);
    const OptionList& bs = options(number, 2 * pair + 1, states % per);
    PairList& list = pairs_.emplace_back();
    known = static_cast<std::uint16_t>(pairs_.size());
    for (int left = 0; left <= jokers_; ++left)
        std::fill_n(list.best[left], kGroupPairs, kImpossible);
    const Option* pool = options_.data();
    for (int g = 0; g < kGroupPairs; ++g) {
        list.begin[g] = static_cast<std::uint32_t>(pair_options_.size());
        const Option *a = pool + as.begin[g >> 2], *a_end = pool + as.begin[(g >> 2) + 1];
        const Option *b_begin = pool + bs.begin[g & 3], *b_end = pool + bs.begin[(g & 3) + 1];
        if (b_begin == b_end) continue;
        for (; a != a_end; ++a)
            for (const Option* b = b_begin; b != b_end; ++b) {
                int jokers = a->jokers + b->jokers;
                if (jokers > jokers_) continue;
                const std::int32_t* row = pair_row(number + 1, pair, a->state * per + b->state);
                std::int32_t value = a->value + b->value;
                for (int left = jokers; left <= jokers_; ++left)
                    list.best[left][g] =
                        std::max(list.best[left][g], value + row[2 * (left - jokers)]);
                pair_options_.push_back({value, row,
                                         static_cast<std::uint16_t>(a->state | b->state << 5),
                                         static_cast<std::uint16_t>(a->choice | b->choice << 8),
                                         static_cast<std::uint16_t>(jokers),
                                         static_cast<std::uint16_t>(a->liking + b->liking)});
            }
    }
    list.begin[kGroupPairs] = static_cast<std::uint32_t>(pair_options_.size());
    return known - 1U;
}

// A key is the four colour states, five bits each, and the jokers used.
void Sweep::expand(int number, const State& state, std::int32_t index) {
    int used = static_cast<int>(state.key >> 20);
    int left = jokers_ - used;
    int states[kPairs];
    for (int p = 0; p < kPairs; ++p) {
        std::uint32_t both = state.key >> (10 * p);
        states[p] = static_cast<int>((both & 31) * static_cast<unsigned>(tables_->states) +
                                     (both >> 5 & 31));
    }
    std::size_t first = pair_list(number, 0, states[0]), second = pair_list(number, 1, states[1]);
    const PairList &as = pairs_[first], &bs = pairs_[second];
    const PairOption* pool = pair_options_.data();
    // Only what is above this is of interest; jokers that melds need may have their price.
    std::int32_t least = floor_ - state.value;
    for (const GroupChoice& choice : *groups_) {
        int after = left - choice.jokers;
        if (after < 0) continue;
        int a = choice.pairs[0], b = choice.pairs[1];
        std::int32_t floor = least - joker_values_[used + choice.jokers];
        if (as.best[after][a] + bs.best[after][b] <= floor) continue;
        for (const PairOption *x = pool + as.begin[a], *xs = pool + as.begin[a + 1]; x != xs; ++x) {
            int left_x = after - x->jokers;
            if (left_x < 0 || x->value + x->row[2 * left_x] + bs.best[left_x][b] <= floor) continue;
            for (const PairOption *y = pool + bs.begin[b], *ys = pool + bs.begin[b + 1]; y != ys;
                 ++y) {
                int rest = left_x - y->jokers;
                if (rest < 0) continue;
                std::int32_t value = x->value + y->value;
                if (value + x->row[2 * rest] + y->row[2 * rest] <= floor) continue;
                std::int32_t more = value + share(x->row, y->row, 2 * rest);
                int total = jokers_ - rest;
                if (more + joker_values_[total] <= least || more <= kImpossible / 2) continue;
                std::uint32_t key =
                    static_cast<std::uint32_t>(x->states | y->states << 10 | total << 20);
                std::uint32_t packed = x->choice | static_cast<std::uint32_t>(y->choice) << 16;
                const int* ease = tables_->ease;
                insert({key, state.value + value, state.value + more + joker_values_[total], index,
                        packed, state.liking + x->liking + y->liking,
                        ease[x->states & 31] + ease[x->states >> 5] + ease[y->states & 31] +
                            ease[y->states >> 5] + 4 * rest});
            }
        }
    }
}

void Sweep::insert(const State& state) {
    std::size_t mask = slots_.size() - 1;
    std::size_t at = hash_key(state.key) & mask;
    for (;; at = (at + 1) & mask) {
        std::uint32_t slot = slots_[at];
        if (!slot) break;
        State& known = (*next_)[slot - 1];
        if (known.key == state.key) {
            if (state.value > known.value ||
                (state.value == known.value && state.liking > known.liking))
                known = state;
            return;
        }
    }
    next_->push_back(state);
    slots_[at] = static_cast<std::uint32_t>(next_->size());
    if (2 * next_->size() > slots_.size()) grow();
}

void Sweep::grow() {
    slots_.assign(slots_.size() * 4, 0);
    std::size_t mask = slots_.size() - 1;
    for (std::size_t i = 0; i < next_->size(); ++i) {
        std::size_t at = hash_key((*next_)[i].key) & mask;
        while (slots_[at]) at = (at + 1) & mask;
        slots_[at] = static_cast<std::uint32_t>(i + 1);
    }
}

// Sets up what the expansion of a number's states shares.
void Sweep::prepare(int number) {
    int have[kColours];
    for (int c = 0; c < kColours; ++c) {
        int code = tile(c, number);
        have[c] = problem_->table[code] + problem_->rack[code];
    }
    groups_ = &group_choices(have, jokers_);
    next_ = &levels_[number];
    next_->clear();
    if (slots_.size() != kFirstSlots) slots_.resize(kFirstSlots);
    std::fill(slots_.begin(), slots_.end(), 0U);
}

}  // namespace tilerummy
