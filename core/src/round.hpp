// Rounds: how turns follow each other, and how a round ends.
//
// The engine in Python is the reference; here is the same round with nothing but what decides it:
// racks, pool, table, who has opened, who passed. Play-outs and the environment both play with it.
#pragma once

#include <array>
#include <vector>

#include "meld.hpp"

namespace tilerummy {

inline constexpr int kMaxSeats = 6;

enum class EmptyPool : std::uint8_t { play_on, last_turn, void_round };
enum class Blocked : std::uint8_t { difference, full, void_round };

// The fields of a rulebook that decide a round beyond a single play.
struct RoundRules {
    EmptyPool empty = EmptyPool::play_on;
    Blocked blocked = Blocked::difference;
    bool draws_then_opens = false;
    int normal_penalty = 30;
    int special_penalty = 10;
    bool must_lay = false;         // who can lay may not draw or pass
    bool must_lay_at_end = false;  // only once the pool is empty

    int penalty(const Counts& tiles) const;
};

struct RoundEnd {
    int winner = -1;  // nobody in a void round
    int turns = 0;    // actions taken
    std::array<int, kMaxSeats> scores{};
};

// A round at one moment; sets of seats are bits.
struct RoundState {
    Melds table;
    std::vector<Counts> racks;
    std::vector<Code> pool;  // drawn from its beginning
    std::size_t taken = 0;   // how many of them are gone
    unsigned opened = 0;
    unsigned left = 0;
    unsigned passed = 0;
    unsigned last_turns = 0;
    int start = 0;
    int turn = 0;
    int number = 0;      // how many turns have been finished
    bool drawn = false;  // the seat in turn has drawn and may still open
    bool over = false;
    std::array<int, kMaxSeats> silent{};  // turns of each seat since it laid; play-outs count them
    RoundEnd end;

    static unsigned bit(int seat) { return 1U << seat; }
    int seats() const { return static_cast<int>(racks.size()); }
    std::size_t pool_size() const { return pool.size() - taken; }
    bool pool_empty() const { return taken == pool.size(); }
    // Whether a player who can lay must, before drawing or passing.
    bool must_lay(const RoundRules& rules) const {
        return !drawn && (rules.must_lay || (rules.must_lay_at_end && pool_empty()));
    }
    bool has_opened() const { return (opened & bit(turn)) != 0; }
    Counts& rack() { return racks[turn]; }
    const Counts& rack() const { return racks[turn]; }

    // The actions of the seat in turn; whether they are legal is settled before.
    void lay(const RoundRules& rules, Melds&& after, const Counts& laid);
    void draw(const RoundRules& rules);
    void pass(const RoundRules& rules);
    // A draw, or a pass where nothing can be drawn.
    void wait(const RoundRules& rules);
    // What follows when the last tile of the pool is taken.
    void run_dry(const RoundRules& rules);

  private:
    unsigned seated() const { return ((1U << seats()) - 1) & ~left; }
    void finish_turn(const RoundRules& rules, bool acted, bool had_last_turn);
    void finish_blocked(const RoundRules& rules);
    void pay(const std::array<int, kMaxSeats>& sums, int winner);
    std::array<int, kMaxSeats> points(const RoundRules& rules) const;
};

}  // namespace tilerummy
