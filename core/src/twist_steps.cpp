// The last stage of a number: what crosses colours. Runs that may go on in another colour and
// mirrored pairs go on or end, runs start with jokers, pairs start, and groups take what is left.
#include <algorithm>

#include "twist.hpp"

namespace tilerummy {
void Twist::expand_across(const State& state, std::int32_t index) {
    state_ = &state;
    parent_ = index;
    used_ = state.key.jokers();
    value_ = state.value;
    next_count_ = 0;
    open_pairs_ = 0;
    traced_ = false;
    for (int c = 0; c < kColours; ++c) taken_[c] = state.key.taken(c);
    items_ = 0;
    for (; items_ < twist::kMostItems; ++items_) {
        Item item = state.key.items[static_cast<std::size_t>(items_)];
        if (!item) break;
        open_pairs_ += twist::is_pair(item);
    }
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

bool Twist::spend(Jokers jokers) {
    if (!twist::within(used_ + jokers, have_)) return false;
    used_ += jokers;
    return true;
}

bool Twist::push(Item item, int from, Code a, Code b) {
    if (next_count_ == twist::kMostItems) {
        dropped_ = std::max(dropped_, promise_of(*state_));
        return false;
    }
    next_items_[next_count_++] = {item, static_cast<std::int8_t>(from), a, b};
    return true;
}

void Twist::continue_item(int at) {
    using namespace twist;
    if (traced_) return;
    if (at == items_) {
        start_with_jokers();
        return;
    }
    Item item = state_->key.items[static_cast<std::size_t>(at)];
    if (is_pair(item)) {
        continue_pair(at, item);
    } else if (!has_just_changed(item) && colour_in(item) >= 4) {
        continue_loose(at, item);
    } else if (push(settled(item), at, kCodes)) {
        continue_item(at + 1);
        if (!traced_) --next_count_;
    }
}

void Twist::continue_loose(int at, Item item) {
    using namespace twist;
    int colour = colour_in(item), length = length_of(item);
    bool numberless = is_numberless(item);
    auto go = [&](Item next, Code code, Jokers jokers) {
        if (traced_ || !spend(jokers)) return;
        if (push(next, at, code)) {
            continue_item(at + 1);
            if (traced_) return;
            --next_count_;
        }
        used_ -= jokers;
    };
    if (is_covered(item)) {
        go(make_run(colour, length, false, numberless), kCodes, 0);
        return;
    }
    int longer = std::min(3, length + 1), by_joker = one_more(length);
    for (int c = 0; c < kColours && !traced_; ++c)
        if (takes_colour(colour, c) && take_tile(c)) {
            go(make_run(c, longer, false, false), tile(c, number_), 0);
            if (!traced_) untake_tile(c);
        }
    go(make_run(colour, by_joker, false, numberless), kJoker, kOnePlain);
    for (int c = 0; c < kColours; ++c)
        if (takes_colour(colour, c))
            go(make_run(c, by_joker, false, numberless), coloured(c), one_coloured(c));
    if (number_ < kNumbers) go(make_run(colour, by_joker, true, numberless), kDouble, kOneDouble);
    go(make_run(after_change(colour), by_joker, false, numberless), kChange, kOneChange);
    if (length == 3 && !numberless && !traced_) continue_item(at + 1);
}

void Twist::continue_pair(int at, Item item) {
    using namespace twist;
    int colour = colour_in(item), open = 2 - covered_sides(item);
    auto go = [&](int next_colour, int covered, Code a, Code b, Jokers jokers) {
        if (traced_ || !spend(jokers)) return;
        if (push(make_pair(next_colour, covered), at, a, b)) {
            continue_item(at + 1);
            if (traced_) return;
            --next_count_;
        }
        used_ -= jokers;
    };
    if (open == 0) {
        go(colour, 0, kCodes, kCodes, 0);
        return;
    }
    // A single pair around a mirror is a group as well.
    if (open == 2 && !has_started(item) && spend(kOneMirror)) {
        --open_pairs_;
        continue_item(at + 1);
        if (traced_) return;
        ++open_pairs_;
        used_ -= kOneMirror;
    }
    if (number_ >= kNumbers) return;
    if (open == 2) go(after_change(colour), 0, kChange, kChange, 2 * kOneChange);
    // Jokers on the open sides, first without a tile, then opposite or instead of tiles.
    auto fill = [&](int next_colour, int tiles) {
        int rest = open - tiles;
        for (int doubles = 0; doubles <= rest && !traced_; ++doubles) {
            if (doubles && number_ + 2 > kNumbers) continue;
            int plain = rest - doubles;
            Code row[2] = {kCodes, kCodes};
            int n = 0;
            for (int i = 0; i < tiles; ++i) row[n++] = tile(next_colour, number_);
            for (int i = 0; i < plain; ++i) row[n++] = kJoker;
            for (int i = 0; i < doubles; ++i) row[n++] = kDouble;
            go(next_colour, doubles, row[0], row[1],
               static_cast<Jokers>(plain) * kOnePlain + static_cast<Jokers>(doubles) * kOneDouble);
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

// A run need start with a joker only if nothing fits behind it: three tiles up to 13 (a double in
// front also before 12).
void Twist::start_with_jokers() {
    using namespace twist;
    start_pairs(0);
    if (traced_ || number_ > kNumbers - 2) return;
    int doubles = doubles_in(have_) - doubles_in(used_);
    auto go = [&](Item item, Code code, Jokers jokers) {
        if (traced_ || !spend(jokers)) return;
        if (push(item, -1, code)) {
            start_with_jokers();
            if (traced_) return;
            --next_count_;
        }
        used_ -= jokers;
    };
    if (number_ >= kNumbers - 2 - doubles) {
        go(make_run(kAny, 1, false, true), kJoker, kOnePlain);
        for (int c = 0; c < kColours; ++c)
            go(make_run(c, 1, false, true), coloured(c), one_coloured(c));
        go(make_run(kAny, 1, false, true), kChange, kOneChange);
    }
    if (number_ >= kNumbers - 3 - doubles && number_ <= kNumbers - 3)
        go(make_run(kAny, 1, true, true), kDouble, kOneDouble);
}

// The outermost column of a mirrored run has at least one number tile, and another column follows.
void Twist::start_pairs(int colour) {
    using namespace twist;
    if (traced_) return;
    if (colour == kColours || number_ >= kNumbers - 1 ||
        mirrors_in(used_) + open_pairs_ >= mirrors_in(have_)) {
        settle_runs();
        return;
    }
    start_pairs(colour + 1);
    if (traced_ || !take_tile(colour)) return;
    auto go = [&](int covered, Code b, Jokers jokers) {
        if (traced_ || !spend(jokers)) return;
        if (push(make_pair(colour, covered), -1, tile(colour, number_), b)) {
            ++open_pairs_;
            start_pairs(colour);
            if (traced_) return;
            --open_pairs_;
            --next_count_;
        }
        used_ -= jokers;
    };
    if (take_tile(colour)) {
        go(kStarted, tile(colour, number_), 0);
        if (traced_) return;
        untake_tile(colour);
    }
    go(kStarted, kJoker, kOnePlain);
    go(1, kDouble, kOneDouble);
    if (!traced_) untake_tile(colour);
}

// Runs that came from other colours may make too many of one.
void Twist::settle_runs() {
    int runs[kColours] = {}, most = 0;
    for (int i = 0; i < next_count_; ++i) {
        Item item = next_items_[i].item;
        if (!twist::is_pair(item) && twist::colour_in(item) < kColours)
            most = std::max(most, ++runs[twist::colour_in(item)]);
    }
    if (most <= most_runs_) {
        arrive();
        return;
    }
    Next before[kMostNext];
    std::copy_n(next_items_, next_count_, before);
    bool followed = true;
    for (int c = 0; c < kColours; ++c) followed &= end_surplus(next_items_, next_count_, c);
    if (followed) arrive();
    if (!traced_) std::copy_n(before, next_count_, next_items_);
}

// With the open melds settled, every way to form groups leads to a state.
void Twist::arrive() {
    State to;
    bool last = number_ == kNumbers;
    std::int32_t promise[kRates] = {};
    if (last) {
        for (int i = 0; i < next_count_; ++i) {
            Item item = next_items_[i].item;
            if (item != twist::kDone && !twist::can_end(item)) return;
        }
    } else {
        promise_after(next_items_, next_count_, promise);
        for (int i = 0; i < next_count_; ++i)
            to.key.items[static_cast<std::size_t>(i)] = next_items_[i].item;
        std::sort(to.key.items.begin(), to.key.items.begin() + next_count_, std::greater<>());
    }
    to.parent = parent_;
    to.choice = 0;
    std::int64_t priced[kPriced] = {};
    for (int list = 0; list < priced_ && !last; ++list)
        priced[list] = priced_after(list, next_items_, next_count_);
    for (const twist::GroupWay& way : groups_.ways(taken_)) {
        Jokers used = used_ + way.jokers;
        if (!twist::within(used, have_) ||
            twist::mirrors_in(used) + open_pairs_ > twist::mirrors_in(have_))
            continue;
        to.key.jokers_and_taken = used;
        to.value = value_ + way.value;
        if (target_) {
            traced_ = to.key == target_->key && to.value == target_->value;
            way_ = way;
            if (traced_) return;
            continue;
        }
        if (last) {
            int mirrors = twist::mirrors_in(used);
            if (mirrors < must_[kMirror]) continue;
            // A mirror that was not used is not laid.
            std::int32_t weight = (*weights_)[kMirror];
            std::int32_t missing = weight > 0 ? weight * (twist::mirrors_in(have_) - mirrors) : 0;
            for (std::int32_t& p : to.promise) p = to.value - missing;
        } else {
            Jokers left = have_ - used;
            for (int list = 0; list < kRates; ++list) {
                const Rates& rate = rates_[list];
                to.promise[list] = to.value + promise[list] + rate.unit * twist::units_in(left) +
                                   2 * rate.change * twist::changes_in(left) +
                                   3 * rate.mirror * twist::mirrors_in(left);
            }
        }
        for (int list = 0; list < priced_; ++list) {
            int shift = prices_[list]->shift();
            to.priced[list] =
                last ? std::int64_t{to.promise[0]} << shift
                     : (std::int64_t{to.value} << shift) + priced[list] + priced_jokers(list, used);
        }
        std::int32_t least = promise_of(to);
        if (least > floor_) insert(to, least);
    }
}

}  // namespace tilerummy
