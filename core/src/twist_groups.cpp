#include "twist_groups.hpp"

#include <algorithm>

#include "candidates.hpp"

namespace tilerummy::twist {
namespace {

struct Listed {
    std::vector<Pattern> patterns;
    std::vector<Meld> melds;  // of the number 1
};

// All groups of ones with a double or a mirror, found by listing melds, fewest jokers first.
Listed list_all() {
    Counts have;
    for (int c = 0; c < kColours; ++c) have[tile(c, 1)] = 2;
    have[kJoker] = kMaxJokers;
    have[kDouble] = 2;
    have[kMirror] = 1;
    Rules rules;
    Melds found;
    melds_with(kDouble, have, rules, 8, found);
    melds_with(kMirror, have, rules, 8, found);
    std::erase_if(found, [](const Meld& meld) { return meld.kind != Kind::group; });
    std::stable_sort(found.begin(), found.end(),
                     [](const Meld& a, const Meld& b) { return a.size < b.size; });
    Listed out;
    for (const Meld& meld : found) {
        Pattern pattern;
        for (int c = 0; c < kColours; ++c)
            pattern.tiles[c] = static_cast<std::uint8_t>(meld.count(tile(c, 1)));
        pattern.plain = static_cast<std::uint8_t>(meld.count(kJoker));
        pattern.doubles = static_cast<std::uint8_t>(meld.count(kDouble));
        pattern.mirrors = static_cast<std::uint8_t>(meld.count(kMirror));
        bool needed = std::none_of(out.patterns.begin(), out.patterns.end(), [&](const Pattern& p) {
            return std::equal(p.tiles, p.tiles + kColours, pattern.tiles) &&
                   p.plain <= pattern.plain && p.doubles <= pattern.doubles &&
                   p.mirrors == pattern.mirrors;
        });
        if (!needed) continue;
        out.patterns.push_back(pattern);
        out.melds.push_back(meld);
    }
    return out;
}

const Listed& listed() {
    static const Listed all = list_all();
    return all;
}

}  // namespace

const std::vector<Pattern>& patterns() {
    return listed().patterns;
}

Meld make(const Pattern& pattern, int number) {
    auto at = static_cast<std::size_t>(&pattern - listed().patterns.data());
    Meld meld = listed().melds[at];
    for (Code& code : meld)
        if (is_number(code)) code = static_cast<Code>(code + number - 1);
    return meld;
}

}  // namespace tilerummy::twist
