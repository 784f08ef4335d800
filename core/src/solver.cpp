#include "solver.hpp"

#include <algorithm>

#include "familiar.hpp"
#include "opening.hpp"
#include "search.hpp"

namespace tilerummy {
namespace {

// Special jokers beside ones that are printed in a colour: no booklet has both, and the automaton
// leaves out melds that hold one of each.
bool mixes_jokers(const Position& position) {
    Counts all = counts_of(position.table);
    all += position.rack;
    int special = all[kDouble] + all[kChange] + all[kMirror], printed = 0;
    for (int c = 0; c < kColours; ++c) printed += all[coloured(c)];
    return special && printed;
}

}  // namespace

Answer Solver::solve(const Position& position, const Question& question) {
    packer_.nodes_left = question.nodes;
    packer_.nodes_used = 0;
    Familiar familiar;
    if (question.familiar) familiar = links_of(position.table);
    packer_.familiar = question.familiar ? &familiar : nullptr;
    Answer answer;
    if (!position.opened) {
        answer = Opening(packer_, position, question).solve();
    } else {
        Counts may = position.rack;
        for (int code = 0; code < kCodes; ++code)
            may[code] =
                static_cast<std::uint8_t>(may[code] - std::min(may[code], question.keep[code]));
        if (!may.holds(question.least)) {
            answer.optimal = true;
            return answer;
        }
        may -= question.least;
        Search search(packer_, position.rules, position.table, question.weights);
        search.run(question.least, may, question.least.total() ? INT32_MIN : 0);
        answer.optimal = search.proved();
        answer.found = search.found();
        if (answer.found) {
            answer.after = search.after();
            answer.laid = counts_of(answer.after);
            answer.laid -= counts_of(position.table);
            answer.value = search.value();
        }
    }
    if (answer.found && question.familiar) make_familiar(packer_, position, answer);
    if (mixes_jokers(position)) answer.optimal = false;
    answer.nodes = packer_.nodes_used;
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

namespace {

// A part of all sets of tiles that can be laid: at least `least`, not `keep`.
struct Part {
    Question question;
    Answer answer;
};

}  // namespace

// Lawler's way: the best play of a part splits what is left of it into parts that differ from it in
// their first tile kind, so that nothing is counted twice.
std::vector<Answer> Solver::best_plays(const Position& position, const Question& question, int k) {
    std::vector<Answer> found;
    std::vector<Part> parts;
    auto add = [&](const Question& q) {
        Answer answer = solve(position, q);
        if (answer.found) parts.push_back({q, std::move(answer)});
    };
    add(question);
    while (static_cast<int>(found.size()) < k && !parts.empty()) {
        auto best = std::max_element(parts.begin(), parts.end(), [](const Part& a, const Part& b) {
            return a.answer.value < b.answer.value;
        });
        Part part = std::move(*best);
        parts.erase(best);
        found.push_back(part.answer);
        if (static_cast<int>(found.size()) == k) break;
        Question rest = part.question;
        for (int code = 0; code < kCodes; ++code) {
            int free = position.rack[code] - part.question.keep[code];
            int laid = part.answer.laid[code];
            if (laid > part.question.least[code]) {
                Question fewer = rest;
                fewer.keep[code] = static_cast<std::uint8_t>(position.rack[code] - (laid - 1));
                add(fewer);
            }
            if (laid < free) {
                Question more = rest;
                more.least[code] = static_cast<std::uint8_t>(laid + 1);
                add(more);
            }
            rest.least[code] = static_cast<std::uint8_t>(laid);
            rest.keep[code] = static_cast<std::uint8_t>(position.rack[code] - laid);
        }
    }
    return found;
}

}  // namespace tilerummy
