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
        Item item = state.key.items[items_];
        if (!item) break;
        open_pairs_ += twist::is_pair(item);
    }
    continue_item(0);
}

bool Twist::take_tile(int colour) {
    int code = tile(colour, number_);
    if (taken_[colour] >= must_[code] + may_[code]) return false;
    if (taken_[colour] >= must_[code]) value_ += (*weights_)[code];
    ++taken_[colour];
    return true;
}

void Twist::untake_tile(int colour) {
    int code = tile(colour, number_);
    --taken_[colour];
    if (taken_[colour] >= must_[code]) value_ -= (*weights_)[code];
}

// Takes what a meld takes in this way; false, and nothing, if it is not there.
bool Twist::take(const twist::Way& way) {
    Jokers jokers = twist::jokers_for(way.a) + twist::jokers_for(way.b);
    if (!twist::within(used_ + jokers, have_)) return false;
    if (is_number(way.a) && !take_tile(colour_of(way.a))) return false;
    if (is_number(way.b) && !take_tile(colour_of(way.b))) {
        if (is_number(way.a)) untake_tile(colour_of(way.a));
        return false;
    }
    used_ += jokers;
    return true;
}

void Twist::untake(const twist::Way& way) {
    used_ -= twist::jokers_for(way.a) + twist::jokers_for(way.b);
    for (Code code : {way.a, way.b})
        if (is_number(code)) untake_tile(colour_of(code));
}

// The meld that came from the item at `from` goes on in this way, and then what follows.
template <typename Then>
void Twist::go(const twist::Way& way, int from, const Then& then) {
    if (traced_ || !take(way)) return;
    bool ends = way.item == twist::kDone;
    if (ends || push(way.item, from, way.a, way.b)) {
        then();
        if (traced_) return;
        if (!ends) --next_count_;
    }
    untake(way);
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
    Item item = state_->key.items[at];
    auto then = [&] { continue_item(at + 1); };
    if (is_pair(item)) {
        each_way_of_pair(item, number_, [&](const Way& way) {
            open_pairs_ -= way.item == kDone;
            go(way, at, then);
            open_pairs_ += way.item == kDone;
        });
    } else if (!has_just_changed(item) && colour_in(item) >= kColours) {
        each_way_on(item, number_, [&](const Way& way) { go(way, at, then); });
    } else {
        go({settled(item)}, at, then);
    }
}

void Twist::start_with_jokers() {
    start_pairs(0);
    int doubles = twist::doubles_in(have_) - twist::doubles_in(used_);
    twist::each_start_with_joker(number_, doubles, [&](const twist::Way& way) {
        go(way, -1, [&] { start_with_jokers(); });
    });
}

void Twist::start_pairs(int colour) {
    if (traced_) return;
    if (colour == kColours || number_ >= kNumbers - 1 ||
        twist::mirrors_in(used_) + open_pairs_ >= twist::mirrors_in(have_)) {
        settle_runs();
        return;
    }
    start_pairs(colour + 1);
    twist::each_start_of_pair(number_, colour, [&](const twist::Way& way) {
        ++open_pairs_;
        go(way, -1, [&] { start_pairs(colour); });
        --open_pairs_;
    });
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
        for (int i = 0; i < next_count_; ++i) to.key.items[i] = next_items_[i].item;
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
