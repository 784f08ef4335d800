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

#include "packing_request.hpp"
#include "states.hpp"
#include "sweep_tables.hpp"

namespace tilerummy {

// What goes where at one number: tiles of each colour in runs, jokers in its runs, tiles in groups.
struct SweepStep {
    std::uint8_t run[kColours];
    std::uint8_t jokers[kColours];
    std::uint8_t group[kColours];
};

class Sweep {
  public:
    // Numbers and plain jokers alone.
    Packing solve(const PackingRequest& request, Budget& budget);

    // The best packings of different tiles, best first (sweep_ranking.cpp). The jokers laid do not
    // differ: all must be laid.
    RankedPackings rank(const PackingRequest& request, std::size_t most, Budget& budget);

  private:
    // Jokers are counted in halves where colours share them: two tiles in a group of three pay half
    // of its joker each. A row says for each number of halves what can still be laid, and in front
    // of that, for up to one more than there are, that it cannot be paid.
    template <int kJokers>
    struct Halves {
        static constexpr int kMost = 2 * kJokers;
        static constexpr int kTooMany = kMost + 1;
        static constexpr int kWidth = kTooMany + kMost + 1;
    };
    static constexpr int kPairs = 2;
    static constexpr int kGroupPairs = 16;

    struct State {
        std::uint32_t key;
        std::int32_t value;
        std::int32_t promise;
        std::int32_t parent;
        std::uint32_t choice;
        std::int32_t liking;  // how familiar the way here is
        std::int32_t ease;    // among states of equal promise: jokers in hand, few runs in need
    };
    // How many of each kind of tile were laid so far, two bits each.
    struct Label {
        std::uint64_t words[2] = {};
        bool operator==(const Label&) const = default;
    };
    struct Option {
        std::int32_t value;
        std::int32_t liking;
        std::uint8_t state;
        std::uint8_t jokers;
        std::uint8_t choice;
    };
    struct OptionList {
        std::uint32_t begin[kMaxCopies + 2];  // by tiles in groups, as many as can be there
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
    struct PairPart {
        std::uint32_t begin, end;
        std::int32_t best[kMaxJokers + 1];  // by jokers left
    };
    struct PairList {
        PairPart parts[kGroupPairs];  // by tiles in groups; only what can be there is filled in
    };

    struct PairRow {
        std::uint64_t problem;
        std::int32_t row[Halves<kMaxJokers>::kMost + 1];
    };
    struct PairListPlace {
        std::uint64_t problem;
        std::size_t index;
    };

    static int back_of(int number) {
        return number <= kNumbers - 2 ? 0 : number == kNumbers ? 2 : 1;
    }
    // Calls the body with the number of jokers as a constant: their loops are short and many.
    template <typename Body>
    void with_jokers(Body body) const {
        switch (jokers_) {
            case 0:
                return body.template operator()<0>();
            case 1:
                return body.template operator()<1>();
            case 2:
                return body.template operator()<2>();
            case 3:
                return body.template operator()<3>();
            default:
                return body.template operator()<kMaxJokers>();
        }
    }
    void set_groups();
    void reach_colours();
    template <int kJokers>
    void bound_colours();
    void bound_all();
    // What a colour can still lay before a number.
    template <int kJokers>
    std::int32_t* bound(int number, int colour, int state) {
        int row = (number * kColours + colour) * kMaxStates + state;
        return bounds_ + row * Halves<kJokers>::kWidth + Halves<kJokers>::kTooMany;
    }
    template <int kJokers>
    const std::int32_t* pair_row(int number, int pair, int a, int b);
    std::int32_t most_from_start();
    static std::int32_t share(const std::int32_t* a, const std::int32_t* b, int halves) {
        std::int32_t best = a[0] + b[halves];
        for (int q = 1; q <= halves; ++q) best = std::max(best, a[q] + b[halves - q]);
        return best;
    }

    // Bounds at the prices of all tiles (sweep_prices.cpp).
    void find_prices();
    void use_prices(const Prices& prices);
    // What can be laid at most after a number, in these states and with so many jokers left.
    std::int32_t priced(int number, std::uint32_t key, int left, std::int32_t value) const {
        std::int64_t sum = priced_above_[number + 1] - (jokers_ - left) * prices_->cost(kJoker);
        for (int c = 0; c < kColours; ++c) sum += priced_[number + 1][c][key >> (5 * c) & 31];
        return value + prices_->whole(sum);
    }

