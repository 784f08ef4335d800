#include "twist.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

constexpr std::int32_t kImpossible = INT32_MIN / 8;
constexpr std::size_t kFirstSlots = 1024;

}  // namespace

// Jokers worth laying are all laid, others only where melds need more than the table has. A mirror
// cannot be spare: it counts when it is used.
std::int32_t Twist::joker_value(const Used& used) const {
    auto of = [&](int code, int n) {
        std::int32_t weight = (*weights_)[static_cast<std::size_t>(code)];
        if (weight >= 0) return weight * may_[code];
        return weight * std::max(0, n - must_[code]);
    };
    std::int32_t value =
        of(kJoker, used.plain) + of(kDouble, used.doubles) + of(kChange, used.changes);
    for (int c = 0; c < kColours; ++c) value += of(coloured(c), used.coloured >> c & 1);
    std::int32_t mirror = (*weights_)[kMirror];
    int unused = have_.mirrors - used.mirrors;
    // What a mirror can still be worth, while it can still be used.
    int laid = std::max(0, used.mirrors - must_[kMirror]);
    if (mirror > 0 && number_ < kNumbers) laid += std::min<int>(unused, may_[kMirror] - laid);
    return value + mirror * laid;
}

void Twist::prepare(int number) {
    number_ = number;
    possible_.clear();
    for (const twist::Pattern& pattern : twist::patterns()) {
        if (pattern.plain > have_.plain || pattern.doubles > have_.doubles ||
            pattern.mirrors > have_.mirrors)
            continue;
        bool fits = true;
        for (int c = 0; c < kColours; ++c)
            fits &= pattern.tiles[c] <= must_[tile(c, number)] + may_[tile(c, number)];
        if (fits) possible_.push_back(&pattern);
    }
    next_ = &levels_[number];
    next_->clear();
    if (slots_.size() > kFirstSlots) slots_.resize(kFirstSlots);
    std::fill(slots_.begin(), slots_.end(), 0U);
}

void Twist::expand(const State& state, std::int32_t index) {
    state_ = &state;
    parent_ = index;
    used_ = twist::unpack_used(state.key.used);
    value_ = state.value;
    next_count_ = 0;
    open_pairs_ = 0;
    items_ = 0;
    while (items_ < twist::kMostItems && state.key.items[static_cast<std::size_t>(items_)])
        ++items_;
    for (int i = 0; i < items_; ++i)
        open_pairs_ += twist::is_pair(state.key.items[static_cast<std::size_t>(i)]);
    for (int c = 0; c < kColours; ++c) {
        taken_[c] = 0;
        ended_[c] = false;
        group_[c] = 0;
    }
    chosen_.clear();
    coloured_in_groups_ = 0;
    traced_ = false;
    continue_item(0);
}

bool Twist::take_tile(int colour) {
    int code = tile(colour, number_);
    if (taken_[colour] >= must_[code] + may_[code]) return false;
    if (taken_[colour] >= must_[code]) value_ += (*weights_)[static_cast<std::size_t>(code)];
    ++taken_[colour];
    return true;
}

void Twist::untake_tile(int colour) {
    int code = tile(colour, number_);
    --taken_[colour];
    if (taken_[colour] >= must_[code]) value_ -= (*weights_)[static_cast<std::size_t>(code)];
}

bool Twist::push(Item item, int from, Code a, Code b) {
    if (next_count_ == twist::kMostItems) return false;
    next_items_[next_count_++] = {item, static_cast<std::int8_t>(from), a, b};
    return true;
}

void Twist::continue_item(int at) {
    if (traced_) return;
    if (at == items_) {
        start_runs(0);
        return;
    }
    Item item = state_->key.items[static_cast<std::size_t>(at)];
    if (twist::is_pair(item))
        continue_pair(at, item);
    else
        continue_run(at, item);
}

