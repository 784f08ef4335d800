#include "opening.hpp"

#include <algorithm>

#include "candidates.hpp"
#include "duties.hpp"
#include "search.hpp"
#include "spares.hpp"

namespace tilerummy {

Opening::Opening(Packer& packer, const Position& position, const Question& question)
    : packer_(packer), position_(position), question_(question), may_(position.rack) {
    for (int code = 0; code < kCodes; ++code) {
        may_[code] =
            static_cast<std::uint8_t>(may_[code] - std::min(may_[code], question.keep[code]));
        show_[static_cast<std::size_t>(code)] =
            is_number(static_cast<Code>(code)) ? number_of(static_cast<Code>(code)) : 0;
    }
}

int Opening::value_of(const Melds& melds) const {
    int value = 0;
    for (const Meld& meld : melds) value += read_as(meld, meld.kind, position_.rules)->value;
    return value;
}

int Opening::points_bound(const Counts& tiles) {
    const Packing& packing = packer_.pack({}, tiles, show_, -1);
    int bound = packing.found ? static_cast<int>(packing.bound) : 0;
    for (int code = kNumbered; code < kCodes; ++code)
        bound += tiles[code] * kNumbers * places(static_cast<Code>(code));
    return bound;
}

int Opening::pick(const Counts& tiles) const {
    for (int code = kCodes; code-- > kNumbered;)
        if (tiles[code]) return code;
    for (int number = kNumbers; number >= 1; --number)
        for (int c = 0; c < kColours; ++c)
            if (tiles[tile(c, number)]) return tile(c, number);
    return -1;
}

bool Opening::settle(Node& node, const Meld& meld) const {
    for (Code code : meld) {
        if (!node.left[code]) return false;
        --node.left[code];
        ++node.laid[code];
        node.value += weight(code);
    }
    node.melds.push_back(meld);
    node.points += read_as(meld, meld.kind, position_.rules)->value;
    return true;
}

bool Opening::find(const Counts& tiles, int points, Melds& out) {
    const Packing& packing = packer_.pack({}, tiles, show_, -1);
    if (packing.found) {
        Melds melds = packing.melds;
        Counts spare = packing.spare;
        place_spares(melds, spare, position_.rules);
        if (value_of(melds) >= points) {
            // As few melds as do, the most valuable first.
            std::sort(melds.begin(), melds.end(),
                      [&](const Meld& a, const Meld& b) { return value_of({a}) > value_of({b}); });
            int sum = 0;
            for (const Meld& meld : melds) {
                if (sum >= points) break;
                sum += value_of({meld});
                out.push_back(meld);
            }
            return true;
        }
    }
    int joker = pick(tiles);
    if (joker < kNumbered || points_bound(tiles) < points) return false;
    Melds candidates;
    melds_with(static_cast<Code>(joker), tiles, position_.rules, kNumbers, candidates);
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](const Meld& a, const Meld& b) { return value_of({a}) > value_of({b}); });
    Counts rest = tiles;
    for (const Meld& meld : candidates) {
        rest = tiles;
        rest -= counts_of(meld);
        int value = value_of({meld});
        std::size_t before = out.size();
        out.push_back(meld);
        if (value >= points || find(rest, points - value, out)) return true;
        out.resize(before);
    }
    rest = tiles;
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

// The opening is the whole play: the table stays as it is.
void Opening::alone() {
    Node root;
    root.left = may_;
    alone_from(root);
}

void Opening::alone_from(const Node& node) {
    if (packer_.nodes_left == 0) {
        proved_ = false;
        return;
    }
    int needed = position_.rules.opening_points - node.points;
    Packing packing = packer_.pack({}, node.left, question_.weights, -1);
    proved_ &= packing.proved;
    std::int64_t bound = node.value + (packing.found ? packing.bound : 0);
    if (bound <= best_) return;
    auto offer = [&](Melds melds) {
        melds.insert(melds.end(), node.melds.begin(), node.melds.end());
        if (value_of(melds) < position_.rules.opening_points) return;
        std::int64_t value = 0;
        for (Code code = 0; code < kCodes; ++code) value += counts_of(melds)[code] * weight(code);
        Melds after = position_.table;
        after.insert(after.end(), melds.begin(), melds.end());
        keep(after, melds, value);
    };
    Melds melds = packing.melds;
    Counts spare = packing.spare;
    place_spares(melds, spare, position_.rules);
    offer(melds);
    if (best_ >= bound) return;
    if (needed > 0 && points_bound(node.left) < needed) return;
    int code = pick(node.left);
    if (code < 0) return;
    Melds candidates;
    melds_with(static_cast<Code>(code), node.left, position_.rules, kMaxTiles - 1, candidates);
    for (const Meld& meld : candidates) {
        Node child = node;
        if (settle(child, meld)) alone_from(child);
    }
    Node without = node;
    --without.left[code];
    alone_from(without);
}

