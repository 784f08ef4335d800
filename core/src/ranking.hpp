// Ranking: the k best plays that differ in the tiles they lay.
//
// Plays that are known are kept in a list; the k-th of them is the floor below which nothing is of
// interest. Numbers and plain jokers are ranked by one pass of the sweep (sweep_ranking.cpp), which
// lists the best packings; each that is legal is a play. Where there are too many states, or too
// many packings that are not legal, the sets of tiles are split (Lawler's method): a known play
// splits the part it lies in into smaller ones, which differ from it in their first kind of tile,
// so that nothing is counted twice. The prices of the tiles (prices.hpp) bound what a part is
// worth. Parts worth no more than the floor are dropped, and the solver is asked only about those
// that hold no known play. Most of the k best differ from another one in a tile or two, so the
// neighbours of known plays (neighbours.hpp) raise the floor before that.
#pragma once

#include <functional>
#include <set>
#include <vector>

#include "neighbours.hpp"
#include "packing.hpp"
#include "position.hpp"

namespace tilerummy {

class Ranking {
  public:
    // The best play for a question, if it is worth more than so much.
    using Solve = std::function<Answer(const Question&, std::int64_t)>;

    Ranking(const Position& position, const Question& question, PackingSession& session,
            Solve solve);

    // Plays that are worth more than laying nothing. A play is optimal if nothing better is missing
    // before it; if the budget ended before all k were found, the last one is not.
    RankedAnswers best(int k);

  private:
    // All sets of tiles with at least `least` and without `keep`.
    struct Part {
        std::int64_t bound;
        Counts least, keep;
        bool operator<(const Part& other) const { return bound < other.bound; }
    };
    struct Known {
        Answer answer;
        bool has_split = false;  // a part
        bool has_neighbours = false;
    };

    bool start();
    void list_packings(Part part, std::int64_t best);
    bool take(const Packing& packing, std::int64_t value);
    void find_prices();
    void look(const Part& part);
    Answer solve(const Part& part);
    bool is_wanted(const Counts& laid, std::int64_t value) const;
    void keep(Answer answer);
    void look_around();
    Known* known_in(const Part& part);
    void split(const Part& part, const Answer& answer, std::int64_t bound);
    void add(Part part);
    void leave_open(std::int64_t bound);
    std::int64_t priced(const Part& part) const;
    std::int64_t floor() const;
    RankedAnswers ranked();

    const Position& position_;
    Question root_;
    Counts table_, may_;
    PackingSession& session_;
    Solve solve_;
    PlayCheck check_;
    Neighbours neighbours_;
    Prices prices_;
    bool priced_ = false;
    std::size_t wanted_ = 0;
    std::int64_t lowest_;
    std::vector<Part> parts_;        // a heap by their bounds
    std::vector<Known> known_;       // the best first
    std::set<Counts> laid_;          // of those that are or were known
    bool complete_ = true;           // every part that was looked at was solved to the end
    std::int64_t open_ = INT64_MIN;  // what was left open is worth no more than this
};

}  // namespace tilerummy
