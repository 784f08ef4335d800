#include "spares.hpp"

namespace tilerummy {
namespace {

// The numbers a run covers, and its colours at both ends; a mirror has no open end.
struct Span {
    int first = 0, last = 0;
    bool open = true;
};

Span span_of(const Meld& run) {
    Span span;
    int place = 0, start = 0;
    for (Code code : run) {
        if (is_number(code) && !start) start = number_of(code) - place;
        if (code == kMirror) span.open = false;
        place += places(code);
    }
    span.first = start;
    span.last = start + place - 1;
    return span;
}

}  // namespace

bool add_joker(Meld& meld, Code joker, bool front, const Rules& rules) {
    if (joker == kMirror || meld.size + 1 >= kMaxTiles) return false;
    if (meld.kind == Kind::group) {
        if (joker == kChange || meld.count(kMirror)) return false;
        Meld longer = with(meld, joker);
        if (!read_as(longer, Kind::group, rules)) return false;
        meld = longer;
        return true;
    }
    Span span = span_of(meld);
    if (!span.open) return false;
    if (front ? span.first - places(joker) < 1 : span.last + places(joker) > kNumbers) return false;
    Meld longer = with(meld, joker, front);
    if (joker >= kColoured && !read_as(longer, Kind::run, rules)) return false;
    meld = longer;
    return true;
}

bool place_spares(Melds& melds, Counts& spare, const Rules& rules) {
    bool all = true;
    auto place = [&](int code) {
        while (spare[code]) {
            bool placed = false;
            for (int round = 0; round < 3 && !placed; ++round)
                for (Meld& meld : melds) {
                    bool group = meld.kind == Kind::group;
                    // Behind a run, then into a group, then before a run.
                    if (group != (round == 1)) continue;
                    placed = add_joker(meld, static_cast<Code>(code), round == 2, rules);
                    if (placed) break;
                }
            if (!placed) {
                all = false;
                return;
            }
            --spare[code];
        }
    };
    place(kDouble);
    place(kChange);
    for (int c = 0; c < kColours; ++c) place(coloured(c));
    place(kJoker);
    if (spare[kMirror]) all = false;
    return all;
}

}  // namespace tilerummy