void Twist::continue_run(int at, Item item) {
    using namespace twist;
    int colour = colour_in(item), length = length_of(item);
    bool numberless = is_numberless(item);
    auto go = [&](Item next, Code code) {
        if (traced_ || !push(next, at, code)) return;
        continue_item(at + 1);
        if (!traced_) --next_count_;
    };
    if (is_covered(item)) {
        go(make_run(colour, length, false, numberless), kCodes);
        return;
    }
    int longer = std::min(3, length + 1), by_joker = one_more(length);
    for (int c = 0; c < kColours && !traced_; ++c)
        if (takes_colour(colour, c) && take_tile(c)) {
            go(make_run(c, longer, false, false), tile(c, number_));
            if (!traced_) untake_tile(c);
        }
    if (used_.plain < have_.plain && !traced_) {
        ++used_.plain;
        go(make_run(colour, by_joker, false, numberless), kJoker);
        if (!traced_) --used_.plain;
    }
    for (int c = 0; c < kColours && !traced_; ++c)
        if ((have_.coloured & ~used_.coloured) >> c & 1 && takes_colour(colour, c)) {
            used_.coloured = static_cast<std::uint8_t>(used_.coloured | 1 << c);
            go(make_run(c, by_joker, false, numberless), coloured(c));
            if (!traced_) used_.coloured = static_cast<std::uint8_t>(used_.coloured & ~(1 << c));
        }
    if (used_.doubles < have_.doubles && number_ < kNumbers && !traced_) {
        ++used_.doubles;
        go(make_run(colour, by_joker, true, numberless), kDouble);
        if (!traced_) --used_.doubles;
    }
    if (used_.changes < have_.changes && !traced_) {
        ++used_.changes;
        go(make_run(after_change(colour), by_joker, false, numberless), kChange);
        if (!traced_) --used_.changes;
    }
    if (length == 3 && !numberless && !traced_) {
        bool before = colour < 4 && ended_[colour];
        if (colour < 4) ended_[colour] = true;
        continue_item(at + 1);
        if (colour < 4 && !traced_) ended_[colour] = before;
    }
}

void Twist::continue_pair(int at, Item item) {
    using namespace twist;
    int colour = colour_in(item), open = 2 - covered_sides(item);
    auto go = [&](int next_colour, int covered, Code a, Code b) {
        if (traced_ || !push(make_pair(next_colour, covered), at, a, b)) return;
        continue_item(at + 1);
        if (!traced_) --next_count_;
    };
    if (open == 0) {
        go(colour, 0, kCodes, kCodes);
        return;
    }
    if (open == 2 && used_.mirrors < have_.mirrors) {
        ++used_.mirrors;
        --open_pairs_;
        continue_item(at + 1);
        if (traced_) return;
        ++open_pairs_;
        --used_.mirrors;
    }
    if (number_ >= kNumbers) return;
    if (open == 2 && used_.changes + 2 <= have_.changes) {
        used_.changes = static_cast<std::uint8_t>(used_.changes + 2);
        go(after_change(colour), 0, kChange, kChange);
        if (traced_) return;
        used_.changes = static_cast<std::uint8_t>(used_.changes - 2);
    }
    bool double_fits = number_ + 2 <= kNumbers;
    // Jokers on the open sides, first without a tile, then opposite or instead of tiles.
    auto fill = [&](int next_colour, int tiles) {
        int rest = open - tiles;
        for (int doubles = 0; doubles <= rest && !traced_; ++doubles) {
            int plain = rest - doubles;
            if (used_.plain + plain > have_.plain || used_.doubles + doubles > have_.doubles ||
                (doubles && !double_fits))
                continue;
            used_.plain = static_cast<std::uint8_t>(used_.plain + plain);
            used_.doubles = static_cast<std::uint8_t>(used_.doubles + doubles);
            Code row[2] = {kCodes, kCodes};
            int n = 0;
            for (int i = 0; i < tiles; ++i) row[n++] = tile(next_colour, number_);
            for (int i = 0; i < plain; ++i) row[n++] = kJoker;
            for (int i = 0; i < doubles; ++i) row[n++] = kDouble;
            go(next_colour, doubles, row[0], row[1]);
            if (traced_) return;
            used_.plain = static_cast<std::uint8_t>(used_.plain - plain);
            used_.doubles = static_cast<std::uint8_t>(used_.doubles - doubles);
        }
    };
    fill(colour, 0);
    for (int c = 0; c < kColours && !traced_; ++c) {
        if (!takes_colour(colour, c)) continue;
        for (int tiles = 1; tiles <= open && !traced_; ++tiles) {
            int got = 0;
            while (got < tiles && take_tile(c)) ++got;
            if (got == tiles) fill(c, tiles);
            if (traced_) return;
            while (got-- > 0) untake_tile(c);
        }
    }
}

void Twist::start_runs(int colour) {
    if (traced_) return;
    if (colour == kColours) {
        start_with_jokers();
        return;
    }
    start_runs(colour + 1);
    // A tile that could have gone on from a long run that ended here does that instead.
    if (ended_[colour] || traced_ || !take_tile(colour)) return;
    if (push(twist::make_run(colour, 1, false, false), -1, tile(colour, number_))) {
        start_runs(colour);
        if (traced_) return;
        --next_count_;
    }
    untake_tile(colour);
}

