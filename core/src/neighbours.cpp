#include "neighbours.hpp"

#include <algorithm>
#include <utility>

namespace tilerummy {
namespace {

// Whether it is worth asking if a tile has room at the end of a run or in a group.
bool may_join(const Meld& meld, Code code, bool front) {
    if (meld.size >= kMaxTiles) return false;
    if (meld.kind == Kind::group) return !front && meld.size < kColours;
    if (is_joker(code) || meld.has_joker()) return true;
    int end = meld.tiles[front ? 0U : meld.size - 1U];
    return colour_of(code) == colour_of(end) && code == end + (front ? -1 : 1);
}

}  // namespace

Neighbours::Neighbours(const PlayCheck& check, const Position& position, const Weights& weights,
                       const Counts& may, const Counts& least)
    : check_(check), position_(position), weights_(weights), may_(may), least_(least) {}

std::uint64_t Neighbours::looks() {
    return std::exchange(looks_, 0);
}

bool Neighbours::is_meld(const Meld& meld) {
    ++looks_;
    return meld.size >= kShortest && read_as(meld, meld.kind, position_.rules);
}

void Neighbours::around(const Answer& play, const Wanted& wanted, const Offer& offer) {
    Around around{play, wanted, offer, check_.is_alone() ? position_.table.size() : 0};
    removals_.clear();
    additions_.clear();
    list_removals(around);
    list_additions(around);
    for (const Step& less : removals_) try_steps(around, &less, nullptr);
    for (const Step& more : additions_) {
        try_steps(around, nullptr, &more);
        for (const Step& less : removals_)
            if (less.meld != more.meld && less.code != more.code) try_steps(around, &less, &more);
    }
    for (std::size_t at = around.first; at < play.after.size(); ++at)
        exchange_within(around, at, play.after[at]);
}

// Tiles that a meld can do without, and whole melds of the rack.
void Neighbours::list_removals(const Around& around) {
    const Answer& play = around.play;
    for (std::size_t at = around.first; at < play.after.size(); ++at) {
        const Meld& meld = play.after[at];
        for (int place = 0; place < meld.size; ++place) {
            Code code = meld.tiles[place];
            if (play.laid[code] > least_[code]) list_removals_of(at, meld, place);
        }
    }
}

void Neighbours::list_removals_of(std::size_t at, const Meld& meld, int place) {
    bool at_end = place == 0 || place + 1 == meld.size;
    if (meld.kind == Kind::group || at_end) {
        Meld rest = without(meld, place);
        if (is_meld(rest)) removals_.push_back({at, meld.tiles[place], 1, {rest, {}}});
        return;
    }
    Meld left = part_of(meld, 0, place), right = part_of(meld, place + 1, meld.size);
    if (left.size < kShortest || right.size < kShortest) return;
    if (is_meld(left) && is_meld(right))
        removals_.push_back({at, meld.tiles[place], 2, {left, right}});
}

void Neighbours::list_additions(const Around& around) {
    const Answer& play = around.play;
    for (Code code = 0; code < kCodes; ++code) {
        if (may_[code] <= play.laid[code]) continue;
        for (std::size_t at = around.first; at < play.after.size(); ++at)
            list_additions_to(at, play.after[at], code);
    }
}

void Neighbours::list_additions_to(std::size_t at, const Meld& meld, Code code) {
    for (bool front : {false, true}) {
        if (!may_join(meld, code, front)) continue;
        Meld longer = with(meld, code, front);
        if (is_meld(longer)) additions_.push_back({at, code, 1, {longer, {}}});
    }
    // A run with the same tile in it is cut there.
    if (meld.kind == Kind::group || meld.size < 2 * kShortest - 1) return;
    for (int place = kShortest - 1; place + kShortest <= meld.size; ++place) {
        if (meld.tiles[place] != code) continue;
        Meld left = part_of(meld, 0, place + 1), right = part_of(meld, place, meld.size);
        if (is_meld(left) && is_meld(right)) additions_.push_back({at, code, 2, {left, right}});
    }
}

// Another tile in the place of one, in the same meld.
void Neighbours::exchange_within(const Around& around, std::size_t at, const Meld& meld) {
    const Answer& play = around.play;
    for (int place = 0; place < meld.size; ++place) {
        bool inside = meld.kind == Kind::run && place > 0 && place + 1 < meld.size;
        Code less = meld.tiles[place];
        if (inside || play.laid[less] <= least_[less]) continue;
        Meld rest = without(meld, place);
        for (Code code = 0; code < kCodes; ++code) {
            if (code == less || may_[code] <= play.laid[code]) continue;
            for (bool front : {false, true}) {
                if (!may_join(rest, code, front)) continue;
                Step out{at, less, 0, {}}, in{at, code, 1, {}};
                in.into[0] = with(rest, in.code, front);
                if (is_meld(in.into[0])) try_steps(around, &out, &in);
            }
        }
    }
}

void Neighbours::try_steps(const Around& around, const Step* less, const Step* more) {
    Counts laid = around.play.laid;
    std::int64_t value = around.play.value;
    for (const Step* step : {less, more}) {
        if (!step) continue;
        int by = step == less ? -1 : 1;
        laid[step->code] += by;
        value += by * weight(step->code);
    }
    if (!laid.total() || !around.wanted(laid, value)) return;
    Melds after = around.play.after;
    for (const Step* step : {less, more})
        if (step && step->count) after[step->meld] = step->into[0];
    for (const Step* step : {less, more})
        if (step && step->count == 2) after.push_back(step->into[1]);
    if (auto play = check_.play(after, laid, value, around.play.opening))
        around.offer(std::move(*play));
}

}  // namespace tilerummy
