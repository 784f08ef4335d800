// The solver: one question, one answer.
//
// Holds the memory that solving needs and nothing else, so one solver serves one thread at a time
// and as many can run side by side as there are threads.
#pragma once

#include "packing.hpp"
#include "position.hpp"

namespace tilerummy {

class Solver {
  public:
    Answer solve(const Position& position, const Question& question);

    // Whether the whole rack can be laid now; the answer is such a play.
    Answer go_out(const Position& position, const Question& question);

    // The k best plays that differ in the tiles laid, best first.
    std::vector<Answer> best_plays(const Position& position, const Question& question, int k);

  private:
    Packer packer_;
};

}  // namespace tilerummy
