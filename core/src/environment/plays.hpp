// Plays to choose from: a turn as one choice among whole plays.
//
// Each objective asks the solver for its best play. What one answer says about another is used: a
// rack from which nothing can be laid is asked about once.
#pragma once

#include <array>

#include "round.hpp"
#include "solver.hpp"

namespace tilerummy {

// The actions, by their numbers.
struct Choice {
    static constexpr int wait = 0;            // draw, or pass where nothing can be drawn
    static constexpr int most_tiles = 1;      // among as many tiles, the most points
    static constexpr int without_jokers = 2;  // the most tiles, the rack's jokers kept
    static constexpr int smallest = 3;        // once opened: a single tile, or as few as can be
    static constexpr int whole_rack = 4;      // go out
    static constexpr int keeping = 5;         // the most tiles without those the player names
    static constexpr int opening = 6;         // not opened yet: the opening melds and no more
    static constexpr int count = 7;
};

class Plays {
  public:
    using Listed = std::array<bool, Choice::count>;

    Plays(const Rules& rules, const Question& question, const Listed& listed)
        : rules_(rules), question_(question), listed_(listed) {}

    // Finds the plays of the seat in turn. Where laying is compulsory, it may wait only if there is
    // none.
    void find(Solver& solver, RoundState& now, bool compulsory);

    // Finds the play that keeps these tiles.
    void keep(Solver& solver, RoundState& now, const Counts& tiles);

    bool has(int choice) const {
        return choice == Choice::wait ? may_wait_ : answers_[choice].found;
    }
    const Answer& play(int choice) const { return answers_[choice]; }
    Answer& play(int choice) { return answers_[choice]; }

    // Whether anything can be laid, looked for as long as the engine does before it refuses a pass.
    static bool can_lay(Solver& solver, const Rules& rules, const Question& question,
                        RoundState& now);

  private:
    Answer ask(Solver& solver, RoundState& now, const Question& question) const;
    Answer smallest(Solver& solver, RoundState& now, const Answer& most) const;
    int shorten(Meld& meld, Counts& laid, int most) const;
    Answer one_more(const RoundState& now) const;
    Answer only_opening(const RoundState& now, const Answer& most) const;

    const Rules& rules_;
    const Question& question_;
    const Listed& listed_;
    std::array<Answer, Choice::count> answers_;
    bool may_wait_ = true;
};

}  // namespace tilerummy
