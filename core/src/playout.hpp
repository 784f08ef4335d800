// Play-outs: rounds played to their end by simple policies, for bots that search.
//
// The engine in Python is the reference; here is the same round with nothing but what decides it:
// racks, pool, table, who has opened, who passed. Every seat follows a policy of a few numbers: how
// many tiles are worth laying at once, when to hurry, whether jokers are kept until they carry the
// player out. Same hands, same policies: same outcome as the engine's.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "solver.hpp"

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
};

struct Policy {
    int wait = 0;              // once opened, lay only if so many tiles go at once
    int alarm = 0;             // but hurry when somebody else has no more than so many
    bool keep_jokers = false;  // lay a joker of the rack only to open, to go out or in a hurry
    bool hides = false;        // open only to go out in the same turn, or in a hurry
};

// A round at one moment; sets of seats are bits.
struct RoundState {
    Melds table;
    std::vector<Counts> racks;
    std::vector<Code> pool;  // drawn from its beginning
    unsigned opened = 0;
    unsigned left = 0;
    unsigned passed = 0;
    unsigned last_turns = 0;
    int start = 0;
    int turn = 0;
    bool drawn = false;  // the seat in turn has drawn and may still open
};

struct RoundEnd {
    int winner = -1;  // nobody in a void round
    int turns = 0;
    std::array<int, kMaxSeats> scores{};
};

class PlayOut {
  public:
    PlayOut(const Rules& rules, const RoundRules& round, std::vector<Policy> policies,
            const Question& question)
        : rules_(rules), round_(round), policies_(std::move(policies)), question_(question) {}

    // Plays the round to its end.
    RoundEnd run(Solver& solver, RoundState state) const;

    // Plays many rounds, on several threads; the results do not depend on their number.
    std::vector<RoundEnd> run_all(std::span<const RoundState> states, int threads) const;

  private:
    class Game;

    Rules rules_;
    RoundRules round_;
    std::vector<Policy> policies_;
    Question question_;
};

}  // namespace tilerummy
