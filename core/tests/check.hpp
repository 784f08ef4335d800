// A few lines of test frame, and the notation, so that tests read like the booklet.
#pragma once

#include <functional>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "duties.hpp"
#include "solver.hpp"

namespace check {

struct Test {
    std::string name;
    std::function<void()> body;
};

inline std::vector<Test>& tests() {
    static std::vector<Test> all;
    return all;
}

inline int& failures() {
    static int count = 0;
    return count;
}

struct Register {
    Register(const char* name, std::function<void()> body) { tests().push_back({name, body}); }
};

inline void expect(bool holds, const char* text, const char* file, int line) {
    if (holds) return;
    ++failures();
    std::cerr << file << ":" << line << ": " << text << "\n";
}

}  // namespace check

#define TEST(name)                                             \
    static void name();                                        \
    static const check::Register register_##name(#name, name); \
    static void name()
#define CHECK(condition) check::expect((condition), #condition, __FILE__, __LINE__)

namespace notation {

using namespace tilerummy;

inline Code tile_of(const std::string& word) {
    const std::string colours = "krby";
    if (word == "*") return kJoker;
    if (word == "*2") return kDouble;
    if (word == "*c") return kChange;
    if (word == "*m") return kMirror;
    if (word[0] == '*') return coloured(static_cast<int>(colours.find(word[1])));
    return tile(static_cast<int>(colours.find(word[0])), std::stoi(word.substr(1)));
}

// Which kind a row has when its player declares none: the one of higher value, a run on a tie.
inline Kind kind_of(const Meld& row, const Rules& rules) {
    auto run = read_as(row, Kind::run, rules), group = read_as(row, Kind::group, rules);
    return group && (!run || group->value > run->value) ? Kind::group : Kind::run;
}

inline Melds melds_of(const std::string& text, const Rules& rules = {}) {
    Melds out;
    std::stringstream parts(text);
    std::string part;
    while (std::getline(parts, part, '|')) {
        Meld meld;
        std::stringstream words(part);
        std::string word;
        bool declared = false;
        while (words >> word) {
            if (word[0] == '=') {
                meld.kind = word == "=group" ? Kind::group : Kind::run;
                declared = true;
            } else {
                meld.add(tile_of(word));
            }
        }
        if (!declared) meld.kind = kind_of(meld, rules);
        if (meld.size) out.push_back(meld);
    }
    return out;
}

inline Meld meld_of(const std::string& text, const Rules& rules = {}) {
    return melds_of(text, rules).front();
}

inline Counts tiles_of(const std::string& text) {
    Counts out;
    std::stringstream words(text);
    std::string word;
    while (words >> word) ++out[tile_of(word)];
    return out;
}

// A set: so many of each number, plain jokers, special ones of each kind and printed ones.
inline Counts set_of(int copies, int plain, int special = 0, int printed = 0) {
    Counts all;
    for (int code = 0; code < kNumbered; ++code) all[code] = copies;
    all[kJoker] = plain;
    for (Code code : {kDouble, kChange, kMirror}) all[code] = special;
    for (int c = 0; c < kColours; ++c) all[coloured(c)] = printed;
    return all;
}

inline std::vector<Code> one_by_one(const Counts& tiles) {
    std::vector<Code> out;
    for (Code code = 0; code < kCodes; ++code) out.insert(out.end(), tiles[code], code);
    return out;
}

inline Question most_tiles(std::uint64_t nodes = UINT64_MAX) {
    Question question;
    for (int code = 0; code < kCodes; ++code)
        question.weights[code] = 4096 + (is_number(code) ? number_of(code) : 0);
    question.nodes = nodes;
    return question;
}

inline void check_legal(const Position& position, const Answer& answer) {
    if (!answer.found) return;
    CHECK(counts_of(answer.after) == counts_of(position.table) + answer.laid);
    CHECK(answer.laid.total() > 0);
    CHECK(position.rack.holds(answer.laid));
    for (const Meld& meld : answer.after)
        CHECK(read_as(meld, meld.kind, position.rules).has_value());
    if (position.opened) CHECK(meets_duties(position.rules, position.table, answer.after));
}

}  // namespace notation
