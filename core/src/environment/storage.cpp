#include "storage.hpp"

namespace tilerummy {

void put_number(std::string& out, std::int64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>(value >> (8 * i) & 255));
}

void put_counts(std::string& out, const Counts& counts) {
    for (auto count : counts.n) out.push_back(static_cast<char>(count));
}

std::string write_round(const RoundState& now, const LatestTurns& latest) {
    std::string out;
    for (int value : {now.seats(), now.start, now.turn, static_cast<int>(now.drawn && !now.over),
                      static_cast<int>(now.over)})
        put_number(out, value, 1);
    for (unsigned set : {now.opened, now.left, now.passed, now.last_turns})
        put_number(out, static_cast<std::int64_t>(set), 1);
    put_number(out, now.end.winner, 1);
    put_number(out, now.number, 4);
    for (std::size_t seat = 0; seat < now.racks.size(); ++seat)
        put_number(out, now.end.scores[seat], 4);
    for (const Counts& rack : now.racks) put_counts(out, rack);
    put_number(out, static_cast<std::int64_t>(now.pool_size()), 2);
    for (std::size_t i = now.taken; i < now.pool.size(); ++i)
        out.push_back(static_cast<char>(now.pool[i]));
    std::string table = to_bytes(now.table);
    put_number(out, static_cast<std::int64_t>(table.size()), 2);
    out += table;
    for (std::size_t seat = 0; seat < now.racks.size(); ++seat) {
        put_number(out, latest[seat].drew, 1);
        put_number(out, latest[seat].played, 1);
        put_number(out, latest[seat].passed, 1);
        put_counts(out, latest[seat].laid);
    }
    return out;
}

StoredRound read_round(std::string_view bytes, const Box& box, const Counts& deck) {
    Reader reader(bytes);
    StoredRound out;
    RoundState& now = out.now;
    int seats = reader.byte();
    require(seats >= 2 && seats <= kMaxSeats, "two to six seats can play");
    auto seat = [&] {
        int value = reader.byte();
        require(value < seats, "there is no such seat");
        return value;
    };
    now.start = seat();
    now.turn = seat();
    now.drawn = reader.byte() != 0;
    now.over = reader.byte() != 0;
    for (unsigned* set : {&now.opened, &now.left, &now.passed, &now.last_turns}) {
        *set = static_cast<unsigned>(reader.byte());
        require(!(*set >> seats), "a set names a seat that is not there");
    }
    now.end.winner = static_cast<int>(reader.number(1));
    require(now.end.winner >= -1 && now.end.winner < seats, "somebody won who is not there");
    now.number = static_cast<int>(reader.number(4));
    require(now.number >= 0, "turns are counted from nothing");
    require(now.over || !(now.left >> now.turn & 1), "the seat in turn has left");
    for (int i = 0; i < seats; ++i) now.end.scores[i] = static_cast<int>(reader.number(4));
    Tally all;
    for (int i = 0; i < seats; ++i) {
        now.racks.push_back(reader.counts());
        require(now.over || now.racks.back().total(), "an empty rack has won already");
        all.add(now.racks.back());
    }
    std::int64_t pool = reader.number(2);
    require(pool >= 0 && pool <= 255, "the pool is too large");
    std::string_view tiles = reader.text(pool);
    now.pool.assign(tiles.begin(), tiles.end());
    all.add(now.pool);
    std::string_view table = reader.text(reader.number(2));
    now.table = box.melds({reinterpret_cast<const std::uint8_t*>(table.data()), table.size()});
    require(now.table.size() <= Move::most_melds, "too many melds");
    all.add(now.table);
    require(deck.holds(all.counts()), "more tiles than the set has");
    for (int i = 0; i < seats; ++i) {
        LatestTurn& turn = out.latest[i];
        turn.drew = reader.byte();
        turn.played = reader.byte();
        turn.passed = reader.byte();
        turn.laid = reader.counts();
    }
    reader.end();
    return out;
}

}  // namespace tilerummy
