#include "solver.hpp"

#include <algorithm>

#include "familiar.hpp"
#include "opening.hpp"
#include "ranking.hpp"
#include "search.hpp"

namespace tilerummy {
namespace {

// Whether the automaton forms all melds of these tiles and follows enough runs, as the core's tests
// show for what booklets print. House rules allow more: special jokers beside printed ones, of
// which it leaves out melds that hold one of each, and more copies or plain jokers than the tests
// go through.
bool is_shown(const Position& position) {
    Counts all = counts_of(position.table) + position.rack;
    int special = all[kDouble] + all[kChange] + all[kMirror], printed = 0, copies = 0;
    for (int c = 0; c < kColours; ++c) printed = std::max<int>(printed, all[coloured(c)]);
    for (int code = 0; code < kNumbered; ++code) copies = std::max<int>(copies, all[code]);
    if (!special && !printed) return true;  // the sweep's
    return !(special && printed) && copies <= 2 && all[kJoker] + printed <= 2;
}

}  // namespace

Answer Solver::best(const Position& position, const Question& question, PackingSession& session,
                    std::int64_t beat) {
    Answer answer;
    if (!position.opened) {
        answer = Opening(session, position, question).solve(beat);
    } else {
        Counts may = position.rack.without(question.keep);
        if (!may.holds(question.least)) {
            answer.optimal = true;
            return answer;
        }
        Search search(session, position.rules, position.table, question.weights);
        search.run(question.least, may - question.least, beat);
        answer.optimal = search.proved();
        answer.found = search.found();
        if (answer.found) {
            answer.after = search.after();
            answer.laid = counts_of(answer.after) - counts_of(position.table);
            answer.value = search.value();
        }
    }
    answer.optimal &= is_shown(position);
    return answer;
}

Answer Solver::solve(const Position& position, const Question& question) {
    Budget budget(question.nodes, question.deadline);
    Familiar familiar = question.familiar ? links_of(position.table) : Familiar{};
    PackingSession session(packer_, budget, question.familiar ? &familiar : nullptr);
    Answer answer = best(position, question, session, question.least.total() ? INT32_MIN : 0);
    if (answer.found && question.familiar) make_familiar(session, position, answer);
    answer.nodes = budget.used();
    return answer;
}

Answer Solver::go_out(const Position& position, const Question& question) {
    Question all = question;
    all.least = position.rack;
    if (question.keep.total() || !position.rack.total()) {
        Answer none;
        none.optimal = true;
        return none;
    }
    return solve(position, all);
}

Answer Solver::solve_within(const Position& position, const Question& question,
                            const Bound& bound) {
    Answer any = solve(position, question);
    if (!any.found) return any;
    auto within = [&] {
        Moves moves = moves_between(position.table, any.after);
        return moves.tiles <= bound.moved && moves.touched <= bound.touched;
    };
    if (within()) return any;
    if (!question.familiar) {
        Question again = question;
        again.familiar = true;
        any = solve(position, again);
        if (!any.found || within()) return any;
    }
    Answer best = BoundedTurn(position, question, bound).solve();
    // Where the search found no way through, a smaller turn is easier to find.
    for (int fewer : {6, 3, 1}) {
        if (best.found || best.optimal || fewer >= bound.moved) continue;
        best = BoundedTurn(position, question, {fewer, bound.touched}).solve();
        best.optimal = false;
    }
    best.nodes += any.nodes;
    // What nobody could beat with any hands needs no other proof.
    if (any.optimal && best.found && best.value == any.value) best.optimal = true;
    return best;
}

Answer Solver::simplest(const Position& position, const Question& question, int tiles) {
    Answer best = solve(position, question);
    if (!best.found || best.laid.total() < tiles) {
        best.found = false;
        best.after.clear();
        best.opening.clear();
        best.laid = {};
        best.value = 0;
        return best;
    }
    int most = moves_between(position.table, best.after).tiles;
    bool proved = true;
    for (int moved = tiles; moved < most; ++moved) {
        proved &= !question.is_late();
        if (question.is_late()) break;
        Answer fewer = BoundedTurn(position, question, {moved}).solve();
        proved &= fewer.optimal;
        if (!fewer.found || fewer.laid.total() < tiles) continue;
        best = std::move(fewer);
        break;
    }
    best.optimal = proved;
    return best;
}

RankedAnswers Solver::best_plays(const Position& position, const Question& question, int k) {
    Budget budget(question.nodes, question.deadline);
    Familiar familiar = question.familiar ? links_of(position.table) : Familiar{};
    PackingSession session(packer_, budget, question.familiar ? &familiar : nullptr);
    Ranking ranking(position, question, session, [&](const Question& part, std::int64_t beat) {
        return best(position, part, session, beat);
    });
    RankedAnswers answers = ranking.best(k);
    for (Answer& answer : answers.plays) {
        if (question.familiar) make_familiar(session, position, answer);
        answer.nodes = budget.used();
    }
    return answers;
}

}  // namespace tilerummy
