#include "draft.hpp"

#include <algorithm>
#include <cstring>

#include "duties.hpp"

namespace tilerummy {
void Draft::start(const Rules& rules, const RoundState& now) {
    before_ = now.table;
    table_ = counts_of(now.table);
    rack_ = now.rack();
    // A threshold of nothing (a house rule) is met before anything is laid.
    opened_ = now.has_opened() || (rules.opening_goes_on && rules.opening_points <= 0);
    goes_on_ = rules.opening_goes_on;
    undo();
}

void Draft::undo() {
    melds_ = before_;
    hand_ = rack_;
    placed_ = needed_ = table_;
    owed_ = {};
    owed_total_ = laid_total_ = points_ = 0;
    opening_.clear();
    clear_row();
    moves_.clear();
}

void Draft::clear_row() {
    row_.size = 0;
    shape_ = {};
}

void Draft::put(Code code) {
    int place = row_.size;
    row_.add(code);
    Shape& shape = shape_;
    if (is_special(code)) {
        shape.special = true;
        return;
    }
    int colour = bound_colour(code);
    if (colour >= 0) {
        shape.run &= shape.colour < 0 || shape.colour == colour;
        shape.group &= !(shape.colours >> colour & 1);
        shape.colour = colour;
        shape.colours |= 1U << colour;
    }
    if (is_number(code)) {
        int number = number_of(code), first = number - place;
        ++shape.numbers;
        shape.run &= first >= 1 && (!shape.first || shape.first == first);
        shape.group &= !shape.number || shape.number == number;
        shape.first = first;
        shape.number = number;
    }
    shape.run &= (shape.first ? shape.first : 1) + place <= kNumbers;
    shape.group &= place < kColours;
}

bool Draft::closes(const Rules& rules, Kind kind) const {
    if (row_.size < kShortest) return false;
    if (shape_.special) return read_as(row_, kind, rules).has_value();
    return shape_.numbers && (kind == Kind::run ? shape_.run : shape_.group);
}

bool Draft::can_play(const Rules& rules) const {
    if (row_.size || owed_total_ || !laid_total_) return false;
    if (!opened_) {
        if (!goes_on_) return points_ >= rules.opening_points;
        if (opening_.empty()) return false;
    }
    return !rules.has_duties() || meets_duties(rules, joined(before_, opening_), melds_);
}

void Draft::mask_tiles(std::uint8_t* out) const {
    auto offer = [&](Code code) { out[code] = hand_[code] > 0; };
    int size = row_.size;
    if (size >= kMaxTiles - 2) return;
    if (size == 0 || shape_.special) {
        for (Code code = 0; code < kCodes; ++code) offer(code);
        return;
    }
    int next = shape_.first + size;
    bool run = shape_.run && (shape_.first ? next : size + 1) <= kNumbers;
    bool group = shape_.group && size < kColours;
    for (int c = 0; c < kColours; ++c) {
        if (run && (shape_.colour < 0 || shape_.colour == c)) {
            if (shape_.first)
                offer(tile(c, next));
            else
                for (int number = size + 1; number <= kNumbers; ++number) offer(tile(c, number));
            offer(coloured(c));
        }
        if (group && !(shape_.colours >> c & 1)) {
            if (shape_.number)
                offer(tile(c, shape_.number));
            else
                for (int number = 1; number <= kNumbers; ++number) offer(tile(c, number));
            offer(coloured(c));
        }
    }
    if (run || group) offer(kJoker);
    if ((run && next < kNumbers) || (group && size + 2 <= kColours)) offer(kDouble);
    if (run) offer(kChange);
    offer(kMirror);
}

void Draft::mask(const Rules& rules, bool may_wait, std::uint8_t* out) const {
    std::memset(out, 0, Move::count);
    out[Move::wait] = !touched() && may_wait;
    out[Move::undo] = touched();
    out[Move::play] = can_play(rules);
    out[Move::drop] = row_.size > 0;
    out[Move::close_run] = melds_.size() < Move::most_melds && closes(rules, Kind::run);
    out[Move::close_group] = melds_.size() < Move::most_melds && closes(rules, Kind::group);
    mask_tiles(out + Move::place);
    // Before the opening melds lie, only what was laid in this turn may be taken up again.
    std::size_t first = must_open_first() ? before_.size() : 0;
    for (std::size_t i = first; i < melds_.size(); ++i) out[Move::take + static_cast<int>(i)] = 1;
}

void Draft::close(const Rules& rules, Kind kind) {
    row_.kind = kind;
    for (Code code : row_) {
        if (++placed_[code] > table_[code]) ++laid_total_;
        if (placed_[code] <= needed_[code]) {
            --owed_[code];
            --owed_total_;
        }
    }
    if (must_open_first()) {
        points_ += read_as(row_, kind, rules)->value;
        melds_.push_back(row_);
        if (goes_on_ && points_ >= rules.opening_points) {
            opening_.assign(melds_.begin() + before_.size(), melds_.end());
            needed_ += counts_of(opening_);
        }
    } else {
        melds_.push_back(row_);
    }
    clear_row();
}

void Draft::take(std::size_t place) {
    for (Code code : melds_[place]) {
        ++hand_[code];
        if (--placed_[code] >= table_[code]) --laid_total_;
        if (placed_[code] < needed_[code]) {
            ++owed_[code];
            ++owed_total_;
        }
    }
    melds_.erase(melds_.begin() + place);
}

void Draft::apply(const Rules& rules, int move) {
    if (move == Move::undo) {
        undo();
        return;
    }
    moves_.push_back(static_cast<std::uint8_t>(move));
    if (move == Move::drop) {
        for (Code code : row_) ++hand_[code];
        clear_row();
    } else if (move == Move::close_run || move == Move::close_group) {
        close(rules, move == Move::close_run ? Kind::run : Kind::group);
    } else if (move < Move::take) {
        Code code = static_cast<Code>(move - Move::place);
        --hand_[code];
        put(code);
    } else {
        auto place = static_cast<std::size_t>(move - Move::take);
        if (must_open_first()) points_ -= read_as(melds_[place], melds_[place].kind, rules)->value;
        take(place);
    }
}

void Draft::settle(const Melds& after, const Melds& opening) {
    melds_ = after;
    opening_ = opening;
    placed_ = counts_of(after);
    hand_ = rack_ - laid();
    owed_ = {};
}

}  // namespace tilerummy
