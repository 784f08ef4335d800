#include "meld.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

// The tiles of a row with every double standing there twice.
struct Spread {
    std::array<Code, 2 * kMaxTiles> tiles{};
    int size = 0;
};

Spread spread(const Code* from, const Code* to) {
    Spread out;
    for (const Code* tile = from; tile != to; ++tile)
        for (int i = 0; i < places(*tile); ++i) out.tiles[out.size++] = *tile;
    return out;
}

// Gives each place the colour of its segment, or says that the segments clash. `near` and `far`
// are the two sides of a mirror; a plain run has only one.
bool colour_segments(const Spread& near, const Spread* far, std::array<int, 2 * kMaxTiles>& colour,
                     int& first) {
    std::array<int, 2 * kMaxTiles> segment_colour{};
    std::array<int, 2 * kMaxTiles> segment_of{};
    int segments = 1;
    segment_colour[0] = -1;
    for (int i = 0; i < near.size; ++i) {
        auto at = static_cast<std::size_t>(i);
        Code pair[2] = {near.tiles[at], far ? far->tiles[at] : near.tiles[at]};
        if (pair[0] == kChange || pair[1] == kChange) {
            if (pair[0] != pair[1]) return false;
            segment_of[at] = -1;
            segment_colour[segments++] = -1;
            continue;
        }
        auto segment = static_cast<std::size_t>(segments - 1);
        segment_of[at] = segments - 1;
        for (Code code : pair) {
            int bound = bound_colour(code);
            if (bound < 0) continue;
            if (segment_colour[segment] >= 0 && segment_colour[segment] != bound) return false;
            segment_colour[segment] = bound;
        }
    }
    for (int s = 0; s + 1 < segments; ++s) {
        int a = segment_colour[s];
        if (a >= 0 && a == segment_colour[s + 1]) return false;
    }
    for (int i = 0; i < near.size; ++i) {
        auto at = static_cast<std::size_t>(i);
        colour[at] = segment_of[at] < 0 ? -1 : segment_colour[segment_of[at]];
    }
    first = segment_colour[0];
    return true;
}

std::optional<Reading> read_run(const Meld& row) {
    Spread all = spread(row.begin(), row.end());
    int start = 0;
    for (int i = 0; i < all.size; ++i) {
        Code code = all.tiles[i];
        if (!is_number(code)) continue;
        if (start && number_of(code) - i != start) return std::nullopt;
        start = number_of(code) - i;
        if (start < 1) return std::nullopt;
    }
    if (start < 1 || start + all.size - 1 > kNumbers) return std::nullopt;
    std::array<int, 2 * kMaxTiles> colour{};
    int first;
    if (!colour_segments(all, nullptr, colour, first)) return std::nullopt;
    Reading reading;
    int place = 0;
    for (int i = 0; i < row.size; ++i) {
        auto at = static_cast<std::size_t>(i);
        reading.faces[at] = {static_cast<std::int8_t>(start + place),
                             static_cast<std::int8_t>(colour[place])};
        place += places(row.tiles[at]);
    }
    reading.value = (2 * start + all.size - 1) * all.size / 2;
    return reading;
}

// A run of numbers alone, as most are.
std::optional<Reading> read_numbers(const Meld& row) {
    std::optional<Reading> reading(std::in_place);
    int first = number_of(row.tiles[0]), colour = colour_of(row.tiles[0]);
    if (first + row.size - 1 > kNumbers) return std::nullopt;
    for (std::size_t i = 0; i < row.size; ++i) {
        if (row.tiles[i] != row.tiles[0] + i) return std::nullopt;
        reading->faces[i] = {static_cast<std::int8_t>(first + static_cast<int>(i)),
                             static_cast<std::int8_t>(colour)};
    }
    reading->value = (2 * first + row.size - 1) * row.size / 2;
    return reading;
}

std::optional<Reading> read_group(const Meld& row) {
    int number = 0, held = 0, width = 0;
    for (Code code : row) {
        if (code == kChange) return std::nullopt;
        if (is_number(code)) {
            if (number && number_of(code) != number) return std::nullopt;
            number = number_of(code);
        }
        int bound = bound_colour(code);
        if (bound >= 0) {
            if (held >> bound & 1) return std::nullopt;
            held |= 1 << bound;
        }
        width += places(code);
    }
    if (width > kColours) return std::nullopt;
    Reading reading;
    reading.kind = Kind::group;
    for (int i = 0; i < row.size; ++i) reading.faces[i].number = static_cast<std::int8_t>(number);
    reading.value = number * width;
    return reading;
}

bool sides_of(const Meld& row, Spread& left, Spread& right) {
    int at = -1;
    for (int i = 0; i < row.size; ++i)
        if (row.tiles[i] == kMirror) {
            if (at >= 0) return false;
            at = i;
        }
    left = spread(row.begin(), row.begin() + at);
    std::reverse(left.tiles.begin(), left.tiles.begin() + left.size);
    right = spread(row.begin() + at + 1, row.end());
    return left.size == right.size;
}

