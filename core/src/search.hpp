// The search: the best ordinary play from a table and a rack, with every joker duty met.
//
// The packing knows nothing of the melds before. If what it returns can be arranged so that all
// duties are met, it is the best play. If not, the search settles one thing at a time and packs the
// rest again; the packing's value is the bound that cuts the branches. What is settled is what went
// wrong: the fate of a frozen meld (search_frozen.cpp), or the joker that was freed into a meld
// that is not new or found no room (search_branch.cpp). How the branches are gone through is in
// search_visit.cpp.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <unordered_map>

#include "duties.hpp"
#include "packing.hpp"
#include "position.hpp"

namespace tilerummy {

class Search {
  public:
    Search(PackingSession& session, const Rules& rules, const Melds& before,
           const Weights& weights);

    // Tiles of the rack that must be laid (`owed`) and that may be. Answers worth `beat` or less
    // are not looked for.
    void run(const Counts& owed, const Counts& may, std::int64_t beat);

    bool found() const { return found_; }
    bool proved() const { return proved_; }
    std::int64_t value() const { return best_; }
    const Melds& after() const { return after_; }

  private:
    struct Node {
        Melds fixed;
        Counts table, owed, may;      // what is not in fixed melds
        std::vector<Meld> undecided;  // joker melds of the table whose fate is open
        std::vector<Meld> blocks;     // those of them that stay and may grow; in `table` as well
        std::int64_t value = 0;       // of the tiles owed and of those laid in fixed melds
        Code face = kCodes;  // what a joker stands for whose meld is open; it is not in the counts

        bool has_face() const { return face != kCodes; }
        // What must be packed, with what the open joker is taken for.
        Counts must(Code joker) const {
            Counts all = table + owed;
            if (has_face()) ++all[joker];
            return all;
        }
        Counts open() const { return must(kJoker) + may; }
    };
    // Where to go on: at a node, or at one with a meld more, made only if it is looked at.
    struct Branch {
        std::size_t node;
        Meld meld;                       // empty for the node itself
        bool with_joker = false;         // one joker of the meld is not among the node's tiles
        std::int64_t bound = INT64_MAX;  // as far as prices tell
    };
    struct Branches {
        std::vector<Node> nodes;
        std::vector<Branch> all;

        void add(Node node) {
            all.push_back({nodes.size(), {}});
            nodes.push_back(std::move(node));
        }
        void add(Node node, const Melds& melds, bool with_joker = false) {
            for (const Meld& meld : melds) all.push_back({nodes.size(), meld, with_joker});
            nodes.push_back(std::move(node));
        }
    };
    // A packing, and the value above which it was looked for.
    struct Known {
        Packing packing;
        std::int64_t beat;
    };

    Packing pack(const Node& node) { return pack(node, best_); }
    Packing pack(const Node& node, std::int64_t above);
    void explore(const Node& node);
    bool accept(const Node& node, const Packing& packing);
    Packing glance(const Counts& must, const Counts& may, std::int64_t beat);
    void keep_joker_melds(const Node& root);

    // Going through branches.
    void visit(const Node& node, Branches& branches, std::int64_t most);
    void follow(const Branches& branches, std::int64_t most);
    std::optional<Node> make(const Branches& branches, const Branch& branch) const;
    std::optional<Node> settled(Node node, const Meld& meld) const;

    // Bounds that cost little, at the prices of a node above.
    void find_prices(const Node& node);
    std::int64_t priced(const Node& node) const;
    void drop_costly(Branches& branches, std::int64_t most) const;

    // Makes plays of melds and spare jokers and keeps what is legal and the best so far.
    void offer(const Node& node, const Melds& melds, const Counts& spare);
    void offer_play(Melds& play, const Counts& spare);
    void offer_everywhere(Melds& play, Counts& spare, Code code, int& tries);
    void take(Melds play);

    // What a packing comes to: all melds, and the spare jokers that find no room in them.
    struct Proposal {
        Melds play;
        Counts unplaced;
    };
    Proposal propose(const Node& node, const Packing& packing) const;

    // Branching on a joker.
    void branch(const Node& node, const Packing& packing, std::int64_t bound);
    void mend(const Node& node, const Packing& packing, std::int64_t bound);
    Code joker_to_mend(const Node& node, const Packing& packing) const;
    void settle_joker(const Node& node, Code joker, Branches& out) const;
    void face_joker(const Node& node, Branches& out) const;
    void seat_joker(const Node& node, Branches& out) const;
    void settle_missing(const Node& node, const std::vector<Counts>& missing, Branches& out) const;
    bool can_be_cut(const Meld& meld) const;

    // Frozen and undivided melds.
    void decide(const Node& node, std::int64_t bound);
    void exchange(const Node& node, const Reading& reading, int place, const Meld& row,
                  std::vector<Node>& out) const;
    void visit_all(const Node& node, std::vector<Node>& children, std::int64_t bound);
    void lengthen(const Node& node, std::int64_t bound);

    bool settle(Node& node, const Meld& meld) const;
    bool hopeless(const Node& node) const;
    bool lay(Node& node, Code code) const;
    bool take_out(Node& node, Code code) const;
    void in_old_order(Melds& melds) const;
    std::int64_t weight(int code) const { return weights_[code]; }

    PackingSession& session_;
    const Rules& rules_;
    const Melds& before_;
    const Weights& weights_;
    Counts table_;   // all tiles of the table before
    Counts needed_;  // those and the ones owed
    Duties duties_;
    bool found_ = false;
    bool proved_ = true;
    std::int64_t best_ = 0;
    Melds after_;
    bool branching_ = false;
    int looks_left_ = 0;
    std::unordered_map<std::string, Known> packings_;
    Prices* prices_;  // hold for all nodes below the present one
    std::deque<Prices> price_lists_;
    std::size_t lists_ = 0;  // how many of them are in use
};

}  // namespace tilerummy
