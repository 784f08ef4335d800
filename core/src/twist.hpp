// The automaton: the sweep for sets with special or coloured jokers.
//
// As in the sweep, tiles are taken number by number and only what is still open counts: here a list
// of runs, each with its colour, length and what a double has covered, and of mirrored pairs that
// wait for their mirror. Jokers are used only where a meld needs them. The bound solves each colour
// alone with all jokers as plain ones: a double as two, a colour change as one that completes any
// run, a mirror as leave to lay tiles in pairs.
#pragma once

#include <cstdint>
#include <vector>

#include "sweep_tables.hpp"
#include "twist_groups.hpp"
#include "twist_items.hpp"

namespace tilerummy {

struct TwistAnswer {
    bool found = false;
    bool proved = false;
    std::int64_t value = 0;
    std::int64_t bound = 0;
    Melds melds;
    Counts spare;
};

class Twist {
  public:
    const TwistAnswer& solve(const Counts& must, const Counts& may, const Weights& weights,
                             std::int64_t beat, std::uint64_t nodes);
    std::uint64_t nodes() const { return nodes_; }

  private:
    using Item = twist::Item;
    using Key = twist::Key;
    using Used = twist::Used;

    static constexpr int kMostUnits = 14;
    static constexpr int kMostNext = 24;

    struct State {
        Key key;
        std::int32_t value;
        std::int32_t promise;
        std::int32_t parent;
    };
    // One open meld after a number: what it is, where it comes from, what it took.
    struct Next {
        Item item;
        std::int8_t from;
        Code a, b;
    };
    struct OpenMeld {
        Meld left, right;
    };

    void bound_colours();
    std::int32_t joker_value(const Used& used) const;
    std::int32_t promise_of(const Key& key, int number, std::int32_t value, const Used& used) const;
    bool pass(std::size_t width);
    bool dive();
    void prepare(int number);
    bool was_seen(int number, const Key& key);
    void finish();
    void trace(const std::vector<State>& path);
    void step_melds();

    // The steps of one number: each open meld goes on or ends, new ones start, groups form.
    void expand(const State& state, std::int32_t index);
    void continue_item(int at);
    void continue_run(int at, Item item);
    void continue_pair(int at, Item item);
    void start_runs(int colour);
    void start_with_jokers();
    void start_pairs(int colour);
    void choose_patterns(std::size_t from);
    void choose_coloured(int colour);
    void choose_groups();
    void arrive();

    bool take_tile(int colour);
    void untake_tile(int colour);
    bool push(Item item, int from, Code a, Code b = kCodes);
    void insert(const Key& key, std::int32_t value, std::int32_t promise);
    void grow();
    void add_groups();

    Counts must_, may_;
    const Weights* weights_ = nullptr;
    Used have_;  // jokers in play, coloured ones as bits
    int units_ = 0;
    std::uint64_t nodes_ = 0, most_nodes_ = 0;
    std::int32_t floor_ = 0, dropped_ = 0;
    TwistAnswer answer_;
    std::int32_t bound_[kNumbers + 2][kColours][kMaxStates][kMostUnits + 1];
    std::int32_t mirror_worth_ = 0;

    // The number being expanded.
    int number_ = 0;
    std::int32_t parent_ = 0;
    const State* state_ = nullptr;
    int items_ = 0;
    Used used_;
    std::int32_t value_ = 0;
    int taken_[kColours] = {};
    bool ended_[kColours] = {};
    Next next_items_[kMostNext] = {};
    int next_count_ = 0;
    int open_pairs_ = 0;
    std::vector<const twist::Pattern*> chosen_;
    std::vector<const twist::Pattern*> possible_;
    int group_[kColours] = {};
    int coloured_in_groups_ = 0;
    int group_jokers_ = 0;

    // Tracing: the step that leads to this state.
    const State* target_ = nullptr;
    bool traced_ = false;
    std::vector<OpenMeld> open_;

    std::vector<State> levels_[kNumbers + 1];
    std::vector<State>* next_ = nullptr;
    std::vector<std::uint32_t> slots_;
    std::vector<std::int64_t> scratch_;
    std::vector<std::uint64_t> seen_;
};

}  // namespace tilerummy
