// The steps of the automaton at one number: open melds go on or end, new ones start.
#include <algorithm>

#include "twist.hpp"

namespace tilerummy {

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

}  // namespace tilerummy
