// The best play of a player with hands: at most so many tiles moved, so many melds touched.
//
// Such a turn is a choice of columns (bounded_columns.hpp) that takes every tile of the table once.
// The linear program over them gives a bound, and what each column costs beyond it. An answer that
// is worth so much less than the bound can only use columns that cost so much together, and those
// are few: first the ones that cost nothing are gone through, then what costs a little, until the
// best answer found is worth more than anything not looked at.
#pragma once

#include "bounded_columns.hpp"
#include "position.hpp"
#include "simplex.hpp"

namespace tilerummy {

inline constexpr int kUnbounded = 1000;

// What a player's hands can do in one turn.
struct Bound {
    int moved = kUnbounded;    // tiles laid and rearranged
    int touched = kUnbounded;  // melds of the table that are changed
};

class BoundedTurn {
  public:
    BoundedTurn(const Position& position, const Question& question, const Bound& bound);

    // The best play within the bound. `optimal` says whether that is proved.
    Answer solve();

  private:
    struct Row {
        Code code;
        int must, may;
        double weight;     // of a tile of the rack
        double price = 0;  // what one more of it would cost
        int out = -1;      // the program's column of tiles that stay on the rack
    };
    struct Priced {
        const BoundedColumn* column;
        double cost;  // beyond the bound
    };

    bool find_prices();
    double excess(const BoundedColumn& column) const;
    void go_through(double gap);
    void choose(double spent);
    bool pick_row(int& row, bool& owed) const;
    bool fits(const Priced& priced) const;
    void take(const Priced& priced, double& spent);
    void put_back(const Priced& priced);
    void offer();
    const Row& row_of(Code code) const { return rows_[row_of_[code]]; }

    const Position& position_;
    const Question& question_;
    Bound bound_;
    bool table_moves_;
    Counts must_, may_;
    BoundedColumns columns_;
    std::vector<Row> rows_;
    std::array<int, kCodes> row_of_{};
    std::vector<double> body_price_;
    double moved_price_ = 0, touched_price_ = 0;
    double least_ = 0;  // what any play leaves on the rack, by weight

    // On the way through the columns.
    std::vector<Priced> open_;
    std::vector<std::vector<int>> with_;  // open columns by row
    std::vector<int> left_, owed_, from_;
    std::vector<bool> closed_, body_used_;
    std::vector<const BoundedColumn*> chosen_;
    double most_ = 0;
    int moved_left_ = 0, touched_left_ = 0;
    std::uint64_t nodes_left_ = 0;
    bool all_seen_ = true;

    Answer best_;
    double best_left_ = 0;  // what it leaves on the rack
    int best_moved_ = 0;
};

}  // namespace tilerummy
