// The sweep's bound: what each colour can lay at most, with each share of the jokers.
//
// A colour alone is easy. Its groups are taken to find their partners wherever the tiles at hand
// could make them; where they cannot, jokers are missing, and each tile pays its part of those.
#include <algorithm>
#include <bit>

#include "sweep.hpp"

namespace tilerummy {
void Sweep::set_groups() {
    for (int number = 1; number <= kNumbers; ++number) {
        int have[kColours];
        for (int c = 0; c < kColours; ++c) {
            int code = tile(c, number);
            have[c] = request_->must[code] + request_->may[code];
        }
        groups_[number] = &group_choices(have, jokers_);
    }
}

// Which states each colour can be in at all, before it is known what they are worth.
void Sweep::reach_colours() {
    for (int c = 0; c < kColours; ++c) {
        reach_[1][c] = 1;
        for (int number = 1; number <= kNumbers; ++number) {
            int code = tile(c, number), back = back_of(number);
            int all = request_->must[code] + request_->may[code];
            std::uint32_t bits = 0;
            // Up to all of the tiles may lie in groups.
            for (std::uint32_t left = reach_[number][c]; left; left &= left - 1)
                bits |= tables_->reach[back][std::countr_zero(left)][all][jokers_];
            reach_[number + 1][c] = bits;
        }
    }
}

template <int kJokers>
void Sweep::bound_colours() {
    using Of = Halves<kJokers>;
    for (int c = 0; c < kColours; ++c)
        for (int s = 0; s < tables_->states; ++s) {
            std::int32_t* row = bound<kJokers>(kNumbers + 1, c, s);
            std::fill(row - Of::kTooMany, row, kImpossible);
            std::fill(row, row + Of::kMost + 1, tables_->closed[s] ? 0 : kImpossible);
        }
    for (int number = kNumbers; number >= 1; --number) {
        int back = back_of(number);
        const int* price = groups_[number]->price;
        for (int c = 0; c < kColours; ++c) {
            int code = tile(c, number);
            int table = request_->must[code], all = table + request_->may[code];
            for (std::uint32_t left = reach_[number][c]; left; left &= left - 1) {
                int s = std::countr_zero(left);
                std::int32_t best[Of::kMost + 1];
                std::fill(std::begin(best), std::end(best), kImpossible);
                for (const StepOption& step : tables_->options(back, table, all, kJokers, s)) {
                    int paid = std::min<int>(2 * step.jokers + price[step.group], Of::kTooMany);
                    std::int32_t value = value_of(code, step);
                    const std::int32_t* rest = bound<kJokers>(number + 1, c, step.to) - paid;
                    for (int q = 0; q <= Of::kMost; ++q)
                        best[q] = std::max(best[q], value + rest[q]);
                }
                std::int32_t* row = bound<kJokers>(number, c, s);
                std::fill(row - Of::kTooMany, row, kImpossible);
                std::copy(std::begin(best), std::end(best), row);
            }
        }
    }
}

void Sweep::bound_all() {
    set_groups();
    reach_colours();
    with_jokers([this]<int kJokers>() { bound_colours<kJokers>(); });
}

}  // namespace tilerummy
