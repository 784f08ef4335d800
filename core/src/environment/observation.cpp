#include "observation.hpp"

#include <algorithm>
#include <cstring>

namespace tilerummy {
namespace {

std::uint8_t byte(int value) {
    return static_cast<std::uint8_t>(std::clamp(value, 0, 255));
}

void write_counts(const Counts& counts, std::uint8_t* out) {
    std::memcpy(out, counts.n.data(), counts.n.size());
}

void write_melds(const Melds& melds, std::uint8_t* out) {
    std::memset(out, 0, Layout::melds_length);
    const std::uint8_t* end = out + Layout::melds_length;
    for (const Meld& meld : melds) {
        if (out + meld.size + 1 > end) return;
        *out++ = meld.kind == Kind::run ? Layout::begins_run : Layout::begins_group;
        for (Code code : meld) *out++ = static_cast<std::uint8_t>(code + 1);
    }
}

int points_of(const Counts& tiles) {
    int points = 0;
    for (int code = 0; code < kNumbered; ++code) points += tiles[code] * number_of(code);
    return points;
}

}  // namespace

void write_observation(const RoundState& now, const LatestTurns& latest, const Counts& deck,
                       int opening_points, int observer, std::uint8_t* out) {
    const Counts& rack = now.racks[observer];
    Counts table = counts_of(now.table);
    write_counts(rack, out + Layout::rack);
    write_counts(table, out + Layout::table);
    write_counts(deck - table - rack, out + Layout::unseen);
    std::memset(out + Layout::seats, 0, Layout::melds - Layout::seats);
    int seats = now.seats();
    for (int place = 0; place < seats; ++place) {
        int seat = (observer + place) % seats;
        auto at = static_cast<std::size_t>(seat);
        std::uint8_t* field = out + Layout::seats + place * Layout::seat_fields;
        field[0] = 1;
        field[1] = byte(now.racks[at].total());
        field[2] = now.opened >> seat & 1;
        field[3] = latest[at].drew;
        field[4] = latest[at].played;
        field[5] = latest[at].passed;
        field[6] = now.last_turns >> seat & 1;
        field[7] = now.left >> seat & 1;
        write_counts(latest[at].laid, out + Layout::laid + place * kCodes);
    }
    std::uint8_t* field = out + Layout::round;
    field[0] = byte(static_cast<int>(now.pool_size()));
    field[1] = now.drawn;
    field[2] = byte(now.number);
    field[3] = byte((observer - now.start + seats) % seats);
    field[4] = byte(seats);
    field[5] = byte((now.turn - observer + seats) % seats);
    field[6] = now.over;
    field[7] = byte(opening_points);
    write_melds(now.table, out + Layout::melds);
}

void write_draft(const Draft& draft, int moves_left, std::uint8_t* out) {
    write_counts(draft.hand(), out + Layout::hand);
    write_counts(draft.owed(), out + Layout::owed);
    std::memset(out + Layout::row, 0, Layout::row_length);
    for (int i = 0; i < draft.row().size; ++i)
        out[Layout::row + i] = static_cast<std::uint8_t>(draft.row().tiles[i] + 1);
    std::uint8_t* field = out + Layout::draft;
    field[0] = byte(draft.points());
    field[1] = !draft.opening().empty();
    field[2] = byte(moves_left);
    field[3] = draft.touched();
    write_melds(draft.melds(), out + Layout::melds);
}

void write_no_draft(std::uint8_t* out) {
    std::memset(out + Layout::hand, 0, Layout::size_with_draft - Layout::hand);
}

void write_effects(const RoundState& now, const RoundRules& round, const Plays& plays,
                   std::int16_t* out) {
    std::memset(out, 0, sizeof(std::int16_t) * Effect::size * Choice::count);
    auto number = [](int value) { return static_cast<std::int16_t>(value); };
    int size = now.rack().total(), jokers = now.rack().jokers();
    int penalty = round.penalty(now.rack());
    for (int choice = 0; choice < Choice::count; ++choice, out += Effect::size) {
        if (!plays.has(choice)) continue;
        out[Effect::legal] = 1;
        out[Effect::drawn_before] = now.drawn;
        if (choice == Choice::wait) {
            bool draws = !now.pool_empty() && !now.drawn;
            out[Effect::draws] = draws;
            out[Effect::jokers_left] = number(jokers);
            out[Effect::tiles_left] = number(size + draws);
            out[Effect::points_left] = number(penalty);
            out[Effect::melds] = number(static_cast<int>(now.table.size()));
            continue;
        }
        const Answer& play = plays.play(choice);
        int tiles = play.laid.total(), laid_jokers = play.laid.jokers();
        out[Effect::tiles] = number(tiles);
        out[Effect::points] = number(points_of(play.laid));
        out[Effect::jokers] = number(laid_jokers);
        out[Effect::jokers_left] = number(jokers - laid_jokers);
        out[Effect::goes_out] = tiles == size;
        out[Effect::tiles_left] = number(size - tiles);
        out[Effect::points_left] = number(penalty - round.penalty(play.laid));
        out[Effect::opens] = !now.has_opened();
        out[Effect::melds] = number(static_cast<int>(play.after.size()));
        for (int code = 0; code < kCodes; ++code) out[Effect::laid + code] = play.laid[code];
    }
}

}  // namespace tilerummy
