// Openings: the first play of a player, worth enough from the rack alone.
//
// The threshold counts what melds show, jokers included, so it is not a sum over tiles: jokers are
// settled one by one in the melds they could open with, and the rest is packed. Where the rulebook
// lets the player go on, the best play as if opened comes first: if it holds an opening with which
// it owes no more, nothing is better. Otherwise openings are gone through, the most promising
// first, and what follows from the table with each of them on it is searched.
#pragma once

#include "packing.hpp"
#include "position.hpp"

namespace tilerummy {

// As few of the melds as are worth the points, the most valuable first.
Melds fewest(Melds melds, int points, const Rules& rules);

class Opening {
  public:
    Opening(PackingSession& session, const Position& position, const Question& question);

    // The best play worth more than so much.
    Answer solve(std::int64_t beat);

  private:
    struct Node {
        Melds melds;  // opening melds settled so far
        Counts laid;  // their tiles
        Counts left;  // tiles that may still open
        int points = 0;
        std::int64_t value = 0;
    };

    // The most that `tiles` can show in melds; never less than it can.
    int points_bound(const Counts& tiles);
    // Melds of `tiles` worth at least `points`; none means there are none.
    bool find(const Counts& tiles, int points, Melds& out);
    void alone();
    void alone_from(const Node& node, bool may_not_open);
    bool can_open();
    bool is_promising();
    void going_on();
    bool open_within(const Melds& after, const Counts& laid, std::int64_t value);
    std::int64_t bound_of(const Node& node);
    void going_on_from(const Node& node, std::int64_t known_bound);
    bool is_longer_than_needed(const Meld& meld, int needed) const;
    void go_on(const Node& node);
    bool has_duties() const;
    void open_with(const Melds& melds);
    void keep(const Melds& after, const Melds& opening, std::int64_t value);
    static Code pick(const Counts& tiles);
    bool settle(Node& node, const Meld& meld) const;
    std::int64_t weight(int code) const { return question_.weights[code]; }

    PackingSession& session_;
    const Position& position_;
    const Question& question_;
    Counts may_;  // all but what is kept
    Weights show_{};
    Answer answer_;
    std::int64_t best_ = 0;
    std::int64_t most_ = INT64_MAX;  // no play is worth more
    bool proved_ = true;
};

}  // namespace tilerummy
