// The one place where C++ meets Python.
//
// Tables and racks cross as bytes, which codes.hpp checks. The solver runs without the
// interpreter's lock, on memory borrowed from a pool.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

#include "codes.hpp"
#include "playout.hpp"
#include "solver.hpp"
#include "threads.hpp"

namespace nb = nanobind;
using namespace tilerummy;

void bind_environment(nb::module_& module);

namespace {

constexpr int kMostThreads = 256;
constexpr int kMostPlays = 10'000;
constexpr int kMostPenalty = 1'000;

// The class of errors that refusals become.
PyObject* refusal = PyExc_ValueError;

Bytes view(const nb::bytes& bytes) {
    return {static_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

nb::bytes to_python(const std::string& bytes) {
    return nb::bytes(bytes.data(), bytes.size());
}

class SolverPool {
  public:
    std::unique_ptr<Solver> borrow() {
        std::lock_guard lock(mutex_);
        if (free_.empty()) return std::make_unique<Solver>();
        auto solver = std::move(free_.back());
        free_.pop_back();
        return solver;
    }
    void give_back(std::unique_ptr<Solver> solver) {
        std::lock_guard lock(mutex_);
        free_.push_back(std::move(solver));
    }

  private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<Solver>> free_;
};

// The rulebook and the tile set of a core that answers questions about positions.
class Core {
  public:
    Core(const std::string& reuse, const std::string& joker_melds, bool special_replaces_other,
         bool mirror_counts, bool jokers_differ, int opening_points, bool opening_goes_on,
         nb::bytes deck)
        : box_(rules_of(reuse, joker_melds, special_replaces_other, mirror_counts, jokers_differ,
                        opening_points, opening_goes_on),
               view(deck)) {}

    Answer solve(nb::bytes table, nb::bytes rack, bool opened, nb::bytes weights, nb::bytes keep,
                 std::uint64_t nodes, std::optional<double> seconds) {
        Question what = question(weights, keep, nodes, seconds);
        return ask(table, rack, opened, [&](Solver& solver, const Position& where) {
            return solver.solve(where, what);
        });
    }

    // Many positions at once, on several threads; answers in the order of the questions.
    std::vector<Answer> solve_many(const std::vector<std::tuple<nb::bytes, nb::bytes, bool>>& asked,
                                   nb::bytes weights, std::uint64_t nodes, int threads,
                                   std::optional<double> seconds) {
        require(threads >= 1 && threads <= kMostThreads, "between 1 and 256 threads can work");
        std::vector<Position> where;
        for (const auto& [table, rack, opened] : asked)
            where.push_back(box_.position(view(table), view(rack), opened));
        Question what = question(weights, nb::bytes("", 0), nodes, seconds);
        std::vector<Answer> answers(where.size());
        nb::gil_scoped_release release;
        on_threads(threads, where.size(), [&](const auto& next) {
            auto solver = pool_.borrow();
            for (std::size_t i = next(); i < where.size(); i = next())
                answers[i] = clocked([&] { return solver->solve(where[i], what); });
            pool_.give_back(std::move(solver));
        });
        return answers;
    }

    Answer go_out(nb::bytes table, nb::bytes rack, bool opened, std::uint64_t nodes,
                  std::optional<double> seconds) {
        Question what;
        what.weights.fill(1);
        what.nodes = nodes;
        what.deadline = deadline_in(seconds);
        return ask(table, rack, opened, [&](Solver& solver, const Position& where) {
            return solver.go_out(where, what);
        });
    }

    RankedAnswers best_plays(nb::bytes table, nb::bytes rack, bool opened, nb::bytes weights,
                             nb::bytes keep, int k, std::uint64_t nodes,
                             std::optional<double> seconds, bool in_proportion) {
        require(k >= 0 && k <= kMostPlays, "between 0 and 10000 plays can be asked for");
        Question what = question(weights, keep, nodes, seconds);
        what.in_proportion = in_proportion;
        return ask(table, rack, opened, [&](Solver& solver, const Position& where) {
            return solver.best_plays(where, what, k);
        });
    }

    Answer solve_within(nb::bytes table, nb::bytes rack, bool opened, nb::bytes weights,
                        nb::bytes keep, std::uint64_t nodes, int moved, int touched,
                        std::optional<double> seconds) {
        Question what = question(weights, keep, nodes, seconds);
        return ask(table, rack, opened, [&](Solver& solver, const Position& where) {
            return solver.solve_within(where, what, {moved, touched});
        });
    }

    Answer simplest(nb::bytes table, nb::bytes rack, bool opened, nb::bytes weights, nb::bytes keep,
                    int least, std::uint64_t nodes, std::optional<double> seconds) {
        Question what = question(weights, keep, nodes, seconds);
        return ask(table, rack, opened, [&](Solver& solver, const Position& where) {
            return solver.simplest(where, what, least);
        });
    }

    // How many tiles a play moves, and how many melds it touches.
    std::tuple<int, int> moves(nb::bytes before, nb::bytes after) const {
        Moves found = moves_between(melds(before), melds(after));
        return {found.tiles, found.touched};
    }

    // Rounds from one moment to their end: a hand is the racks of all seats and the pool in order.
    std::vector<std::tuple<int, int, std::vector<int>>> play_out(
        nb::bytes table, const std::vector<std::tuple<std::vector<nb::bytes>, nb::bytes>>& hands,
        const std::vector<unsigned>& seat_sets, const std::vector<int>& turns,
        const std::vector<int>& silent, bool drawn, const std::vector<std::vector<int>>& policies,
        nb::bytes weights, const std::vector<int>& round, bool familiar, std::uint64_t nodes,
        int threads) const {
        int seats = static_cast<int>(policies.size());
        if (seats < 2 || seats > kMaxSeats) throw Refusal("two to six seats can play");
        if (seat_sets.size() != 4 || turns.size() != 2 || round.size() != 7)
            throw Refusal("four sets of seats, two turns and seven rules are needed");
        for (unsigned set : seat_sets)
            if (set >> seats) throw Refusal("a set names a seat that is not there");
        for (int turn : turns)
            if (turn < 0 || turn >= seats) throw Refusal("there is no such seat");
        if (seat_sets[1] >> turns[1] & 1) throw Refusal("the seat in turn has left");
        if (round[0] < 0 || round[0] > 2 || round[1] < 0 || round[1] > 2)
            throw Refusal("an unknown way to end a round");
        RoundState start;
        start.table = melds(table);
        start.opened = seat_sets[0];
        start.left = seat_sets[1];
        start.passed = seat_sets[2];
        start.last_turns = seat_sets[3];
        start.start = turns[0];
        start.turn = turns[1];
        start.drawn = drawn;
        if (silent.size() > static_cast<std::size_t>(seats))
            throw Refusal("more silent turns than seats");
        std::copy(silent.begin(), silent.end(), start.silent.begin());
        std::vector<RoundState> states;
        for (const auto& [racks, pool] : hands) {
            if (static_cast<int>(racks.size()) != seats)
                throw Refusal("a rack for each seat is needed");
            RoundState state = start;
            Tally all;
            all.add(start.table);
            for (const nb::bytes& rack : racks) {
                state.racks.push_back(tiles(rack));
                if (state.racks.back().total() == 0) throw Refusal("an empty rack has won already");
                all.add(view(rack));
            }
            all.add(view(pool));
            box_.require_tiles(all);
            state.pool.assign(view(pool).begin(), view(pool).end());
            states.push_back(std::move(state));
        }
        RoundRules rules;
        rules.empty = static_cast<EmptyPool>(round[0]);
        rules.blocked = static_cast<Blocked>(round[1]);
        rules.draws_then_opens = round[2] != 0;
        for (int penalty : {round[3], round[4]})
            require(penalty >= 0 && penalty <= kMostPenalty, "a penalty lies between 0 and 1000");
        rules.normal_penalty = round[3];
        rules.special_penalty = round[4];
        rules.must_lay = round[5] != 0;
        rules.must_lay_at_end = round[6] != 0;
        std::vector<Policy> players;
        for (const auto& numbers : policies) players.push_back(policy_of(numbers));
        Question what = question(weights, nb::bytes("", 0), nodes, std::nullopt);
        what.familiar = familiar;
        std::vector<RoundEnd> ends;
        {
            nb::gil_scoped_release release;
            ends = PlayOut(box_.rules(), rules, players, what)
                       .run_all(states, std::clamp(threads, 1, 64));
        }
        std::vector<std::tuple<int, int, std::vector<int>>> out;
        for (const RoundEnd& end : ends)
            out.emplace_back(end.winner, end.turns,
                             std::vector<int>(end.scores.begin(), end.scores.begin() + seats));
        return out;
    }

  private:
    // A policy by its numbers, in the order of their declaration.
    static Policy policy_of(const std::vector<int>& numbers) {
        constexpr std::size_t plain = 12;
        if (numbers.size() != plain && numbers.size() != plain + kFeatures)
            throw Refusal("a policy has twelve numbers, and nine weights if it learned");
        Policy policy{.wait = numbers[0],
                      .alarm = numbers[1],
                      .keep_jokers = numbers[2] != 0,
                      .hides = numbers[3] != 0,
                      .sight = numbers[4],
                      .glances = numbers[5],
                      .overlooks = numbers[6],
                      .close = numbers[7],
                      .hands = numbers[8],
                      .hold = numbers[9],
                      .patience = numbers[10],
                      .stints = numbers[11] != 0};
        policy.learns = numbers.size() > plain;
        std::copy(numbers.begin() + plain, numbers.end(), policy.weights.begin());
        return policy;
    }

    static Rules rules_of(const std::string& reuse, const std::string& joker_melds,
                          bool special_replaces_other, bool mirror_counts, bool jokers_differ,
                          int opening_points, bool opening_goes_on) {
        const std::string reuses[] = {"anywhere", "other-meld", "new-meld"};
        const std::string melds[] = {"free", "undivided", "frozen"};
        auto place = [](const std::string(&names)[3], const std::string& name, const char* why) {
            auto found = std::find(names, names + 3, name);
            require(found != names + 3, why);
            return found - names;
        };
        Rules rules;
        rules.reuse = static_cast<Reuse>(
            place(reuses, reuse, "reuse must be anywhere, other-meld or new-meld"));
        rules.joker_melds = static_cast<JokerMelds>(
            place(melds, joker_melds, "joker_melds must be free, undivided or frozen"));
        rules.special_replaces_other = special_replaces_other;
        rules.mirror_counts = mirror_counts;
        rules.jokers_differ = jokers_differ;
        rules.opening_points = opening_points;
        rules.opening_goes_on = opening_goes_on;
        return rules;
    }

    static Question question(const nb::bytes& weights, const nb::bytes& keep, std::uint64_t nodes,
                             std::optional<double> seconds) {
        Question out;
        out.weights = weights_of(view(weights));
        out.keep = tiles(keep);
        out.nodes = nodes;
        out.deadline = deadline_in(seconds);
        return out;
    }

    template <typename Ask>
    std::invoke_result_t<Ask, Solver&, const Position&> ask(const nb::bytes& table,
                                                            const nb::bytes& rack, bool opened,
                                                            const Ask& what) {
        Position where = box_.position(view(table), view(rack), opened);
        nb::gil_scoped_release release;
        auto solver = pool_.borrow();
        auto answer = clocked([&] { return what(*solver, where); });
        pool_.give_back(std::move(solver));
        return answer;
    }

    // The answer, with how long it took.
    template <typename Ask>
    static std::invoke_result_t<Ask> clocked(const Ask& what) {
        auto start = Budget::Clock::now();
        auto answer = what();
        double seconds = std::chrono::duration<double>(Budget::Clock::now() - start).count();
        if constexpr (std::is_same_v<decltype(answer), RankedAnswers>)
            for (Answer& play : answer.plays) play.seconds = seconds;
        else
            answer.seconds = seconds;
        return answer;
    }

    static Counts tiles(const nb::bytes& codes) { return tiles_of(view(codes)); }
    Melds melds(const nb::bytes& table) const { return box_.melds(view(table)); }

    Box box_;
    SolverPool pool_;
};

}  // namespace

NB_MODULE(_core, module) {
    module.doc() = "The solver's core: tile codes in, melds out.";
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const nb::python_error&) {
            throw;  // Python's own errors and the choice of an overload are the binding's to tell
        } catch (const nb::builtin_exception&) {
            throw;
        } catch (const Refusal& error) {
            PyErr_SetString(refusal, error.what());
        } catch (const std::bad_alloc&) {
            PyErr_SetString(refusal, "there is not enough memory for this question");
        } catch (const std::exception& error) {
            PyErr_Format(refusal, "the core failed, which is a fault of ours: %s", error.what());
        }
    });
    module.def(
        "refuse_with", [](nb::object error) { refusal = error.release().ptr(); }, nb::arg("error"),
        nb::sig("def refuse_with(error: type[ValueError]) -> None"),
        "Raise this kind of error for whatever is refused.");
    bind_environment(module);
    nb::class_<Answer>(module, "Answer", "A play, and whether nothing better exists.")
        .def_ro("found", &Answer::found)
        .def_ro("optimal", &Answer::optimal)
        .def_ro("value", &Answer::value)
        .def_ro("nodes", &Answer::nodes)
        .def_ro("seconds", &Answer::seconds)
        .def_prop_ro("after",
                     [](const Answer& answer) { return to_python(to_bytes(answer.after)); })
        .def_prop_ro("opening",
                     [](const Answer& answer) { return to_python(to_bytes(answer.opening)); })
        .def_prop_ro("laid", [](const Answer& answer) { return to_python(to_bytes(answer.laid)); });
    nb::class_<RankedAnswers>(module, "RankedAnswers", "The best plays, best first.")
        .def_ro("plays", &RankedAnswers::plays)
        .def_ro("complete", &RankedAnswers::complete);
    nb::class_<Core>(module, "Core", "The solver for one rulebook.")
        .def(nb::init<const std::string&, const std::string&, bool, bool, bool, int, bool,
                      nb::bytes>(),
             nb::kw_only(), nb::arg("reuse"), nb::arg("joker_melds"),
             nb::arg("special_replaces_other"), nb::arg("mirror_counts"), nb::arg("jokers_differ"),
             nb::arg("opening_points"), nb::arg("opening_goes_on"), nb::arg("deck"))
        .def("solve", &Core::solve, nb::arg("table"), nb::arg("rack"), nb::arg("opened"),
             nb::arg("weights"), nb::arg("keep"), nb::arg("nodes"), nb::arg("seconds") = nb::none(),
             nb::sig("def solve(self, table: bytes, rack: bytes, opened: bool, weights: bytes, "
                     "keep: bytes, nodes: int, seconds: float | None = None) -> Answer"),
             "The best play that nodes and seconds allow to find.")
        .def("solve_many", &Core::solve_many, nb::arg("positions"), nb::arg("weights"),
             nb::arg("nodes"), nb::arg("threads"), nb::arg("seconds") = nb::none(),
             nb::sig("def solve_many(self, positions: collections.abc.Sequence[tuple[bytes, bytes, "
                     "bool]], weights: bytes, nodes: int, threads: int, "
                     "seconds: float | None = None) -> list[Answer]"),
             "The best play of each position (table, rack, opened); the seconds are for all.")
        .def("go_out", &Core::go_out, nb::arg("table"), nb::arg("rack"), nb::arg("opened"),
             nb::arg("nodes"), nb::arg("seconds") = nb::none(),
             nb::sig("def go_out(self, table: bytes, rack: bytes, opened: bool, nodes: int, "
                     "seconds: float | None = None) -> Answer"),
             "A play that lays the whole rack.")
        .def("best_plays", &Core::best_plays, nb::arg("table"), nb::arg("rack"), nb::arg("opened"),
             nb::arg("weights"), nb::arg("keep"), nb::arg("k"), nb::arg("nodes"),
             nb::arg("seconds") = nb::none(), nb::arg("in_proportion") = false,
             nb::sig("def best_plays(self, table: bytes, rack: bytes, opened: bool, weights: "
                     "bytes, keep: bytes, k: int, nodes: int, seconds: float | None = None, "
                     "in_proportion: bool = False) -> RankedAnswers"),
             "The k best plays that differ in the tiles laid.")
        .def("solve_within", &Core::solve_within, nb::arg("table"), nb::arg("rack"),
             nb::arg("opened"), nb::arg("weights"), nb::arg("keep"), nb::arg("nodes"),
             nb::arg("moved"), nb::arg("touched"), nb::arg("seconds") = nb::none(),
             nb::sig("def solve_within(self, table: bytes, rack: bytes, opened: bool, weights: "
                     "bytes, keep: bytes, nodes: int, moved: int, touched: int, "
                     "seconds: float | None = None) -> Answer"),
             "The best play that moves so many tiles and touches so many melds at most.")
        .def(
            "simplest", &Core::simplest, nb::arg("table"), nb::arg("rack"), nb::arg("opened"),
            nb::arg("weights"), nb::arg("keep"), nb::arg("least"), nb::arg("nodes"),
            nb::arg("seconds") = nb::none(),
            nb::sig("def simplest(self, table: bytes, rack: bytes, opened: bool, weights: bytes, "
                    "keep: bytes, least: int, nodes: int, seconds: float | None = None) -> Answer"),
            "The play that lays so many tiles at least and moves as few as possible.")
        .def("moves", &Core::moves, nb::arg("before"), nb::arg("after"),
             nb::sig("def moves(self, before: bytes, after: bytes) -> tuple[int, int]"),
             "How many tiles a play moves, laid ones included, and how many melds it touches.")
        .def("play_out", &Core::play_out, nb::kw_only(), nb::arg("table"), nb::arg("hands"),
             nb::arg("seat_sets"), nb::arg("turns"), nb::arg("silent"), nb::arg("drawn"),
             nb::arg("policies"), nb::arg("weights"), nb::arg("round"), nb::arg("familiar"),
             nb::arg("nodes"), nb::arg("threads"),
             nb::sig("def play_out(self, *, table: bytes, hands: "
                     "collections.abc.Sequence[tuple[collections.abc.Sequence[bytes], bytes]], "
                     "seat_sets: collections.abc.Sequence[int], turns: "
                     "collections.abc.Sequence[int], silent: collections.abc.Sequence[int], "
                     "drawn: bool, policies: "
                     "collections.abc.Sequence[collections.abc.Sequence[int]], weights: "
                     "bytes, round: collections.abc.Sequence[int], "
                     "familiar: bool, nodes: int, threads: int) -> list[tuple[int, int, "
                     "list[int]]]"),
             "Rounds played to their end: the winner or -1, the turns and the scores of each.");
}
