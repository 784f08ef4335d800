#include <algorithm>

#include "check.hpp"

using namespace notation;

namespace {

Rules rules_of(Reuse reuse, JokerMelds melds = JokerMelds::free) {
    Rules rules;
    rules.reuse = reuse;
    rules.joker_melds = melds;
    return rules;
}

Answer best(const std::string& table, const std::string& rack, Rules rules = {},
            bool opened = true) {
    Position position{rules, melds_of(table), tiles_of(rack), opened};
    Answer answer = Solver().solve(position, most_tiles());
    check_legal(position, answer);
    CHECK(answer.optimal);
    return answer;
}

int laid(const std::string& table, const std::string& rack, Rules rules = {}, bool opened = true) {
    return best(table, rack, rules, opened).laid.total();
}

const Rules piatnik = rules_of(Reuse::new_meld);
const Rules undivided = rules_of(Reuse::new_meld, JokerMelds::undivided);
const Rules frozen = rules_of(Reuse::new_meld, JokerMelds::frozen);

}  // namespace

TEST(two_jokers_before_thirteen) {
    CHECK(laid("k13 * *", "k12 k11") == 2);
}

TEST(a_short_run_goes_on_by_tile_where_a_start_needs_the_joker) {
    CHECK(laid("r11 r12 r13 | * * r12", "r13") == 1);
}
TEST(twin_joker_melds) {
    CHECK(laid("b4 * b6 | b4 * b6", "b5 b5 k1") == 3);
}

TEST(a_twin_of_a_rack_tile_lies_on_the_table) {
    CHECK(laid("r4 r5 r6 r7 r8", "r6") == 1);
}

TEST(groups_of_two_two_one_one) {
    CHECK(laid("k7 r7 b7", "k7 r7 y7") == 3);
}

TEST(a_full_group_has_no_room_for_its_joker) {
    CHECK(laid("k7 r7 b7 *", "y7") == 0);
}

TEST(rack_jokers_count) {
    CHECK(laid("k4 k5 k6", "* *") == 2);
}

TEST(what_stays_is_kept_as_it_was) {
    Answer answer = best("r8 y8 b8 | k4 k5 k6", "k7");
    CHECK(answer.after.size() == 2);
    CHECK(answer.after[0] == meld_of("r8 y8 b8"));
    CHECK(answer.after[1] == meld_of("k4 k5 k6 k7"));
}

TEST(a_freed_joker_needs_a_new_meld) {
    CHECK(laid("b6 b7 *", "b4") == 1);
    CHECK(laid("b6 b7 *", "b4", piatnik) == 0);
    CHECK(laid("r2 r3 * r5 r6", "r1 r7 k10 k11", piatnik) == 4);
    CHECK(laid("b3 r3 * | k8 k9 k10", "y3 b1", piatnik) == 1);
}

TEST(undivided_melds_grow_or_give_up_their_joker) {
    CHECK(laid("r2 r3 *", "r5", undivided) == 1);
    CHECK(laid("r2 r3 * r5 r6", "r1 r7 k10 k11", undivided) == 2);
    CHECK(laid("r2 r3 *", "r4 k10 k11", undivided) == 3);
}

TEST(frozen_melds_only_give_up_their_joker) {
    CHECK(laid("r2 r3 *", "r5", frozen) == 0);
    CHECK(laid("r2 r3 * r5 r6", "r1 r7 k10 k11", frozen) == 0);
    CHECK(laid("b3 r3 * | k8 k9 k10", "y3 b1", frozen) == 0);
    CHECK(laid("b3 r3 *", "y3 k10 k11", frozen) == 3);
}

TEST(openings) {
    CHECK(laid("", "r10 b10 k10 y1", {}, false) == 3);
    CHECK(laid("", "r9 b9 k9 y1", {}, false) == 0);
    CHECK(laid("b4 b5 b6", "r10 b10 k10 b7", {}, false) == 3);
    Rules goes_on;
    goes_on.opening_goes_on = true;
    CHECK(laid("b4 b5 b6", "r10 b10 k10 b7", goes_on, false) == 4);
    CHECK(laid("b4 b5 b6", "b7 b8", goes_on, false) == 0);
    CHECK(laid("", "* r10 b10", {}, false) == 3);
    CHECK(laid("", "k1 k2 k3 r1 b1 r11 r12 *", {}, false) == 6);
}

