// What one colour can do at one number, computed once.
//
// Between two numbers a colour is the multiset of its open runs, lengths capped at 3 ("three or
// more"): 10 states with two runs, 20 with three. At a number, n tiles of the colour and m jokers
// go into its runs. Runs shorter than three must go on; a run of three or more goes on if it can,
// and a joker on it only pays if a tile follows, so it counts as two again. What is left of the
// tiles starts new runs. One outcome counts for each (state, n, m), which makes this small.
//
// A run that starts at 12 or 13 is filled from behind: with one joker (`* 12 13`) or two
// (`* * 13`). Elsewhere no run needs to start with a joker, since `* a b` is as good as `a b *`.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tiles.hpp"

namespace tilerummy {

inline constexpr int kMaxStates = 20;
inline constexpr std::uint8_t kNone = 0xFF;

// One thing a colour can do at one number: tiles into runs and groups, jokers into runs.
struct StepOption {
    std::uint8_t to;  // the state after it
    std::uint8_t run, jokers, group;
    std::uint8_t laid;     // tiles beyond those of the table
    std::uint8_t carried;  // tiles that went on from an open run
};

struct SweepTables {
    int runs = 0;    // open runs a colour may have
    int states = 0;  // 10 or 20
    // lengths[state][i]: the runs of a state, longest first
    std::uint8_t lengths[kMaxStates][kMaxCopies] = {};
    bool closed[kMaxStates] = {};  // no run shorter than three
    int ease[kMaxStates] = {};     // how little the state asks of the numbers to come
    // next[back][state][n][m]: the state after n tiles and m jokers in all; back is how many jokers
    // a run that starts here needs behind it (0 up to 11, 1 at 12, 2 at 13)
    std::uint8_t next[3][kMaxStates][kMaxCopies + 1][kMaxJokers + 1] = {};
    // reach[back][state][n][m]: bits of the states after at most n tiles and at most m jokers
    std::uint32_t reach[3][kMaxStates][kMaxCopies + 1][kMaxJokers + 1] = {};

    explicit SweepTables(int open_runs);
    static const SweepTables& for_copies(int copies);

    // What a state can do with `all` tiles, of which `table` must lie somewhere, and up to so many
    // jokers: by tiles in groups, then by jokers.
    std::span<const StepOption> options(int back, int table, int all, int jokers, int state) const {
        const Range& range = ranges_[back][table][all][jokers][state];
        return {pool_.data() + range.begin, pool_.data() + range.end};
    }

  private:
    struct Range {
        std::uint32_t begin, end;
    };
    void list_options(int back, int table, int all, int jokers, int state);

    std::vector<StepOption> pool_;
    Range ranges_[3][kMaxCopies + 1][kMaxCopies + 1][kMaxJokers + 1][kMaxStates] = {};
    // how many of the n tiles went on from an open run
    std::uint8_t carried_[3][kMaxStates][kMaxCopies + 1][kMaxJokers + 1] = {};
};

// Where n tiles and some jokers of a colour go: jokers on runs that must go on, tiles on long runs,
// new runs (each with `back` jokers behind it), jokers on long runs.
struct RunSplit {
    bool fits = false;
    int on_must = 0;
    int long_by_tile = 0;
    int starts = 0;
    int on_long = 0;
};

// The one way that counts, for a state of `must` runs shorter than three and `may` longer ones.
RunSplit split_tiles(int must, int may, int n, int jokers, int back, int most_runs);

// Tiles of each colour that go into groups at one number, and the jokers they need.
struct GroupChoice {
    std::uint8_t pairs[2];  // of the first two colours, four times one and the other; of the last
    std::uint8_t jokers;
};

// Every way to form groups out of at most have[c] tiles of each colour and that many jokers, each
// with as few jokers as possible; the first is "no groups".
struct GroupChoices {
    std::vector<GroupChoice> all;  // by jokers
    std::uint32_t pairs[2] = {};   // bits of the pairs that occur
    int most[kColours] = {};       // tiles of each colour in groups
    // What a colour pays, in halves of jokers, for so many of its tiles in groups. All parts
    // together are never more than the jokers that the groups need: with every colour that can be
    // there in k groups they are at most what is missing, and any tile less is a joker more.
    int price[kMaxCopies + 1] = {};
};
const GroupChoices& group_choices(const int have[kColours], int jokers);

}  // namespace tilerummy
