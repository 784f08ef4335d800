// Play-outs: whole rounds end, add up, and do not depend on the number of threads.
#include "check.hpp"
#include "deal.hpp"
#include "playout.hpp"

using namespace notation;

namespace {

std::vector<RoundState> deals(int seats, const RoundRules& round) {
    DealRules rules{.deck = one_by_one(set_of(2, 2))};
    std::vector<RoundState> states;
    for (int seed = 0; seed < 6; ++seed)
        states.push_back(deal(rules, round, seats, std::to_string(seed)));
    return states;
}

std::vector<RoundEnd> play(const Rules& rules, const RoundRules& round, int seats, int threads) {
    std::vector<Policy> policies{
        {1000, 0, true}, {0, 0, false}, {6, 3, true}, {1000, 0, true, true}};
    policies.resize(static_cast<std::size_t>(seats));
    return PlayOut(rules, round, policies, most_tiles(3000)).run_all(deals(seats, round), threads);
}

}  // namespace

TEST(what_the_winner_gets_is_what_the_others_pay) {
    for (int seats : {2, 4})
        for (EmptyPool empty : {EmptyPool::play_on, EmptyPool::last_turn, EmptyPool::void_round}) {
            RoundRules round;
            round.empty = empty;
            for (const RoundEnd& end : play(Rules{}, round, seats, 1)) {
                int sum = 0;
                for (int score : end.scores) sum += score;
                CHECK(sum == 0);
                CHECK(end.turns > 0);
                CHECK(end.winner < seats);
                if (end.winner >= 0) CHECK(end.scores[end.winner] >= 0);
            }
        }
}

TEST(who_must_lay_does_not_wait) {
    RoundRules round;
    round.must_lay = true;
    std::vector<RoundState> states = deals(2, round);
    std::vector<Policy> greedy(2), saving(2);
    for (Policy& policy : saving) policy.wait = 1000;
    auto ends = PlayOut(Rules{}, round, greedy, most_tiles(3000)).run_all(states, 1);
    auto same = PlayOut(Rules{}, round, saving, most_tiles(3000)).run_all(states, 1);
    for (std::size_t i = 0; i < ends.size(); ++i) CHECK(ends[i].scores == same[i].scores);
    auto free = PlayOut(Rules{}, RoundRules{}, saving, most_tiles(3000)).run_all(states, 1);
    bool differs = false;
    for (std::size_t i = 0; i < ends.size(); ++i) differs |= ends[i].turns != free[i].turns;
    CHECK(differs);
}

TEST(play_outs_do_not_depend_on_the_number_of_threads) {
    auto one = play(Rules{}, RoundRules{}, 4, 1), three = play(Rules{}, RoundRules{}, 4, 3);
    for (std::size_t i = 0; i < one.size(); ++i) {
        CHECK(one[i].winner == three[i].winner);
        CHECK(one[i].turns == three[i].turns);
        CHECK(one[i].scores == three[i].scores);
    }
}
