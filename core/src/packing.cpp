#include "packing.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

constexpr Weights kNoWeights{};

}  // namespace

void Packer::sweep(const Counts& must, const Counts& may, const Weights& weights,
                   std::int64_t beat) {
    for (int code = 0; code < kNumbered; ++code) {
        problem_.table[code] = must[code];
        problem_.rack[code] = may[code];
        problem_.weight[code] = weights[static_cast<std::size_t>(code)];
    }
    problem_.jokers_table = must[kJoker];
    problem_.jokers_rack = may[kJoker];
    problem_.joker_weight = weights[kJoker];
    problem_.familiar = familiar;
    problem_.prices = problem_.arranging ? nullptr : prices;
    problem_.beat =
        static_cast<std::int32_t>(std::clamp<std::int64_t>(beat, INT32_MIN / 16, INT32_MAX / 16));
    problem_.nodes = nodes_left;
    const SweepAnswer& answer = sweep_.solve(problem_);
    spend(sweep_.nodes());
    packing_.found = answer.found;
    packing_.proved = answer.proved;
    packing_.value = answer.value;
    packing_.bound = answer.bound;
    if (!answer.found) return;
    sweep_.arrange(packing_.melds);
    int jokers = problem_.joker_weight >= 0 ? problem_.jokers_table + problem_.jokers_rack
                                            : std::max(problem_.jokers_table, answer.jokers);
    packing_.spare[kJoker] = static_cast<std::uint8_t>(jokers - answer.jokers);
}

void Packer::run_automaton(const Counts& must, const Counts& may, const Weights& weights,
                           std::int64_t beat) {
    const TwistAnswer& answer = twist_.solve(must, may, weights, beat, nodes_left, prices, glance);
    spend(twist_.nodes());
    packing_.found = answer.found;
    packing_.proved = answer.proved;
    packing_.value = answer.value;
    packing_.bound = answer.bound;
    packing_.melds = answer.melds;
    packing_.spare = answer.spare;
}

bool Packer::fits(const Counts& tiles) {
    if (!is_plain(tiles, {})) {
        const TwistAnswer& answer = twist_.solve(tiles, {}, kNoWeights, INT32_MIN, 60);
        nodes_used += twist_.nodes();
        return answer.found;
    }
    Covered covered = cover_.cover(tiles);
    spend(static_cast<std::uint64_t>(cover_.steps()));
    if (covered != Covered::unknown) return covered == Covered::yes;
    packing_ = {};
    problem_.glance = true;
    sweep(tiles, {}, kNoWeights, INT32_MIN);
    problem_.glance = false;
    return packing_.found;
}

const Packing& Packer::arrange(const Counts& tiles) {
    problem_.arranging = true;
    pack(tiles, {}, kNoWeights, INT32_MIN);
    problem_.arranging = false;
    return packing_;
}

bool Packer::is_plain(const Counts& must, const Counts& may) const {
    for (int code = kDouble; code < kCodes; ++code)
        if (must[code] || may[code]) return false;
    return true;
}

const Packing& Packer::pack(const Counts& must, const Counts& may, const Weights& weights,
                            std::int64_t beat) {
    packing_ = {};
    for (int code = 0; code < kNumbered; ++code)
        if (must[code] + may[code] > kMaxCopies) return packing_;
    if (must[kJoker] + may[kJoker] > kMaxJokers) return packing_;
    if (is_plain(must, may))
        sweep(must, may, weights, beat);
    else
        run_automaton(must, may, weights, beat);
    return packing_;
}

}  // namespace tilerummy
