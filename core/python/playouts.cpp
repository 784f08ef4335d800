#include "playouts.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>

namespace nb = nanobind;

namespace tilerummy {
namespace {

constexpr int kMostPenalty = 1'000;

unsigned set_of(const std::vector<int>& members, int seats) {
    unsigned set = 0;
    for (int seat : members) {
        require(seat >= 0 && seat < seats, "a set names a seat that is not there");
        set |= RoundState::bit(seat);
    }
    return set;
}

// The place of a name among those an enumeration has, in its order.
template <typename Enum>
Enum named(const std::array<const char*, 3>& names, const std::string& name) {
    auto found = std::find(names.begin(), names.end(), name);
    require(found != names.end(), "an unknown way to end a round");
    return static_cast<Enum>(found - names.begin());
}

void make_policy(Policy* out, int wait, int alarm, bool keep_jokers, bool hides, int sight,
                 int glances, int overlooks, int close, int hands, int hold, int opens,
                 int patience, bool stints, const std::vector<int>& weights) {
    require(weights.empty() || weights.size() == kFeatures,
            "a policy has nine weights if it learned, otherwise none");
    new (out) Policy{.wait = wait,
                     .alarm = alarm,
                     .keep_jokers = keep_jokers,
                     .hides = hides,
                     .sight = sight,
                     .glances = glances,
                     .overlooks = overlooks,
                     .close = close,
                     .hands = hands,
                     .hold = hold,
                     .opens = opens,
                     .patience = patience,
                     .stints = stints,
                     .learns = !weights.empty()};
    std::copy(weights.begin(), weights.end(), out->weights.begin());
}

void make_round_rules(RoundRules* out, const std::string& empty, const std::string& blocked,
                      bool draws_then_opens, int normal_penalty, int special_penalty, bool must_lay,
                      bool must_lay_at_end) {
    for (int penalty : {normal_penalty, special_penalty})
        require(penalty >= 0 && penalty <= kMostPenalty, "a penalty lies between 0 and 1000");
    new (out) RoundRules{.empty = named<EmptyPool>({"play-on", "last-turn", "void"}, empty),
                         .blocked = named<Blocked>({"difference", "full", "void"}, blocked),
                         .draws_then_opens = draws_then_opens,
                         .normal_penalty = normal_penalty,
                         .special_penalty = special_penalty,
                         .must_lay = must_lay,
                         .must_lay_at_end = must_lay_at_end};
}

}  // namespace

std::vector<RoundState> rounds_at(const Moment& moment, const std::vector<Hands>& hands, int seats,
                                  const Box& box) {
    require(seats >= 2 && seats <= kMaxSeats, "two to six seats can play");
    for (int seat : {moment.start, moment.turn})
        require(seat >= 0 && seat < seats, "there is no such seat");
    require(moment.silent.size() <= static_cast<std::size_t>(seats),
            "more silent turns than seats");
    RoundState start;
    start.table = box.melds(view(moment.table));
    start.opened = set_of(moment.opened, seats);
    start.left = set_of(moment.left, seats);
    start.passed = set_of(moment.passed, seats);
    start.last_turns = set_of(moment.last_turns, seats);
    start.start = moment.start;
    start.turn = moment.turn;
    start.drawn = moment.drawn;
    require((start.left & RoundState::bit(start.turn)) == 0, "the seat in turn has left");
    std::copy(moment.silent.begin(), moment.silent.end(), start.silent.begin());
    std::vector<RoundState> states;
    for (const Hands& one : hands) {
        require(static_cast<int>(one.racks.size()) == seats, "a rack for each seat is needed");
        RoundState state = start;
        Tally all;
        all.add(start.table);
        for (const nb::bytes& rack : one.racks) {
            state.racks.push_back(tiles_of(view(rack)));
            require(state.racks.back().total() != 0, "an empty rack has won already");
            all.add(view(rack));
        }
        all.add(view(one.pool));
        box.require_tiles(all);
        state.pool.assign(view(one.pool).begin(), view(one.pool).end());
        states.push_back(std::move(state));
    }
    return states;
}

Outcome outcome_of(const RoundEnd& end, int seats) {
    return {end.winner < 0 ? std::nullopt : std::optional(end.winner), end.turns,
            std::vector<int>(end.scores.begin(), end.scores.begin() + seats)};
}

}  // namespace tilerummy

using namespace tilerummy;

void bind_playouts(nb::module_& module) {
    nb::class_<Policy>(module, "Policy", "How a seat plays.")
        .def("__init__", &make_policy, nb::kw_only(), nb::arg("wait"), nb::arg("alarm"),
             nb::arg("keep_jokers"), nb::arg("hides"), nb::arg("sight"), nb::arg("glances"),
             nb::arg("overlooks"), nb::arg("close"), nb::arg("hands"), nb::arg("hold"),
             nb::arg("opens"), nb::arg("patience"), nb::arg("stints"), nb::arg("weights"));
    nb::class_<RoundRules>(module, "RoundRules", "The fields of a rulebook that decide a round.")
        .def("__init__", &make_round_rules, nb::kw_only(), nb::arg("empty"), nb::arg("blocked"),
             nb::arg("draws_then_opens"), nb::arg("normal_penalty"), nb::arg("special_penalty"),
             nb::arg("must_lay"), nb::arg("must_lay_at_end"));
    nb::class_<Moment>(module, "Moment", "A round as everybody sees it.")
        .def(
            "__init__",
            [](Moment* out, nb::bytes table, int start, int turn, std::vector<int> opened,
               std::vector<int> left, std::vector<int> passed, std::vector<int> last_turns,
               bool drawn, std::vector<int> silent) {
                new (out) Moment{table,
                                 start,
                                 turn,
                                 std::move(opened),
                                 std::move(left),
                                 std::move(passed),
                                 std::move(last_turns),
                                 drawn,
                                 std::move(silent)};
            },
            nb::kw_only(), nb::arg("table"), nb::arg("start"), nb::arg("turn"), nb::arg("opened"),
            nb::arg("left"), nb::arg("passed"), nb::arg("last_turns"), nb::arg("drawn"),
            nb::arg("silent"));
    nb::class_<Hands>(module, "Hands", "The racks of all seats, and the pool.")
        .def(
            "__init__",
            [](Hands* out, std::vector<nb::bytes> racks, nb::bytes pool) {
                new (out) Hands{std::move(racks), pool};
            },
            nb::arg("racks"), nb::arg("pool"));
    nb::class_<Outcome>(module, "Outcome", "How a round ended; a void one has no winner.")
        .def_ro("winner", &Outcome::winner)
        .def_ro("turns", &Outcome::turns)
        .def_ro("scores", &Outcome::scores);
}
