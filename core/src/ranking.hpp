// Ranking: the k best plays that differ in the tiles they lay.
//
// Lawler's way: the best play of a part of all sets of tiles splits what is left of the part into
// smaller ones, which differ from it in their first kind of tile, so that nothing is counted twice.
// A part is solved only when its turn comes: the prices of the tiles (prices.hpp) say what it is
// worth at most, and what cannot be among the k best any more is not looked for.
#pragma once

#include <functional>
#include <vector>

#include "packing.hpp"
#include "position.hpp"

namespace tilerummy {

class Ranking {
  public:
    // The best play for a question, if it is worth more than so much.
    using Solve = std::function<Answer(const Question&, std::int64_t)>;

    Ranking(const Position& position, const Question& question, PackingSession& session,
            Solve solve);

    // A play is optimal if nothing better is missing before it; if the budget ended before all k
    // were found, the last one is not.
    RankedAnswers best(int k);

  private:
    // All sets of tiles with at least `question.least` and without `question.keep`.
    struct Part {
        Question question;
        std::int64_t bound;
        bool solved = false;
        Answer answer;
    };

    void solve(Part& part);
    void split(const Part& part);
    void add(const Question& question, std::int64_t bound);
    std::int64_t priced(const Question& question) const;
    std::int64_t not_needed() const;

    const Position& position_;
    Question root_;
    PackingSession& session_;
    Solve solve_;
    std::vector<Part> parts_;
    std::size_t wanted_ = 0;  // plays that are still to be found
    bool complete_ = true;    // every part that was looked at was solved to the end
    Prices prices_;
};

}  // namespace tilerummy
