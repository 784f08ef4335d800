// What each colour can still lay at most, solved alone at given rates: the bound of the automaton.
//
// A colour buys every place in its runs that a joker fills (a double fills two), its share of the
// jokers in its groups, its side of a colour change, which completes any run, and its share in a
// mirror, which lets it lay tiles in pairs. Nobody pays more than the jokers really used, so what
// the colours have left over, plus all jokers still in hand at theirs, is a bound at any rates.
// Good rates make it a close one; dear ones tell what cannot be completed at all.
#include <algorithm>
#include <cstring>

#include "twist.hpp"

namespace tilerummy {
namespace {

constexpr std::int32_t kDear = 1 << 22;
constexpr std::int32_t kGuiding =
    1 << 10;  // so that jokers cost something even where nothing can be laid

// How the runs of one colour go on, in a form made for the bound.
struct Moves {
    struct Move {
        std::uint8_t jokers, to;
    };
    std::uint8_t count[kMaxStates][kMaxCopies + 1] = {};
    Move moves[kMaxStates][kMaxCopies + 1][kMaxJokers + 1] = {};
    std::uint8_t completed[kMaxStates][kMaxCopies];  // with the i-th run completed
    std::uint8_t from_lengths[4][4][4];

    explicit Moves(const SweepTables& tables) {
        auto find = [&](std::array<std::uint8_t, 3> lengths) {
            std::sort(lengths.begin(), lengths.end(), std::greater<>());
            for (int s = 0; s < tables.states; ++s)
                if (std::equal(lengths.begin(), lengths.end(), tables.lengths[s]))
                    return static_cast<std::uint8_t>(s);
            return kNone;
        };
        for (int s = 0; s < tables.states; ++s) {
            for (int run = 0; run <= kMaxCopies; ++run)
                for (int m = 0; m <= kMaxJokers; ++m) {
                    std::uint8_t to = tables.next[0][s][run][m];
                    if (to == kNone) continue;
                    moves[s][run][count[s][run]++] = {static_cast<std::uint8_t>(m), to};
                }
            for (std::size_t i = 0; i < 3; ++i) {
                std::array<std::uint8_t, 3> done{tables.lengths[s][0], tables.lengths[s][1],
                                                 tables.lengths[s][2]};
                completed[s][i] = kNone;
                if (done[i] == 1 || done[i] == 2) {
                    done[i] = 3;
                    completed[s][i] = find(done);
                }
            }
        }
        for (std::uint8_t a = 0; a < 4; ++a)
            for (std::uint8_t b = 0; b < 4; ++b)
                for (std::uint8_t c = 0; c < 4; ++c) from_lengths[a][b][c] = find({a, b, c});
    }
};

const Moves& moves() {
    static const Moves all(SweepTables::for_copies(3));
    return all;
}

}  // namespace

// No more than three tiles of a kind are in play, so that three complete runs can take whatever
// more runs could.
int Twist::runs_state(const std::uint8_t lengths[twist::kMostRuns]) {
    if (lengths[kMaxCopies]) return moves().from_lengths[3][3][3];
    return moves().from_lengths[lengths[0]][lengths[1]][lengths[2]];
}

// Jokers worth laying are all laid, others only where melds need more than the table has. A mirror
// cannot be spare, but until the end it may still be used.
std::int32_t Twist::joker_value(Jokers used) const {
    if (!dear_jokers_) return joker_gain_;
    std::int32_t value = 0;
    twist::each_joker(used, [&](Code code, int n) {
        std::int32_t weight = (*weights_)[code];
        value += weight * (weight >= 0 ? may_[code] : std::max(0, n - must_[code]));
    });
    return value;
}

// What can happen at a number beside the runs of a colour, when they take so many tiles.
void Twist::bound_beside(int list, int number, int colour) {
    const Rates& rate = rates_[list];
    int code = tile(colour, number);
    int may = may_[code], all = must_[code] + may;
    std::int32_t weight = (*weights_)[code];
    std::int32_t group_price[kMaxCopies + 1] = {};
    for (int g = 1; g <= all; ++g) {
        // A tile alone needs two jokers, two tiles share one, three need none.
        int partners = -g;
        for (int c = 0; c < kColours; ++c)
            partners += std::min<int>(g, must_[tile(c, number)] + may_[tile(c, number)]);
        int halves = 4 * g - 3 * std::min(g, partners) - std::max(0, std::min(g, partners - g));
        group_price[g] = rate.unit / 2 * halves;
    }
    bool mirrors = twist::mirrors_in(have_) > 0;
    for (int run = 0; run <= all; ++run) {
        auto& best = beside_[list][number][colour][run];
        best[0][0] = best[0][1] = best[1][0] = best[1][1] = kImpossible;
        for (int group = 0; run + group <= all; ++group)
            for (int paired = 0; run + group + paired <= (mirrors ? all : run + group); ++paired) {
                int left = all - run - group - paired;
                if (left > may) continue;
                std::int32_t value = (std::min(all - run, may) - left) * weight -
                                     group_price[group] - paired % 2 * rate.unit;
                if (paired) {
                    std::int32_t opened = value - std::min(rate.mirror, 2 * rate.change);
                    best[0][1] = std::max(best[0][1], opened);
                    best[1][1] = std::max(best[1][1], value);
                } else {
                    best[0][0] = std::max(best[0][0], value);
                    best[1][0] = std::max(best[1][0], value);
                    best[1][1] = std::max(best[1][1], value - 2 * rate.unit);
                }
            }
    }
}

// From the highest number down. Where nothing that counts is different from the last time, what was
// found then still holds.
void Twist::bound_colours(int list) {
    const SweepTables& tables = SweepTables::for_copies(3);
    Terms terms{rates_[list], twist::mirrors_in(have_) ? 2 : 1, twist::changes_in(have_) > 0,
                std::min(kMaxJokers, twist::units_in(have_))};
    bool other_terms = terms != terms_[list];
    terms_[list] = terms;
    for (int s = 0; s < tables.states && other_terms; ++s) {
        std::int32_t cost = 0;
        for (std::uint8_t length : tables.lengths[s])
            if (length == 1 || length == 2)
                cost += std::min((3 - length) * terms.rates.unit, terms.rates.change);
        for (int c = 0; c < kColours; ++c)
            for (int paired = 0; paired < 2; ++paired)
                bound_[list][kNumbers + 1][c][s][paired] = -cost;
    }
    for (int c = 0; c < kColours; ++c) {
        bool different = other_terms;
        for (int number = kNumbers; number >= 1; --number) {
            int code = tile(c, number);
            Stock stock{must_[code], may_[code], (*weights_)[code]};
            auto& beside = beside_[list][number][c];
            Beside before;
            std::memcpy(before, beside, sizeof before);
            bound_beside(list, number, c);
            different |= stock != stocks_[list][number][c] ||
                         std::memcmp(before, beside, sizeof before) != 0;
            stocks_[list][number][c] = stock;
            if (different) bound_number(list, number, c);
        }
    }
}

// What a colour can still lay from a number up, by what it can from the next one up.
void Twist::bound_number(int list, int number, int colour) {
    const Moves& move = moves();
    const Terms& terms = terms_[list];
    const Stock& stock = stocks_[list][number][colour];
    const auto& beside = beside_[list][number][colour];
    const auto& above = bound_[list][number + 1][colour];
    auto& here = bound_[list][number][colour];
    int states = SweepTables::for_copies(3).states;
    for (int before = 0; before < terms.pairs; ++before) {
        std::int32_t after_run[kMaxCopies + 1][kMaxStates];
        for (int run = 0; run <= stock.table + stock.rack; ++run) {
            std::int32_t value = std::max(0, run - stock.table) * stock.weight;
            for (int s = 0; s < states; ++s) {
                std::int32_t best = beside[run][before][0] + above[s][0];
                if (terms.pairs == 2) best = std::max(best, beside[run][before][1] + above[s][1]);
                after_run[run][s] = value + best;
            }
        }
        for (int s = states; s-- > 0;) {
            std::int32_t best = kImpossible;
            for (int run = 0; run <= stock.table + stock.rack; ++run)
                for (int m = 0; m < move.count[s][run]; ++m) {
                    auto [jokers, to] = move.moves[s][run][m];
                    if (jokers > terms.units) break;
                    best = std::max(best, after_run[run][to] - jokers * terms.rates.unit);
                }
            if (terms.changes)
                for (std::uint8_t to : move.completed[s])
                    if (to != kNone) best = std::max(best, here[to][before] - terms.rates.change);
            here[s][before] = best;
        }
    }
}

std::int32_t Twist::root_promise(int list) const {
    const Rates& rate = rates_[list];
    std::int32_t promise = rate.unit * twist::units_in(have_) +
                           2 * rate.change * twist::changes_in(have_) +
                           3 * rate.mirror * twist::mirrors_in(have_);
    for (int c = 0; c < kColours; ++c) promise += bound_[list][1][c][0][0];
    return promise;
}

// What the open melds and the jokers in hand promise after a number.
void Twist::promise_after(const Next* next, int count, std::int32_t* promise) const {
    std::uint8_t lengths[kColours][twist::kMostRuns] = {};
    int runs[kColours] = {};
    int paired[kColours] = {};
    int covered = 0, changed = 0, any = 0, changed_pairs = 0, pairs = 0;
    for (int i = 0; i < count; ++i) {
        Item item = next[i].item;
        if (item == twist::kDone) continue;
        int colour = twist::colour_in(item);
        if (twist::is_pair(item)) {
            ++pairs;
            covered += twist::covered_sides(item);
            if (colour < 4)
                paired[colour] = 1;
            else
                ++changed_pairs;
            continue;
        }
        covered += twist::is_covered(item);
        if (colour == twist::kAny) {
            ++any;
        } else if (colour >= 4) {
            ++changed;
        } else {
            lengths[colour][runs[colour]++] = static_cast<std::uint8_t>(twist::length_of(item));
        }
    }
    int states[kColours];
    for (int c = 0; c < kColours; ++c) states[c] = runs_state(lengths[c]);
    bool units = twist::units_in(have_) > 0, changes = twist::changes_in(have_) > 0;
    for (int list = 0; list < kRates; ++list) {
        const Rates& rate = rates_[list];
        std::int32_t sum = rate.unit * covered + rate.change * changed +
                           std::min(rate.mirror, 2 * rate.change) * changed_pairs -
                           3 * rate.mirror * pairs;
        // A run that began with jokers has paid for what its colour will buy again.
        sum += any * std::max(units ? 2 * rate.unit : 0, changes ? rate.change : 0);
        for (int c = 0; c < kColours; ++c)
            sum += bound_[list][number_ + 1][c][states[c]][paired[c]];
        promise[list] = sum;
    }
}

// Bounds what can be laid at all, with rates of which the first list is even-handed, the second
// dear and the third nothing; as soon as one shows that it is not worth looking, no further.
bool Twist::is_promising(State& root) {
    std::int32_t most = kGuiding;
    for (int code = 0; code < kNumbered; ++code)
        if (may_[code]) most = std::max(most, (*weights_)[code]);
    bool units = twist::units_in(have_) > 0, changes = twist::changes_in(have_) > 0;
    auto set = [&](int list, std::int32_t unit, std::int32_t change, std::int32_t mirror) {
        rates_[list] = {units ? unit & ~1 : kDear, changes ? change : kDear, mirror};
    };
    set(0, most / 2, most / 4, most / 6);
    set(1, kDear, kDear / 2, kDear / 3);
    set(2, 0, 0, 0);
    answer_.bound = INT32_MAX;
    for (int list : {2, 1, 0}) {
        bound_colours(list);
        root.promise[list] = root_promise(list);
        answer_.bound = std::min<std::int64_t>(answer_.bound,
                                               root.promise[list] + joker_value(root.key.jokers()));
        if (answer_.bound <= floor_) return false;
    }
    return true;
}

}  // namespace tilerummy
