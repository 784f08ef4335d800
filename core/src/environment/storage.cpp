#include "storage.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

constexpr Code kDivider = 255;
constexpr std::size_t kMostMelds = Move::most_melds;

}  // namespace

void put_number(std::string& out, std::int64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) out.push_back(static_cast<char>(value >> (8 * i) & 255));
}

void put_counts(std::string& out, const Counts& counts) {
    for (auto count : counts.n) out.push_back(static_cast<char>(count));
}

void write_table(const Melds& melds, std::string& out) {
    bool first = true;
    for (const Meld& meld : melds) {
        if (!first) out.push_back(static_cast<char>(kDivider));
        first = false;
        out.push_back(meld.kind == Kind::group ? 1 : 0);
        for (Code code : meld) out.push_back(static_cast<char>(code));
    }
}

std::optional<Melds> read_table(std::string_view bytes, const Rules& rules) {
    Melds out;
    std::size_t at = 0;
    while (at < bytes.size()) {
        Meld meld;
        auto kind = static_cast<std::uint8_t>(bytes[at++]);
        if (kind > 1) return {};
        meld.kind = kind ? Kind::group : Kind::run;
        for (; at < bytes.size() && static_cast<Code>(bytes[at]) != kDivider; ++at) {
            auto code = static_cast<Code>(bytes[at]);
            if (code >= kCodes || meld.size == kMaxTiles - 1) return {};
            meld.add(code);
        }
        ++at;
        if (!read_as(meld, meld.kind, rules)) return {};
        out.push_back(meld);
        if (out.size() > kMostMelds) return {};
    }
    return out;
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
    std::string table;
    write_table(now.table, table);
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

std::optional<StoredRound> read_round(std::string_view bytes, const Rules& rules,
                                      const Counts& deck) {
    Reader reader(bytes);
    StoredRound out;
    RoundState& now = out.now;
    int seats = reader.byte();
    if (seats < 2 || seats > kMaxSeats) return {};
    now.start = reader.byte();
    now.turn = reader.byte();
    now.drawn = reader.byte() != 0;
    now.over = reader.byte() != 0;
    for (unsigned* set : {&now.opened, &now.left, &now.passed, &now.last_turns}) {
        *set = static_cast<unsigned>(reader.byte());
        if (*set >> seats) return {};
    }
    now.end.winner = static_cast<int>(reader.number(1));
    now.number = static_cast<int>(reader.number(4));
    if (now.start >= seats || now.turn >= seats || now.end.winner >= seats || now.number < 0)
        return {};
    if (now.end.winner < -1 || (!now.over && (now.left >> now.turn & 1))) return {};
    for (int seat = 0; seat < seats; ++seat)
        now.end.scores[seat] = static_cast<int>(reader.number(4));
    Counts all;
    for (int seat = 0; seat < seats; ++seat) {
        now.racks.push_back(reader.counts());
        all += now.racks.back();
        if (!now.over && now.racks.back().total() == 0) return {};
    }
    auto pool = static_cast<std::size_t>(reader.number(2));
    if (pool > 255) return {};
    for (char tile : reader.text(pool)) {
        auto code = static_cast<Code>(tile);
        if (code >= kCodes) return {};
        now.pool.push_back(code);
        ++all[code];
    }
    auto table = read_table(reader.text(static_cast<std::size_t>(reader.number(2))), rules);
    if (!table || !reader.good()) return {};
    now.table = *table;
    all += counts_of(now.table);
    if (!deck.holds(all)) return {};
    for (int seat = 0; seat < seats; ++seat) {
        LatestTurn& turn = out.latest[seat];
        turn.drew = static_cast<std::uint8_t>(reader.byte());
        turn.played = static_cast<std::uint8_t>(reader.byte());
        turn.passed = static_cast<std::uint8_t>(reader.byte());
        turn.laid = reader.counts();
    }
    if (!reader.whole()) return {};
    return out;
}

}  // namespace tilerummy
