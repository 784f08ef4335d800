#include "packing.hpp"

namespace tilerummy {
namespace {

constexpr Weights kNoWeights{};
constexpr std::uint64_t kGlance = 60;  // nodes of the automaton

bool is_plain(const Counts& must, const Counts& may) {
    for (int code = kDouble; code < kCodes; ++code)
        if (must[code] || may[code]) return false;
    return true;
}

bool is_small(const Counts& must, const Counts& may) {
    for (int code = 0; code < kNumbered; ++code)
        if (must[code] + may[code] > kMaxCopies) return false;
    return must[kJoker] + may[kJoker] <= kMaxJokers;
}

}  // namespace

Packing Packer::pack(const PackingRequest& request, Budget& budget) {
    const Counts &must = request.must, &may = request.may;
    if (!is_small(must, may)) return {};
    return is_plain(must, may) ? sweep_.solve(request, budget) : twist_.solve(request, budget);
}

bool Packer::can_rank(const Counts& must, const Counts& may) {
    return is_small(must, may) && is_plain(must, may);
}

RankedPackings Packer::rank(const PackingRequest& request, std::size_t most, Budget& budget) {
    return sweep_.rank(request, most, budget);
}

bool Packer::fits(const Counts& tiles, Budget& budget) {
    if (!is_plain(tiles, {})) {
        Budget few(kGlance);
        bool found = twist_.solve({tiles, {}, kNoWeights}, few).found;
        budget.spend(few.used());
        return found;
    }
    Covered covered = cover_.cover(tiles);
    budget.spend(static_cast<std::uint64_t>(cover_.steps()));
    if (covered != Covered::unknown) return covered == Covered::yes;
    return pack({tiles, {}, kNoWeights, INT32_MIN, Effort::glance}, budget).found;
}

}  // namespace tilerummy
