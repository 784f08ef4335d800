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

}  // namespace

Packing Packer::pack(const PackingRequest& request, Budget& budget) {
    const Counts &must = request.must, &may = request.may;
    for (int code = 0; code < kNumbered; ++code)
        if (must[code] + may[code] > kMaxCopies) return {};
    if (must[kJoker] + may[kJoker] > kMaxJokers) return {};
    return is_plain(must, may) ? sweep_.solve(request, budget) : twist_.solve(request, budget);
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
