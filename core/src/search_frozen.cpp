// The search where joker melds on the table are frozen or undivided: what can become of each.
#include "search.hpp"

namespace tilerummy {

void Search::visit_all(const Node& node, std::vector<Node>& children, std::int64_t bound) {
    Branches branches;
    for (Node& child : children)
        if (!hopeless(child)) branches.add(std::move(child));
    visit(node, branches, bound);
}

// What can become of a frozen meld: it stays (and may grow, where the rulebook lets it), or its
// jokers are exchanged for tiles of the rack.
void Search::decide(const Node& node, std::int64_t bound) {
    Meld meld = node.undecided.back();
    Node rest = node;
    rest.undecided.pop_back();
    // The meld's tiles are set aside while its fate is worked out.
    for (Code code : meld) --rest.table[code];
    std::vector<Node> children;
    Meld row;
    row.kind = meld.kind;
    rest.undecided.push_back(meld);
    exchange(rest, *read_as(meld, meld.kind, rules_), 0, row, children);
    visit_all(node, children, bound);
}

void Search::exchange(const Node& node, const Reading& reading, int place, const Meld& row,
                      std::vector<Node>& out) const {
    const Meld& meld = node.undecided.back();
    if (place == meld.size) {
        if (row.has_joker() && !read_as(row, row.kind, rules_)) return;
        Node done = node;
        done.undecided.pop_back();
        if (row.has_joker() && rules_.joker_melds == JokerMelds::frozen) {
            done.fixed.push_back(row);
        } else {
            // Without jokers an ordinary meld at once: its tiles are free, but stay on the table.
            for (Code code : row) ++done.table[code];
            if (row.has_joker()) done.blocks.push_back(row);
        }
        out.push_back(std::move(done));
        return;
    }
    Code code = meld.tiles[place];
    Meld same = row;
    same.add(code);
    exchange(node, reading, place + 1, same, out);
    if (!is_joker(code) || code == kMirror) return;
    Face face = reading.faces[place];
    Node freed = node;
    ++freed.table[code];
    // One tile for a joker, two for a double; in a group they differ.
    int second = places(code) == 2 ? kColours : 1;
    for (int a = 0; a < kColours; ++a)
        for (int b = 0; b < second; ++b) {
            bool group = meld.kind == Kind::group;
            if (!group && face.colour >= 0 &&
                (a != face.colour || (second > 1 && b != face.colour)))
                continue;
            Node child = freed;
            Meld changed = row;
            Code first = tile(a, face.number);
            if ((group && (meld.count(first) || row.count(first))) || !lay(child, first)) continue;
            changed.add(first);
            if (second > 1) {
                Code next = tile(b, group ? face.number : face.number + 1);
                if ((group && (meld.count(next) || changed.count(next))) || !lay(child, next))
                    continue;
                changed.add(next);
            }
            exchange(child, reading, place + 1, changed, out);
        }
}

// The last block as it is, and with up to two tiles more at either end; more can stand alone. What
// the other blocks hold is not there to be taken.
void Search::lengthen(const Node& node, std::int64_t bound) {
    Node rest = node;
    for (const Meld& block : node.blocks) rest.table -= counts_of(block);
    rest.blocks.pop_back();
    Counts others = counts_of(rest.blocks);
    std::vector<Node> children;
    auto grow = [&](auto&& self, const Node& now, const Meld& meld, int front, int back) -> void {
        Node done = now;
        done.table += others;
        done.fixed.push_back(meld);
        children.push_back(std::move(done));
        for (Code code = 0; code < kCodes; ++code) {
            if (!now.table[code] && !now.owed[code] && !now.may[code]) continue;
            for (bool at_front : {true, false}) {
                // Front tiles are added before back tiles, so that every row is made once.
                if (at_front ? front == 0 || back < 2 || meld.kind == Kind::group : back == 0)
                    continue;
                Meld longer = with(meld, code, at_front);
                if (!read_as(longer, longer.kind, rules_)) continue;
                Node next = now;
                if (!take_out(next, code)) continue;
                self(self, next, longer, front - at_front, at_front ? back : back - 1);
            }
        }
    };
    grow(grow, rest, node.blocks.back(), 2, 2);
    visit_all(node, children, bound);
}

}  // namespace tilerummy
