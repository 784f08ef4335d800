// The search: the best ordinary play from a table and a rack, with every joker duty met.
//
// The packing knows nothing of the melds before. If what it returns can be arranged so that all
// duties are met, it is the best play. If not, the search settles one thing at a time (what becomes
// of a frozen meld, in which meld a joker of the table ends, where a spare joker finds room) and
// packs the rest again; the packing's value is the bound that cuts the branches.
#pragma once

#include <string>
#include <unordered_map>

#include "packing.hpp"
#include "position.hpp"

namespace tilerummy {

class Search {
  public:
    Search(Packer& packer, const Rules& rules, const Melds& before, const Weights& weights);

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
        std::vector<Meld> blocks;     // undivided ones that stay and may grow; in `table` as well
        std::int64_t value = 0;       // of the tiles owed and of those laid in fixed melds
    };

    const Packing& pack(const Node& node);
    void explore(const Node& node);
    bool accept(const Node& node, const Packing& packing);
    void keep_joker_melds(const Node& root);
    bool can_be_cut(const Meld& meld) const;
    bool hopeless(const Node& node) const;
    int pick(const Node& node, const Counts& unplaced, Melds& candidates) const;
    void make_room(const Node& node, const Counts& unplaced, std::int64_t bound);
    void branch(const Node& node, const Counts& unplaced, std::int64_t bound);
    void decide(const Node& node, std::int64_t bound);
    void visit(std::vector<Node>& children, std::int64_t most);

    // Makes a play of melds and spare jokers and keeps it if it is legal and the best so far.
    void offer(const Node& node, const Melds& melds, const Counts& spare);
    void offer_everywhere(Melds& play, Counts& spare, int from, int& tries);
    void take(Melds play);

    void exchange(const Node& node, const Reading& reading, int place, const Meld& row,
                  std::vector<Node>& out) const;
    void lengthen(const Node& node, std::int64_t bound);
    bool settle(Node& node, const Meld& meld) const;
    bool lay(Node& node, Code code) const;
    void in_old_order(Melds& melds) const;
    std::int64_t weight(int code) const { return weights_[static_cast<std::size_t>(code)]; }

    Packer& packer_;
    const Rules& rules_;
    const Melds& before_;
    const Weights& weights_;
    Counts table_;   // all tiles of the table before
    Counts needed_;  // those and the ones owed
    bool duties_ = false;
    bool found_ = false;
    bool proved_ = true;
    std::int64_t best_ = 0;
    Melds after_;
    bool branching_ = false;
    std::unordered_map<std::string, Packing> packings_;
};

}  // namespace tilerummy
