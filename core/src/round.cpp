#include "round.hpp"

#include <algorithm>
#include <tuple>

namespace tilerummy {

int RoundRules::penalty(const Counts& tiles) const {
    int sum = 0;
    for (int code = 0; code < kCodes; ++code) {
        Code c = static_cast<Code>(code);
        sum += tiles[code] * (is_number(c)    ? number_of(c)
                              : is_special(c) ? special_penalty
                                              : normal_penalty);
    }
    return sum;
}

void RoundState::lay(const RoundRules& rules, Melds&& after, const Counts& laid) {
    ++end.turns;
    table = std::move(after);
    rack() -= laid;
    opened |= bit(turn);
    // The turn that took the last tile is not yet the taker's last turn.
    finish_turn(rules, true, !drawn);
}

void RoundState::draw(const RoundRules& rules) {
    ++end.turns;
    ++rack()[pool[taken++]];
    if (pool_empty()) run_dry(rules);
    if (over) return;
    if (rules.draws_then_opens && !has_opened())
        drawn = true;
    else
        finish_turn(rules, true, false);
}

void RoundState::pass(const RoundRules& rules) {
    ++end.turns;
    finish_turn(rules, drawn, !drawn);
}

void RoundState::wait(const RoundRules& rules) {
    if (!pool_empty() && !drawn)
        draw(rules);
    else
        pass(rules);
}

void RoundState::run_dry(const RoundRules& rules) {
    if (rules.empty == EmptyPool::void_round) over = true;
    if (rules.empty == EmptyPool::last_turn) last_turns = seated();
}

void RoundState::finish_turn(const RoundRules& rules, bool acted, bool had_last_turn) {
    int seat = turn;
    ++number;
    if (rack().total() == 0) {
        pay(points(rules), seat);
        return;
    }
    passed = pool_empty() && !acted ? passed | bit(seat) : 0;
    if (had_last_turn) last_turns &= ~bit(seat);
    bool blocked = rules.empty == EmptyPool::last_turn ? !last_turns : !(seated() & ~passed);
    if (pool_empty() && blocked) {
        finish_blocked(rules);
        return;
    }
    do turn = (turn + 1) % seats();
    while (left & bit(turn));
    drawn = false;
}

std::array<int, kMaxSeats> RoundState::points(const RoundRules& rules) const {
    std::array<int, kMaxSeats> sums{};
    for (std::size_t seat = 0; seat < racks.size(); ++seat) sums[seat] = rules.penalty(racks[seat]);
    return sums;
}

void RoundState::finish_blocked(const RoundRules& rules) {
    over = true;
    if (rules.blocked == Blocked::void_round) return;
    auto sums = points(rules);
    int winner = -1;
    auto rank = [&](int seat) {
        auto at = static_cast<std::size_t>(seat);
        int after_start = (seat - start + seats()) % seats();
        return std::tuple(sums[at], racks[at].total(), after_start);
    };
    for (int seat = 0; seat < seats(); ++seat)
        if (!(left & bit(seat)) && (winner < 0 || rank(seat) < rank(winner))) winner = seat;
    if (rules.blocked == Blocked::difference) {
        int least = sums[winner];
        for (int& sum : sums) sum = std::max(0, sum - least);
    }
    pay(sums, winner);
}

void RoundState::pay(const std::array<int, kMaxSeats>& sums, int winner) {
    over = true;
    end.winner = winner;
    int total = 0;
    for (int seat = 0; seat < seats(); ++seat) {
        auto at = static_cast<std::size_t>(seat);
        if (seat == winner) continue;
        end.scores[at] = -sums[at];
        total += sums[at];
    }
    end.scores[winner] = total;
}

}  // namespace tilerummy
