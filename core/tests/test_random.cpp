// Random positions: what is returned is legal, and does not depend on who asks or how.
#include <random>

#include "candidates.hpp"
#include "check.hpp"

using namespace notation;

namespace {

struct Made {
    Melds table;
    Counts rack;
};

Code draw(Counts& from, std::mt19937& random) {
    int at = static_cast<int>(random() % static_cast<unsigned>(from.total()));
    for (Code code = 0;; ++code) {
        at -= from[code];
        if (at < 0) {
            --from[code];
            return code;
        }
    }
}

Made make(const Counts& deck, int melds, int rack, std::mt19937& random) {
    Counts left = deck;
    Made out;
    for (int tries = 0; static_cast<int>(out.table.size()) < melds && tries < 200; ++tries) {
        Meld meld;
        bool run = random() % 2;
        meld.kind = run ? Kind::run : Kind::group;
        int length = run ? 3 + static_cast<int>(random() % 3) : 3 + static_cast<int>(random() % 2);
        int colour = static_cast<int>(random() % 4);
        int number = 1 + static_cast<int>(random() % static_cast<unsigned>(run ? 14 - length : 13));
        for (int i = 0; i < length; ++i) {
            Code code = run ? tile(colour, number + i) : tile((colour + i) % 4, number);
            if (random() % 6 == 0) {
                const Code jokers[] = {kJoker, kDouble, kChange,
                                       coloured(static_cast<int>(random() % 4))};
                code = jokers[random() % 4];
            }
            meld.add(code);
        }
        if (!read_as(meld, meld.kind, {}) || !left.holds(counts_of(meld))) continue;
        left -= counts_of(meld);
        out.table.push_back(meld);
    }
    for (int i = 0; i < rack && left.total(); ++i) ++out.rack[draw(left, random)];
    return out;
}

const Rules kinds[] = {
    {},
    {Reuse::new_meld, JokerMelds::free, true, true, 30, false},
    {Reuse::new_meld, JokerMelds::free, false, true, 30, false},
    {Reuse::other_meld, JokerMelds::free, true, true, 40, true, true},
    {Reuse::new_meld, JokerMelds::undivided, true, true, 30, true},
    {Reuse::new_meld, JokerMelds::frozen, true, true, 30, true},
};

}  // namespace

TEST(answers_are_legal_and_the_same_from_a_used_solver) {
    std::mt19937 random(5);
    Solver used;
    const Counts decks[] = {set_of(2, 2), set_of(3, 4), set_of(2, 2, 2), set_of(2, 0, 0, 1)};
    for (int round = 0; round < 150; ++round)
        for (const Counts& deck : decks) {
            const Rules& rules = kinds[random() % std::size(kinds)];
            Made made = make(deck, 1 + round % 9, 3 + round % 7, random);
            Position position{rules, made.table, made.rack, random() % 4 != 0};
            Question question = most_tiles(20000);
            Answer a = used.solve(position, question);
            Answer b = Solver().solve(position, question);
            check_legal(position, a);
            CHECK(a.found == b.found);
            CHECK(a.value == b.value);
            CHECK(a.optimal == b.optimal);
        }
}

TEST(the_automaton_agrees_with_the_sweep) {
    std::mt19937 random(7);
    Packer packer;
    Twist automaton;
    Question question = most_tiles();
    for (int round = 0; round < 200; ++round) {
        Made made =
            make(set_of(round % 3 == 2 ? 3 : 2, round % 5), 1 + round % 8, 4 + round % 12, random);
        Counts must = counts_of(made.table);
        if (round % 7 == 0)
            question.weights[random() % kCodes] = static_cast<int>(random() % 9000) - 4500;
        PackingRequest request{must, made.rack, question.weights};
        Budget budget;
        Packing packing = packer.pack(request, budget);
        Packing answer = automaton.solve(request, budget);
        CHECK(packing.found && answer.found);
        CHECK(packing.proved && answer.proved);
        CHECK(packing.value == answer.value);
    }
}
