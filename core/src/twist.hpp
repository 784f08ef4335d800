// The automaton: the sweep for sets with special or coloured jokers.
//
// As in the sweep, tiles are taken number by number and only what is still open counts: here a list
// of runs, each with its colour, length and what a double has covered, and of mirrored pairs that
// wait for their mirror. Jokers are used only where a meld needs them. One number is worked on in
// five stages: the runs of each colour in turn (see twist_options.cpp), then what crosses colours:
// runs that change theirs, mirrored pairs and groups (twist_steps.cpp, twist_groups.hpp).
//
// The bound prices jokers instead of counting them (twist_bound.cpp): at any rates, what is left of
// them plus what each colour can do alone, buying what it needs, is no less than the truth. Where
// that is not close enough, all tiles are priced (prices.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "open_melds.hpp"
#include "packing_request.hpp"
#include "states.hpp"
#include "sweep_tables.hpp"
#include "twist_groups.hpp"
#include "twist_items.hpp"

namespace tilerummy {

class Twist {
  public:
    Packing solve(const PackingRequest& request, Budget& budget);

  private:
    using Item = twist::Item;
    using Jokers = twist::Jokers;
    using Key = twist::Key;

    static constexpr int kStages = kColours + 1;
    static constexpr int kLevels = kNumbers * kStages;
    static constexpr int kRates = 3;   // how many lists of rates bound together
    static constexpr int kPriced = 2;  // lists of prices
    static constexpr int kMostNext = 24;
    // A node is a state with all its stages and what they lead to.
    static constexpr std::uint64_t kStepsInNode = 12;

    struct State {
        Key key;
        std::int32_t value;
        std::int32_t promise[kRates];  // without what jokers themselves are worth
        std::int64_t priced[kPriced];  // the same at the prices of all tiles
        std::int32_t parent;
        std::uint32_t choice;
    };
    // What a place costs that a joker fills, either side of a colour change, a colour's share in a
    // mirror.
    struct Rates {
        std::int32_t unit, change, mirror;
        bool operator==(const Rates&) const = default;
    };
    // All that a bound depends on beside the tiles: rates, whether pairs can be open (2) or not,
    // whether there are colour changes, and how many places jokers can fill at a number.
    struct Terms {
        Rates rates;
        int pairs;
        bool changes;
        int units;
        bool operator==(const Terms&) const = default;
    };
    // The tiles of one kind, and what each of the rack is worth.
    struct Stock {
        std::uint8_t table, rack;
        std::int32_t weight;
        bool operator==(const Stock&) const = default;
    };
    using Beside = std::int32_t[kMaxCopies + 1][2][2];
    // One open meld after a stage: what it is, where it comes from, what it took.
    struct Next {
        Item item;
        std::int8_t from;
        Code a, b;
    };
    // What the runs of one colour can do at one number.
    struct Option {
        static constexpr int kMost = 2 * twist::kMostRuns;
        Next next[kMost];  // those that are done last
        std::uint8_t count, open, run;
        Jokers jokers;
        std::int32_t value;
        std::int32_t gain[kRates];  // how the promise changes
        std::int64_t priced[kPriced];
    };
    struct Range {
        std::uint32_t begin, end;
    };
    // Where the runs of a colour lie among the open melds; how many others could become runs of it,
    // and whether a mirrored pair of it is open.
    struct Place {
        int begin, end, loose;
        bool paired;
    };
    struct OpenMeld {
        Meld left, right;
    };

    // Bounds.
    static int runs_state(const std::uint8_t lengths[twist::kMostRuns]);
    bool is_promising(State& root);
    void bound_colours(int list);
    void bound_number(int list, int number, int colour);
    void bound_beside(int list, int number, int colour);
    std::int32_t root_promise(int list) const;
    void promise_after(const Next* next, int count, std::int32_t* promise) const;
    std::int32_t joker_value(Jokers used) const;
    std::int32_t promise_of(const State& state) const;
    std::int64_t rank_of(const State& state, std::int32_t promise) const;

