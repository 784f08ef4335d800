#include "codes.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace tilerummy {
namespace {

constexpr std::uint8_t kDivider = 255;
constexpr std::size_t kMostMelds = 60;
constexpr int kMostSpecial = 2;  // of a kind
constexpr double kLongest = 1e6;

}  // namespace

void Tally::add(Bytes codes) {
    for (std::uint8_t code : codes) {
        require(code < kCodes, "a tile code lies between 0 and 59");
        ++n_[code];
    }
}

void Tally::add(const Melds& melds) {
    for (const Meld& meld : melds)
        for (Code code : meld) ++n_[code];
}

void Tally::add(const Counts& tiles) {
    for (std::size_t code = 0; code < kCodes; ++code) n_[code] += tiles.n[code];
}

Counts Tally::counts() const {
    Counts out;
    for (std::size_t code = 0; code < kCodes; ++code) {
        require(n_[code] <= UINT8_MAX, "more tiles than the set has");
        out.n[code] = static_cast<std::uint8_t>(n_[code]);
    }
    return out;
}

Box::Box(const Rules& rules, Bytes deck) : rules_(rules), deck_(tiles_of(deck)) {
    require(rules.opening_points >= 0 && rules.opening_points <= 1000,
            "opening_points must be between 0 and 1000");
    for (int code = 0; code < kNumbered; ++code)
        require(deck_[code] <= kMaxCopies, "a set has at most three copies");
    for (Code code : {kDouble, kChange, kMirror})
        require(deck_[code] <= kMostSpecial, "a set has at most two of a special joker");
    int jokers = deck_[kJoker];
    for (int c = 0; c < kColours; ++c) {
        require(deck_[coloured(c)] <= 1, "a joker of a colour exists once");
        jokers += deck_[coloured(c)];
    }
    require(jokers <= kMaxJokers, "a set has at most four plain jokers");
    deck_[kJoker] = static_cast<std::uint8_t>(jokers);
}

Melds Box::melds(Bytes table) const {
    Melds out;
    for (std::size_t at = 0; at < table.size(); ++at) {
        Meld meld;
        require(table[at] <= 1, "a meld begins with its kind, 0 or 1");
        meld.kind = table[at++] ? Kind::group : Kind::run;
        for (; at < table.size() && table[at] != kDivider; ++at) {
            require(table[at] < kCodes, "a tile code lies between 0 and 59");
            require(meld.size < kMaxTiles - 1, "a meld is too long");
            meld.add(table[at]);
        }
        require(read_as(meld, meld.kind, rules_).has_value(), "a meld on the table is not one");
        out.push_back(meld);
        require(out.size() <= kMostMelds, "too many melds");
    }
    return out;
}

void Box::require_tiles(const Tally& tiles) const {
    require(deck_.holds(tiles.counts()), "more tiles than the set has");
}

Position Box::position(Bytes table, Bytes rack, bool opened) const {
    Position out{rules_, melds(table), {}, opened};
    Tally all;
    all.add(out.table);
    all.add(rack);
    require_tiles(all);
    out.rack = tiles_of(rack);
    return out;
}

Counts tiles_of(Bytes codes) {
    Tally tally;
    tally.add(codes);
    return tally.counts();
}

Weights weights_of(Bytes weights) {
    Weights out;
    require(weights.size() == sizeof out, "a weight of four bytes for each of 60 codes is needed");
    std::memcpy(out.data(), weights.data(), sizeof out);
    for (std::int32_t weight : out)
        require(weight >= -kMostWeight && weight <= kMostWeight,
                "weights lie between -1000000 and 1000000");
    return out;
}

std::optional<Budget::Clock::time_point> deadline_in(std::optional<double> seconds) {
    if (!seconds) return std::nullopt;
    require(!std::isnan(*seconds) && *seconds >= 0, "seconds is a time from now on");
    std::chrono::duration<double> wait(std::min(*seconds, kLongest));
    return Budget::Clock::now() + std::chrono::duration_cast<Budget::Clock::duration>(wait);
}

std::string to_bytes(const Melds& melds) {
    std::string out;
    for (const Meld& meld : melds) {
        if (!out.empty()) out.push_back(static_cast<char>(kDivider));
        out.push_back(meld.kind == Kind::group ? 1 : 0);
        for (Code code : meld) out.push_back(static_cast<char>(code));
    }
    return out;
}

std::string to_bytes(const Counts& tiles) {
    std::string out;
    for (int code = 0; code < kCodes; ++code) out.append(tiles[code], static_cast<char>(code));
    return out;
}

}  // namespace tilerummy
