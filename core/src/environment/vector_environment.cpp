#include "vector_environment.hpp"

#include <algorithm>
#include <cstring>

#include "dice.hpp"
#include "storage.hpp"

namespace tilerummy {

struct VectorEnvironment::Slot {
    Slot(const EnvironmentSettings& settings)
        : plays(settings.rules, settings.question, settings.listed) {}

    RoundState now;
    LatestTurns latest;
    Draft draft;
    Plays plays;
    Counts kept;
    bool keeps = false;
    bool may_wait = true;
    int moves_left = 0;
    std::string seed;
    std::uint64_t deals = 0;  // how many rounds were dealt here since the seed was given
    std::array<std::uint8_t, Move::count> mask{};
};

VectorEnvironment::VectorEnvironment(EnvironmentSettings settings, int rounds)
    : settings_(std::move(settings)), box_(settings_.rules, settings_.deal.deck) {
    for (Code code : settings_.deal.deck) ++deck_[code];
    for (int i = 0; i < rounds; ++i) slots_.push_back(std::make_unique<Slot>(settings_));
}

VectorEnvironment::~VectorEnvironment() = default;

void VectorEnvironment::reset(int round, const std::string& seed) {
    Slot& slot = *slots_[round];
    slot.seed = seed;
    slot.deals = 0;
    slot.latest = {};
    slot.now = deal(settings_.deal, settings_.round, settings_.seats, seed);
    begin_turn(slot);
}

void VectorEnvironment::load(Slot& slot, std::string_view stored) const {
    StoredRound read = read_round(stored, box_, deck_);
    require(read.now.seats() == settings_.seats, "the round has other seats");
    slot.now = std::move(read.now);
    slot.latest = read.latest;
}

void VectorEnvironment::place(int round, std::string_view stored, const std::string& seed) {
    Slot& slot = *slots_[round];
    load(slot, stored);
    slot.seed = seed;
    slot.deals = 0;
    begin_turn(slot);
}

void VectorEnvironment::begin_turn(Slot& slot) {
    RoundState& now = slot.now;
    slot.keeps = false;
    slot.may_wait = true;
    if (now.over) {
        slot.mask.fill(0);
        return;
    }
    if (settings_.tile_by_tile) {
        slot.may_wait = !is_compulsory(now) ||
                        !Plays::can_lay(solver_, settings_.rules, settings_.question, now);
        slot.moves_left = settings_.most_moves;
        slot.draft.start(settings_.rules, now);
    } else {
        slot.plays.find(solver_, now, is_compulsory(now));
    }
    fill_mask(slot);
}

bool VectorEnvironment::is_compulsory(const RoundState& now) const {
    return now.must_lay(settings_.round);
}

void VectorEnvironment::fill_mask(Slot& slot) const {
    if (settings_.tile_by_tile) {
        slot.draft.mask(settings_.rules, slot.may_wait, slot.mask.data());
        return;
    }
    for (int choice = 0; choice < Choice::count; ++choice)
        slot.mask[choice] = slot.plays.has(choice) && settings_.listed[choice];
}

bool VectorEnvironment::is_legal(int round, int action) const {
    return action >= 0 && action < actions() && slots_[round]->mask[action];
}

void VectorEnvironment::note(Slot& slot, int seat, const Counts& laid, Deed deed) {
    LatestTurn& latest = slot.latest[seat];
    // A play or a pass after a draw belongs to the same turn.
    if (!slot.now.drawn) latest = {};
    latest.drew += (deed == Deed::draw);
    latest.played = deed == Deed::play;
    latest.passed = deed == Deed::pass;
    latest.laid = laid;
}

void VectorEnvironment::act(Slot& slot, int action) {
    RoundState& now = slot.now;
    int seat = now.turn;
    static_assert(Move::wait == Choice::wait);
    if (action == Choice::wait) {
        bool draws = !now.pool_empty() && !now.drawn;
        note(slot, seat, {}, draws ? Deed::draw : Deed::pass);
        now.wait(settings_.round);
    } else if (settings_.tile_by_tile) {
        Counts laid = slot.draft.laid();
        note(slot, seat, laid, Deed::play);
        now.lay(settings_.round, Melds(slot.draft.melds()), laid);
    } else {
        Answer& play = slot.plays.play(action);
        note(slot, seat, play.laid, Deed::play);
        now.lay(settings_.round, std::move(play.after), play.laid);
    }
    begin_turn(slot);
}

void VectorEnvironment::move(Slot& slot, int action) {
    slot.draft.apply(settings_.rules, action);
    if (--slot.moves_left > 0)
        fill_mask(slot);
    else
        run_out(slot);
}

// No move is left: the turn ends as it can without moving tiles.
void VectorEnvironment::run_out(Slot& slot) {
    slot.draft.apply(settings_.rules, Move::undo);
    slot.mask.fill(0);
    if (slot.may_wait) {
        slot.mask[Move::wait] = 1;
        return;
    }
    Plays::Listed none{};
    Plays plays(settings_.rules, settings_.question, none);
    plays.find(solver_, slot.now, true);
    Answer& play = plays.play(Choice::most_tiles);
    slot.draft.settle(play.after, play.opening);
    slot.mask[Move::play] = 1;
}

void VectorEnvironment::step(std::span<const std::int32_t> actions,
                             const EnvironmentArrays& arrays) {
    auto seats = static_cast<std::size_t>(settings_.seats);
    for (std::size_t at = 0; at < slots_.size(); ++at) {
        Slot& slot = *slots_[at];
        bool was_over = slot.now.over;
        if (!was_over) {
            int action = actions[at];
            if (settings_.tile_by_tile && action > Move::play)
                move(slot, action);
            else
                act(slot, action);
        }
        bool ended = slot.now.over && !was_over;
        if (arrays.over) arrays.over[at] = ended;
        if (arrays.rewards)
            for (std::size_t seat = 0; seat < seats; ++seat)
                arrays.rewards[at * seats + seat] =
                    ended ? static_cast<float>(slot.now.end.scores[seat]) : 0.0F;
        if (ended && settings_.restarts) {
            std::string seed = slot.seed;
            std::uint64_t deals = slot.deals + 1;
            reset(static_cast<int>(at), seed + "/" + std::to_string(deals));
            slot.seed = seed;
            slot.deals = deals;
        }
        write_slot(at, arrays);
    }
}

void VectorEnvironment::write(const EnvironmentArrays& arrays) const {
    for (std::size_t at = 0; at < slots_.size(); ++at) write_slot(at, arrays);
}

void VectorEnvironment::write_row(int round, const EnvironmentArrays& arrays) const {
    auto at = static_cast<std::size_t>(round), seats = static_cast<std::size_t>(settings_.seats);
    if (arrays.over) arrays.over[at] = 0;
    if (arrays.rewards) std::fill_n(arrays.rewards + at * seats, seats, 0.0F);
    write_slot(at, arrays);
}

void VectorEnvironment::write_slot(std::size_t at, const EnvironmentArrays& arrays) const {
    const Slot& slot = *slots_[at];
    auto count = static_cast<std::size_t>(actions());
    if (arrays.observations)
        write_observation(static_cast<int>(at), slot.now.turn,
                          arrays.observations + at * static_cast<std::size_t>(observation_size()));
    if (arrays.masks) std::memcpy(arrays.masks + at * count, slot.mask.data(), count);
    if (arrays.turns) arrays.turns[at] = slot.now.turn;
    if (arrays.effects && !settings_.tile_by_tile) {
        std::int16_t* out = arrays.effects + at * count * Effect::size;
        if (slot.now.over)
            std::memset(out, 0, count * Effect::size * sizeof(std::int16_t));
        else
            write_effects(slot.now, settings_.round, slot.plays, out);
    }
}

void VectorEnvironment::write_observation(int round, int observer, std::uint8_t* out) const {
    const Slot& slot = *slots_[round];
    tilerummy::write_observation(slot.now, slot.latest, deck_, settings_.rules.opening_points,
                                 observer, out);
    if (!settings_.tile_by_tile) return;
    if (observer == slot.now.turn && !slot.now.over)
        write_draft(slot.draft, slot.moves_left, out);
    else
        write_no_draft(out);
}

void VectorEnvironment::keep(int round, const Counts& tiles) {
    Slot& slot = *slots_[round];
    if (slot.now.over) return;
    slot.kept = tiles;
    for (auto& count : slot.kept.n) count = std::min<int>(count, kMaxJokers);
    slot.keeps = true;
    slot.plays.keep(solver_, slot.now, slot.kept);
    fill_mask(slot);
}

Deed VectorEnvironment::deed(int round, int action, Melds& after, Melds& opening) const {
    const Slot& slot = *slots_[round];
    if (action == Choice::wait)
        return !slot.now.pool_empty() && !slot.now.drawn ? Deed::draw : Deed::pass;
    if (!settings_.tile_by_tile) {
        after = slot.plays.play(action).after;
        opening = slot.plays.play(action).opening;
        return Deed::play;
    }
    if (action != Move::play) return Deed::move;
    after = slot.draft.melds();
    opening = slot.draft.opening();
    if (!settings_.rules.opening_goes_on && !slot.now.has_opened())
        opening.assign(after.begin() + slot.now.table.size(), after.end());
    return Deed::play;
}

std::string VectorEnvironment::stored(int round) const {
    const Slot& slot = *slots_[round];
    return write_round(slot.now, slot.latest);
}

bool VectorEnvironment::is_over(int round) const {
    return slots_[round]->now.over;
}

std::string VectorEnvironment::save() const {
    std::string out;
    for (const auto& slot : slots_) {
        auto part = [&](std::string_view text) {
            put_number(out, static_cast<std::int64_t>(text.size()), 4);
            out += text;
        };
        part(write_round(slot->now, slot->latest));
        part(slot->seed);
        put_number(out, static_cast<std::int64_t>(slot->deals), 8);
        put_number(out, slot->moves_left, 4);
        const auto& moves = slot->draft.moves();
        part({reinterpret_cast<const char*>(moves.data()), moves.size()});
        put_number(out, slot->keeps, 1);
        put_counts(out, slot->kept);
    }
    return out;
}

void VectorEnvironment::restore(std::string_view saved) {
    Reader reader(saved);
    std::vector<std::unique_ptr<Slot>> slots;
    while (slots.size() < slots_.size()) {
        auto part = [&] { return reader.text(static_cast<std::size_t>(reader.number(4))); };
        auto slot = std::make_unique<Slot>(settings_);
        load(*slot, part());
        slot->seed = part();
        slot->deals = static_cast<std::uint64_t>(reader.number(8));
        int moves_left = static_cast<int>(reader.number(4));
        std::string_view moves = part();
        bool keeps = reader.byte() != 0;
        Counts kept = reader.counts();
        require(moves_left <= settings_.most_moves, "too many moves are left");
        begin_turn(*slot);
        for (char text : moves) {
            int move = static_cast<std::uint8_t>(text);
            require(settings_.tile_by_tile && move > Move::play && move < Move::count &&
                        slot->mask[move],
                    "a move is not one of its turn");
            slot->draft.apply(settings_.rules, move);
            fill_mask(*slot);
        }
        if (settings_.tile_by_tile && !slot->now.over) {
            slot->moves_left = moves_left;
            if (moves_left <= 0) run_out(*slot);
        }
        if (keeps && !settings_.tile_by_tile && !slot->now.over) {
            slot->plays.keep(solver_, slot->now, kept);
            slot->kept = kept;
            slot->keeps = true;
            fill_mask(*slot);
        }
        slots.push_back(std::move(slot));
    }
    reader.end();
    slots_ = std::move(slots);
}

void VectorEnvironment::sample(std::uint64_t& state, std::int32_t* actions) const {
    auto count = static_cast<std::size_t>(this->actions());
    for (std::size_t at = 0; at < slots_.size(); ++at) {
        const auto& mask = slots_[at]->mask;
        std::uint64_t legal = 0;
        for (std::size_t i = 0; i < count; ++i) legal += mask[i];
        actions[at] = 0;
        if (!legal) continue;
        std::uint64_t chosen = (roll(state) >> 32) * legal >> 32;
        for (std::size_t i = 0; i < count; ++i)
            if (mask[i] && chosen-- == 0) {
                actions[at] = static_cast<std::int32_t>(i);
                break;
            }
    }
}

}  // namespace tilerummy
