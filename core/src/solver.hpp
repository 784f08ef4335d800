// The solver: one question, one answer.
//
// Holds the memory that solving needs and nothing else, so one solver serves one thread at a time
// and as many can run side by side as there are threads.
#pragma once

#include "bounded.hpp"
#include "packing.hpp"
#include "position.hpp"

namespace tilerummy {

class Solver {
  public:
    Answer solve(const Position& position, const Question& question);

    // Whether the whole rack can be laid now; the answer is such a play.
    Answer go_out(const Position& position, const Question& question);

    // The best play within what a player's hands can do, and how much of that it takes.
    Answer solve_within(const Position& position, const Question& question, const Bound& bound);

    // The play that moves fewest tiles of all that lay at least so many.
    Answer simplest(const Position& position, const Question& question, int tiles);

    // The k best plays that differ in the tiles laid, best first.
    RankedAnswers best_plays(const Position& position, const Question& question, int k);

  private:
    // As the search leaves it, not yet arranged like the table before.
    Answer best(const Position& position, const Question& question, PackingSession& session,
                std::int64_t beat);

    Packer packer_;
};

}  // namespace tilerummy
