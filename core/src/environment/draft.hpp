// Drafts: a turn played tile by tile.
//
// The player builds the table to leave behind. Tiles that lie in no meld are in the hand: the rack
// and whatever was taken apart. A row is built at its end, tile by tile, and closed when it is a
// meld; melds of the table are taken apart as a whole. The play may be made when every tile of the
// old table and of the melds that opened lies in a meld, something was laid, and opening and joker
// duties are met. Every legal play can be reached so, and no other can be made.
#pragma once

#include <span>

#include "meld.hpp"
#include "round.hpp"

namespace tilerummy {

// The actions, by their numbers.
struct Move {
    static constexpr int wait = 0;               // draw, or pass where nothing can be drawn
    static constexpr int play = 1;               // leave the table as it lies now
    static constexpr int undo = 2;               // everything as it was when the turn began
    static constexpr int drop = 3;               // the tiles of the row go back into the hand
    static constexpr int close_run = 4;          // the row is a run
    static constexpr int close_group = 5;        // the row is a group
    static constexpr int place = 6;              // and the code: put that tile at the row's end
    static constexpr int take = place + kCodes;  // and the place: take that meld apart
    static constexpr int most_melds = 54;
    static constexpr int count = take + most_melds;
};

class Draft {
  public:
    // A turn begins.
    void start(const Rules& rules, const RoundState& now);

    // Which moves there are, a byte each; `may_wait` is false where laying is compulsory.
    void mask(const Rules& rules, bool may_wait, std::uint8_t* out) const;

    // Carries out a move that changes the draft: undo to take.
    void apply(const Rules& rules, int move);

    // The table that a play found elsewhere leaves behind.
    void settle(const Melds& after, const Melds& opening);

    bool touched() const { return !moves_.empty(); }
    const Melds& melds() const { return melds_; }
    const Melds& opening() const { return opening_; }
    const Meld& row() const { return row_; }
    const Counts& hand() const { return hand_; }
    // Tiles of the table, and of the melds that opened, that lie in no meld and have to.
    const Counts& owed() const { return owed_; }
    // What leaves the rack if the play is made.
    Counts laid() const { return placed_.without(table_); }
    // What the melds laid from the rack are worth, in an opening turn.
    int points() const { return points_; }
    const std::vector<std::uint8_t>& moves() const { return moves_; }

  private:
    // What the row can still become; rows with special jokers are read anew each time.
    struct Shape {
        bool run = true, group = true, special = false;
        int first = 0;    // the number of a run's first place, 0 if no tile settles it
        int colour = -1;  // of a run
        int number = 0;   // of a group
        unsigned colours = 0;
        int numbers = 0;  // how many number tiles there are
    };

    void undo();
    void clear_row();
    void put(Code code);
    bool closes(const Rules& rules, Kind kind) const;
    bool can_play(const Rules& rules) const;
    void close(const Rules& rules, Kind kind);
    void take(std::size_t place);
    bool must_open_first() const { return !opened_ && opening_.empty(); }
    void mask_tiles(std::uint8_t* out) const;

    Melds before_, melds_;
    Counts table_;   // the tiles of the table before
    Counts rack_;    // the rack when the turn began
    Counts hand_;    // tiles in no meld, without those of the row
    Counts placed_;  // tiles in melds
    Counts needed_;  // what has to lie in melds: the table before and, once laid, the opening
    Counts owed_;
    int owed_total_ = 0;
    int laid_total_ = 0;
    bool opened_ = true;
    bool goes_on_ = false;
    int points_ = 0;
    Melds opening_;  // the melds that open, once they are worth enough
    Meld row_;
    Shape shape_;
    std::vector<std::uint8_t> moves_;  // made since the turn began, without what was undone
};

}  // namespace tilerummy
