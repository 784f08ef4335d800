// The sweep's bound: what each colour can lay at most, with each share of the jokers.
//
// A colour alone is easy. Its groups are taken to find their partners wherever the tiles at hand
// could make them; where they cannot, jokers are missing, and each tile pays its part of those.
#include <bit>

#include "sweep.hpp"

namespace tilerummy {
namespace {

constexpr std::int32_t kImpossible = INT32_MIN / 8;

}  // namespace

void Sweep::set_worths() {
    const Familiar* familiar = problem_->familiar;
    for (int code = 0; code < kNumbered; ++code)
        for (int n = 0; n <= kMaxCopies; ++n) {
            Worth& worth = worth_[code];
            worth.laid[n] = n * problem_->weight[code];
            worth.carried[n] = familiar ? 2 * std::min<int>(n, familiar->links[code]) : 0;
            worth.group[n] = familiar ? 2 * std::min<int>(n, familiar->grouped[code]) : 0;
        }
    for (int used = 0; used <= kMaxJokers; ++used) joker_values_[used] = joker_value(used);
}

// Which states each colour can be in at all, before it is known what they are worth.
void Sweep::reach_colours() {
    for (int c = 0; c < kColours; ++c) {
        reach_[1][c] = 1;
        for (int number = 1; number <= kNumbers; ++number) {
            int code = tile(c, number), back = back_of(number);
            int all = problem_->table[code] + problem_->rack[code];
            std::uint32_t bits = 0;
            // Up to all of the tiles may lie in groups.
            for (std::uint32_t left = reach_[number][c]; left; left &= left - 1)
                bits |= tables_->reach[back][std::countr_zero(left)][all][jokers_];
            reach_[number + 1][c] = bits;
        }
    }
}

// How many halves of a joker a colour pays for each number of its tiles in groups. All parts
// together are never more than the jokers that the groups need: with every colour that can be there
// in k groups they are at most what is missing, and any tile less is a joker more.
void Sweep::price_groups(int number, int* price) const {
    int have[kColours];
    for (int c = 0; c < kColours; ++c) {
        int code = tile(c, number);
        have[c] = problem_->table[code] + problem_->rack[code];
    }
    price[0] = 0;
    for (int k = 1; k <= kMaxCopies; ++k) {
        int missing = 3 * k, full = 0, paid = 0;
        for (int n : have) {
            missing -= std::min(n, k);
            full += n >= k;
            if (n < k) paid += price[n];
        }
        price[k] = missing > 0 && full ? std::max(0, (2 * missing - paid) / full) : 0;
    }
}

template <int kHalves>
void Sweep::bound_colours() {
    for (int c = 0; c < kColours; ++c)
        for (int s = 0; s < tables_->states; ++s)
            for (int q = 0; q <= kHalves; ++q)
                bound_[kNumbers + 1][c][s][q] = tables_->closed[s] ? 0 : kImpossible;
    for (int number = kNumbers; number >= 1; --number) {
        int back = back_of(number);
        int price[kMaxCopies + 1];
        price_groups(number, price);
        for (int c = 0; c < kColours; ++c) {
            int code = tile(c, number);
            int table = problem_->table[code], all = table + problem_->rack[code];
            const Worth& worth = worth_[code];
            const auto& above = bound_[number + 1][c];
            for (std::uint32_t left = reach_[number][c]; left; left &= left - 1) {
                int s = std::countr_zero(left);
                std::int32_t best[kHalves + 1];
                for (int q = 0; q <= kHalves; ++q) best[q] = kImpossible;
                for (const StepOption& step : tables_->options(back, table, all, s)) {
                    int paid = 2 * step.jokers + price[step.group];
                    if (paid > kHalves) continue;
                    std::int32_t value = value_of(worth, step);
                    const Row& to = above[step.to];
                    for (int q = paid; q <= kHalves; ++q)
                        best[q] = std::max(best[q], value + to[q - paid]);
                }
                std::copy(best, best + kHalves + 1, bound_[number][c][s]);
            }
        }
    }
}

void Sweep::bound_all() {
    set_worths();
    reach_colours();
    switch (jokers_) {
        case 0:
            return bound_colours<0>();
        case 1:
            return bound_colours<2>();
        case 2:
            return bound_colours<4>();
        case 3:
            return bound_colours<6>();
        default:
            return bound_colours<8>();
    }
}

// What two colours can still lay together before a number, by halves of jokers.
const std::int32_t* Sweep::pair_row(int number, int pair, int states) {
    Row& row = rows_[number][pair][states];
    std::uint8_t& known = known_rows_[number][pair][states];
    if (known) return row;
    known = 1;
    const Row& a = bound_[number][2 * pair][states / tables_->states];
    const Row& b = bound_[number][2 * pair + 1][states % tables_->states];
    for (int halves = 0; halves <= 2 * jokers_; ++halves)
        row[halves] = std::max(kImpossible, share(a, b, halves));
    return row;
}

}  // namespace tilerummy
