#include "search.hpp"

#include <algorithm>

#include "candidates.hpp"
#include "duties.hpp"
#include "spares.hpp"

namespace tilerummy {
namespace {

// A joker needs no longer meld than this: three tiles beside it can stand alone.
constexpr int kLongestJokerMeld = 8;
constexpr int kMostTries = 64;
constexpr int kShortest = 3;  // tiles of a meld
constexpr int kMostLooks = 16;
constexpr std::size_t kStride = 7919;
// What a look at the duties and a packing in a branch take, in states of the sweep.
constexpr std::uint64_t kLookAtDuties = 8;
constexpr std::uint64_t kPackBranch = 30;

}  // namespace

Search::Search(Packer& packer, const Rules& rules, const Melds& before, const Weights& weights)
    : packer_(packer),
      rules_(rules),
      before_(before),
      weights_(weights),
      table_(counts_of(before)) {
    for (const Meld& meld : before) duties_ |= rules.has_duties() && meld.has_joker();
}

void Search::run(const Counts& owed, const Counts& may, std::int64_t beat) {
    best_ = beat;
    needed_ = table_;
    needed_ += owed;
    Node root{{}, table_, owed, may, {}, {}, 0};
    for (int code = 0; code < kCodes; ++code) root.value += owed[code] * weight(code);
    if (duties_) {
        if (rules_.joker_melds != JokerMelds::free)
            for (const Meld& meld : before_)
                if (meld.has_joker()) root.undecided.push_back(meld);
        keep_joker_melds(root);
    }
    explore(root);
}

// Rows that differ only in their order leave the same tiles, so while branching every packing is
// remembered. The same tiles always come with the same value laid so far, and the best only grows,
// so what could not beat it once never will.
const Packing& Search::pack(const Node& node) {
    Counts must = node.table;
    must += node.owed;
    std::int64_t beat = best_ - node.value;
    if (!branching_) return packer_.pack(must, node.may, weights_, beat);
    std::string key(reinterpret_cast<const char*>(must.n.data()), kCodes);
    key.append(reinterpret_cast<const char*>(node.may.n.data()), kCodes);
    auto [known, fresh] = packings_.try_emplace(std::move(key));
    Packing& packing = known->second;
    if (fresh) {
        packing = packer_.pack(must, node.may, weights_, beat);
        packer_.spend(kPackBranch);
    } else if (packing.value <= beat)
        packing.found = false;
    return packing;
}

// Leaving every joker meld alone is always allowed, and often the best.
void Search::keep_joker_melds(const Node& root) {
    Node node = root;
    for (const Meld& meld : before_)
        if (meld.has_joker()) settle(node, meld);
    const Packing& packing = pack(node);
    if (packing.found) offer(node, packing.melds, packing.spare);
}

void Search::explore(const Node& node) {
    Packing packing = pack(node);
    proved_ &= packing.proved;
    if (!packing.found || accept(node, packing)) return;
    std::int64_t bound = node.value + packing.bound;
    if (packer_.nodes_left == 0) {
        proved_ = false;
    } else if (!node.undecided.empty()) {
        decide(node, bound);
    } else if (!node.blocks.empty()) {
        lengthen(node, bound);
    } else {
        Melds melds = packing.melds;
        Counts unplaced = packing.spare;
        melds.insert(melds.end(), node.fixed.begin(), node.fixed.end());
        place_spares(melds, unplaced, rules_);
        make_room(node, unplaced, bound);
        if (best_ < bound) branch(node, unplaced, bound);
    }
}

// Whether the packing makes a play worth the bound of its node.
bool Search::accept(const Node& node, const Packing& packing) {
    std::int64_t bound = node.value + packing.bound;
    offer(node, packing.melds, packing.spare);
    if (best_ >= bound || !duties_) return best_ >= bound;

    // The same tiles again, with some of the old joker melds left as they were.
    Counts used = counts_of(packing.melds);
    used += packing.spare;
    Melds old;
    for (const Meld& meld : before_)
        if (meld.has_joker() && node.table.holds(counts_of(meld)) && old.size() < 4)
            old.push_back(meld);
    for (unsigned mask = (1U << old.size()) - 1; mask > 0 && best_ < bound; --mask) {
        Node kept = node;
        Counts rest = used;
        bool fits = true;
        for (std::size_t i = 0; i < old.size() && fits; ++i) {
            if (!(mask >> i & 1)) continue;
            fits = rest.holds(counts_of(old[i]));
            if (!fits) break;
            rest -= counts_of(old[i]);
            kept.fixed.push_back(old[i]);
        }
        if (!fits) continue;
        const Packing& again = packer_.pack(rest, {}, weights_, INT32_MIN);
        if (again.found) offer(kept, again.melds, again.spare);
    }
    return best_ >= bound;
}

void Search::offer(const Node& node, const Melds& melds, const Counts& spare) {
    Melds play = melds;
    play.insert(play.end(), node.fixed.begin(), node.fixed.end());
    Counts left = spare;
    if (duties_ && spare.total()) {
        int tries = 0;
        offer_everywhere(play, left, kNumbered, tries);
        return;
    }
    place_spares(play, left, rules_);
    take(std::move(play));
}

// Every spare joker at every free place, while there are few ways; duties may mind which.
void Search::offer_everywhere(Melds& play, Counts& spare, int from, int& tries) {
    int code = from;
    while (code < kCodes && !spare[code]) ++code;
    if (code == kCodes) {
        ++tries;
        take(play);
        return;
    }
    bool placed = false;
    for (std::size_t i = 0; i < play.size() && tries < kMostTries; ++i)
        for (bool front : {false, true}) {
            if (front && play[i].kind == Kind::group) continue;
            Meld before = play[i];
            if (!add_joker(play[i], static_cast<Code>(code), front, rules_)) continue;
            placed = true;
            --spare[code];
            offer_everywhere(play, spare, code, tries);
            ++spare[code];
            play[i] = before;
        }
    if (!placed) offer_everywhere(play, spare, code + 1, tries);
}

void Search::take(Melds play) {
    Counts tiles = counts_of(play);
    if (!tiles.holds(needed_)) return;
    tiles -= table_;
    std::int64_t value = 0;
    for (int code = 0; code < kCodes; ++code) value += tiles[code] * weight(code);
    if (value <= best_) return;
    for (const Meld& meld : play)
        if (!read_as(meld, meld.kind, rules_)) return;
    if (duties_) {
        packer_.spend(kLookAtDuties);
        in_old_order(play);
        if (!meets_duties(rules_, before_, play)) return;
    }
    found_ = true;
    best_ = value;
    after_ = std::move(play);
}

// The order within a group means nothing: one that lay there before lies as it did.
void Search::in_old_order(Melds& melds) const {
    for (Meld& meld : melds)
        if (meld.kind == Kind::group)
            for (const Meld& old : before_)
                if (same_meld(old, meld)) meld = old;
}

// Takes the tiles of a meld out of the node: from the table first, then from what is owed.
bool Search::settle(Node& node, const Meld& meld) const {
    for (Code code : meld) {
        if (node.table[code])
            --node.table[code];
        else if (node.owed[code])
            --node.owed[code];
        else if (node.may[code]) {
            --node.may[code];
            node.value += weight(code);
        } else
            return false;
    }
    node.fixed.push_back(meld);
    return true;
}

// Takes one tile from the rack, as an exchange must.
bool Search::lay(Node& node, Code code) const {
    if (node.owed[code]) {
        --node.owed[code];
    } else if (node.may[code]) {
        --node.may[code];
        node.value += weight(code);
    } else {
        return false;
    }
    return true;
}

// Whether the meld need not be that long: three numbers or more at one end can stand alone, and no
// joker loses the company for which it counts as kept.
bool Search::can_be_cut(const Meld& meld) const {
    if (meld.kind == Kind::group || meld.size < 6) return false;
    auto numbers = [](const Code* from, const Code* to) {
        return std::all_of(from, to, is_number);
    };
    auto shares = [](const Meld& a, const Meld& b) {
        return std::any_of(a.begin(), a.end(),
                           [&](Code code) { return is_number(code) && b.count(code); });
    };
    for (bool front : {true, false}) {
        Meld rest;
        rest.kind = meld.kind;
        const Code* from = front ? meld.begin() + 3 : meld.begin();
        const Code* to = front ? meld.end() : meld.end() - 3;
        if (!numbers(front ? meld.begin() : to, front ? from : meld.end())) continue;
        std::for_each(from, to, [&](Code code) { rest.add(code); });
        if (!read_as(rest, rest.kind, rules_)) continue;
        bool safe = true;
        for (const Meld& old : before_) {
            if (!old.has_joker()) continue;
            safe &= shares(meld, old) == shares(rest, old);
            // It must not shrink to an old meld with a special joker in another one's seat.
            safe &= rules_.special_replaces_other || rest.size != old.size;
        }
        if (safe) return true;
    }
    return false;
}

// The tile to settle next and the melds it can lie in: of the jokers whose place is in question the
// one with the fewest, else whatever must be laid, else whatever may be.
int Search::pick(const Node& node, const Counts& unplaced, Melds& candidates) const {
    Counts must = node.table;
    must += node.owed;
    Counts all = must;
    all += node.may;
    int best = -1;
    auto consider = [&](int code, int longest) {
        Melds found;
        melds_with(static_cast<Code>(code), all, rules_, longest, found);
        if (duties_) std::erase_if(found, [&](const Meld& meld) { return can_be_cut(meld); });
        if (best >= 0 && found.size() >= candidates.size()) return;
        best = code;
        candidates = std::move(found);
    };
    for (int code = kNumbered; code < kCodes; ++code)
        if (duties_ ? node.table[code] : unplaced[code]) consider(code, kLongestJokerMeld);
    for (int code = kNumbered; code < kCodes && best < 0; ++code)
        if (unplaced[code] || must[code]) consider(code, kLongestJokerMeld);
    for (int code = 0; code < kCodes && best < 0; ++code)
        if (must[code]) consider(code, kNumbers);
    for (int code = 0; code < kCodes && best < 0; ++code)
        if (node.may[code]) consider(code, kNumbers);
    return best;
}

// Often a spare joker finds no room only because the packing happens to have no run for it: a few
// looks at short melds with it before all of them are gone through.
void Search::make_room(const Node& node, const Counts& unplaced, std::int64_t bound) {
    int code = kCodes;
    while (code-- > kNumbered && !unplaced[code]) {
    }
    if (code < kNumbered) return;
    Counts all = node.table;
    all += node.owed;
    all += node.may;
    Melds candidates;
    melds_with(static_cast<Code>(code), all, rules_, kShortest, candidates);
    auto jokers = [](const Meld& meld) {
        return std::count_if(meld.begin(), meld.end(), is_joker);
    };
    std::erase_if(candidates, [&](const Meld& meld) { return jokers(meld) > 1; });
    int looks = 0;
    for (std::size_t i = 0; i < candidates.size() && looks < kMostLooks && best_ < bound; ++i) {
        Node child = node;
        // Spread over the numbers: neighbours fail alike.
        if (!settle(child, candidates[i * kStride % candidates.size()]) || hopeless(child))
            continue;
        ++looks;
        Packing packing = pack(child);
        if (packing.found) offer(child, packing.melds, packing.spare);
    }
}

// Settles one tile in each meld it can lie in, or leaves it on the rack.
void Search::branch(const Node& node, const Counts& unplaced, std::int64_t bound) {
    Melds candidates;
    int code = pick(node, unplaced, candidates);
    if (code < 0) return;
    std::vector<Node> children;
    if (!node.table[code] && !node.owed[code]) {
        children.push_back(node);
        --children.back().may[code];
    }
    for (const Meld& meld : candidates) {
        Node child = node;
        if (settle(child, meld)) children.push_back(std::move(child));
    }
    visit(children, bound);
}

// Whether the fixed melds already break a duty that nothing can mend.
bool Search::hopeless(const Node& node) const {
    if (!duties_) return false;
    Counts open = node.table;
    open += node.owed;
    open += node.may;
    return !may_meet_duties(rules_, before_, node.fixed, node.table, open);
}

// Packs every child for its bound, then follows the promising ones, best first, until one is worth
// the bound of them all.
void Search::visit(std::vector<Node>& children, std::int64_t most) {
    branching_ = true;
    std::vector<std::pair<std::int64_t, std::size_t>> order;
    for (std::size_t i = 0; i < children.size(); ++i) {
        if (best_ >= most) return;
        if (hopeless(children[i])) continue;
        const Packing& packing = pack(children[i]);
        if (!packing.found) {
            proved_ &= packing.proved;
            continue;
        }
        std::int64_t bound = children[i].value + packing.bound;
        offer(children[i], Melds(packing.melds), Counts(packing.spare));
        if (bound > best_) order.emplace_back(bound, i);
        if (packer_.nodes_left == 0) {
            proved_ = false;
            return;
        }
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (auto [bound, i] : order)
        if (bound > best_) explore(children[i]);
}

}  // namespace tilerummy