    bool dive(std::int32_t depth, int most);
    std::int32_t value_of(int code, const StepOption& step) const {
        return step.laid * weight(code) + (arranging() ? liking(code, step) : 0);
    }
    std::int32_t liking(int code, const StepOption& step) const {
        const Familiar* familiar = request_->familiar;
        if (!familiar) return 0;
        return 2 * (std::min(step.carried, familiar->links[code]) +
                    std::min(step.group, familiar->grouped[code]));
    }
    static std::int64_t rank_of(const State& state) {
        return static_cast<std::int64_t>(state.promise) * 1024 + state.ease;
    }
    bool was_seen(int number, std::uint32_t key);
    void clear_lists();
    void prepare(int number);
    bool pass(std::size_t width);
    void expand(int number, const State& state, std::int32_t index);
    template <int kJokers, typename Insert>
    void expand_with(int number, const State& state, std::int32_t index, Insert insert);
    void expand_ranked(int number, const State& state, std::int32_t index);
    void insert_ranked(const State& state, const Label& label);
    Label label_after(int number, const Label& before, std::uint32_t choice) const;
    template <int kJokers>
    const OptionList& options(int number, int colour, int state);
    template <int kJokers>
    std::size_t pair_list(int number, int pair, int a, int b);
    void insert(const State& state);
    std::int32_t joker_value(int used) const;
    std::int32_t usual_weight() const;
    bool is_promising();
    void search();
    void complete(Packing& packing) const;
    void finish();
    void retrace(const State& end);
    // The melds of the steps, runs in order, without the jokers nobody needs.
    void arrange(Melds& out) const;
    bool arranging() const { return request_->effort == Effort::arrange; }
    std::int32_t weight(int code) const { return request_->weights[code]; }
    void spend(std::uint64_t nodes) {
        nodes_ += nodes;
        budget_->spend(nodes);
    }

    const PackingRequest* request_ = nullptr;
    Budget* budget_ = nullptr;
    const SweepTables* tables_ = nullptr;
    int copies_ = 2;
    int jokers_ = 0;
    std::int32_t floor_ = INT32_MIN;
    std::int32_t dropped_ = INT32_MIN;
    std::uint64_t nodes_ = 0;  // in this packing
    Packing answer_;
    int jokers_needed_ = 0;
    SweepStep steps_[kNumbers] = {};

    std::int32_t joker_values_[kMaxJokers + 1];
    std::int32_t bounds_[(kNumbers + 2) * kColours * kMaxStates * Halves<kMaxJokers>::kWidth];
    std::uint32_t reach_[kNumbers + 2][kColours];  // bits of the states a colour can be in
    // Prices in use, what the tiles from a number up are worth at them, and the runs of a state.
    const Prices* prices_ = nullptr;
    Prices own_prices_;
    std::int64_t priced_above_[kNumbers + 2] = {};
    std::int64_t priced_[kNumbers + 2][kColours][kMaxStates] = {};
    // What belongs to an earlier problem is out of date and need not be cleared.
    std::uint64_t problems_ = 0;
    PairRow rows_[kNumbers + 2][kPairs][kMaxStates][kMaxStates] = {};
    const GroupChoices* groups_[kNumbers + 1];
    std::vector<Option> options_;
    OptionList lists_[kNumbers + 1][kColours][kMaxStates];
    std::uint32_t ready_[kNumbers + 1][kColours];  // bits of the lists that are made
    PairListPlace pair_lists_[kNumbers + 1][kPairs][kMaxStates][kMaxStates] = {};
    std::vector<PairList> pairs_;
    std::size_t pairs_made_ = 0;
    std::vector<PairOption> pair_options_;
    std::vector<State> levels_[kNumbers + 1];
    std::vector<Label> labels_[kNumbers + 1];  // of the states, where they are ranked
    std::vector<State>* next_ = nullptr;
    StateIndex index_;
    std::vector<std::uint32_t> seen_;
};

}  // namespace tilerummy
