// Play-outs: rounds played to their end by simple policies, for bots that search.
//
// Every seat follows a policy of a few numbers: how many tiles are worth laying at once, when to
// hurry, whether jokers are kept until they carry the player out, how much of the table is taken in
// at a glance. Same hands, same policies: same outcome as the engine's, unless a policy overlooks
// things; what it overlooks is decided by the hands, so that a play-out can be repeated.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "round.hpp"
#include "solver.hpp"

namespace tilerummy {

// What a learned policy looks at before it lays or waits: a constant, the tiles of the play, the
// tiles left after it, the smallest rack of the others, the pool, the jokers of the rack, the
// silent turns so far, how far the tiles left are below eight, and the jokers that the play would
// cost.
inline constexpr std::size_t kFeatures = 9;
using Learned = std::array<int, kFeatures>;

struct Policy {
    int wait = 0;              // once opened, lay only if so many tiles go at once
    int alarm = 0;             // but hurry when somebody else has no more than so many
    bool keep_jokers = false;  // lay a joker of the rack only to open, to go out or in a hurry
    bool hides = false;        // open only to go out in the same turn, or in a hurry
    int sight = 0;             // how many melds are taken in at a glance; 0: the whole table
    int glances = 0;           // how often a turn, with other melds each time
    int overlooks = 0;         // how likely a tile of the rack is missed in a turn, in percent
    int close = 0;             // with so many tiles or fewer nothing is missed
    int hands = 0;             // how many tiles it can move in a turn; 0: any number
    int hold = 0;              // with so many tiles or fewer, lay only to go out or in a hurry
    int opens = 0;             // open only with so many tiles, or in a hurry
    int patience = 0;          // but lay after so many silent turns; 0: wait for ever
    bool stints = false;       // and then a single tile, if that can be
    bool learns = false;       // decide by the weights instead of wait, hold and keep_jokers
    Learned weights{};         // lay the play with the greatest sum, if it is above zero
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