// Puts what stands at each distance from the mirror back in the row's order.
Reading mirrored(const Meld& row, Kind kind, const Spread& side, int middle, int step,
                 const Rules& rules) {
    Reading reading;
    reading.kind = kind;
    int place = -side.size;
    for (int i = 0; i < row.size; ++i) {
        Code code = row.tiles[i];
        int distance = std::abs(place);
        if (places(code) == 2) distance = std::max(distance, std::abs(place + 1));
        reading.faces[i].number = static_cast<std::int8_t>(middle - step * distance);
        place += places(code);
    }
    for (int distance = 1; distance <= side.size; ++distance)
        reading.value += 2 * (middle - step * distance);
    if (rules.mirror_counts) reading.value += middle;
    return reading;
}

std::optional<Reading> read_mirror_run(const Meld& row, const Rules& rules) {
    Spread left, right;
    if (!sides_of(row, left, right)) return std::nullopt;
    int middle = 0;
    for (const Spread* side : {&left, &right})
        for (int i = 0; i < side->size; ++i) {
            Code code = side->tiles[i];
            if (!is_number(code)) continue;
            if (middle && middle != number_of(code) + i + 1) return std::nullopt;
            middle = number_of(code) + i + 1;
        }
    if (middle > kNumbers || middle - left.size < 1) return std::nullopt;
    std::array<int, 2 * kMaxTiles> colour{};
    int first;
    if (!colour_segments(left, &right, colour, first)) return std::nullopt;
    Reading reading = mirrored(row, Kind::run, left, middle, 1, rules);
    int place = -left.size;
    for (int i = 0; i < row.size; ++i) {
        auto at = static_cast<std::size_t>(i);
        int distance = std::abs(place);
        reading.faces[at].colour =
            static_cast<std::int8_t>(place == 0 ? first : colour[distance - 1]);
        place += places(row.tiles[at]);
    }
    return reading;
}

std::optional<Reading> read_mirror_group(const Meld& row, const Rules& rules) {
    int number = 0;
    for (Code code : row) {
        if (code == kChange) return std::nullopt;
        if (!is_number(code)) continue;
        if (number && number != number_of(code)) return std::nullopt;
        number = number_of(code);
    }
    Spread left, right;
    if (!sides_of(row, left, right) || left.size >= kColours) return std::nullopt;
    int seen = 0;
    for (int i = 0; i < left.size; ++i) {
        int near = bound_colour(left.tiles[i]);
        int far = bound_colour(right.tiles[i]);
        if (near >= 0 && far >= 0 && near != far) return std::nullopt;
        int colour = std::max(near, far);
        if (colour < 0) continue;
        if (seen >> colour & 1) return std::nullopt;
        seen |= 1 << colour;
    }
    return mirrored(row, Kind::group, left, number, 0, rules);
}

}  // namespace

bool Meld::operator==(const Meld& other) const {
    return size == other.size && kind == other.kind && std::equal(begin(), end(), other.begin());
}

std::optional<Reading> read_as(const Meld& row, Kind kind, const Rules& rules) {
    if (row.size < kShortest) return std::nullopt;
    bool numbered = false, joker = false, mirror = false;
    for (Code code : row) {
        numbered |= is_number(code);
        joker |= is_joker(code);
        mirror |= code == kMirror;
    }
    if (!numbered) return std::nullopt;
    if (!joker && kind == Kind::run) return read_numbers(row);
    if (mirror)
        return kind == Kind::run ? read_mirror_run(row, rules) : read_mirror_group(row, rules);
    return kind == Kind::run ? read_run(row) : read_group(row);
}

int points_of(const Meld& meld, const Rules& rules) {
    return read_as(meld, meld.kind, rules)->value;
}

int points_of(const Melds& melds, const Rules& rules) {
    int points = 0;
    for (const Meld& meld : melds) points += points_of(meld, rules);
    return points;
}

bool same_meld(const Meld& a, const Meld& b) {
    if (a.size != b.size || a.kind != b.kind) return false;
    if (a.kind == Kind::run) return a == b;
    return counts_of(a) == counts_of(b);
}

Counts counts_of(const Meld& meld) {
    Counts counts;
    for (Code code : meld) ++counts[code];
    return counts;
}

Counts counts_of(const Melds& melds) {
    Counts counts;
    for (const Meld& meld : melds)
        for (Code code : meld) ++counts[code];
    return counts;
}

Meld part_of(const Meld& meld, int from, int to) {
    Meld part;
    part.kind = meld.kind;
    for (int i = from; i < to; ++i) part.add(meld.tiles[i]);
    return part;
}

Meld without(const Meld& meld, int place) {
    Meld rest = part_of(meld, 0, place);
    for (int i = place + 1; i < meld.size; ++i) rest.add(meld.tiles[i]);
    return rest;
}

Meld with(const Meld& meld, Code code, bool front) {
    Meld longer = meld;
    longer.add(code);
    if (front) std::rotate(longer.begin(), longer.end() - 1, longer.end());
    return longer;
}

Melds joined(Melds melds, const Melds& more) {
    melds.insert(melds.end(), more.begin(), more.end());
    return melds;
}

}  // namespace tilerummy
