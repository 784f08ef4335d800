#include "plays.hpp"

#include <algorithm>
#include <optional>

#include "duties.hpp"
#include "opening.hpp"

namespace tilerummy {
namespace {

constexpr std::uint64_t kPassNodes = 200'000;  // the engine looks so long before it lets one pass

Answer solve(Solver& solver, const Rules& rules, RoundState& now, const Question& question) {
    Position position;
    position.rules = rules;
    position.rack = now.rack();
    position.opened = now.has_opened();
    std::swap(position.table, now.table);
    Answer answer = solver.solve(position, question);
    std::swap(position.table, now.table);
    return answer;
}

// The meld with one number tile more at an end of a run or in a group; nothing if it does not fit.
std::optional<Meld> lengthened(const Meld& meld, Code code, const Rules& rules) {
    if (meld.size + 1 >= kMaxTiles || meld.count(kMirror)) return {};
    for (bool front : {false, true})
        if (Meld longer = with(meld, code, front); read_as(longer, meld.kind, rules)) return longer;
    return {};
}

}  // namespace

Answer Plays::ask(Solver& solver, RoundState& now, const Question& question) const {
    return solve(solver, rules_, now, question);
}

bool Plays::can_lay(Solver& solver, const Rules& rules, const Question& question, RoundState& now) {
    Question longer = question;
    longer.nodes = kPassNodes;
    longer.familiar = true;
    return solve(solver, rules, now, longer).found;
}

void Plays::find(Solver& solver, RoundState& now, bool compulsory) {
    for (Answer& answer : answers_) answer.found = false;
    Answer& most = answers_[Choice::most_tiles];
    most = ask(solver, now, question_);
    if (compulsory && !most.found && !most.optimal) {
        Question longer = question_;
        longer.nodes = kPassNodes;
        longer.familiar = true;
        most = ask(solver, now, longer);
    }
    may_wait_ = !(compulsory && most.found);
    if (!most.found) return;
    if (listed_[Choice::without_jokers]) {
        Answer& spared = answers_[Choice::without_jokers];
        if (!most.laid.jokers()) {
            spared = most;
        } else {
            Question question = question_;
            for (int code = kNumbered; code < kCodes; ++code)
                question.keep[code] = now.rack()[code];
            spared = ask(solver, now, question);
        }
    }
    if (listed_[Choice::whole_rack]) {
        Answer& all = answers_[Choice::whole_rack];
        if (most.laid == now.rack()) {
            all = most;
        } else if (!most.optimal) {
            Question question = question_;
            question.least = now.rack();
            all = ask(solver, now, question);
        }
    }
    if (now.has_opened()) {
        if (listed_[Choice::smallest]) answers_[Choice::smallest] = smallest(solver, now, most);
    } else if (listed_[Choice::opening]) {
        answers_[Choice::opening] = only_opening(now, most);
    }
}

void Plays::keep(Solver& solver, RoundState& now, const Counts& tiles) {
    Answer& kept = answers_[Choice::keeping];
    const Answer& most = answers_[Choice::most_tiles];
    kept.found = false;
    if (!most.found) return;
    Question question = question_;
    for (int code = 0; code < kCodes; ++code)
        question.keep[code] = std::min(tiles[code], now.rack()[code]);
    kept = (now.rack() - question.keep).holds(most.laid) ? most : ask(solver, now, question);
}

// A single tile that fits a meld as it lies, the highest first.
Answer Plays::one_more(const RoundState& now) const {
    Answer answer;
    for (int number = kNumbers; number >= 1; --number)
        for (int c = 0; c < kColours; ++c) {
            Code code = tile(c, number);
            if (!now.rack()[code]) continue;
            for (std::size_t i = 0; i < now.table.size(); ++i) {
                auto longer = lengthened(now.table[i], code, rules_);
                if (!longer) continue;
                Melds after = now.table;
                after[i] = *longer;
                if (!meets_duties(rules_, now.table, after)) continue;
                answer.found = true;
                answer.after = std::move(after);
                answer.laid[code] = 1;
                return answer;
            }
        }
    return answer;
}

// A single tile if one can be laid: where it fits a meld as it lies, or by moving others. Otherwise
// the play of most tiles without every meld and every tile that can be left out of it.
Answer Plays::smallest(Solver& solver, RoundState& now, const Answer& most) const {
    if (most.laid.total() == 1) return most;
    Answer best = one_more(now);
    if (best.found) return best;
    Question question = question_;
    question.keep = now.rack();
    for (int code = 0; code < kCodes; ++code) {
        if (!now.rack()[code]) continue;
        question.least = {};
        question.least[code] = 1;
        --question.keep[code];
        best = ask(solver, now, question);
        if (best.found) return best;
        ++question.keep[code];
    }
    best = most;
    Counts& laid = best.laid;
    int total = laid.total();
    for (std::size_t i = best.after.size(); i-- > 0;) {
        Counts tiles = counts_of(best.after[i]);
        int size = best.after[i].size;
        if (size >= total || !laid.holds(tiles)) continue;
        laid -= tiles;
        total -= size;
        best.after.erase(best.after.begin() + i);
    }
    for (Meld& meld : best.after) total -= shorten(meld, laid, total - 1);
    if (!meets_duties(rules_, now.table, best.after)) return most;
    return best;
}

// Takes laid tiles off the meld, at most `most` of them; how many those were.
int Plays::shorten(Meld& meld, Counts& laid, int most) const {
    int taken = 0;
    for (int i = meld.size; i-- > 0 && taken < most;) {
        Code code = meld.tiles[i];
        if (!laid[code] || meld.size <= kShortest) continue;
        Meld less = without(meld, i);
        if (!read_as(less, less.kind, rules_)) continue;
        meld = less;
        --laid[code];
        ++taken;
    }
    return taken;
}

// The opening melds alone, and no more of them than needed.
Answer Plays::only_opening(const RoundState& now, const Answer& most) const {
    Answer answer;
    answer.opening = fewest(most.opening, rules_.opening_points, rules_);
    answer.found = !answer.opening.empty();
    answer.after = joined(now.table, answer.opening);
    answer.laid = counts_of(answer.opening);
    return answer;
}

}  // namespace tilerummy