TEST(the_k_best_plays_differ) {
    Position position{{}, melds_of("b4 b5 b6"), tiles_of("b3 b7 b8"), true};
    RankedAnswers ranked = Solver().best_plays(position, most_tiles(), 10);
    const std::vector<Answer>& answers = ranked.plays;
    CHECK(answers.size() == 5);
    CHECK(ranked.complete);
    for (std::size_t i = 1; i < answers.size(); ++i)
        CHECK(answers[i].value <= answers[i - 1].value);
}

TEST(packings_are_ranked_by_tiles) {
    Counts rack = tiles_of("r3 r4 r5 r6 k9 b9 y9");
    Question question = most_tiles();
    Budget budget;
    Packer packer;
    RankedPackings ranked = packer.rank({{}, rack, question.weights, 0}, 50, budget);
    std::vector<Counts> laid;
    for (const Packing& packing : ranked.packings) {
        CHECK(packing.proved);
        laid.push_back(counts_of(packing.melds));
        for (const Meld& meld : packing.melds) CHECK(read_as(meld, meld.kind, {}).has_value());
    }
    // The run whole or without an end, the group or not.
    CHECK(laid.size() == 7);
    CHECK(ranked.rest == 0);
    for (std::size_t i = 1; i < laid.size(); ++i)
        CHECK(ranked.packings[i].value <= ranked.packings[i - 1].value);
    std::sort(laid.begin(), laid.end());
    CHECK(std::unique(laid.begin(), laid.end()) == laid.end());
    ranked = packer.rank({{}, rack, question.weights, 0}, 3, budget);
    CHECK(ranked.packings.size() == 3);
    CHECK(ranked.rest > 0);
}

TEST(plays_that_may_be_missing_are_told) {
    Position position{{}, melds_of("b4 b5 b6"), tiles_of("b3 b7 b8"), true};
    CHECK(!Solver().best_plays(position, most_tiles(0), 10).complete);
}

TEST(going_out) {
    Position position{{}, melds_of("b4 b5 b6"), tiles_of("b3 b7"), true};
    CHECK(Solver().go_out(position, most_tiles()).found);
    position.rack = tiles_of("b3 b8");
    CHECK(!Solver().go_out(position, most_tiles()).found);
}

TEST(double_jokers_span_two) {
    CHECK(laid("", "b10 *2 b13", {}, false) == 3);
    CHECK(laid("b3 r3 *2", "k3") == 0);
    CHECK(laid("b3 r3 *2", "k3 y3 b4") == 3);
    CHECK(laid("k1 k2 k3", "*2") == 1);
    CHECK(laid("b3 *2 *2 b8", "b7 b6") == 2);
}

TEST(colour_changes_join_runs) {
    CHECK(laid("r6 r7 *c", "b9 b10") == 2);
    CHECK(laid("r6 r7 *c", "r9 r10") == 0);
    CHECK(laid("k1 k2 k3", "r6 *c b8") == 3);
    CHECK(laid("k1 k2 k3", "r6 *c r8 *") == 4);
}

TEST(mirrors_pair_tiles) {
    CHECK(laid("b3 b4 *m b4 b3", "b5 b5 r9 r9") == 4);
    CHECK(laid("k1 k2 k3", "b3 *m b3") == 3);
    CHECK(laid("k1 k2 k3", "b3 *m b4") == 0);
    CHECK(laid("k1 k2 k3", "b3 *m *") == 3);
    CHECK(laid("k1 k2 k3", "b7 r7 *m *2") == 4);
    CHECK(laid("k1 k2 k3", "r3 *c b5 *m b5 *c r3") == 7);
}

TEST(coloured_jokers_serve_their_colour) {
    CHECK(laid("", "r10 r11 *r", {}, false) == 3);
    CHECK(laid("k1 k2 k3", "r10 r11 *b") == 0);
    CHECK(laid("k1 k2 k3", "r10 y10 *b") == 3);
    CHECK(laid("k1 k2 k3", "*k") == 1);
    CHECK(laid("k1 k2 k3", "r12 r13 *r") == 3);
}

TEST(nothing_is_proved_where_printed_and_special_jokers_meet) {
    auto proved = [](const std::string& table, const std::string& rack) {
        return Solver().solve({{}, melds_of(table), tiles_of(rack), true}, most_tiles()).optimal;
    };
    CHECK(!proved("k4 k5 k6", "r8 *y *2"));
    CHECK(!proved("k4 k5 *k", "k9 *m"));
    CHECK(proved("k4 k5 k6", "r8 *y"));
    CHECK(proved("k4 k5 k6", "r8 *2"));
}
