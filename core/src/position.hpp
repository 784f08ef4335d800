// What the solver is asked, and what it answers.
#pragma once

#include <cstdint>

#include "budget.hpp"
#include "meld.hpp"

namespace tilerummy {

struct Position {
    Rules rules;
    Melds table;
    Counts rack;
    bool opened = true;
};

struct Question {
    Weights weights{};
    Counts least;  // tiles of the rack that must be laid
    Counts keep;   // tiles of the rack that must not be laid
    std::uint64_t nodes = UINT64_MAX;
    std::optional<Budget::Clock::time_point> deadline;
    bool in_proportion = false;  // a ranking stops when it took many times as long as its best play
    bool familiar = true;        // arrange the answer like the table before

    bool is_late() const { return deadline && Budget::Clock::now() >= *deadline; }
};

struct Answer {
    bool found = false;    // a legal play that lays at least one tile
    bool optimal = false;  // nothing better exists; not found and optimal: nothing can be laid
    Melds after;
    Melds opening;
    Counts laid;
    std::int64_t value = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;  // how long the question took, for whoever asks to tell
};

// The best plays, best first, and whether nothing better is missing: none is left out before the
// last one, and if there are fewer than were asked for, there are no others.
struct RankedAnswers {
    std::vector<Answer> plays;
    bool complete = false;
};

}  // namespace tilerummy
