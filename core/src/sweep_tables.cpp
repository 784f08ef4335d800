#include "sweep_tables.hpp"

#include <algorithm>
#include <cstring>
#include <functional>

namespace tilerummy {
namespace {

int find_state(const SweepTables& tables, const std::uint8_t* lengths) {
    for (int s = 0; s < tables.states; ++s)
        if (std::equal(lengths, lengths + tables.runs, tables.lengths[s])) return s;
    return kNone;
}

}  // namespace

RunSplit split_tiles(int must, int may, int n, int jokers, int back, int most_runs) {
    // Jokers go to the runs that must go on, tiles to the long ones first; where a start needs
    // jokers behind it, a short run may have to go on with a tile instead.
    for (int on_must = std::min(jokers, must); on_must >= std::max(0, must - n); --on_must) {
        RunSplit split;
        split.on_must = on_must;
        int tiles_left = n - (must - on_must);
        split.long_by_tile = std::min(may, tiles_left);
        split.starts = tiles_left - split.long_by_tile;
        split.on_long = jokers - on_must - split.starts * back;
        if (split.on_long < 0 || split.on_long > may - split.long_by_tile) continue;
        if (split.starts && split.on_long) continue;  // the tile goes on the long run instead
        if (must + split.long_by_tile + split.on_long + split.starts > most_runs) continue;
        split.fits = true;
        return split;
    }
    return {};
}

SweepTables::SweepTables(int open_runs) : runs(open_runs) {
    std::uint8_t now[kMaxCopies] = {};
    auto enumerate = [&](auto&& self, int at, int most) -> void {
        if (at == runs) {
            std::copy(now, now + kMaxCopies, lengths[states++]);
            return;
        }
        for (int length = most; length >= 0; --length) {
            now[at] = static_cast<std::uint8_t>(length);
            self(self, at + 1, length);
        }
    };
    // The empty state comes last in this order; put it first so that state 0 means "nothing open".
    enumerate(enumerate, 0, 3);
    std::reverse(&lengths[0], &lengths[states]);

    std::memset(next, kNone, sizeof next);
    for (int s = 0; s < states; ++s) {
        int must = 0, may = 0;
        for (int i = 0; i < runs; ++i) {
            must += lengths[s][i] == 1 || lengths[s][i] == 2;
            may += lengths[s][i] == 3;
        }
        closed[s] = must == 0;
        for (int i = 0; i < runs; ++i) ease[s] += lengths[s][i] ? 2 * lengths[s][i] - 5 : 0;
        for (int back = 0; back < 3; ++back)
            for (int n = 0; n <= runs; ++n)
                for (int jokers = 0; jokers <= kMaxJokers; ++jokers) {
                    RunSplit split = split_tiles(must, may, n, jokers, back, runs);
                    if (!split.fits) continue;
                    std::uint8_t after[2 * kMaxCopies + 1] = {};
                    int open = 0;
                    for (int i = 0; i < runs; ++i)
                        if (lengths[s][i] == 1 || lengths[s][i] == 2)
                            after[open++] = static_cast<std::uint8_t>(lengths[s][i] + 1);
                    for (int i = 0; i < split.long_by_tile; ++i) after[open++] = 3;
                    for (int i = 0; i < split.on_long; ++i) after[open++] = 2;
                    for (int i = 0; i < split.starts; ++i)
                        after[open++] = static_cast<std::uint8_t>(1 + back);
                    std::sort(after, after + runs, std::greater<>());
                    next[back][s][n][jokers] = static_cast<std::uint8_t>(find_state(*this, after));
                    carried_[back][s][n][jokers] = static_cast<std::uint8_t>(n - split.starts);
                }
    }
    for (int back = 0; back < 3; ++back)
        for (int s = 0; s < states; ++s)
            for (int n = 0; n <= runs; ++n) {
                std::uint32_t bits = 0;
                for (int m = 0; m <= kMaxJokers; ++m) {
                    if (next[back][s][n][m] != kNone) bits |= 1U << next[back][s][n][m];
                    reach[back][s][n][m] = bits | (n ? reach[back][s][n - 1][m] : 0);
                }
                for (int table = 0; table <= n; ++table)
                    for (int jokers = 0; jokers <= kMaxJokers; ++jokers)
                        list_options(back, table, n, jokers, s);
            }
}

void SweepTables::list_options(int back, int table, int all, int jokers, int state) {
    Range& range = ranges_[back][table][all][jokers][state];
    range.begin = static_cast<std::uint32_t>(pool_.size());
    for (int group = 0; group <= all; ++group)
        for (int m = 0; m <= jokers; ++m)
            for (int run = std::max(0, table - group); run <= all - group; ++run) {
                std::uint8_t to = next[back][state][run][m];
                if (to == kNone) continue;
                pool_.push_back({to, static_cast<std::uint8_t>(run), static_cast<std::uint8_t>(m),
                                 static_cast<std::uint8_t>(group),
                                 static_cast<std::uint8_t>(std::max(0, run + group - table)),
                                 carried_[back][state][run][m]});
            }
    range.end = static_cast<std::uint32_t>(pool_.size());
}

const SweepTables& SweepTables::for_copies(int copies) {
    static const SweepTables two(2), three(3);
    return copies <= 2 ? two : three;
}

namespace {

GroupChoices list_choices(const int have[kColours], int most_jokers) {
    GroupChoices out;
    int g[kColours];
    for (g[0] = 0; g[0] <= have[0]; ++g[0])
        for (g[1] = 0; g[1] <= have[1]; ++g[1])
            for (g[2] = 0; g[2] <= have[2]; ++g[2])
                for (g[3] = 0; g[3] <= have[3]; ++g[3]) {
                    int total = g[0] + g[1] + g[2] + g[3];
                    int groups = std::max({g[0], g[1], g[2], g[3], (total + 3) / 4});
                    int jokers = std::max(0, 3 * groups - total);
                    if (jokers > most_jokers) continue;
                    GroupChoice choice{};
                    for (int c = 0; c < kColours; ++c) out.most[c] = std::max(out.most[c], g[c]);
                    choice.pairs[0] = static_cast<std::uint8_t>(g[0] << 2 | g[1]);
                    choice.pairs[1] = static_cast<std::uint8_t>(g[2] << 2 | g[3]);
                    choice.jokers = static_cast<std::uint8_t>(jokers);
                    for (int p = 0; p < 2; ++p) out.pairs[p] |= 1U << choice.pairs[p];
                    out.all.push_back(choice);
                }
    std::stable_sort(
        out.all.begin(), out.all.end(),
        [](const GroupChoice& a, const GroupChoice& b) { return a.jokers < b.jokers; });
    for (int k = 1; k <= kMaxCopies; ++k) {
        int missing = 3 * k, full = 0, paid = 0;
        for (int c = 0; c < kColours; ++c) {
            missing -= std::min(have[c], k);
            full += have[c] >= k;
            if (have[c] < k) paid += out.price[have[c]];
        }
        if (missing > 0 && full) out.price[k] = std::max(0, (2 * missing - paid) / full);
    }
    return out;
}

// All lists with at most `copies` tiles of a colour.
std::vector<GroupChoices> list_all(int copies) {
    int base = copies + 1;
    std::vector<GroupChoices> all;
    for (int index = 0; index < base * base * base * base; ++index)
        for (int jokers = 0; jokers <= kMaxJokers; ++jokers) {
            int have[kColours] = {index % base, index / base % base, index / base / base % base,
                                  index / base / base / base};
            all.push_back(list_choices(have, jokers));
        }
    return all;
}

}  // namespace

const GroupChoices& group_choices(const int have[kColours], int jokers) {
    bool three = false;
    for (int c = 0; c < kColours; ++c) three |= have[c] > 2;
    int base = three ? 4 : 3;
    auto index = static_cast<std::size_t>(
        (have[0] + base * (have[1] + base * (have[2] + base * have[3]))) * (kMaxJokers + 1) +
        jokers);
    if (three) {
        static const std::vector<GroupChoices> all = list_all(3);
        return all[index];
    }
    static const std::vector<GroupChoices> all = list_all(2);
    return all[index];
}

}  // namespace tilerummy
