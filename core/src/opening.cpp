#include "opening.hpp"

#include <algorithm>

#include "candidates.hpp"
#include "duties.hpp"
#include "search.hpp"
#include "spares.hpp"

namespace tilerummy {
Opening::Opening(PackingSession& session, const Position& position, const Question& question)
    : session_(session),
      position_(position),
      question_(question),
      may_(position.rack.without(question.keep)) {
    for (int code = 0; code < kNumbered; ++code) show_[code] = number_of(code);
}

Melds fewest(Melds melds, int points, const Rules& rules) {
    std::stable_sort(melds.begin(), melds.end(), [&](const Meld& a, const Meld& b) {
        return points_of(a, rules) > points_of(b, rules);
    });
    std::size_t count = 0;
    for (int sum = 0; count < melds.size() && sum < points; ++count)
        sum += points_of(melds[count], rules);
    melds.resize(count);
    return melds;
}

int Opening::points_bound(const Counts& tiles) {
    Packing packing = session_.pack({{}, tiles, show_, -1});
    int bound = packing.found ? static_cast<int>(packing.bound) : 0;
    for (int code = kNumbered; code < kCodes; ++code)
        bound += tiles[code] * kNumbers * places(code);
    return bound;
}

// A tile to settle: jokers first, then high numbers; kCodes if there is none.
Code Opening::pick(const Counts& tiles) {
    for (Code code = kCodes; code-- > kNumbered;)
        if (tiles[code]) return code;
    for (int number = kNumbers; number >= 1; --number)
        for (int c = 0; c < kColours; ++c)
            if (tiles[tile(c, number)]) return tile(c, number);
    return kCodes;
}

bool Opening::settle(Node& node, const Meld& meld) const {
    for (Code code : meld) {
        if (!node.left[code]) return false;
        --node.left[code];
        ++node.laid[code];
        node.value += weight(code);
    }
    node.melds.push_back(meld);
    node.points += points_of(meld, position_.rules);
    return true;
}

bool Opening::find(const Counts& tiles, int points, Melds& out) {
    if (session_.budget().is_spent()) return false;
    Packing packing = session_.pack({{}, tiles, show_, -1});
    if (packing.found) {
        Melds melds = packing.melds;
        Counts spare = packing.spare;
        place_spares(melds, spare, position_.rules);
        if (points_of(melds, position_.rules) >= points) {
            out = joined(std::move(out), fewest(melds, points, position_.rules));
            return true;
        }
    }
    if (!tiles.jokers() || points_bound(tiles) < points) return false;
    Code joker = pick(tiles);
    Melds candidates = melds_with(joker, tiles, position_.rules, kNumbers, session_.budget());
    std::vector<std::pair<int, std::size_t>> by_value;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        by_value.emplace_back(-points_of(candidates[i], position_.rules), i);
    std::sort(by_value.begin(), by_value.end());
    for (const auto& [less, place] : by_value) {
        const Meld& meld = candidates[place];
        int value = -less;
        std::size_t before = out.size();
        out.push_back(meld);
        if (value >= points || find(tiles - counts_of(meld), points - value, out)) return true;
        out.resize(before);
    }
    Counts rest = tiles;
    --rest[joker];
    return find(rest, points, out);
}

void Opening::keep(const Melds& after, const Melds& opening, std::int64_t value) {
    Counts tiles = counts_of(after);
    Counts table = counts_of(position_.table);
    if (!tiles.holds(table)) return;
    tiles -= table;
    if (value <= best_ || !position_.rack.holds(tiles) || !tiles.holds(question_.least)) return;
    best_ = value;
    answer_.found = true;
    answer_.after = after;
    answer_.opening = opening;
    answer_.laid = tiles;
    answer_.value = value;
}

void Opening::open_with(const Melds& melds) {
    keep(joined(position_.table, melds), melds, counts_of(melds).worth(question_.weights));
}

// The opening is the whole play: the table stays as it is.
void Opening::alone() {
    Node root;
    root.left = may_;
    alone_from(root, true);
}

void Opening::alone_from(const Node& node, bool may_not_open) {
    if (session_.budget().is_spent()) {
        proved_ = false;
        if (may_not_open) can_open();
        return;
    }
    int needed = position_.rules.opening_points - node.points;
    // What is still owed must be in the melds to come.
    Counts owed = question_.least.without(node.laid);
    if (!node.left.holds(owed)) return;
    std::int64_t worth = node.value + owed.worth(question_.weights);
    Packing packing = session_.pack({owed, node.left - owed, question_.weights, best_ - worth,
                                     Effort::best, session_.prices()});
    proved_ &= packing.proved;
    std::int64_t bound = worth + packing.bound;
    if (!packing.found || bound <= best_) return;
    auto offer = [&](Melds melds) {
        melds = joined(std::move(melds), node.melds);
        if (points_of(melds, position_.rules) >= position_.rules.opening_points) open_with(melds);
    };
    Melds melds = packing.melds;
    Counts spare = packing.spare;
    place_spares(melds, spare, position_.rules);
    offer(melds);
    if (best_ >= bound) return;
    if (may_not_open && !can_open()) return;
    if (needed > 0 && points_bound(node.left) < needed) return;
    Code code = pick(node.left);
    if (code == kCodes) return;
    for (const Meld& meld :
         melds_with(code, node.left, position_.rules, kMaxTiles - 1, session_.budget())) {
        Node child = node;
        if (settle(child, meld)) alone_from(child, false);
    }
    Node without = node;
    --without.left[code];
    alone_from(without, false);
}

// The opening first, then an ordinary play from the table with the opening on it.
void Opening::going_on() {
    Search search(session_, position_.rules, position_.table, question_.weights);
    search.run(question_.least, may_ - question_.least, best_);
    proved_ &= search.proved();
    // Whatever opens and goes on would also be an ordinary play, except that special jokers may not
    // take another's seat in melds that did not lie there before.
    if (search.proved() && position_.rules.special_replaces_other)
        most_ = search.found() ? search.value() : best_;
    bool duties = has_duties();
    if (!search.found() && !duties) return;
    if (search.found()) {
        Counts laid = counts_of(search.after()) - counts_of(position_.table);
        bool opens = open_within(search.after(), laid, search.value());
        if (opens && (!duties || best_ >= most_)) return;
        Melds melds;
        if (!opens && duties && find(laid, position_.rules.opening_points, melds)) {
            Node node;
            node.left = may_;
            for (const Meld& meld : melds) settle(node, meld);
            go_on(node);
        }
    }
    Node root;
    root.left = may_;
    going_on_from(root, bound_of(root));
}

// Looks for melds that open among the tiles that an ordinary play lays. The play stands if its
// duties are met with those on the table as well: best where they are left as they are, else where
// they hold no joker.
bool Opening::open_within(const Melds& after, const Counts& laid, std::int64_t value) {
    int points = position_.rules.opening_points;
    auto opens = [&](const Melds& melds) {
        if (points_of(melds, position_.rules) < points) return false;
        if (!meets_duties(position_.rules, joined(position_.table, melds), after)) return false;
        keep(after, melds, value);
        return true;
    };
    Melds stay, some;
    Counts left = laid;
    for (const Meld& meld : after) {
        Counts tiles = counts_of(meld);
        if (!left.holds(tiles)) continue;
        left -= tiles;
        stay.push_back(meld);
    }
    if (opens(fewest(stay, points, position_.rules))) return true;
    if (find(laid, points, some) && opens(some)) return true;
    Counts numbers = laid;
    for (int code = kNumbered; code < kCodes; ++code) numbers[code] = 0;
    some.clear();
    return find(numbers, points, some) && opens(some);
}

// Searches on from the opening melds of the node.
void Opening::go_on(const Node& node) {
    Melds table = joined(position_.table, node.melds);
    Counts rest = may_ - node.laid, owed = question_.least.without(node.laid);
    if (!rest.holds(owed)) return;
    rest -= owed;
    keep(table, node.melds, node.value);
    Search search(session_, position_.rules, table, question_.weights);
    search.run(owed, rest, best_ - node.value);
    proved_ &= search.proved();
    if (search.found()) keep(search.after(), node.melds, node.value + search.value());
}

// Duties are owed only where there are jokers.
bool Opening::has_duties() const {
    return position_.rules.has_duties() && (counts_of(position_.table) + may_).jokers();
}

// What any play can be worth that lays these melds from the rack; what beats nothing counts as
// none.
std::int64_t Opening::bound_of(const Node& node) {
    Packing packing =
        session_.pack({counts_of(position_.table) + node.laid, may_ - node.laid, question_.weights,
                       best_ - node.value, Effort::best, session_.prices()});
    proved_ &= packing.proved;
    return packing.found ? node.value + packing.bound : INT64_MIN;
}

void Opening::going_on_from(const Node& node, std::int64_t known_bound) {
    if (best_ >= most_) return;
    if (session_.budget().is_spent()) {
        proved_ = false;
        return;
    }
    if (known_bound <= best_) return;
    int needed = position_.rules.opening_points - node.points;
    if (needed <= 0) {
        go_on(node);
        // More opening melds would only bind more: what they lay can follow as well. But where no
        // special joker may take another's seat, a meld that looks like that may only open.
        if (position_.rules.special_replaces_other) return;
    }
    if (needed > 0 && points_bound(node.left) < needed) return;
    Code code = pick(node.left);
    if (code == kCodes) return;
    Node without = node;
    --without.left[code];
    // Jokers bind most, so openings without come first.
    bool joker = is_joker(code);
    if (joker) going_on_from(without, known_bound);
    std::vector<std::pair<std::int64_t, Node>> children;
    for (const Meld& meld :
         melds_with(code, node.left, position_.rules, kNumbers, session_.budget())) {
        Node child = node;
        if (best_ >= most_) return;
        if (is_longer_than_needed(meld, needed) || !settle(child, meld)) continue;
        std::int64_t bound = bound_of(child);
        if (bound >= known_bound)
            going_on_from(child, bound);
        else if (bound > best_)
            children.emplace_back(bound, std::move(child));
    }
    std::stable_sort(children.begin(), children.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [bound, child] : children) going_on_from(child, bound);
    if (!joker) going_on_from(without, known_bound);
}

// Whether the meld would open as well, or as part of an opening, with fewer numbers: the others can
// follow. Jokers are bound by the meld they open with.
bool Opening::is_longer_than_needed(const Meld& meld, int needed) const {
    if (meld.has_joker() || !position_.rules.special_replaces_other || meld.size == kShortest)
        return false;
    if (meld.kind == Kind::run && meld.size >= 2 * kShortest) return true;
    // A run can do without its lowest number, a group without any of its tiles.
    int least = number_of(meld.tiles[0]);
    return points_of(meld, position_.rules) - least >= needed;
}

Answer Opening::solve(std::int64_t beat) {
    best_ = beat;
    if (!may_.holds(question_.least)) {
        answer_.optimal = true;
        return answer_;
    }
    if (!position_.rules.opening_goes_on)
        alone();
    else if (beat > 0 ? is_promising() : can_open())
        going_on();
    answer_.optimal = proved_;
    return answer_;
}

// Whether a play that need not open could be worth enough, and the rack holds an opening.
bool Opening::is_promising() {
    Node root;
    return bound_of(root) > best_ && can_open();
}

// Whether the rack holds an opening at all; if so, it is kept as a first answer.
bool Opening::can_open() {
    Melds melds;
    if (!find(may_, position_.rules.opening_points, melds)) {
        proved_ &= !session_.budget().is_spent();
        return false;
    }
    open_with(melds);
    return true;
}

}  // namespace tilerummy
