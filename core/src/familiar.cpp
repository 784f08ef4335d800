#include "familiar.hpp"

#include <algorithm>

#include "duties.hpp"
#include "spares.hpp"

namespace tilerummy {
namespace {

constexpr Weights kNoWeights{};
constexpr int kMostLooks = 12;
constexpr int kManyTiles = 36;  // of these it is hard to see what need not have moved

// Exactly these tiles in melds, as familiar as possible; false if it cannot be.
bool arrange(PackingSession& session, const Rules& rules, const Counts& tiles, Melds& out) {
    Packing packing = session.pack({tiles, {}, kNoWeights, INT32_MIN, Effort::arrange});
    if (!packing.found) return false;
    out = packing.melds;
    Counts spare = packing.spare;
    return place_spares(out, spare, rules);
}

int shared(const Meld& a, const Counts& b) {
    Counts counts = counts_of(a);
    int same = 0;
    for (int code = 0; code < kCodes; ++code) same += std::min(counts[code], b[code]);
    return same;
}

// Old melds where they were, changed ones where most of their tiles come from, new ones at the end.
Melds in_place(const Melds& table, const std::vector<bool>& stays, Melds fresh) {
    Melds out;
    for (std::size_t i = 0; i < table.size(); ++i) {
        if (stays[i]) {
            out.push_back(table[i]);
            continue;
        }
        Counts old = counts_of(table[i]);
        std::size_t best = fresh.size();
        int most = 1;
        for (std::size_t f = 0; f < fresh.size(); ++f) {
            int same = shared(fresh[f], old) * 2 + (fresh[f].kind == table[i].kind);
            if (same > most) {
                most = same;
                best = f;
            }
        }
        if (best == fresh.size()) continue;
        out.push_back(fresh[best]);
        fresh.erase(fresh.begin() + best);
    }
    return joined(std::move(out), fresh);
}

}  // namespace

Familiar links_of(const Melds& table) {
    Familiar familiar;
    for (const Meld& meld : table) {
        if (meld.kind == Kind::group) {
            for (Code code : meld)
                if (is_number(code)) ++familiar.grouped[code];
            continue;
        }
        for (std::size_t i = 1; i < meld.size; ++i)
            if (is_number(meld.tiles[i]) && is_number(meld.tiles[i - 1]))
                ++familiar.links[meld.tiles[i]];
    }
    return familiar;
}

void make_familiar(PackingSession& session, const Position& position, Answer& answer) {
    const Melds& table = position.table;
    if (!position.opened && !position.rules.opening_goes_on) return;
    Melds before = joined(table, answer.opening);
    Melds fresh = answer.after;
    std::vector<bool> stays(table.size(), false);
    Counts rest = counts_of(fresh);
    for (std::size_t i = 0; i < table.size(); ++i)
        for (std::size_t f = 0; f < fresh.size(); ++f)
            if (same_meld(table[i], fresh[f])) {
                stays[i] = true;
                rest -= counts_of(table[i]);
                fresh.erase(fresh.begin() + f);
                break;
            }
    // Put back what need not have moved, as long as the rest still makes melds.
    std::vector<bool> more = stays;
    Counts least = rest;
    int looks = rest.total() > kManyTiles ? kMostLooks - 2 : 0;
    for (std::size_t i = 0; i < table.size() && looks < kMostLooks; ++i) {
        if (stays[i]) continue;
        Counts without = least - counts_of(table[i]);
        ++looks;
        if (without.total() && !session.fits(without)) continue;
        more[i] = true;
        least = without;
    }
    Melds again;
    if (more != stays && (!least.total() || arrange(session, position.rules, least, again))) {
        stays = more;
        fresh = again;
    }
    Melds after = in_place(table, stays, fresh);
    if (meets_duties(position.rules, before, after)) answer.after = after;
}

}  // namespace tilerummy
