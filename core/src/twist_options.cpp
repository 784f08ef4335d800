// The first stages of a number: what the runs of one colour can do, listed once for all states that
// share them.
//
// Each open run goes on with a tile or a joker, or ends; tiles can start new runs. An option is
// left out if another takes as many tiles and no more jokers and leaves runs that are as good: a
// longer run is as good as a shorter one, and one of three tiles or more is never a burden.
#include <algorithm>

#include "twist.hpp"

namespace tilerummy {
Twist::Place Twist::place_of(const Key& key, int colour) {
    Place place{0, 0, 0, false};
    auto low = static_cast<Item>((colour + 1) << 4);
    auto item = [&](int i) -> Item { return i < twist::kMostItems ? key.items[i] : Item{0}; };
    int i = 0;
    for (; item(i) >= low + 16; ++i)
        place.loose += !twist::has_just_changed(item(i)) && twist::colour_in(item(i)) >= kColours &&
                       !twist::is_pair(item(i));
    place.begin = i;
    while (item(i) >= low + 4) ++i;
    place.end = i;
    place.paired = item(i) >= low;
    return place;
}

// Of more runs of a colour than are followed, those that can end do; false if too many cannot.
bool Twist::end_surplus(Next* next, int count, int colour) const {
    int surplus = -most_runs_;
    for (int i = 0; i < count; ++i)
        surplus += !twist::is_pair(next[i].item) && twist::colour_in(next[i].item) == colour;
    for (int i = 0; i < count && surplus > 0; ++i)
        if (twist::colour_in(next[i].item) == colour && twist::can_end(next[i].item)) {
            next[i].item = twist::kDone;
            --surplus;
        }
    return surplus <= 0;
}

class Twist::Lister {
  public:
    Lister(Twist& twist, const Item* items, const Place& place, int colour)
        : twist_(twist),
          items_(items),
          count_(place.end - place.begin),
          colour_(colour),
          paired_(place.paired),
          loose_(place.loose) {
        int code = tile(colour, twist.number_);
        table_ = twist.must_[code];
        all_ = table_ + twist.may_[code];
        weight_ = (*twist.weights_)[code];
        first_ = twist.options_.size();
        std::uint8_t lengths[twist::kMostRuns] = {};
        for (int i = 0; i < count_; ++i) {
            lengths[i] = static_cast<std::uint8_t>(twist::length_of(items[i]));
            covered_ += twist::is_covered(items[i]);
        }
        before_ = Twist::runs_state(lengths);
    }

    void list() {
        go_on(0);
        auto& all = twist_.options_;
        std::size_t kept = first_;
        for (std::size_t i = first_; i < all.size(); ++i) {
            bool beaten = false;
            for (std::size_t k = first_; k < all.size() && !beaten; ++k)
                beaten = k != i && beats(all[k], all[i]) && (k < i || !beats(all[i], all[k]));
            beaten_.push_back(beaten);
        }
        for (std::size_t i = first_; i < all.size(); ++i)
            if (!beaten_[i - first_]) all[kept++] = all[i];
        all.resize(kept);
    }

  private:
    void go_on(int at) {
        using namespace twist;
        if (at == count_) {
            start();
            return;
        }
        each_way_on(items_[at], twist_.number_, [&](const Way& way) {
            if (way.item == kDone) {
                bool before = ended_;
                ended_ = true;
                go_on(at + 1);
                ended_ = before;
                return;
            }
            bool tiled = is_number(way.a);
            Jokers jokers = jokers_for(way.a);
            if ((tiled && now_.run == all_) || !within(now_.jokers + jokers, twist_.have_)) return;
            Item next = way.a == kChange ? just_changed(way.item) : way.item;
            now_.next[now_.count++] = {next, static_cast<std::int8_t>(at), way.a, kCodes};
            now_.jokers += jokers;
            now_.run += tiled;
            go_on(at + 1);
            now_.run -= tiled;
            now_.jokers -= jokers;
            --now_.count;
        });
    }

