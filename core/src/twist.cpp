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
