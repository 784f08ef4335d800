// The one place where C++ meets Python.
//
// Tables and racks cross as bytes, which codes.hpp checks. The solver runs without the
// interpreter's lock, on memory borrowed from a pool.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <string>

#include "bytes.hpp"
#include "playouts.hpp"
#include "solver.hpp"
#include "threads.hpp"

namespace nb = nanobind;
using namespace tilerummy;

void bind_environment(nb::module_& module);

namespace {

constexpr int kMostThreads = 256;
constexpr int kMostPlays = 10'000;

// The class of errors that refusals become.
PyObject* refusal = PyExc_ValueError;

// A position as bytes.
struct PositionBytes {
    nb::bytes table, rack;
    bool opened;
};

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
    std::vector<Answer> solve_many(const std::vector<PositionBytes>& positions, nb::bytes weights,
                                   std::uint64_t nodes, int threads,
                                   std::optional<double> seconds) {
        require(threads >= 1 && threads <= kMostThreads, "between 1 and 256 threads can work");
        std::vector<Position> where;
        for (const PositionBytes& one : positions)
            where.push_back(box_.position(view(one.table), view(one.rack), one.opened));
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
    Moves moves(nb::bytes before, nb::bytes after) const {
        return moves_between(melds(before), melds(after));
    }

    // Rounds from one moment to their end, one for each of the hands.
    std::vector<Outcome> play_out(const Moment& moment, const std::vector<Hands>& hands,
                                  const std::vector<Policy>& policies, const RoundRules& rules,
                                  nb::bytes weights, bool familiar, std::uint64_t nodes,
                                  int threads) const {
        int seats = static_cast<int>(policies.size());
        std::vector<RoundState> states = rounds_at(moment, hands, seats, box_);
        Question what = question(weights, nb::bytes("", 0), nodes, std::nullopt);
        what.familiar = familiar;
        std::vector<Outcome> outcomes;
        nb::gil_scoped_release release;
        for (const RoundEnd& end : PlayOut(box_.rules(), rules, policies, what)
                                       .run_all(states, std::clamp(threads, 1, 64)))
            outcomes.push_back(outcome_of(end, seats));
        return outcomes;
    }

  private:
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
    bind_playouts(module);
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
    nb::class_<Moves>(module, "Moves", "What a play moves: tiles, laid ones included, and melds.")
        .def_ro("tiles", &Moves::tiles)
        .def_ro("touched", &Moves::touched);
    nb::class_<PositionBytes>(module, "Position", "A table, a rack, and whether its player opened.")
        .def(
            "__init__",
            [](PositionBytes* out, nb::bytes table, nb::bytes rack, bool opened) {
                new (out) PositionBytes{table, rack, opened};
            },
            nb::arg("table"), nb::arg("rack"), nb::arg("opened"));
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
             nb::sig("def solve_many(self, positions: collections.abc.Sequence[Position], "
                     "weights: bytes, nodes: int, threads: int, seconds: float | None = None) -> "
                     "list[Answer]"),
             "The best play of each position; the seconds are for all.")
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
             nb::sig("def moves(self, before: bytes, after: bytes) -> Moves"),
             "How many tiles a play moves, laid ones included, and how many melds it touches.")
        .def("play_out", &Core::play_out, nb::kw_only(), nb::arg("moment"), nb::arg("hands"),
             nb::arg("policies"), nb::arg("rules"), nb::arg("weights"), nb::arg("familiar"),
             nb::arg("nodes"), nb::arg("threads"),
             "Rounds played to their end, one for each of the hands.");
}