    // A tile that could have gone on from a long run that ended here does that instead.
    void start() {
        int count = now_.count, run = now_.run;
        for (;;) {
            record();
            if (ended_ || now_.run == all_ || now_.count == Option::kMost) break;
            ++now_.run;
            now_.next[now_.count++] = {twist::make_run(colour_, 1, false, false), -1,
                                       tile(colour_, twist_.number_), kCodes};
        }
        now_.count = static_cast<std::uint8_t>(count);
        now_.run = static_cast<std::uint8_t>(run);
    }

    void record() {
        Option option = now_;
        if (!twist_.end_surplus(option.next, option.count, colour_)) return;
        std::stable_sort(option.next, option.next + option.count,
                         [](const Next& a, const Next& b) { return a.item > b.item; });
        std::uint8_t lengths[twist::kMostRuns] = {};
        int runs = 0, covered = 0, changed = 0;
        option.open = 0;
        while (option.open < option.count && option.next[option.open].item != twist::kDone) {
            Item item = option.next[option.open++].item;
            covered += twist::is_covered(item);
            if (twist::has_just_changed(item)) {
                ++changed;
                continue;
            }
            lengths[runs++] = static_cast<std::uint8_t>(twist::length_of(item));
        }
        option.value = std::max(0, option.run - table_) * weight_;
        int number = twist_.number_;
        for (int list = 0; list < kRates; ++list) {
            const Rates& rate = twist_.rates_[list];
            option.gain[list] = rate.unit * (covered - covered_ - twist::units_in(option.jokers)) +
                                rate.change * (changed - 2 * twist::changes_in(option.jokers)) -
                                twist_.bound_[list][number][colour_][before_][paired_];
        }
        // Runs of other colours may take tiles as well; what that costs them is settled, so here
        // they count as new ones.
        std::int32_t rest[kRates];
        std::fill(rest, rest + kRates, kImpossible);
        for (int more = 0; more <= loose_ && option.run + more <= all_; ++more) {
            if (more) lengths[std::min(runs++, twist::kMostRuns - 1)] = 1;
            int after = Twist::runs_state(lengths);
            std::int32_t value = std::max(0, option.run + more - table_) * weight_;
            for (int list = 0; list < kRates; ++list) {
                const auto& beside =
                    twist_.beside_[list][number][colour_][option.run + more][paired_];
                const auto& above = twist_.bound_[list][number + 1][colour_][after];
                rest[list] = std::max(rest[list], value + beside[0] + above[0]);
                if (twist::mirrors_in(twist_.have_))
                    rest[list] = std::max(rest[list], value + beside[1] + above[1]);
            }
        }
        bool possible = true;
        for (int list = 0; list < kRates; ++list) {
            possible &= rest[list] > kImpossible / 2;
            option.gain[list] += rest[list];
        }
        for (int list = 0; list < twist_.priced_ && possible; ++list)
            option.priced[list] = twist_.priced_option(list, option, items_, count_, colour_);
        if (possible) twist_.options_.push_back(option);
    }

    static bool as_good(Item a, Item b) {
        return twist::is_covered(a) == twist::is_covered(b) &&
               twist::is_numberless(a) <= twist::is_numberless(b) &&
               twist::length_of(a) >= twist::length_of(b);
    }

    static bool beats(const Option& a, const Option& b) {
        if (a.run != b.run || a.open < b.open || !twist::within(a.jokers, b.jokers)) return false;
        // Each run of b faces one of a that is as good; what a has beyond them can end.
        int used = 0;
        auto match = [&](auto&& self, int at) -> bool {
            if (at == b.open) {
                for (int i = 0; i < a.open; ++i)
                    if (!(used >> i & 1) && (twist::has_just_changed(a.next[i].item) ||
                                             !twist::can_end(a.next[i].item)))
                        return false;
                return true;
            }
            for (int i = 0; i < a.open; ++i) {
                if (used >> i & 1 ||
                    twist::colour_in(a.next[i].item) != twist::colour_in(b.next[at].item))
                    continue;
                if (!as_good(a.next[i].item, b.next[at].item)) continue;
                used |= 1 << i;
                if (self(self, at + 1)) return true;
                used &= ~(1 << i);
            }
            return false;
        };
        return match(match, 0);
    }

