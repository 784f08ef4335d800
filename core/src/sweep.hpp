// The sweep: the best set of tiles to lay, found number by number.
//
// All of the table must lie in melds at the end, any of the rack may. The sweep goes through the
// numbers 1..13; between two numbers all that matters is the state of each colour's open runs (see
// sweep_tables.hpp) and how many jokers were used. A joker is used only where a meld needs it; the
// others are free, and whoever calls puts them at the end of a run or into a group of three.
//
// Before it starts, each colour is solved alone, from 13 down to 1, as if its group partners were
// always there (see sweep_bound.cpp). That says for every state and every share of the jokers what
// the colour can still lay at most, or that it cannot be completed; the best way to share the
// jokers out makes a bound for all four colours together. Passes look just below that bound first
// and deeper only if nothing is there; what they had to drop decides whether the answer is proved.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "meld.hpp"
#include "sweep_tables.hpp"

namespace tilerummy {

// How much a tile's place resembles the table before: pairs that followed each other in runs, and
// tiles that lay in groups. Used when what is laid is settled and only the arrangement is open.
struct Familiar {
    std::uint8_t links[kNumbered] =
        {};  // runs on the table in which this tile followed its neighbour
    std::uint8_t grouped[kNumbered] = {};  // groups on the table with this tile
};

struct SweepProblem {
    std::uint8_t table[kNumbered] = {};  // must be used
    std::uint8_t rack[kNumbered] = {};   // may be used
    std::int32_t weight[kNumbered] = {};
    int jokers_table = 0;
    int jokers_rack = 0;
    std::int32_t joker_weight = 0;
    const Familiar* familiar = nullptr;  // among equals, what resembles this is preferred
    bool arranging = false;              // it is all that counts
    std::int32_t beat = INT32_MIN;       // only answers above this are of interest
    bool glance = false;                 // give up where the first look finds nothing
    std::uint64_t nodes = UINT64_MAX;
};

// What goes where at one number: tiles of each colour in runs, jokers in its runs, tiles in groups.
struct SweepStep {
    std::uint8_t run[kColours];
    std::uint8_t jokers[kColours];
    std::uint8_t group[kColours];
};

struct SweepAnswer {
    bool found = false;
    bool proved = false;  // nothing better exists (or nothing at all)
    std::int32_t value = 0;
    std::int32_t bound = 0;  // no answer is worth more
    int jokers = 0;          // jokers that melds need
    SweepStep steps[kNumbers] = {};
};

class Sweep {
  public:
    const SweepAnswer& solve(const SweepProblem& problem);

    // The melds of the last answer, runs in order, without the jokers nobody needs.
    void arrange(Melds& out) const;

    std::uint64_t nodes() const { return nodes_; }

  private:
    // Jokers are counted in halves where colours share them: two tiles in a group of three pay half
    // of its joker each.
    static constexpr int kMaxHalves = 2 * kMaxJokers;
    static constexpr int kPairs = 2;
    static constexpr int kGroupPairs = 16;
    using Row = std::int32_t[kMaxHalves + 1];

    struct State {
        std::uint32_t key;
        std::int32_t value;
        std::int32_t promise;
        std::int32_t parent;
        std::uint32_t choice;
        std::int32_t liking;  // how familiar the way here is
        std::int32_t ease;    // among states of equal promise: jokers in hand, few runs in need
    };
    // What tiles of one code are worth, by how many.
    struct Worth {
        std::int32_t laid[kMaxCopies + 1];
        std::int32_t carried[kMaxCopies + 1];
        std::int32_t group[kMaxCopies + 1];

        std::int32_t liking(const StepOption& step) const {
            return carried[step.carried] + group[step.group];
        }
    };
    struct Option {
        std::int32_t value;
        std::int32_t liking;
        std::uint8_t state;
        std::uint8_t jokers;
        std::uint8_t choice;
    };
    struct OptionList {
        std::uint32_t begin[kMaxCopies + 2];  // by tiles in groups
    };
    // What two colours can do together, given how many of their tiles go into groups.
    struct PairOption {
        std::int32_t value;
        const std::int32_t* row;  // what both can still lay, by halves of jokers
        std::uint16_t states;
        std::uint16_t choice;
        std::uint16_t jokers;
        std::uint16_t liking;
    };
    struct PairList {
        std::uint32_t begin[kGroupPairs + 1];            // by tiles in groups
        std::int32_t best[kMaxJokers + 1][kGroupPairs];  // by jokers left, then by tiles in groups
    };

    static int back_of(int number) {
        return number <= kNumbers - 2 ? 0 : number == kNumbers ? 2 : 1;
    }
    void set_worths();
    void reach_colours();
    void price_groups(int number, int* price) const;
    template <int kHalves>
    void bound_colours();
    void bound_all();
    const std::int32_t* pair_row(int number, int pair, int states);
    std::int32_t share(const std::int32_t* a, const std::int32_t* b, int halves) const {
        std::int32_t best = a[0] + b[halves];
        for (int q = 1; q <= halves; ++q) best = std::max(best, a[q] + b[halves - q]);
        return best;
    }

    bool dive(std::int32_t depth, int most);
    std::int32_t value_of(const Worth& worth, const StepOption& step) const {
        return worth.laid[step.laid] + (problem_->arranging ? worth.liking(step) : 0);
    }
    static std::int64_t rank_of(const State& state) {
        return static_cast<std::int64_t>(state.promise) * 1024 + state.ease;
    }
    bool was_seen(int number, std::uint32_t key);
    void clear_lists();
    void prepare(int number);
    bool pass(std::size_t width);
    void cut(std::vector<State>& level, std::size_t width);
    void expand(int number, const State& state, std::int32_t index);
    const OptionList& options(int number, int colour, int state);
    std::size_t pair_list(int number, int pair, int states);
    void insert(const State& state);
    void grow();
    std::int32_t joker_value(int used) const;
    void finish();

    const SweepProblem* problem_ = nullptr;
    const SweepTables* tables_ = nullptr;
    int copies_ = 2;
    int jokers_ = 0;
    std::int32_t floor_ = INT32_MIN;
    std::int32_t dropped_ = INT32_MIN;
    std::uint64_t nodes_ = 0;
    SweepAnswer answer_;

    Worth worth_[kNumbered];
    std::int32_t joker_values_[kMaxJokers + 1];
    Row bound_[kNumbers + 2][kColours][kMaxStates];
    std::uint32_t reach_[kNumbers + 2][kColours];  // bits of the states a colour can be in
    Row rows_[kNumbers + 2][kPairs][kMaxStates * kMaxStates];
    std::uint8_t known_rows_[kNumbers + 2][kPairs][kMaxStates * kMaxStates];
    const std::vector<GroupChoice>* groups_ = nullptr;
    std::vector<Option> options_;
    OptionList lists_[kNumbers + 1][kColours][kMaxStates];
    std::uint32_t ready_[kNumbers + 1][kColours];  // bits of the lists that are made
    std::uint16_t pair_lists_[kNumbers + 1][kPairs][kMaxStates * kMaxStates];  // 1 + index
    std::vector<PairList> pairs_;
    std::vector<PairOption> pair_options_;
    std::vector<State> levels_[kNumbers + 1];
    std::vector<State>* next_ = nullptr;
    std::vector<std::uint32_t> slots_;
    std::vector<std::int64_t> scratch_;
    std::vector<std::uint32_t> seen_;
};

}  // namespace tilerummy
