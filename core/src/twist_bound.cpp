// What each colour can still lay at most, solved alone: the bound of the automaton.
#include <algorithm>

#include "twist.hpp"

namespace tilerummy {
namespace {

constexpr std::int32_t kImpossible = INT32_MIN / 8;

// The state with one more run of length 3, if there is room.
struct Lifts {
    std::uint8_t with_long[kMaxStates];
    std::uint8_t completed[kMaxStates][kMaxCopies];  // with the i-th run completed
    std::uint8_t from_lengths[4][4][4];

    explicit Lifts(const SweepTables& tables) {
        auto find = [&](std::array<std::uint8_t, 3> lengths) {
            std::sort(lengths.begin(), lengths.end(), std::greater<>());
            for (int s = 0; s < tables.states; ++s)
                if (std::equal(lengths.begin(), lengths.end(), tables.lengths[s]))
                    return static_cast<std::uint8_t>(s);
            return kNone;
        };
        for (int s = 0; s < tables.states; ++s) {
            std::array<std::uint8_t, 3> lengths{tables.lengths[s][0], tables.lengths[s][1],
                                                tables.lengths[s][2]};
            auto more = lengths;
            if (more[2] == 0) more[2] = 3;
            with_long[s] = find(more);
            for (std::size_t i = 0; i < 3; ++i) {
                auto done = lengths;
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

// Runs that jokers must complete from behind once all numbers are taken.
int unfinished(const SweepTables& tables, int state) {
    int runs = 0;
    for (std::uint8_t length : tables.lengths[state]) runs += length == 1 || length == 2;
    return runs;
}

const Lifts& lifts() {
    static const Lifts all(SweepTables::for_copies(3));
    return all;
}

}  // namespace

void Twist::bound_colours() {
    const SweepTables& tables = SweepTables::for_copies(3);
    const Lifts& lift = lifts();
    for (int c = 0; c < kColours; ++c)
        for (int s = 0; s < tables.states; ++s)
            for (int q = 0; q <= units_; ++q)
                bound_[kNumbers + 1][c][s][q] = unfinished(tables, s) <= q ? 0 : kImpossible;
    for (int number = kNumbers; number >= 1; --number) {
        int price[kMaxCopies + 1] = {};
        for (int k = 1; k <= kMaxCopies; ++k) {
            int total = 0;
            for (int c = 0; c < kColours; ++c)
                total += std::min<int>(k, must_[tile(c, number)] + may_[tile(c, number)]);
            price[k] = std::max(0, 3 * k - total);
        }
        for (int c = 0; c < kColours; ++c) {
            int code = tile(c, number);
            int table = must_[code], all = table + may_[code];
            std::int32_t weight = (*weights_)[static_cast<std::size_t>(code)];
            auto& above = bound_[number + 1][c];
            auto& here = bound_[number][c];
            for (int s = 0; s < tables.states; ++s)
                for (int q = 0; q <= units_; ++q) here[s][q] = kImpossible;
            // Tiles in groups and in mirrored pairs leave the runs alone.
            for (int group = 0; group <= all; ++group)
                for (int paired = 0; paired <= (have_.mirrors ? all - group : 0); ++paired) {
                    int paid = price[group] + paired % 2;
                    if (paid > units_) continue;
                    int least = std::max(0, table - group - paired);
                    for (int run = least; run <= all - group - paired; ++run) {
                        int laid = std::max(0, run + group + paired - table);
                        std::int32_t value = laid * weight;
                        for (int s = 0; s < tables.states; ++s)
                            for (int m = 0; m <= std::min(kMaxJokers, units_ - paid); ++m) {
                                int to = tables.next[0][s][run][m];
                                if (to == kNone) continue;
                                for (int q = paid + m; q <= units_; ++q)
                                    here[s][q] =
                                        std::max(here[s][q], value + above[to][q - paid - m]);
                            }
                    }
                }
            // A colour change completes a run; so do doubles in front of a 12.
            if (have_.changes || (number == kNumbers && have_.doubles > 1))
                for (int round = 0; round < kMaxCopies; ++round)
                    for (int s = 0; s < tables.states; ++s)
                        for (int i = 0; i < kMaxCopies; ++i) {
                            int to = lift.completed[s][i];
                            if (to == kNone) continue;
                            for (int q = 1; q <= units_; ++q)
                                here[s][q] = std::max(here[s][q], here[to][q - 1]);
                        }
        }
    }
    mirror_worth_ = std::max(0, (*weights_)[kMirror]) * may_[kMirror];
}

std::int32_t Twist::promise_of(const Key& key, int number, std::int32_t value,
                               const Used& used) const {
    const Lifts& lift = lifts();
    std::uint8_t lengths[kColours][3] = {};
    int count[kColours] = {};
    int loose = 0, covered = 0;
    for (Item item : key.items) {
        if (!item) break;
        if (twist::is_pair(item)) {
            covered += twist::covered_sides(item);
            continue;
        }
        covered += twist::is_covered(item);
        int colour = twist::colour_in(item);
        if (colour >= 4) {
            ++loose;
            continue;
        }
        int length = twist::length_of(item);
        if (count[colour] < 3)
            lengths[colour][count[colour]++] = static_cast<std::uint8_t>(length);
        else if (length == 3 || twist::is_covered(item))
            *std::min_element(lengths[colour], lengths[colour] + 3) = 3;
    }
    // What a double covers of the next number goes on as if a plain joker lay there, in a run or
    // opposite a tile.
    int left = have_.plain - used.plain + 2 * (have_.doubles - used.doubles) + have_.changes -
               used.changes + covered;
    for (int c = 0; c < kColours; ++c) left += (have_.coloured & ~used.coloured) >> c & 1;
    std::int32_t promise = value + joker_value(used);
    for (int c = 0; c < kColours; ++c) {
        int s = lift.from_lengths[lengths[c][0]][lengths[c][1]][lengths[c][2]];
        for (int i = 0; i < loose; ++i) s = lift.with_long[s];
        std::int32_t bound = bound_[number][c][s][left];
        if (bound <= kImpossible / 2) return kImpossible;
        promise += bound;
    }
    return promise;
}

}  // namespace tilerummy