// A run need start with a joker only if nothing fits behind it: three tiles up to 13 (a double in
// front also before 12).
void Twist::start_with_jokers() {
    start_pairs(0);
    if (traced_) return;
    int doubles = have_.doubles - used_.doubles;
    auto go = [&](Item item, Code code) {
        if (!push(item, -1, code)) return;
        start_with_jokers();
        if (!traced_) --next_count_;
    };
    if (number_ > kNumbers - 2) return;
    if (number_ >= kNumbers - 2 - doubles) {
        if (used_.plain < have_.plain) {
            ++used_.plain;
            go(twist::make_run(twist::kAny, 1, false, true), kJoker);
            if (traced_) return;
            --used_.plain;
        }
        for (int c = 0; c < kColours; ++c)
            if ((have_.coloured & ~used_.coloured) >> c & 1) {
                used_.coloured = static_cast<std::uint8_t>(used_.coloured | 1 << c);
                go(twist::make_run(c, 1, false, true), coloured(c));
                if (traced_) return;
                used_.coloured = static_cast<std::uint8_t>(used_.coloured & ~(1 << c));
            }
        if (used_.changes < have_.changes) {
            ++used_.changes;
            go(twist::make_run(twist::kAny, 1, false, true), kChange);
            if (traced_) return;
            --used_.changes;
        }
    }
    if (doubles && number_ >= kNumbers - 3 - doubles && number_ <= kNumbers - 3) {
        ++used_.doubles;
        go(twist::make_run(twist::kAny, 1, true, true), kDouble);
        if (traced_) return;
        --used_.doubles;
    }
}

// The outermost column of a mirrored run has at least one number tile.
void Twist::start_pairs(int colour) {
    if (traced_) return;
    if (colour == kColours || number_ >= kNumbers || used_.mirrors + open_pairs_ >= have_.mirrors) {
        choose_patterns(0);
        return;
    }
    start_pairs(colour + 1);
    if (traced_ || !take_tile(colour)) return;
    auto go = [&](int covered, Code b) {
        if (!push(twist::make_pair(colour, covered), -1, tile(colour, number_), b)) return;
        ++open_pairs_;
        start_pairs(colour);
        if (traced_) return;
        --open_pairs_;
        --next_count_;
    };
    if (take_tile(colour)) {
        go(0, tile(colour, number_));
        if (traced_) return;
        untake_tile(colour);
    }
    if (used_.plain < have_.plain) {
        ++used_.plain;
        go(0, kJoker);
        if (traced_) return;
        --used_.plain;
    }
    if (used_.doubles < have_.doubles && number_ + 2 <= kNumbers) {
        ++used_.doubles;
        go(1, kDouble);
        if (traced_) return;
        --used_.doubles;
    }
    untake_tile(colour);
}

void Twist::choose_patterns(std::size_t from) {
    choose_coloured(0);
    for (std::size_t i = from; i < possible_.size() && !traced_; ++i) {
        const twist::Pattern& pattern = *possible_[i];
        if (used_.plain + pattern.plain > have_.plain ||
            used_.doubles + pattern.doubles > have_.doubles ||
            used_.mirrors + open_pairs_ + pattern.mirrors > have_.mirrors)
            continue;
        int got[kColours] = {};
        bool fits = true;
        for (int c = 0; c < kColours && fits; ++c)
            while (got[c] < pattern.tiles[c] && fits) {
                fits = take_tile(c);
                got[c] += fits;
            }
        if (fits) {
            used_.plain = static_cast<std::uint8_t>(used_.plain + pattern.plain);
            used_.doubles = static_cast<std::uint8_t>(used_.doubles + pattern.doubles);
            used_.mirrors = static_cast<std::uint8_t>(used_.mirrors + pattern.mirrors);
            chosen_.push_back(&pattern);
            choose_patterns(i);
            if (traced_) return;
            chosen_.pop_back();
            used_.plain = static_cast<std::uint8_t>(used_.plain - pattern.plain);
            used_.doubles = static_cast<std::uint8_t>(used_.doubles - pattern.doubles);
            used_.mirrors = static_cast<std::uint8_t>(used_.mirrors - pattern.mirrors);
        }
        for (int c = 0; c < kColours; ++c)
            while (got[c]-- > 0) untake_tile(c);
    }
}

