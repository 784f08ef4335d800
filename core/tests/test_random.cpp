// Random positions: what is returned is legal, and does not depend on who asks or how.
#include <random>

#include "candidates.hpp"
#include "check.hpp"
#include "duties.hpp"

using namespace notation;

namespace {

struct Deck {
    int copies, plain, special;
    bool coloured;
};

struct Made {
    Melds table;
    Counts rack;
};

Counts deck_of(const Deck& deck) {
    Counts all;
    for (int code = 0; code < kNumbered; ++code) all[code] = static_cast<std::uint8_t>(deck.copies);
    all[kJoker] = static_cast<std::uint8_t>(deck.plain);
    for (Code code : {kDouble, kChange, kMirror})
        all[code] = static_cast<std::uint8_t>(deck.special);
    if (deck.coloured)
        for (int c = 0; c < kColours; ++c) all[coloured(c)] = 1;
    return all;
}

Code draw(Counts& from, std::mt19937& random) {
    int at = static_cast<int>(random() % static_cast<unsigned>(from.total()));
    for (int code = 0;; ++code) {
        at -= from[code];
        if (at < 0) {
            --from[code];
            return static_cast<Code>(code);
        }
    }
}

Made make(const Deck& deck, int melds, int rack, std::mt19937& random) {
    Counts left = deck_of(deck);
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

void check_legal(const Position& position, const Answer& answer) {
    if (!answer.found) return;
    Counts all = counts_of(position.table);
    all += answer.laid;
    CHECK(counts_of(answer.after) == all);
    CHECK(answer.laid.total() > 0);
    CHECK(position.rack.holds(answer.laid));
    for (const Meld& meld : answer.after)
        CHECK(read_as(meld, meld.kind, position.rules).has_value());
    if (position.opened) CHECK(meets_duties(position.rules, position.table, answer.after));
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
    const Deck decks[] = {{2, 2, 0, false}, {3, 4, 0, false}, {2, 2, 2, false}, {2, 0, 0, true}};
    for (int round = 0; round < 150; ++round)
        for (const Deck& deck : decks) {
            const Rules& rules = kinds[random() % std::size(kinds)];
            Made made = make(deck, 1 + round % 9, 3 + round % 7, random);
            Position position{rules, made.table, made.rack, random() % 4 != 0};
            Question question = most_tiles();
            question.nodes = 20000;
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
        Deck deck{round % 3 == 2 ? 3 : 2, round % 5, 0, false};
        Made made = make(deck, 1 + round % 8, 4 + round % 12, random);
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
