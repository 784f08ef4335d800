// The search where a joker went wrong: it settles that joker, and what follows from it.
//
// A plain joker is settled in two steps. First what it stands for: as if it were that tile, the
// rest is packed again, which costs little and rules most faces out. Then, if need be, in which
// meld. A special joker is settled in a meld at once.
#include <algorithm>

#include "candidates.hpp"
#include "search.hpp"
#include "spares.hpp"

namespace tilerummy {
namespace {

// A joker needs no longer meld than this: three tiles beside it can stand alone.
constexpr int kLongestJokerMeld = 8;
constexpr int kMostLooks = 8;  // at melds of one joker
constexpr std::size_t kStride = 7919;

// The joker to settle first: the fewer places it has, the sooner.
Code first_in(const Counts& jokers) {
    for (Code code : {kMirror, kJoker, kDouble, kChange})
        if (jokers[code]) return code;
    Code code = kColoured;
    while (code < kCodes && !jokers[code]) ++code;
    return code;
}

}  // namespace

Search::Proposal Search::propose(const Node& node, const Packing& packing) const {
    Proposal proposal{joined(packing.melds, node.fixed), packing.spare};
    place_spares(proposal.play, proposal.unplaced, rules_);
    in_old_order(proposal.play);
    return proposal;
}

// The packing of the node is not a play as it is: settles what is in question.
void Search::branch(const Node& node, const Packing& packing, std::int64_t bound) {
    Branches branches;
    if (node.has_face()) {
        seat_joker(node, branches);
        visit(node, branches, bound);
        return;
    }
    branching_ = true;
    mend(node, packing, bound);
    if (best_ >= bound) return;

    auto [play, unplaced] = propose(node, packing);
    Counts open = node.open();
    Code joker = first_in(unplaced);
    if (joker == kCodes) {
        auto fault = duties_.at_fault(play);
        if (fault && open[*fault]) joker = node.table[*fault] ? first_in(node.table) : *fault;
    }
    std::vector<Counts> missing;
    if (joker == kCodes) {
        missing = duties_.missing(node.fixed, open);
        if (missing.empty()) joker = first_in(node.table);
        if (missing.empty() && joker == kCodes) joker = first_in(packing.spare);
        // Nothing is missing as long as a joker of the rack could be one that lay on the table.
        if (missing.empty() && joker == kCodes) joker = first_in(open);
    }
    if (joker != kCodes)
        settle_joker(node, joker, branches);
    else if (!missing.empty())
        settle_missing(node, missing, branches);
    else
        proved_ = false;
    visit(node, branches, bound);
}

// Whether the meld need not be that long: three numbers or more at one end can stand alone, no
// joker loses the company for which it counts as kept, and no old meld that lies in it comes apart.
bool Search::can_be_cut(const Meld& meld) const {
    if (meld.kind == Kind::group || meld.size < 2 * kShortest) return false;
    auto is_in = [](const Meld& in) {
        return [&in](Code code) { return is_number(code) && in.count(code); };
    };
    auto shares = [&](const Meld& a, const Meld& old) {
        return std::any_of(old.begin(), old.end(), is_in(a));
    };
    auto holds = [&](const Meld& a, const Meld& old) {
        return std::all_of(old.begin(), old.end(),
                           [&](Code code) { return is_joker(code) || a.count(code); });
    };
    for (bool front : {true, false}) {
        int at = front ? kShortest : meld.size - kShortest;
        Meld low = part_of(meld, 0, at), high = part_of(meld, at, meld.size);
        const Meld &cut = front ? low : high, &rest = front ? high : low;
        if (cut.has_joker() || !read_as(rest, rest.kind, rules_)) continue;
        auto is_safe = [&](const Meld& old) {
            bool bound = old.has_joker();
            if (bound && shares(meld, old) != shares(rest, old)) return false;
            return !holds(meld, old) || holds(rest, old) || (!bound && holds(cut, old));
        };
        if (std::all_of(before_.begin(), before_.end(), is_safe)) return true;
    }
    return false;
}

// The joker that the packing treats badly.
Code Search::joker_to_mend(const Node& node, const Packing& packing) const {
    auto [play, unplaced] = propose(node, packing);
    Counts open = node.open();
    Code joker = first_in(unplaced);
    if (joker != kCodes) return joker;
    if (auto fault = duties_.at_fault(play); fault && open[*fault]) return *fault;
    return kCodes;
}

// Often another packing of the same worth is lawful: a few looks with the joker at fault in its old
// meld or a short one, and so on with what is at fault then, before all melds are gone through.
void Search::mend(const Node& node, const Packing& packing, std::int64_t bound) {
    Code joker = joker_to_mend(node, packing);
    if (joker == kCodes) return;
    Melds melds;
    for (const Meld& old : before_)
        if (old.count(joker) && node.table.holds(counts_of(old))) melds.push_back(old);
    Melds shorts = melds_with(joker, node.open(), rules_, kShortest, session_.budget());
    std::erase_if(shorts, [&](const Meld& meld) {
        return std::count_if(meld.begin(), meld.end(), is_joker) > 1;
    });
    in_old_order(shorts);
    // Spread over the numbers: neighbours fail alike.
    for (std::size_t i = 0; i < shorts.size(); ++i)
        melds.push_back(shorts[i * kStride % shorts.size()]);
    int looks = 0;
    for (const Meld& meld : melds) {
        if (looks == kMostLooks || looks_left_ == 0) return;
        auto child = settled(node, meld);
        if (!child) continue;
        ++looks;
        --looks_left_;
        Packing next = pack(*child, bound - 1);
        if (!next.found) continue;
        offer(*child, next.melds, next.spare);
        if (best_ < bound) mend(*child, next, bound);
        if (best_ >= bound) return;
    }
}

// Where a joker can lie, or that it stays on the rack.
void Search::settle_joker(const Node& node, Code joker, Branches& out) const {
    if (!node.table[joker] && !node.owed[joker]) {
        Node without = node;
        --without.may[joker];
        out.add(without);
    }
    if (joker == kJoker) {
        face_joker(node, out);
        return;
    }
    Melds melds = melds_with(joker, node.open(), rules_, kLongestJokerMeld, session_.budget());
    std::erase_if(melds, [&](const Meld& meld) { return can_be_cut(meld); });
    in_old_order(melds);
    out.add(node, melds);
}

// What a plain joker can stand for. The packing knows no more copies of a tile than a set has;
// where there would be more, the joker is seated at once.
void Search::face_joker(const Node& node, Branches& out) const {
    Node faced = node;
    if (!take_out(faced, kJoker)) return;
    Counts open = faced.open();
    // What jokers stand for now comes first: they can often stay.
    std::vector<Code> faces = duties_.old_faces();
    for (Code face = 0; face < kNumbered; ++face)
        if (std::find(faces.begin(), faces.end(), face) == faces.end()) faces.push_back(face);
    for (Code face : faces) {
        faced.face = face;
        if (open[face] < kMaxCopies)
            out.add(faced);
        else
            seat_joker(faced, out);
    }
}

// The melds in which a joker can lie whose face is settled.
void Search::seat_joker(const Node& node, Branches& out) const {
    Node free = node;
    free.face = kCodes;
    Counts have = free.open();
    ++have[node.face];
    Melds melds = melds_with(node.face, have, rules_, kLongestJokerMeld, session_.budget());
    Melds seated;
    for (Meld& meld : melds)
        for (Code& code : meld)
            if (code == node.face) {
                code = kJoker;
                if (read_as(meld, meld.kind, rules_) && !can_be_cut(meld)) seated.push_back(meld);
                code = node.face;
            }
    in_old_order(seated);
    out.add(free, seated, true);
}

// A joker's meld would be new if what it took from an old one lay elsewhere as well.
void Search::settle_missing(const Node& node, const std::vector<Counts>& missing,
                            Branches& out) const {
    for (const Counts& tiles : missing) {
        Code code = 0;
        while (!tiles[code]) ++code;
        Melds melds = melds_with(code, node.open(), rules_, kNumbers, session_.budget());
        std::erase_if(melds, [&](const Meld& meld) { return !counts_of(meld).holds(tiles); });
        in_old_order(melds);
        out.add(node, melds);
    }
}

}  // namespace tilerummy
