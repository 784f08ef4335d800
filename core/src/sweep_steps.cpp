// One step of the sweep: everything that the four colours can do at a number.
//
// Colours meet only in the groups, and in what they take of the jokers. So they are put together
// two and two: what a pair can do from its two states, given its tiles in groups, is listed once
// and serves every state with that pair in it.
#include <bit>

#include "sweep.hpp"

namespace tilerummy {
namespace {

constexpr std::size_t kFewStates = 8;  // found as fast one by one
constexpr std::size_t kFirstSlots = 256;

std::uint32_t hash_key(std::uint32_t key) {
    key *= 0x9E3779B1U;
    return key ^ (key >> 15);
}

}  // namespace

void Sweep::clear_lists() {
    ++problems_;
    options_.clear();
    for (int number = 1; number <= kNumbers; ++number) std::fill_n(ready_[number], kColours, 0U);
    pairs_made_ = 0;
    pair_options_.clear();
}

// What two colours can still lay together before a number, by halves of jokers.
template <int kJokers>
const std::int32_t* Sweep::pair_row(int number, int pair, int a, int b) {
    PairRow& known = rows_[number][pair][a][b];
    if (known.problem == problems_) return known.row;
    known.problem = problems_;
    const std::int32_t* of_a = bound<kJokers>(number, 2 * pair, a);
    const std::int32_t* of_b = bound<kJokers>(number, 2 * pair + 1, b);
    for (int halves = 0; halves <= 2 * kJokers; ++halves)
        known.row[halves] = std::max(kImpossible, share(of_a, of_b, halves));
    return known.row;
}

std::int32_t Sweep::most_from_start() {
    std::int32_t most = kImpossible;
    with_jokers([&]<int kJokers>() {
        most = share(pair_row<kJokers>(1, 0, 0, 0), pair_row<kJokers>(1, 1, 0, 0), 2 * kJokers);
    });
    return most;
}

template <int kJokers>
const Sweep::OptionList& Sweep::options(int number, int colour, int state) {
    OptionList& list = lists_[number][colour][state];
    if (ready_[number][colour] >> state & 1) return list;
    ready_[number][colour] |= 1U << state;
    int code = tile(colour, number);
    int table = request_->must[code], all = table + request_->may[code];
    int group = 0, most = groups_[number]->most[colour];
    list.begin[0] = static_cast<std::uint32_t>(options_.size());
    for (const StepOption& step : tables_->options(back_of(number), table, all, kJokers, state)) {
        if (step.group > most) break;
        const std::int32_t* rest = bound<kJokers>(number + 1, colour, step.to);
        if (rest[2 * (kJokers - step.jokers)] <= kImpossible / 2) continue;
        while (group < step.group)
            list.begin[++group] = static_cast<std::uint32_t>(options_.size());
        options_.push_back(
            {value_of(code, step), liking(code, step), step.to, step.jokers,
             static_cast<std::uint8_t>(step.run | step.jokers << 2 | step.group << 5)});
    }
    while (group <= most) list.begin[++group] = static_cast<std::uint32_t>(options_.size());
    return list;
}

template <int kJokers>
std::size_t Sweep::pair_list(int number, int pair, int state_a, int state_b) {
    PairListPlace& place = pair_lists_[number][pair][state_a][state_b];
    if (place.problem == problems_) return place.index;
    place = {problems_, pairs_made_};
    const OptionList& as = options<kJokers>(number, 2 * pair, state_a);
    const OptionList& bs = options<kJokers>(number, 2 * pair + 1, state_b);
    if (pairs_made_ == pairs_.size()) pairs_.resize(2 * pairs_made_ + 64);
    PairList& list = pairs_[pairs_made_++];
    const Option* pool = options_.data();
    for (std::uint32_t in = groups_[number]->pairs[pair]; in; in &= in - 1) {
        int g = std::countr_zero(in);
        PairPart& part = list.parts[g];
        part.begin = static_cast<std::uint32_t>(pair_options_.size());
        std::fill_n(part.best, kJokers + 1, kImpossible);
        const Option *a = pool + as.begin[g >> 2], *a_end = pool + as.begin[(g >> 2) + 1];
        const Option *b_begin = pool + bs.begin[g & 3], *b_end = pool + bs.begin[(g & 3) + 1];
        for (; a != a_end; ++a)
            for (const Option* b = b_begin; b != b_end; ++b) {
                int jokers = a->jokers + b->jokers;
                if (jokers > kJokers) continue;
                const std::int32_t* row = pair_row<kJokers>(number + 1, pair, a->state, b->state);
                std::int32_t value = a->value + b->value;
                for (int left = jokers; left <= kJokers; ++left)
                    part.best[left] = std::max(part.best[left], value + row[2 * (left - jokers)]);
                pair_options_.push_back({value, row,
                                         static_cast<std::uint16_t>(a->state | b->state << 5),
                                         static_cast<std::uint16_t>(a->choice | b->choice << 8),
                                         static_cast<std::uint16_t>(jokers),
                                         static_cast<std::uint16_t>(a->liking + b->liking)});
            }
        part.end = static_cast<std::uint32_t>(pair_options_.size());
    }
    return place.index;
}

// A key is the four colour states, five bits each, and the jokers used.
template <int kJokers, typename Insert>
void Sweep::expand_with(int number, const State& state, std::int32_t index, Insert insert) {
    int used = static_cast<int>(state.key >> 20);
    int left = kJokers - used;
    std::size_t lists[kPairs];
    for (int p = 0; p < kPairs; ++p)
        lists[p] = pair_list<kJokers>(number, p, state.key >> (10 * p) & 31,
                                      state.key >> (10 * p + 5) & 31);
    const PairList &as = pairs_[lists[0]], &bs = pairs_[lists[1]];
    const PairOption* pool = pair_options_.data();
    // Only what is above this is of interest; jokers that melds need may have their price.
    std::int32_t least = floor_ - state.value;
    for (const GroupChoice& choice : groups_[number]->all) {
        int after = left - choice.jokers;
        if (after < 0) break;
        const PairPart &a = as.parts[choice.pairs[0]], &b = bs.parts[choice.pairs[1]];
        std::int32_t floor = least - joker_values_[used + choice.jokers];
        if (a.best[after] + b.best[after] <= floor) continue;
        for (const PairOption *x = pool + a.begin, *xs = pool + a.end; x != xs; ++x) {
            int left_x = after - x->jokers;
            if (left_x < 0 || x->value + x->row[2 * left_x] + b.best[left_x] <= floor) continue;
            for (const PairOption *y = pool + b.begin, *ys = pool + b.end; y != ys; ++y) {
                int rest = left_x - y->jokers;
                if (rest < 0) continue;
                std::int32_t value = x->value + y->value;
                if (value + x->row[2 * rest] + y->row[2 * rest] <= floor) continue;
                std::int32_t more = value + share(x->row, y->row, 2 * rest);
                int total = kJokers - rest;
                if (more + joker_values_[total] <= least || more <= kImpossible / 2) continue;
                std::uint32_t key =
                    static_cast<std::uint32_t>(x->states | y->states << 10 | total << 20);
                if (prices_) {
                    more = std::min(more, priced(number, key, rest, value));
                    if (more + joker_values_[total] <= least) continue;
                }
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

void Sweep::expand(int number, const State& state, std::int32_t index) {
    with_jokers([&]<int kJokers>() {
        expand_with<kJokers>(number, state, index, [this](const State& next) { insert(next); });
    });
}

void Sweep::expand_ranked(int number, const State& state, std::int32_t index) {
    Label before = labels_[number - 1][index];
    auto insert = [&](const State& next) {
        insert_ranked(next, label_after(number, before, next.choice));
    };
    with_jokers([&]<int kJokers>() { expand_with<kJokers>(number, state, index, insert); });
}

// The first few states of a level are found one by one, more by their hashes.
void Sweep::insert(const State& state) {
    std::vector<State>& level = *next_;
    auto is_known = [&](State& known) {
        if (known.key != state.key) return false;
        if (state.value > known.value ||
            (state.value == known.value && state.liking > known.liking))
            known = state;
        return true;
    };
    auto hash_of = [&](std::size_t place) { return hash_key(level[place].key); };
    if (level.size() < kFewStates) {
        for (State& known : level)
            if (is_known(known)) return;
        level.push_back(state);
        if (level.size() == kFewStates) index_.rebuild(kFewStates, kFirstSlots, hash_of);
        return;
    }
    auto lies_at = [&](std::size_t place) { return is_known(level[place]); };
    if (index_.find(hash_key(state.key), lies_at)) return;
    level.push_back(state);
    index_.add(level.size(), hash_of);
}

// Sets up what the expansion of a number's states shares.
void Sweep::prepare(int number) {
    next_ = &levels_[number];
    next_->clear();
}

}  // namespace tilerummy
