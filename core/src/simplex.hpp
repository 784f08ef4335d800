// A small linear program that grows: least cost such that the columns add up to what each row asks.
//
// The revised simplex method with a dense inverse, for a few dozen rows. Columns are small lists of
// rows and can be added at any time; then `improve` goes on from where it stopped. After other
// amounts are asked, `repair` finds the way back with the dual method.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "meld.hpp"

namespace tilerummy {

class Simplex {
  public:
    static constexpr int kMostRows = 96;

    // A program without columns.
    void start(int rows);

    // A column that takes one of each of its rows, a row twice if it is listed twice.
    struct Column {
        double cost = 0;
        double most = 0;  // how much of it there may be
        std::array<std::uint8_t, kMaxTiles> rows{};
        std::uint8_t size = 0;

        void add(int row) { rows[size++] = static_cast<std::uint8_t>(row); }
    };
    int add(const Column& column);

    // What a row asks, and a limit that changes; `repair` follows.
    void ask(int row, double amount) { asked_[row] = amount; }
    void limit(int column, double most) { columns_[column].most = most; }

    // Begins with these columns, one for each row and all of it; `full` ones are at their limit.
    void begin(const std::vector<int>& basis, const std::vector<int>& full);

    // Brings the cost down as far as the columns allow; false if that takes too long.
    bool improve();
    bool repair();
    int steps() const { return steps_; }  // since the start or the last repair

    // What one more of what a row asks would cost.
    double price(int row) const { return price_[row]; }

  private:
    enum class Place : std::uint8_t { at_nothing, at_most, in_basis };
    using Row = std::array<double, kMostRows>;

    // What a column takes out of a row of numbers; out of the prices, what it costs.
    static double sum_of(const Row& row, const Column& column) {
        double sum = 0;
        for (std::size_t i = 0; i < column.size; ++i) sum += row[column.rows[i]];
        return sum;
    }
    void find_gains();
    bool step();
    bool mend();
    void find_direction(const Column& column);
    void exchange(std::size_t leaving, int entering, Place left_at, double amount);
    void find_amounts();

    std::size_t rows_ = 0;
    int steps_ = 0;
    std::vector<Column> columns_;
    std::vector<Place> places_;
    std::vector<double> gains_, slopes_;  // of the columns
    std::array<int, kMostRows> basis_{};
    Row asked_{}, amount_{}, price_{}, direction_{};
    std::array<Row, kMostRows> inverse_{};
};

}  // namespace tilerummy
