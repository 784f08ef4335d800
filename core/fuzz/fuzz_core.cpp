// What a caller may pass, tried at random and guided by coverage (libFuzzer).
//
// The first bytes choose a rulebook, a tile set and a question; the rest are tables and racks, raw
// as they come or put together so that most are possible. Whatever is refused must be refused with
// a Refusal. Every answer must be a legal play of tiles that are there, and the sanitisers watch.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "codes.hpp"
#include "duties.hpp"
#include "playout.hpp"
#include "solver.hpp"

using namespace tilerummy;

namespace {

constexpr std::uint64_t kMostNodes = 400;

void check(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "wrong: %s\n", what);
    std::abort();
}

class Source {
  public:
    Source(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

    // A number from 0 to most; 0 when there is nothing left.
    int number(int most) {
        if (at_ == size_) return 0;
        return data_[at_++] % (most + 1);
    }
    bool flag() { return number(1) == 1; }
    std::vector<std::uint8_t> bytes(int most) {
        std::vector<std::uint8_t> out(static_cast<std::size_t>(number(most)));
        for (std::uint8_t& byte : out) byte = static_cast<std::uint8_t>(number(255));
        return out;
    }

  private:
    const std::uint8_t* data_;
    std::size_t size_, at_ = 0;
};

Rules some_rules(Source& from) {
    Rules rules;
    rules.reuse = static_cast<Reuse>(from.number(2));
    rules.joker_melds = static_cast<JokerMelds>(from.number(2));
    rules.special_replaces_other = from.flag();
    rules.mirror_counts = from.flag();
    rules.jokers_differ = from.flag();
    rules.opening_points = from.number(90);
    rules.opening_goes_on = from.flag();
    return rules;
}

std::vector<std::uint8_t> some_deck(Source& from, const Rules& rules) {
    std::vector<std::uint8_t> deck;
    int copies = 1 + from.number(2);
    for (int code = 0; code < kNumbered; ++code)
        deck.insert(deck.end(), static_cast<std::size_t>(copies), static_cast<std::uint8_t>(code));
    bool printed = from.flag();
    if (printed)
        for (int c = 0; c < kColours; ++c) deck.push_back(coloured(c));
    deck.insert(deck.end(), static_cast<std::size_t>(printed ? 0 : from.number(4)), kJoker);
    // What may become of a frozen meld around a mirror no booklet says.
    bool mirrors = rules.joker_melds == JokerMelds::free;
    for (Code code : {kDouble, kChange, kMirror})
        if (code != kMirror || mirrors)
            deck.insert(deck.end(), static_cast<std::size_t>(from.number(2)), code);
    return deck;
}

// A row of a run or a group with some tiles replaced by jokers, as bytes; mostly a meld.
std::vector<std::uint8_t> some_meld(Source& from) {
    std::vector<std::uint8_t> row;
    bool group = from.flag();
    int number = 1 + from.number(12), colour = from.number(3), length = 3 + from.number(3);
    for (int i = 0; i < length; ++i) {
        int joker = from.number(15);
        if (joker >= 4 && joker < 12)
            joker = 0;  // most are numbers
        else
            joker = joker % 8;
        if (joker > 0)
            row.push_back(static_cast<std::uint8_t>(kJoker + joker));
        else if (group)
            row.push_back(tile((colour + i) % kColours, number));
        else
            row.push_back(tile(colour, std::min(kNumbers, number + i)));
    }
    row.insert(row.begin(), group ? 1 : 0);
    return row;
}

std::vector<std::uint8_t> some_table(Source& from, const Box& box) {
    if (from.number(9) == 9) return from.bytes(60);
    std::vector<std::uint8_t> table;
    for (int left = from.number(8); left > 0; --left) {
        std::vector<std::uint8_t> more = table, meld = some_meld(from);
        if (!more.empty()) more.push_back(255);
        more.insert(more.end(), meld.begin(), meld.end());
        try {
            box.position(more, {}, true);
            table = more;
        } catch (const Refusal&) {
        }
    }
    return table;
}

std::vector<std::uint8_t> some_rack(Source& from, const Box& box, const Melds& table, int most) {
    std::vector<std::uint8_t> rack;
    for (int left = from.number(most); left > 0; --left) {
        rack.push_back(static_cast<std::uint8_t>(from.number(kCodes - 1)));
        Tally all;
        all.add(table);
        all.add(rack);
        try {
            box.require_tiles(all);
        } catch (const Refusal&) {
            rack.pop_back();
        }
    }
    return rack;
}

void check_answer(const Position& position, const Question& question, const Answer& answer) {
    if (!answer.found) return;
    Counts before = counts_of(position.table), after = counts_of(answer.after);
    check(after.holds(before), "a tile of the table is missing");
    after -= before;
    check(after == answer.laid, "other tiles are laid than the answer says");
    check(answer.laid.total() > 0, "nothing is laid");
    check(position.rack.holds(after), "a tile is laid that is not on the rack");
    check(after.holds(question.least), "a tile is missing that must be laid");
    for (int code = 0; code < kCodes; ++code)
        check(after[code] <= std::max(0, position.rack[code] - question.keep[code]),
              "a tile is laid that is to be kept");
    int points = 0;
    for (const Meld& meld : answer.after)
        check(read_as(meld, meld.kind, position.rules).has_value(), "a meld is not one");
    for (const Meld& meld : answer.opening) {
        auto reading = read_as(meld, meld.kind, position.rules);
        check(reading.has_value(), "an opening meld is not one");
        points += reading->value;
    }
    Melds table = position.table;
    if (!position.opened) {
        check(points >= position.rules.opening_points, "the opening is worth too little");
        check(answer.laid.holds(counts_of(answer.opening)), "the opening is not from the rack");
        table.insert(table.end(), answer.opening.begin(), answer.opening.end());
    }
    check(meets_duties(position.rules, table, answer.after), "a duty is not met");
}

void ask(Source& from, const Box& box, Solver& solver) {
    auto table = some_table(from, box);
    auto raw = from.number(9) == 9 ? from.bytes(30) : some_rack(from, box, box.melds(table), 30);
    Position position = box.position(table, raw, from.flag());
    Question question;
    for (std::int32_t& weight : question.weights) weight = 4096;
    for (int left = from.number(20); left > 0; --left)
        question.weights[from.number(kCodes - 1)] = from.number(255) * 64 - 4000;
    if (from.number(9) == 9)
        question.weights[from.number(kCodes - 1)] = from.flag() ? kMostWeight : -kMostWeight;
    question.keep = tiles_of(from.bytes(4));
    question.familiar = from.flag();
    question.nodes = static_cast<std::uint64_t>(from.number(255)) * kMostNodes / 255;
    if (from.number(9) == 9) question.deadline = deadline_in(0.001 * from.number(5));
    switch (from.number(4)) {
        case 0: {
            RankedAnswers ranked = solver.best_plays(position, question, from.number(5));
            for (const Answer& answer : ranked.plays) check_answer(position, question, answer);
            break;
        }
        case 1:
            question.least = position.rack;
            question.keep = {};
            check_answer(position, question, solver.go_out(position, question));
            break;
        case 2:
            check_answer(
                position, question,
                solver.solve_within(position, question, {from.number(30), from.number(5)}));
            break;
        default:
            check_answer(position, question, solver.solve(position, question));
    }
}

void play(Source& from, const Box& box, Solver& solver) {
    RoundState state;
    int seats = 2 + from.number(kMaxSeats - 2);
    state.table = box.melds(some_table(from, box));
    Melds given = state.table;
    for (int seat = 0; seat < seats; ++seat) {
        auto rack = some_rack(from, box, given, 10);
        if (rack.empty()) return;
        state.racks.push_back(tiles_of(rack));
        Meld all;
        for (std::uint8_t code : rack) all.add(code);
        given.push_back(all);
    }
    state.pool = some_rack(from, box, given, 20);
    state.opened = static_cast<unsigned>(from.number((1 << seats) - 1));
    state.turn = from.number(seats - 1);
    state.start = from.number(seats - 1);
    RoundRules round;
    round.empty = static_cast<EmptyPool>(from.number(2));
    round.blocked = static_cast<Blocked>(from.number(2));
    round.draws_then_opens = from.flag();
    round.must_lay = from.flag();
    round.must_lay_at_end = from.flag();
    std::vector<Policy> policies(static_cast<std::size_t>(seats));
    for (Policy& policy : policies) {
        policy.wait = from.number(5);
        policy.alarm = from.number(5);
        policy.keep_jokers = from.flag();
        policy.hides = from.flag();
    }
    if (round.empty == EmptyPool::last_turn && state.pool.empty())
        state.last_turns = (1U << seats) - 1;
    Question question;
    question.weights.fill(1);
    question.nodes = 100;
    question.familiar = false;
    RoundEnd end = PlayOut(box.rules(), round, policies, question).run(solver, state);
    int sum = 0;
    for (int score : end.scores) sum += score;
    check(sum == 0, "the scores of a round do not add up to nothing");
    check(end.winner < seats, "somebody wins who is not there");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Solver solver;
    Source from(data, size);
    try {
        Rules rules = some_rules(from);
        auto deck = from.number(19) == 19 ? from.bytes(120) : some_deck(from, rules);
        Box box(rules, deck);
        if (from.number(5) == 5)
            play(from, box, solver);
        else
            ask(from, box, solver);
    } catch (const Refusal&) {
    }
    return 0;
}
