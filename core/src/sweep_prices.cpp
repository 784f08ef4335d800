// The sweep's bound at the prices of all tiles (prices.hpp).
//
// The bound by colours takes the partners of a group for granted. Where that lets too much through,
// all tiles are priced: what was laid, plus what the open runs are worth at most, plus all that is
// not used, sold at its price.
#include <bit>

#include "sweep.hpp"

namespace tilerummy {

void Sweep::find_prices() {
    if (request_->prices)
        own_prices_.follow(*request_->prices, request_->must, request_->may);
    else
        own_prices_.find(request_->must, request_->may, request_->weights);
    spend(own_prices_.nodes());
    use_prices(own_prices_);
}

void Sweep::use_prices(const Prices& prices) {
    prices_ = &prices;
    priced_above_[kNumbers + 1] = prices.rest(kJoker, 0, jokers_);
    for (int number = kNumbers + 1; number > 1; --number) {
        for (int c = 0; c < kColours; ++c)
            for (std::uint32_t left = reach_[number][c]; left; left &= left - 1) {
                int state = std::countr_zero(left);
                std::int64_t worth = 0;
                for (std::uint8_t length : tables_->lengths[state])
                    if (length)
                        worth += prices.worth(number, twist::make_run(c, length, false, false));
                priced_[number][c][state] = worth;
            }
        std::int64_t sum = priced_above_[number];
        for (int c = 0; c < kColours; ++c) {
            int code = tile(c, number - 1);
            sum += prices.rest(code, request_->must[code], request_->may[code]);
        }
        priced_above_[number - 1] = sum;
    }
}

}  // namespace tilerummy