    // Bounds at the prices of all tiles (twist_prices.cpp).
    void find_prices(const Prices* known, double jokers_left, State& root);
    void use_prices(const Prices& prices, State& root);
    std::int64_t priced_jokers(int list, Jokers used) const;
    std::int64_t priced_option(int list, const Option& option, const Item* before, int count,
                               int colour) const;
    std::int64_t priced_after(int list, const Next* next, int count) const;

    void step() {
        if (++steps_ < kStepsInNode) return;
        steps_ = 0;
        budget_->spend(1);
    }

    // Passes over the stages.
    bool pass(std::size_t width);
    void cut(std::vector<State>& states);
    void enter(int level);
    void insert(const State& state, std::int32_t promise);
    void finish();

    // The runs of one colour.
    class Lister;
    void expand_colour(const State& state, std::int32_t index, int colour);
    bool end_surplus(Next* next, int count, int colour) const;
    static Place place_of(const Key& key, int colour);
    Range options(const Key& key, const Place& place, int colour);

    // What crosses colours.
    void expand_across(const State& state, std::int32_t index);
    void continue_item(int at);
    void start_with_jokers();
    void start_pairs(int colour);
    void settle_runs();
    void arrive();
    bool take_tile(int colour);
    void untake_tile(int colour);
    bool take(const twist::Way& way);
    void untake(const twist::Way& way);
    template <typename Then>
    void go(const twist::Way& way, int from, const Then& then);
    bool push(Item item, int from, Code a, Code b = kCodes);

    // The melds of the answer.
    void trace(const std::vector<State>& path);
    void trace_colour(const State& from, const State& to, int colour);
    void step_melds(const Next* next, int count);
    void close(const OpenMeld& meld);

    Counts must_, may_;
    const Weights* weights_ = nullptr;
    Jokers have_ = 0;  // in play
    int most_runs_ = twist::kUsualRuns;
    bool dear_jokers_ = false;
    std::int32_t joker_gain_ = 0;
    Budget* budget_ = nullptr;
    std::uint64_t steps_ = 0;  // that are not yet a node
    std::int32_t floor_ = 0, dropped_ = 0;
    Packing answer_;

    Rates rates_[kRates] = {};
    // What a colour can still lay with the numbers from this one up, less what it buys; by state of
    // its runs and whether a mirrored pair of it is open.
    std::int32_t bound_[kRates][kNumbers + 2][kColours][kMaxStates][2] = {};
    // The same for what does not go into its runs at a number, by how many tiles do, and whether a
    // pair is open before and after.
    Beside beside_[kRates][kNumbers + 1][kColours] = {};
    // What the bounds were found for.
    Terms terms_[kRates] = {};
    Stock stocks_[kRates][kNumbers + 1][kColours] = {};

    // Prices of all tiles, once they are needed, and what those from a number up are worth.
    Prices own_prices_[kPriced];
    const Prices* prices_[kPriced] = {};
    int priced_ = 0;  // how many lists there are
    std::int64_t priced_above_[kPriced][kNumbers + 2] = {};

    int number_ = 0, stage_ = 0;
    std::vector<Option> options_;
    std::vector<Range> option_lists_;
    std::vector<std::uint16_t> option_slots_;  // by the runs of a colour
    std::vector<std::uint32_t> option_used_;
    twist::GroupBook groups_;

    // The state whose last stage is worked on.
    std::int32_t parent_ = 0;
    const State* state_ = nullptr;
    int items_ = 0;
    Jokers used_ = 0;
    std::int32_t value_ = 0;
    int taken_[kColours] = {};
    Next next_items_[kMostNext] = {};
    int next_count_ = 0;
    int open_pairs_ = 0;

    // Tracing: the step that leads to this state.
    const State* target_ = nullptr;
    bool traced_ = false;
    twist::GroupWay way_;
    std::vector<OpenMeld> open_;

    std::vector<State> levels_[kLevels + 1];
    std::vector<State>* next_ = nullptr;
    StateIndex index_;
    std::size_t width_ = 0;
    std::int64_t gate_ = 0;  // what ranks below is cut
};

}  // namespace tilerummy
