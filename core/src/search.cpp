#include "search.hpp"

#include <algorithm>

#include "spares.hpp"

namespace tilerummy {
namespace {

constexpr int kMostTries = 64;
// What a look at the duties takes, in states of the sweep.
constexpr std::uint64_t kLookAtDuties = 8;
// How often a packing that breaks a duty is mended before all branches are gone through.
constexpr int kMostLooks = 80;

}  // namespace

Search::Search(PackingSession& session, const Rules& rules, const Melds& before,
               const Weights& weights)
    : session_(session),
      rules_(rules),
      before_(before),
      weights_(weights),
      table_(counts_of(before)),
      duties_(rules, before),
      prices_(session.prices()) {}

void Search::run(const Counts& owed, const Counts& may, std::int64_t beat) {
    best_ = beat;
    looks_left_ = kMostLooks;
    needed_ = table_ + owed;
    Node root;
    root.table = table_;
    root.owed = owed;
    root.may = may;
    root.value = owed.worth(weights_);
    if (duties_.any() && rules_.joker_melds != JokerMelds::free)
        for (const Meld& meld : before_)
            if (meld.has_joker()) root.undecided.push_back(meld);
    explore(root);
}

// Rows that differ only in their order leave the same tiles, so while branching every packing is
// remembered.
Packing Search::pack(const Node& node, std::int64_t above) {
    Counts must = node.must(node.face);
    std::int64_t beat = above - node.value;
    if (!branching_) return session_.pack({must, node.may, weights_, beat, Effort::best, prices_});
    std::string key(reinterpret_cast<const char*>(must.n.data()), kCodes);
    key.append(reinterpret_cast<const char*>(node.may.n.data()), kCodes);
    auto [known, fresh] = packings_.try_emplace(std::move(key));
    auto& [packing, asked] = known->second;
    if (fresh || (!packing.found && beat < asked)) {
        const Prices* prices = node.has_face() ? nullptr : prices_;
        packing = session_.pack({must, node.may, weights_, beat, Effort::best, prices});
        asked = beat;
    }
    if (!packing.found || packing.value > beat) return packing;
    Packing none;
    none.proved = packing.proved;
    return none;
}

// A packing that is good, but need not be the best.
Packing Search::glance(const Counts& must, const Counts& may, std::int64_t beat) {
    return session_.pack({must, may, weights_, beat, Effort::glance, prices_});
}

// Leaving every joker meld alone is always allowed, and often the best.
void Search::keep_joker_melds(const Node& root) {
    Node node = root;
    for (const Meld& meld : before_)
        if (meld.has_joker()) settle(node, meld);
    Packing packing = glance(node.table + node.owed, node.may, best_ - node.value);
    if (packing.found) offer(node, packing.melds, packing.spare);
}

void Search::explore(const Node& node) {
    Packing packing = pack(node);
    proved_ &= packing.proved;
    // Where the packing itself is not proved, nothing else can be.
    if (!packing.proved) packing.bound = packing.value;
    if (!packing.found || accept(node, packing)) return;
    std::int64_t bound = node.value + packing.bound;
    if (session_.budget().is_spent()) {
        proved_ = false;
    } else if (!node.undecided.empty()) {
        decide(node, bound);
    } else if (!node.blocks.empty()) {
        lengthen(node, bound);
    } else {
        branch(node, packing, bound);
    }
}

// Whether the packing makes a play worth the bound of its node.
bool Search::accept(const Node& node, const Packing& packing) {
    std::int64_t bound = node.value + packing.bound;
    offer(node, packing.melds, packing.spare);
    if (best_ >= bound || !duties_.any() || node.has_face()) return best_ >= bound;
    if (!branching_) keep_joker_melds(node);
    if (best_ >= bound) return true;

    // The same tiles again, with some of the old joker melds left as they were.
    Counts used = counts_of(packing.melds) + packing.spare;
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
        Packing again = glance(rest, {}, INT32_MIN);
        if (again.found) offer(kept, again.melds, again.spare);
    }
    return best_ >= bound;
}

void Search::offer(const Node& node, const Melds& melds, const Counts& spare) {
    Melds play = joined(melds, node.fixed);
    if (!node.has_face()) {
        offer_play(play, spare);
        return;
    }
    // Any tile like the one the joker stands for can be the joker.
    for (std::size_t i = 0; i < melds.size(); ++i)
        for (Code& code : play[i])
            if (code == node.face) {
                code = kJoker;
                offer_play(play, spare);
                code = node.face;
            }
}

void Search::offer_play(Melds& play, const Counts& spare) {
    Counts left = spare;
    if (duties_.any() && spare.total()) {
        int tries = 0;
        offer_everywhere(play, left, kNumbered, tries);
    }
    Melds all = play;
    left = spare;
    place_spares(all, left, rules_);
    take(std::move(all));
}

// Every spare joker at every free place, while there are few ways; duties may mind which.
void Search::offer_everywhere(Melds& play, Counts& spare, Code code, int& tries) {
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
            if (!add_joker(play[i], code, front, rules_)) continue;
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
    std::int64_t value = tiles.worth(weights_);
    if (value <= best_) return;
    for (const Meld& meld : play)
        if (!read_as(meld, meld.kind, rules_)) return;
    if (duties_.any()) {
        session_.budget().spend(kLookAtDuties);
        in_old_order(play);
        if (!duties_.met(play)) return;
    }
    found_ = true;
    best_ = value;
    after_ = std::move(play);
}

// The order within a group means nothing, nor which side of a mirror is which: a meld that lay
// there before lies as it did.
void Search::in_old_order(Melds& melds) const {
    for (Meld& meld : melds) {
        bool group = meld.kind == Kind::group;
        if (!group && !meld.count(kMirror)) continue;
        Meld turned = meld;
        std::reverse(turned.begin(), turned.end());
        for (const Meld& old : before_)
            if (group ? same_meld(old, meld) : old == turned) meld = old;
    }
}

// Takes a tile out of the node: from the table first, then from what is owed.
bool Search::take_out(Node& node, Code code) const {
    if (!node.table[code]) return lay(node, code);
    --node.table[code];
    return true;
}

bool Search::settle(Node& node, const Meld& meld) const {
    for (Code code : meld)
        if (!take_out(node, code)) return false;
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

// Whether the fixed melds already break a duty that nothing can mend.
bool Search::hopeless(const Node& node) const {
    return !duties_.may_be_met(node.fixed, node.open());
}

}  // namespace tilerummy
