#include "twist_groups.hpp"

#include <algorithm>

#include "candidates.hpp"

namespace tilerummy::twist {
namespace {

struct Listed {
    std::vector<Pattern> patterns;
    std::vector<Meld> melds;  // of the number 1
};

// All groups of ones with a double or a mirror, found by listing melds, fewest jokers first; none
// that is another one with jokers added.
Listed list_all() {
    Counts have;
    for (int c = 0; c < kColours; ++c) have[tile(c, 1)] = 2;
    have[kJoker] = kMaxJokers;
    have[kDouble] = 2;
    have[kMirror] = 1;
    Rules rules;
    Melds found = joined(melds_with(kDouble, have, rules, 8), melds_with(kMirror, have, rules, 8));
    std::erase_if(found, [](const Meld& meld) { return meld.kind != Kind::group; });
    std::stable_sort(found.begin(), found.end(),
                     [](const Meld& a, const Meld& b) { return a.size < b.size; });
    Listed out;
    for (const Meld& meld : found) {
        Pattern pattern;
        for (Code code : meld) {
            if (is_number(code)) ++pattern.tiles[colour_of(code)];
            pattern.jokers += jokers_for(code);
        }
        bool needed = std::none_of(out.patterns.begin(), out.patterns.end(), [&](const Pattern& p) {
            return std::equal(p.tiles, p.tiles + kColours, pattern.tiles) &&
                   within(p.jokers, pattern.jokers) &&
                   mirrors_in(p.jokers) == mirrors_in(pattern.jokers);
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

const std::vector<Pattern>& special_groups() {
    return listed().patterns;
}

void GroupBook::open(int number, const Counts& must, const Counts& may, const Weights& weights,
                     Jokers have) {
    have_ = have;
    for (int c = 0; c < kColours; ++c) {
        int code = tile(c, number);
        may_[c] = may[code];
        all_[c] = must[code] + may[code];
        weight_[c] = weights[code];
    }
    possible_.clear();
    if (doubles_in(have) || mirrors_in(have)) {
        const auto& patterns = listed().patterns;
        for (std::size_t i = 0; i < patterns.size(); ++i) {
            bool fits = within(patterns[i].jokers, have);
            for (int c = 0; c < kColours && fits; ++c) fits = patterns[i].tiles[c] <= all_[c];
            if (fits) possible_.push_back(static_cast<std::uint8_t>(i));
        }
    }
    for (Range& range : ranges_) range.listed = false;
    pool_.clear();
}

std::span<const GroupWay> GroupBook::ways(const int taken[kColours]) {
    int left[kColours];
    for (int c = 0; c < kColours; ++c) left[c] = all_[c] - taken[c];
    const Range& range = list(left);
    return {pool_.data() + range.begin, pool_.data() + range.end};
}

// The ways of what is left: ordinary groups alone, or a special one and then the ways of the rest.
GroupBook::Range& GroupBook::list(const int left[kColours]) {
    Range& range = ranges_[left[0] | left[1] << 2 | left[2] << 4 | left[3] << 6];
    if (range.listed) return range;
    std::vector<GroupWay> found;
    for (std::uint8_t index : possible_) {
        const Pattern& pattern = listed().patterns[index];
        int rest[kColours];
        std::int32_t value = 0;
        bool fits = true;
        for (int c = 0; c < kColours && fits; ++c) {
            rest[c] = left[c] - pattern.tiles[c];
            fits = rest[c] >= 0;
            value += (std::min(left[c], may_[c]) - std::min(rest[c], may_[c])) * weight_[c];
        }
        if (!fits) continue;
        Range after = list(rest);
        for (std::uint32_t i = after.begin; i < after.end; ++i) {
            GroupWay way = pool_[i];
            way.jokers += pattern.jokers;
            way.value += value;
            if (!within(way.jokers, have_) || way.specials == std::size(way.special)) continue;
            way.special[way.specials++] = index;
            found.push_back(way);
        }
    }
    now_.clear();
    add_ordinary(left);
    for (const GroupWay& way : found) add(way);
    range = {static_cast<std::uint32_t>(pool_.size()), 0, true};
    pool_.insert(pool_.end(), now_.begin(), now_.end());
    range.end = static_cast<std::uint32_t>(pool_.size());
    return range;
}

// Keeps the way unless another takes no more jokers and lays as much. A mirror must be used to be
// laid, so using it is not a loss.
void GroupBook::add(const GroupWay& way) {
    auto beats = [](const GroupWay& a, const GroupWay& b) {
        return a.value >= b.value && mirrors_in(a.jokers) == mirrors_in(b.jokers) &&
               within(a.jokers, b.jokers);
    };
    for (const GroupWay& other : now_)
        if (beats(other, way)) return;
    std::erase_if(now_, [&](const GroupWay& other) { return beats(way, other); });
    now_.push_back(way);
}

void GroupBook::add_ordinary(const int left[kColours]) {
    int bits = 0;
    for (int c = 0; c < kColours; ++c) bits |= coloured_in(have_, c) << c;
    // A joker of a colour can stand for that colour's tile.
    for (int own = 0; own < 1 << kColours; ++own) {
        if (own & ~bits) continue;
        int g[kColours];
        auto with = [&](auto&& self, int c) -> void {
            if (c < kColours) {
                for (g[c] = std::max(0, left[c] - may_[c]); g[c] <= left[c]; ++g[c])
                    self(self, c + 1);
                return;
            }
            GroupWay way;
            int total = 0, most = 0, numbered = 0;
            for (int i = 0; i < kColours; ++i) {
                int tokens = g[i] + (own >> i & 1);
                total += tokens;
                numbered += g[i];
                most = std::max(most, tokens);
                way.tiles[i] = static_cast<std::uint8_t>(g[i]);
                way.jokers += static_cast<Jokers>(own >> i & 1) * one_coloured(i);
                way.value += (std::min(left[i], may_[i]) - (left[i] - g[i])) * weight_[i];
            }
            int groups = std::max(most, (total + 3) / 4);
            int jokers = std::max(0, 3 * groups - total);
            if (jokers > plain_in(have_) || numbered < groups) return;
            // A coloured joker in a group that would do without it is spare.
            if (own && total > 3 * groups) return;
            way.plain = static_cast<std::uint8_t>(jokers);
            way.coloured = static_cast<std::uint8_t>(own);
            way.jokers += static_cast<Jokers>(jokers) * kOnePlain;
            add(way);
        };
        with(with, 0);
    }
}

void GroupWay::melds(int number, Melds& out) const {
    for (int i = 0; i < specials; ++i) {
        Meld meld = listed().melds[special[i]];
        for (Code& code : meld)
            if (is_number(code)) code = static_cast<Code>(code + number - 1);
        out.push_back(meld);
    }
    int total = 0, most = 0;
    for (int c = 0; c < kColours; ++c) {
        int tokens = tiles[c] + (coloured >> c & 1);
        total += tokens;
        most = std::max(most, tokens);
    }
    int groups = std::max(most, (total + 3) / 4);
    if (!groups) return;
    std::vector<Meld> melds(static_cast<std::size_t>(groups));
    std::vector<int> numbers(melds.size(), 0);
    // Colours with most tiles first, each tile to the smallest group, numbers where none is yet.
    for (int tokens = most; tokens > 0; --tokens)
        for (int c = 0; c < kColours; ++c) {
            if (tiles[c] + (coloured >> c & 1) != tokens) continue;
            std::vector<bool> has(melds.size(), false);
            for (int i = 0; i < tokens; ++i) {
                bool numbered = i < tiles[c];
                std::size_t best = melds.size();
                for (std::size_t m = 0; m < melds.size(); ++m) {
                    if (has[m]) continue;
                    if (best == melds.size() || melds[m].size < melds[best].size ||
                        (melds[m].size == melds[best].size && numbered &&
                         numbers[m] < numbers[best]))
                        best = m;
                }
                has[best] = true;
                numbers[best] += numbered;
                melds[best].add(numbered ? tile(c, number) : tilerummy::coloured(c));
            }
        }
    for (int i = 0; i < plain; ++i)
        std::min_element(melds.begin(), melds.end(), [](const Meld& a, const Meld& b) {
            return a.size < b.size;
        })->add(kJoker);
    for (Meld& meld : melds) {
        meld.kind = Kind::group;
        out.push_back(meld);
    }
}

}  // namespace tilerummy::twist