// A joker of a colour can stand for that colour's tile in a group.
void Twist::choose_coloured(int colour) {
    if (traced_) return;
    while (colour < kColours && !((have_.coloured & ~used_.coloured) >> colour & 1)) ++colour;
    if (colour >= kColours) {
        choose_groups();
        return;
    }
    choose_coloured(colour + 1);
    if (traced_) return;
    used_.coloured = static_cast<std::uint8_t>(used_.coloured | 1 << colour);
    coloured_in_groups_ |= 1 << colour;
    choose_coloured(colour + 1);
    if (traced_) return;
    coloured_in_groups_ &= ~(1 << colour);
    used_.coloured = static_cast<std::uint8_t>(used_.coloured & ~(1 << colour));
}

void Twist::choose_groups() {
    int low[kColours], high[kColours], base[kColours];
    for (int c = 0; c < kColours; ++c) {
        int code = tile(c, number_);
        low[c] = std::max(0, must_[code] - taken_[c]);
        high[c] = must_[code] + may_[code] - taken_[c];
        base[c] = coloured_in_groups_ >> c & 1;
    }
    std::int32_t value = value_;
    Used used = used_;
    auto with = [&](auto&& self, int c) -> void {
        if (traced_) return;
        if (c < kColours) {
            int code = tile(c, number_);
            std::int32_t before = value_;
            for (int g = low[c]; g <= high[c] && !traced_; ++g) {
                group_[c] = g;
                int laid =
                    std::max(0, taken_[c] + g - must_[code]) - std::max(0, taken_[c] - must_[code]);
                value_ = before + laid * (*weights_)[static_cast<std::size_t>(code)];
                self(self, c + 1);
            }
            if (!traced_) value_ = before;
            return;
        }
        int total = 0, most = 0, numbered = 0;
        for (int i = 0; i < kColours; ++i) {
            total += group_[i] + base[i];
            numbered += group_[i];
            most = std::max(most, group_[i] + base[i]);
        }
        int groups = std::max(most, (total + 3) / 4);
        int jokers = std::max(0, 3 * groups - total);
        if (used.plain + jokers > have_.plain) return;
        if (numbered < groups) return;
        // A coloured joker in a group that would do without it is spare.
        if (coloured_in_groups_ && total > 3 * groups) return;
        used_.plain = static_cast<std::uint8_t>(used.plain + jokers);
        group_jokers_ = jokers;
        arrive();
        if (!traced_) used_.plain = used.plain;
    };
    with(with, 0);
    if (!traced_) value_ = value;
}

void Twist::arrive() {
    Key key;
    for (int i = 0; i < next_count_; ++i)
        key.items[static_cast<std::size_t>(i)] = next_items_[i].item;
    std::sort(key.items.begin(), key.items.begin() + next_count_, std::greater<>());
    key.used = twist::pack_used(used_);
    if (number_ == kNumbers) {
        for (int i = 0; i < next_count_; ++i) {
            Item item = next_items_[i].item;
            if (twist::length_of(item) != 3 || twist::is_covered(item) ||
                twist::is_numberless(item))
                return;
        }
        if (used_.mirrors < must_[kMirror]) return;
        key.items = {};  // nothing follows: all ends are alike
    }
    if (target_) {
        traced_ = key == target_->key && value_ == target_->value;
        return;
    }
    if (number_ == kNumbers) {
        std::int32_t promise = value_ + joker_value(used_);
        if (promise > floor_) insert(key, value_, promise);
        return;
    }
    std::int32_t promise = promise_of(key, number_ + 1, value_, used_);
    if (promise > floor_ && promise > kImpossible / 2) insert(key, value_, promise);
}

void Twist::insert(const Key& key, std::int32_t value, std::int32_t promise) {
    std::size_t mask = slots_.size() - 1;
    std::size_t at = key.hash() & mask;
    for (;; at = (at + 1) & mask) {
        std::uint32_t slot = slots_[at];
        if (!slot) break;
        State& known = (*next_)[slot - 1];
        if (known.key == key) {
            if (value > known.value) known = {key, value, promise, parent_};
            return;
        }
    }
    next_->push_back({key, value, promise, parent_});
    slots_[at] = static_cast<std::uint32_t>(next_->size());
    if (2 * next_->size() > slots_.size()) grow();
}

void Twist::grow() {
    slots_.assign(slots_.size() * 4, 0);
    std::size_t mask = slots_.size() - 1;
    for (std::size_t i = 0; i < next_->size(); ++i) {
        std::size_t at = (*next_)[i].key.hash() & mask;
        while (slots_[at]) at = (at + 1) & mask;
        slots_[at] = static_cast<std::uint32_t>(i + 1);
    }
}

}  // namespace tilerummy