    Twist& twist_;
    const Item* items_;
    int count_, colour_;
    bool paired_;
    int loose_;
    int table_ = 0, all_ = 0, covered_ = 0, before_ = 0;
    std::int32_t weight_ = 0;
    std::size_t first_ = 0;
    bool ended_ = false;
    Option now_{};
    std::vector<bool> beaten_;
};

Twist::Range Twist::options(const Key& key, const Place& place, int colour) {
    const Item* items = &key.items[place.begin];
    auto slot = static_cast<std::size_t>(2 * std::min(place.loose, kMaxCopies) + place.paired);
    for (int i = 0; i < twist::kMostRuns; ++i)
        slot = slot << 4 | (i < place.end - place.begin ? items[i] & 15U : 0U);
    std::uint16_t& known = option_slots_[slot];
    if (!known) {
        Range range{static_cast<std::uint32_t>(options_.size()), 0};
        Lister(*this, items, place, colour).list();
        range.end = static_cast<std::uint32_t>(options_.size());
        option_lists_.push_back(range);
        known = static_cast<std::uint16_t>(option_lists_.size());
        option_used_.push_back(static_cast<std::uint32_t>(slot));
    }
    return option_lists_[known - 1U];
}

void Twist::expand_colour(const State& state, std::int32_t index, int colour) {
    Place place = place_of(state.key, colour);
    Range range = options(state.key, place, colour);
    Jokers used = state.key.jokers();
    int items = 0;
    while (items < twist::kMostItems && state.key.items[items]) ++items;
    int others = items - (place.end - place.begin);
    for (std::uint32_t i = range.begin; i < range.end; ++i) {
        const Option& option = options_[i];
        if (!twist::within(used + option.jokers, have_)) continue;
        State to;
        for (int list = 0; list < kRates; ++list)
            to.promise[list] = state.promise[list] + option.gain[list];
        for (int list = 0; list < priced_; ++list)
            to.priced[list] = state.priced[list] + option.priced[list];
        to.key.jokers_and_taken = state.key.jokers_and_taken + option.jokers +
                                  (static_cast<std::uint32_t>(option.run) << (24 + 2 * colour));
        std::int32_t promise = promise_of(to);
        if (promise <= floor_) continue;
        if (others + option.open > twist::kMostItems) {
            dropped_ = std::max(dropped_, promise);
            continue;
        }
        // What has just changed its colour comes first; all other new runs lie where the old ones
        // did.
        int at = 0, next = 0;
        auto put = [&](Item item) { to.key.items[at++] = item; };
        int k = 0;
        for (; k < place.begin; ++k) {
            Item item = state.key.items[k];
            while (next < option.open && option.next[next].item > item)
                put(option.next[next++].item);
            put(item);
        }
        while (next < option.open) put(option.next[next++].item);
        for (k = place.end; k < items; ++k) put(state.key.items[k]);
        to.value = state.value + option.value;
        to.parent = index;
        to.choice = i - range.begin;
        insert(to, promise);
    }
}

void Twist::trace_colour(const State& from, const State& to, int colour) {
    Place place = place_of(from.key, colour);
    Range range = options(from.key, place, colour);
    const Option& option = options_[range.begin + to.choice];
    Next next[kMostNext];
    int count = 0;
    for (int i = 0; i < twist::kMostItems && from.key.items[i]; ++i)
        if (i < place.begin || i >= place.end)
            next[count++] = {from.key.items[i], static_cast<std::int8_t>(i), kCodes, kCodes};
    for (int i = 0; i < option.count; ++i) {
        next[count] = option.next[i];
        if (next[count].from >= 0)
            next[count].from = static_cast<std::int8_t>(next[count].from + place.begin);
        ++count;
    }
    step_melds(next, count);
}

}  // namespace tilerummy