// The opening first, then an ordinary play from the table with the opening on it.
void Opening::going_on() {
    Search search(packer_, position_.rules, position_.table, question_.weights);
    Counts rest = may_;
    rest -= question_.least;
    search.run(question_.least, rest, best_);
    proved_ &= search.proved();
    // Whatever opens and goes on would also be an ordinary play, except that special jokers may not
    // take another's seat in melds that did not lie there before.
    if (search.proved() && position_.rules.special_replaces_other)
        most_ = search.found() ? search.value() : best_;
    bool duties = has_duties();
    if (!search.found() && !duties) return;
    Melds melds;
    if (search.found()) {
        Counts laid = counts_of(search.after());
        laid -= counts_of(position_.table);
        if (find(laid, position_.rules.opening_points, melds)) {
            if (!duties) {
                keep(search.after(), melds, search.value());
                return;
            }
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

// Searches on from the opening melds of the node.
void Opening::go_on(const Node& node) {
    Melds table = position_.table;
    table.insert(table.end(), node.melds.begin(), node.melds.end());
    Counts rest = may_;
    rest -= node.laid;
    Counts owed;
    for (int code = 0; code < kCodes; ++code) {
        int still = question_.least[code] - node.laid[code];
        owed[code] = static_cast<std::uint8_t>(std::max(0, still));
    }
    if (!rest.holds(owed)) return;
    rest -= owed;
    keep(table, node.melds, node.value);
    Search search(packer_, position_.rules, table, question_.weights);
    search.run(owed, rest, best_ - node.value);
    proved_ &= search.proved();
    if (search.found()) keep(search.after(), node.melds, node.value + search.value());
}

// Duties are owed only where there are jokers.
bool Opening::has_duties() const {
    Counts all = counts_of(position_.table);
    all += may_;
    bool jokers = false;
    for (int code = kNumbered; code < kCodes; ++code) jokers |= all[code] > 0;
    return jokers && position_.rules.has_duties();
}

// What any play can be worth that lays these melds from the rack; what beats nothing counts as
// none.
std::int64_t Opening::bound_of(const Node& node) {
    Counts must = counts_of(position_.table);
    must += node.laid;
    Counts rest = may_;
    rest -= node.laid;
    const Packing& packing = packer_.pack(must, rest, question_.weights, best_ - node.value);
    proved_ &= packing.proved;
    return packing.found ? node.value + packing.bound : INT64_MIN;
}

void Opening::going_on_from(const Node& node, std::int64_t known_bound) {
    if (best_ >= most_) return;
    if (packer_.nodes_left == 0) {
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
    int code = pick(node.left);
    if (code < 0) return;
    Melds candidates;
    melds_with(static_cast<Code>(code), node.left, position_.rules, kNumbers, candidates);
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](const Meld& a, const Meld& b) { return value_of({a}) > value_of({b}); });
    for (const Meld& meld : candidates) {
        Node child = node;
        if (settle(child, meld)) going_on_from(child, bound_of(child));
    }
    Node without = node;
    --without.left[code];
    going_on_from(without, known_bound);
}

Answer Opening::solve() {
    best_ = question_.least.total() ? INT32_MIN : 0;
    Melds melds;
    if (!find(may_, position_.rules.opening_points, melds)) {
        answer_.optimal = packer_.nodes_left > 0;
        return answer_;
    }
    if (position_.rules.opening_goes_on)
        going_on();
    else
        alone();
    answer_.optimal = proved_;
    return answer_;
}

}  // namespace tilerummy
