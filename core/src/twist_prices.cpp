// The automaton's bound at the prices of all tiles.
//
// What a state has laid, plus what each open meld is worth at most, plus all tiles and jokers that
// are not used, sold at their prices. Every stage changes only a few of these.
#include <algorithm>

#include "twist.hpp"

namespace tilerummy {

void Twist::find_prices(const Prices* known, double jokers_left, State& root) {
    Prices& prices = own_prices_[priced_];
    if (known)
        prices.follow(*known, must_, may_, jokers_left);
    else
        prices.find(must_, may_, *weights_, jokers_left);
    budget_->spend(prices.nodes());
    use_prices(prices, root);
}

void Twist::use_prices(const Prices& prices, State& root) {
    auto& above = priced_above_[priced_];
    std::int64_t sum = 0;
    for (int code = kNumbered; code < kCodes; ++code)
        sum += prices.rest(code, must_[code], may_[code]);
    above[kNumbers + 1] = sum;
    for (int number = kNumbers; number >= 1; --number) {
        for (int c = 0; c < kColours; ++c) {
            int code = tile(c, number);
            sum += prices.rest(code, must_[code], may_[code]);
        }
        above[number] = sum;
    }
    root.priced[priced_] = sum;
    prices_[priced_++] = &prices;
}

// How the worth of what is not used changes with these jokers. Mirrors of the table come first.
std::int64_t Twist::priced_jokers(int list, Jokers used) const {
    const Prices& prices = *prices_[list];
    std::int64_t sum = 0;
    twist::each_joker(used, [&](Code code, int n) {
        if (code != kMirror) sum -= prices.cost(code) * n;
    });
    int mirrors = twist::mirrors_in(used);
    if (!mirrors) return sum;
    int owed = std::max(0, must_[kMirror] - mirrors);
    int left = twist::mirrors_in(have_) - mirrors;
    return sum + prices.rest(kMirror, owed, left - owed) -
           prices.rest(kMirror, must_[kMirror], may_[kMirror]);
}

// How the bound changes when the runs of a colour, `before` among them, go on in this way.
std::int64_t Twist::priced_option(int list, const Option& option, const Item* before, int count,
                                  int colour) const {
    const Prices& prices = *prices_[list];
    int code = tile(colour, number_);
    int owed = std::max(0, must_[code] - option.run);
    int left = must_[code] + may_[code] - option.run;
    std::int64_t sum = (std::int64_t{option.value} << prices.shift()) +
                       prices.rest(code, owed, left - owed) -
                       prices.rest(code, must_[code], may_[code]);
    for (int i = 0; i < count; ++i) sum -= prices.worth(number_, before[i]);
    for (int i = 0; i < option.open; ++i)
        sum += prices.worth(number_ + 1, twist::settled(option.next[i].item));
    return sum + priced_jokers(list, option.jokers);
}

// What the open melds after a number and all tiles above it are worth.
std::int64_t Twist::priced_after(int list, const Next* next, int count) const {
    std::int64_t sum = priced_above_[list][number_ + 1];
    for (int i = 0; i < count; ++i) sum += prices_[list]->worth(number_ + 1, next[i].item);
    return sum;
}

}  // namespace tilerummy
