#include "simplex.hpp"

#include <algorithm>
#include <cmath>

namespace tilerummy {
namespace {

constexpr double kGain = 1e-6;   // a step that gains less is not taken
constexpr double kPivot = 1e-7;  // what counts as zero in a direction
constexpr double kOver = 1e-8;   // how far beyond its limit an amount may be
constexpr double kRoom = 1e-9;
constexpr int kMostSteps = 4000;

}  // namespace

void Simplex::start(int rows) {
    rows_ = static_cast<std::size_t>(rows);
    columns_.clear();
    places_.clear();
    steps_ = 0;
}

int Simplex::add(const Column& column) {
    columns_.push_back(column);
    places_.push_back(Place::at_nothing);
    return static_cast<int>(columns_.size()) - 1;
}

void Simplex::begin(const std::vector<int>& basis, const std::vector<int>& full) {
    for (int column : full) places_[column] = Place::at_most;
    for (std::size_t i = 0; i < rows_; ++i) {
        basis_[i] = basis[i];
        auto column = static_cast<std::size_t>(basis[i]);
        places_[column] = Place::in_basis;
        price_[i] = columns_[column].cost;
        std::fill_n(inverse_[i].begin(), rows_, 0.0);
        inverse_[i][i] = 1;
    }
    find_amounts();
}

void Simplex::find_amounts() {
    Row left = asked_;
    for (std::size_t c = 0; c < columns_.size(); ++c)
        if (places_[c] == Place::at_most)
            for (int i = 0; i < columns_[c].size; ++i)
                left[columns_[c].rows[i]] -= columns_[c].most;
    for (std::size_t i = 0; i < rows_; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < rows_; ++k) sum += inverse_[i][k] * left[k];
        amount_[i] = sum;
    }
}

void Simplex::find_gains() {
    gains_.resize(columns_.size());
    for (std::size_t c = 0; c < columns_.size(); ++c)
        gains_[c] = sum_of(price_, columns_[c]) - columns_[c].cost;
}

void Simplex::find_direction(const Column& column) {
    for (std::size_t i = 0; i < rows_; ++i) direction_[i] = sum_of(inverse_[i], column);
}

bool Simplex::improve() {
    while (steps_ < kMostSteps && step()) ++steps_;
    return steps_ < kMostSteps;
}

bool Simplex::repair() {
    find_amounts();
    find_gains();
    slopes_.resize(columns_.size());
    for (steps_ = 0; steps_ < kMostSteps && mend();) ++steps_;
    return steps_ < kMostSteps;
}

// Takes in the column that gains most; false if none does.
bool Simplex::step() {
    double most = kGain;
    int entering = -1;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        if (places_[c] == Place::in_basis) continue;
        double gain = sum_of(price_, columns_[c]) - columns_[c].cost;
        if (places_[c] == Place::at_most) gain = -gain;
        if (gain > most) {
            most = gain;
            entering = static_cast<int>(c);
        }
    }
    if (entering < 0) return false;
    const Column& column = columns_[entering];
    Place& place = places_[entering];
    find_direction(column);
    double sign = place == Place::at_most ? -1 : 1;
    // How far can it go before something reaches its limit?
    double room = column.most;
    std::size_t leaving = rows_;
    Place left_at = Place::at_nothing;
    for (std::size_t i = 0; i < rows_; ++i) {
        double speed = sign * direction_[i];
        if (std::abs(speed) < kPivot) continue;
        double limit = columns_[basis_[i]].most;
        double here = std::max(0.0, speed > 0 ? amount_[i] / speed : (amount_[i] - limit) / speed);
        bool first = here < room - kRoom;
        bool firmer = leaving < rows_ && here < room + kRoom &&
                      std::abs(direction_[i]) > std::abs(direction_[leaving]);
        if (!first && !firmer) continue;
        room = here;
        leaving = i;
        left_at = speed > 0 ? Place::at_nothing : Place::at_most;
    }
    // Every column takes of some row, so something must stop it. If rounding hides that, what was
    // found so far will do.
    if (std::isinf(room)) {
        steps_ = kMostSteps;
        return false;
    }
    for (std::size_t i = 0; i < rows_; ++i) amount_[i] -= room * sign * direction_[i];
    if (leaving == rows_) {
        place = place == Place::at_most ? Place::at_nothing : Place::at_most;
        return true;
    }
    double amount = (place == Place::at_most ? column.most : 0) + sign * room;
    exchange(leaving, entering, left_at, amount);
    return true;
}

// Takes out what is furthest beyond its limits, for the column that this costs least; false if all
// is within limits.
bool Simplex::mend() {
    double worst = kOver;
    std::size_t leaving = rows_;
    bool above = false;
    for (std::size_t i = 0; i < rows_; ++i) {
        double over = amount_[i] - columns_[basis_[i]].most;
        if (-amount_[i] > worst || over > worst) {
            above = over > -amount_[i];
            worst = std::max(-amount_[i], over);
            leaving = i;
        }
    }
    if (leaving == rows_) return false;
    const Row& row = inverse_[leaving];
    int entering = -1;
    double least = 0, firmest = 0;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        double slope = slopes_[c] = sum_of(row, columns_[c]);
        if (places_[c] == Place::in_basis || columns_[c].most == 0) continue;
        if (std::abs(slope) < kPivot) continue;
        // More of it must move the amount that is beyond its limit the right way.
        bool down = (slope > 0) == (places_[c] == Place::at_nothing);
        if (down != above) continue;
        double cost = std::abs(gains_[c] / slope);
        if (entering >= 0 &&
            (cost > least + kRoom || (cost > least - kRoom && std::abs(slope) <= firmest)))
            continue;
        least = cost;
        firmest = std::abs(slope);
        entering = static_cast<int>(c);
    }
    if (entering < 0) return false;
    const Column& column = columns_[entering];
    double rise = gains_[entering] / slopes_[entering];
    for (std::size_t c = 0; c < columns_.size(); ++c) gains_[c] -= rise * slopes_[c];
    find_direction(column);
    double limit = above ? columns_[basis_[leaving]].most : 0;
    double change = (amount_[leaving] - limit) / direction_[leaving];
    for (std::size_t i = 0; i < rows_; ++i) amount_[i] -= change * direction_[i];
    bool full = places_[entering] == Place::at_most;
    exchange(leaving, entering, above ? Place::at_most : Place::at_nothing,
             (full ? column.most : 0) + change);
    return true;
}

void Simplex::exchange(std::size_t leaving, int entering, Place left_at, double amount) {
    const Column& column = columns_[entering];
    double gain = sum_of(price_, column) - column.cost;
    places_[basis_[leaving]] = left_at;
    places_[entering] = Place::in_basis;
    basis_[leaving] = entering;
    amount_[leaving] = amount;
    double* pivot = inverse_[leaving].data();
    double scale = 1 / direction_[leaving];
    for (std::size_t k = 0; k < rows_; ++k) pivot[k] *= scale;
    for (std::size_t i = 0; i < rows_; ++i) {
        double factor = direction_[i];
        if (i == leaving || factor == 0) continue;
        double* row = inverse_[i].data();
        for (std::size_t k = 0; k < rows_; ++k) row[k] -= factor * pivot[k];
    }
    for (std::size_t k = 0; k < rows_; ++k) price_[k] -= gain * pivot[k];
}

}  // namespace tilerummy
