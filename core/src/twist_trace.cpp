// The melds of the automaton's answer: its states walked again with the tiles in hand.
#include <algorithm>

#include "twist.hpp"

namespace tilerummy {
namespace {

int spread(const Meld& side) {
    int width = 0;
    for (Code code : side) width += places(code);
    return width;
}

}  // namespace

void Twist::trace(const std::vector<State>& path) {
    answer_.melds.clear();
    open_.clear();
    for (int level = 0; level < kLevels; ++level) {
        const State& from = path[level];
        const State& to = path[static_cast<std::size_t>(level) + 1];
        enter(level);
        if (stage_ < kColours) {
            trace_colour(from, to, stage_);
            continue;
        }
        target_ = &to;
        expand_across(from, 0);
        target_ = nullptr;
        step_melds(next_items_, next_count_);
        way_.melds(number_, answer_.melds);
    }
    for (const OpenMeld& meld : open_) close(meld);
    open_.clear();
}

// The open melds, in the order of their state, take what a stage gives them; those that do not go
// on are done.
void Twist::step_melds(const Next* next, int count) {
    std::vector<bool> goes_on(open_.size(), false);
    std::vector<std::pair<Item, OpenMeld>> after;
    for (int i = 0; i < count; ++i) {
        OpenMeld meld;
        meld.left.kind = meld.right.kind = Kind::run;
        if (next[i].from >= 0) {
            meld = open_[next[i].from];
            goes_on[next[i].from] = true;
        }
        bool done = next[i].item == twist::kDone;
        if (done || !twist::is_pair(next[i].item)) {
            if (next[i].a != kCodes) meld.left.add(next[i].a);
        } else if (next[i].a != kCodes && next[i].b != kCodes) {
            meld.left.add(next[i].a);
            meld.right.add(next[i].b);
        } else if (next[i].a != kCodes) {
            // A double covers the longer side.
            (spread(meld.left) < spread(meld.right) ? meld.left : meld.right).add(next[i].a);
        }
        if (done)
            close(meld);
        else
            after.emplace_back(next[i].item, meld);
    }
    for (std::size_t i = 0; i < open_.size(); ++i)
        if (!goes_on[i]) close(open_[i]);
    std::stable_sort(after.begin(), after.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    open_.clear();
    for (auto& [item, meld] : after) open_.push_back(meld);
}

void Twist::close(const OpenMeld& open) {
    Meld meld = open.left;
    if (open.right.size) {
        meld.add(kMirror);
        for (int k = open.right.size; k-- > 0;) meld.add(open.right.tiles[k]);
    }
    answer_.melds.push_back(meld);
}

}  // namespace tilerummy
