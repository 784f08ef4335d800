// The vector environment: many rounds side by side, one call a step.
//
// A turn is either one choice among whole plays or a row of moves tile by tile. Every call writes
// what the seats in turn may know, and which actions they have, into arrays that belong to the
// caller. Rounds that end are dealt again in place, from seeds that follow from the first.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "codes.hpp"
#include "deal.hpp"
#include "observation.hpp"
#include "plays.hpp"
#include "solver.hpp"

namespace tilerummy {

struct EnvironmentSettings {
    Rules rules;
    RoundRules round;
    DealRules deal;
    Question question;
    int seats = 2;
    bool tile_by_tile = false;
    bool restarts = true;
    int most_moves = 100;  // in a turn, tile by tile
    Plays::Listed listed{};
};

// The caller's arrays, a row for each round; what is not wanted is null.
struct EnvironmentArrays {
    std::uint8_t* observations = nullptr;
    std::uint8_t* masks = nullptr;
    std::int16_t* effects = nullptr;  // whole plays alone
    std::int32_t* turns = nullptr;    // the seat that is to act
    float* rewards = nullptr;         // a score for each seat, at the end of a round
    std::uint8_t* over = nullptr;     // whether the step ended the round
};

enum class Deed : std::uint8_t { move, draw, pass, play };

class VectorEnvironment {
  public:
    VectorEnvironment(EnvironmentSettings settings, int rounds);
    VectorEnvironment(const VectorEnvironment&) = delete;
    ~VectorEnvironment();

    int rounds() const { return static_cast<int>(slots_.size()); }
    int actions() const { return settings_.tile_by_tile ? Move::count : Choice::count; }
    int observation_size() const {
        return settings_.tile_by_tile ? Layout::size_with_draft : Layout::size;
    }
    const EnvironmentSettings& settings() const { return settings_; }

    void reset(int round, const std::string& seed);
    // Goes on from a stored round; refuses bytes that are not one.
    void place(int round, std::string_view stored, const std::string& seed);

    bool is_legal(int round, int action) const;
    // All actions have to be legal; those of rounds that are over are not looked at.
    void step(std::span<const std::int32_t> actions, const EnvironmentArrays& arrays);
    void write(const EnvironmentArrays& arrays) const;
    // One round's rows; a step that was taken before is no longer told.
    void write_row(int round, const EnvironmentArrays& arrays) const;
    void write_observation(int round, int observer, std::uint8_t* out) const;

    // Finds the play that keeps these tiles, where plays are whole.
    void keep(int round, const Counts& tiles);
    // What an action would do to the round, and the play it would make.
    Deed deed(int round, int action, Melds& after, Melds& opening) const;

    std::string stored(int round) const;
    bool is_over(int round) const;

    // Everything that is needed to go on elsewhere; bytes that are not such are refused.
    std::string save() const;
    void restore(std::string_view saved);

    // Legal actions, each as likely, from random numbers of its own.
    void sample(std::uint64_t& state, std::int32_t* actions) const;

  private:
    struct Slot;

    void load(Slot& slot, std::string_view stored) const;
    void begin_turn(Slot& slot);
    bool is_compulsory(const RoundState& now) const;
    void act(Slot& slot, int action);
    void move(Slot& slot, int action);
    void run_out(Slot& slot);
    void note(Slot& slot, int seat, const Counts& laid, Deed deed);
    void fill_mask(Slot& slot) const;
    void write_slot(std::size_t at, const EnvironmentArrays& arrays) const;

    EnvironmentSettings settings_;
    Box box_;
    Counts deck_;
    Solver solver_;
    std::vector<std::unique_ptr<Slot>> slots_;
};

}  // namespace tilerummy
