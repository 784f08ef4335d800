// Explanations: what a play may have done to the jokers that lay on the table.
//
// Tiles have no identity, so which joker went where is a matter of explanation, and the most
// favourable one counts; but it is one explanation for the whole play. It says of every joker of a
// meld that no longer lies there whether it was exchanged for a laid tile, and where it lies now.
// All duties are judged under the same explanation: a frozen or undivided meld must have found its
// place or given up its jokers, a freed joker may need a new meld, and no special joker may stand
// where a freed one stood.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "meld.hpp"

namespace tilerummy {

// A joker in a meld, and what it stands for there.
struct JokerPlace {
    Code code;
    int meld, place;
    Kind kind;
    Face face;

    bool means(const JokerPlace& other) const {
        if (kind != other.kind || face.number != other.face.number) return false;
        return kind == Kind::group || face.colour == other.face.colour;
    }
    // Whether both stand for the same tile, alone or as one of two.
    bool overlaps(const JokerPlace& other) const;
};

// The table before, as far as its jokers matter.
struct TableBefore {
    TableBefore(const Rules& rules, const Melds& melds);

    const Rules& rules;
    const Melds& melds;
    bool has_jokers = false;  // and the rulebook minds them; what follows is filled only then
    std::vector<Counts> tiles, numbers;
    std::vector<int> numbered;  // how many numbers each meld has
    std::vector<std::vector<JokerPlace>> jokers;
};

// Old melds that no longer lie there and those that do, by their places on the table before, and
// melds that did not lie there before.
struct Change {
    std::vector<int> gone, stays;
    std::vector<const Meld*> fresh;
    // Those of the fresh ones that look like an old one: other jokers have come into them.
    std::vector<const Meld*> renewed;
};

// What is wrong with an explanation: a joker that should lie elsewhere, or else the tiles of which
// there must be one more meld.
struct Fault {
    Code joker;
    Counts rest;
};

class Explanations {
  public:
    // Tiles in `open` may still lie anywhere. What is left of an old meld may be among them if
    // `rest_may_be_open`.
    Explanations(const TableBefore& before, const Change& change, const Counts& open,
                 bool rest_may_be_open);

    // Tries one after the other until `stop` says that it is enough.
    bool each(const std::function<bool()>& stop);

    // The first fault of the present explanation.
    std::optional<Fault> fault() const;

  private:
    static constexpr int kUnsettled = -2, kOpen = -1;  // instead of a place among the new jokers

    // What becomes of the old meld at `at`, tile by tile; `joker` is its next one.
    bool from_meld(std::size_t at, std::size_t joker);
    bool from_tile(std::size_t at, std::size_t joker, std::size_t place, Meld& row);
    bool exchange(std::size_t at, std::size_t joker, std::size_t place, int left, Meld& row);
    bool find_home(std::size_t at, std::size_t joker, const Meld& row);
    bool lie_at(std::size_t at, std::size_t joker, const Meld& row, std::size_t fresh, int start);
    // Where the jokers lie of which nothing is known yet.
    bool from_joker(std::size_t joker);

    bool may_stand(const Meld& meld, const JokerPlace& joker, int colour) const;
    bool renews() const;
    bool lies_in(int gone, const Meld& meld) const;
    const Meld& home_of(std::size_t joker) const;
    bool is_freed(std::size_t joker) const;
    bool is_unknown(int gone) const;
    Counts rest_of(int gone) const;
    std::optional<Fault> not_new(std::size_t joker) const;
    std::optional<Fault> replaced(std::size_t joker) const;
    const Meld& old_meld(int gone) const { return before_.melds[gone]; }

    const TableBefore& before_;
    const Change& change_;
    Counts open_, rest_;
    Counts laid_;                      // not yet exchanged for a joker
    std::vector<Counts> fresh_;        // the tiles of each fresh meld
    std::vector<std::uint32_t> used_;  // places of the fresh melds in which an old one lies
    std::vector<JokerPlace> old_, new_;
    const std::function<bool()>* stop_ = nullptr;
    std::vector<int> now_;
    std::vector<bool> exchanged_, taken_;
};

}  // namespace tilerummy
