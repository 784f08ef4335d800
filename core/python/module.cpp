// The one place where C++ meets Python.
//
// Tables cross as bytes: each meld is its kind (0 run, 1 group) and the codes of its tiles, melds
// are divided by 255. Everything that comes in is checked here, so nothing a caller passes can harm
// the process; the solver runs without the interpreter's lock, on memory borrowed from a pool.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

#include "playout.hpp"
#include "solver.hpp"

namespace nb = nanobind;
using namespace tilerummy;

namespace {

constexpr Code kDivider = 255;
constexpr int kMostWeight = 1'000'000;

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
         nb::bytes deck) {
        if (reuse == "anywhere")
            rules_.reuse = Reuse::anywhere;
        else if (reuse == "other-meld")
            rules_.reuse = Reuse::other_meld;
        else if (reuse == "new-meld")
            rules_.reuse = Reuse::new_meld;
        else
            throw nb::value_error("reuse must be anywhere, other-meld or new-meld");
        if (joker_melds == "free")
            rules_.joker_melds = JokerMelds::free;
        else if (joker_melds == "undivided")
            rules_.joker_melds = JokerMelds::undivided;
        else if (joker_melds == "frozen")
            rules_.joker_melds = JokerMelds::frozen;
        else
            throw nb::value_error("joker_melds must be free, undivided or frozen");
        if (opening_points < 0 || opening_points > 1000)
            throw nb::value_error("opening_points must be between 0 and 1000");
        rules_.special_replaces_other = special_replaces_other;
        rules_.mirror_counts = mirror_counts;
        rules_.jokers_differ = jokers_differ;
        rules_.opening_points = opening_points;
        rules_.opening_goes_on = opening_goes_on;
        deck_ = tiles(deck);
        int jokers = deck_[kJoker];
        for (int c = 0; c < kColours; ++c) {
            if (deck_[coloured(c)] > 1) throw nb::value_error("a joker of a colour exists once");
            jokers += deck_[coloured(c)];
        }
        if (jokers > kMaxJokers) throw nb::value_error("a set has at most four plain jokers");
        for (int code = 0; code < kNumbered; ++code)
            if (deck_[code] > kMaxCopies) throw nb::value_error("a set has at most three copies");
        for (Code code : {kDouble, kChange, kMirror})
            if (deck_[code] > 2) throw nb::value_error("a set has at most two of a special joker");
    }

    Position position(nb::bytes table, nb::bytes rack, bool opened) const {
        Position out;
        out.rules = rules_;
        out.table = melds(table);
        out.rack = tiles(rack);
        out.opened = opened;
        Counts all = counts_of(out.table);
        all += out.rack;
        if (!deck_with_plain_jokers().holds(all))
            throw nb::value_error("more tiles than the set has");
        return out;
    }

    Question question(nb::bytes weights, std::uint64_t nodes) const {
        Question out;
        if (weights.size() != sizeof out.weights)
            throw nb::value_error("a weight of four bytes for each of 60 codes is needed");
        std::memcpy(out.weights.data(), weights.data(), sizeof out.weights);
        for (std::int32_t weight : out.weights)
            if (weight < -kMostWeight || weight > kMostWeight)
                throw nb::value_error("weights lie between -1000000 and 1000000");
        out.nodes = nodes;
        return out;
    }

    nb::tuple solve(nb::bytes table, nb::bytes rack, bool opened, nb::bytes weights, nb::bytes keep,
                    std::uint64_t nodes) {
        Position where = position(table, rack, opened);
        Question what = question(weights, nodes);
        what.keep = tiles(keep);
        Answer answer;
        {
            nb::gil_scoped_release release;
            auto solver = pool_.borrow();
            answer = solver->solve(where, what);
            pool_.give_back(std::move(solver));
        }
        return pack(answer);
    }

    // Many positions at once, on several threads; answers in the order of the questions.
    std::vector<nb::tuple> solve_many(
        const std::vector<std::tuple<nb::bytes, nb::bytes, bool>>& asked, nb::bytes weights,
        std::uint64_t nodes, int threads) {
        if (threads < 1 || threads > 256) throw nb::value_error("between 1 and 256 threads");
        std::vector<Position> where;
        for (const auto& [table, rack, opened] : asked)
            where.push_back(position(table, rack, opened));
        Question what = question(weights, nodes);
        std::vector<Answer> answers(where.size());
        {
            nb::gil_scoped_release release;
            std::atomic<std::size_t> next = 0;
            auto work = [&] {
                auto solver = pool_.borrow();
                for (std::size_t i = next++; i < where.size(); i = next++)
                    answers[i] = solver->solve(where[i], what);
                pool_.give_back(std::move(solver));
            };
            std::vector<std::future<void>> others;
            for (int i = 1; i < threads; ++i)
                others.push_back(std::async(std::launch::async, work));
            work();
            for (auto& other : others) other.get();
        }
        std::vector<nb::tuple> out;
        for (const Answer& answer : answers) out.push_back(pack(answer));
        return out;
    }

    nb::tuple go_out(nb::bytes table, nb::bytes rack, bool opened, std::uint64_t nodes) {
        Position where = position(table, rack, opened);
        Question what;
        what.weights.fill(1);
        what.nodes = nodes;
        Answer answer;
        {
            nb::gil_scoped_release release;
            auto solver = pool_.borrow();
            answer = solver->go_out(where, what);
            pool_.give_back(std::move(solver));
        }
        return pack(answer);
    }

    std::vector<nb::tuple> best_plays(nb::bytes table, nb::bytes rack, bool opened,
                                      nb::bytes weights, nb::bytes keep, int k,
                                      std::uint64_t nodes) {
        if (k < 0 || k > 10000) throw nb::value_error("between 0 and 10000 plays can be asked for");
        Position where = position(table, rack, opened);
        Question what = question(weights, nodes);
        what.keep = tiles(keep);
        std::vector<Answer> answers;
        {
            nb::gil_scoped_release release;
            auto solver = pool_.borrow();
            answers = solver->best_plays(where, what, k);
            pool_.give_back(std::move(solver));
        }
        std::vector<nb::tuple> out;
        for (const Answer& answer : answers) out.push_back(pack(answer));
        return out;
    }

    // Rounds from one moment to their end: a hand is the racks of all seats and the pool in order.
    std::vector<std::tuple<int, int, std::vector<int>>> play_out(
        nb::bytes table, const std::vector<std::tuple<std::vector<nb::bytes>, nb::bytes>>& hands,
        const std::vector<unsigned>& seat_sets, const std::vector<int>& turns, bool drawn,
        const std::vector<std::tuple<int, int, bool, bool>>& policies, nb::bytes weights,
        const std::vector<int>& round, bool familiar, std::uint64_t nodes, int threads) const {
        int seats = static_cast<int>(policies.size());
        if (seats < 2 || seats > kMaxSeats) throw nb::value_error("two to six seats can play");
        if (seat_sets.size() != 4 || turns.size() != 2 || round.size() != 5)
            throw nb::value_error("four sets of seats, two turns and five rules are needed");
        for (unsigned set : seat_sets)
            if (set >> seats) throw nb::value_error("a set names a seat that is not there");
        for (int turn : turns)
            if (turn < 0 || turn >= seats) throw nb::value_error("there is no such seat");
        if (seat_sets[1] >> turns[1] & 1) throw nb::value_error("the seat in turn has left");
        if (round[0] < 0 || round[0] > 2 || round[1] < 0 || round[1] > 2)
            throw nb::value_error("an unknown way to end a round");
        RoundState start;
        start.table = melds(table);
        start.opened = seat_sets[0];
        start.left = seat_sets[1];
        start.passed = seat_sets[2];
        start.last_turns = seat_sets[3];
        start.start = turns[0];
        start.turn = turns[1];
        start.drawn = drawn;
        std::vector<RoundState> states;
        for (const auto& [racks, pool] : hands) {
            if (static_cast<int>(racks.size()) != seats)
                throw nb::value_error("a rack for each seat is needed");
            RoundState state = start;
            Counts all = counts_of(start.table);
            for (const nb::bytes& rack : racks) {
                state.racks.push_back(tiles(rack));
                if (state.racks.back().total() == 0)
                    throw nb::value_error("an empty rack has won already");
                all += state.racks.back();
            }
            all += tiles(pool);
            if (!deck_with_plain_jokers().holds(all))
                throw nb::value_error("more tiles than the set has");
            const auto* data = static_cast<const Code*>(pool.data());
            state.pool.assign(data, data + pool.size());
            states.push_back(std::move(state));
        }
        RoundRules rules;
        rules.empty = static_cast<EmptyPool>(round[0]);
        rules.blocked = static_cast<Blocked>(round[1]);
        rules.draws_then_opens = round[2] != 0;
        rules.normal_penalty = round[3];
        rules.special_penalty = round[4];
        std::vector<Policy> players;
        for (const auto& [wait, alarm, keep_jokers, hides] : policies)
            players.push_back({wait, alarm, keep_jokers, hides});
        Question what = question(weights, nodes);
        what.familiar = familiar;
        std::vector<RoundEnd> ends;
        {
            nb::gil_scoped_release release;
            ends =
                PlayOut(rules_, rules, players, what).run_all(states, std::clamp(threads, 1, 64));
        }
        std::vector<std::tuple<int, int, std::vector<int>>> out;
        for (const RoundEnd& end : ends)
            out.emplace_back(end.winner, end.turns,
                             std::vector<int>(end.scores.begin(), end.scores.begin() + seats));
        return out;
    }

  private:
    // A plain joker may stand in a position for one that has a colour.
    Counts deck_with_plain_jokers() const {
        Counts deck = deck_;
        for (int c = 0; c < kColours; ++c)
            deck[kJoker] = static_cast<std::uint8_t>(deck[kJoker] + deck_[coloured(c)]);
        return deck;
    }

    static Counts tiles(nb::bytes codes) {
        Counts out;
        const auto* data = static_cast<const std::uint8_t*>(codes.data());
        for (std::size_t i = 0; i < codes.size(); ++i) {
            if (data[i] >= kCodes) throw nb::value_error("a tile code lies between 0 and 59");
            if (out[data[i]] == 200) throw nb::value_error("too many tiles of a kind");
            ++out[data[i]];
        }
        return out;
    }

    Melds melds(nb::bytes table) const {
        Melds out;
        const auto* data = static_cast<const std::uint8_t*>(table.data());
        std::size_t size = table.size(), at = 0;
        while (at < size) {
            Meld meld;
            if (data[at] > 1) throw nb::value_error("a meld begins with its kind, 0 or 1");
            meld.kind = data[at++] ? Kind::group : Kind::run;
            for (; at < size && data[at] != kDivider; ++at) {
                if (data[at] >= kCodes) throw nb::value_error("a tile code lies between 0 and 59");
                if (meld.size == kMaxTiles - 1) throw nb::value_error("a meld is too long");
                meld.add(data[at]);
            }
            ++at;
            if (!read_as(meld, meld.kind, rules_))
                throw nb::value_error("a meld on the table is none");
            out.push_back(meld);
            if (out.size() > 60) throw nb::value_error("too many melds");
        }
        return out;
    }

    static nb::bytes to_bytes(const Melds& melds) {
        std::string out;
        for (const Meld& meld : melds) {
            if (!out.empty()) out.push_back(static_cast<char>(kDivider));
            out.push_back(meld.kind == Kind::group ? 1 : 0);
            for (Code code : meld) out.push_back(static_cast<char>(code));
        }
        return nb::bytes(out.data(), out.size());
    }

    static nb::tuple pack(const Answer& answer) {
        std::string laid;
        for (int code = 0; code < kCodes; ++code)
            laid.append(answer.laid[code], static_cast<char>(code));
        return nb::make_tuple(answer.found, to_bytes(answer.after), to_bytes(answer.opening),
                              nb::bytes(laid.data(), laid.size()), answer.value, answer.optimal,
                              answer.nodes);
    }

    Rules rules_;
    Counts deck_;
    SolverPool pool_;
};

}  // namespace

NB_MODULE(_core, module) {
    module.doc() = "The solver's core: tile codes in, melds out.";
    nb::class_<Core>(module, "Core", "The solver for one rulebook.")
        .def(nb::init<const std::string&, const std::string&, bool, bool, bool, int, bool,
                      nb::bytes>(),
             nb::kw_only(), nb::arg("reuse"), nb::arg("joker_melds"),
             nb::arg("special_replaces_other"), nb::arg("mirror_counts"), nb::arg("jokers_differ"),
             nb::arg("opening_points"), nb::arg("opening_goes_on"), nb::arg("deck"))
        .def("solve", &Core::solve, nb::arg("table"), nb::arg("rack"), nb::arg("opened"),
             nb::arg("weights"), nb::arg("keep"), nb::arg("nodes"),
             nb::sig("def solve(self, table: bytes, rack: bytes, opened: bool, weights: bytes, "
                     "keep: bytes, nodes: int) -> tuple[bool, bytes, "
                     "bytes, bytes, int, bool, int]"),
             "The best play: found, table after, opening melds, tiles laid, value, optimal, nodes.")
        .def("solve_many", &Core::solve_many, nb::arg("positions"), nb::arg("weights"),
             nb::arg("nodes"), nb::arg("threads"),
             nb::sig("def solve_many(self, positions: collections.abc.Sequence[tuple[bytes, bytes, "
                     "bool]], weights: bytes, nodes: int, threads: int) -> "
                     "list[tuple[bool, bytes, bytes, bytes, int, bool, int]]"),
             "The best play of each position (table, rack, opened), as solve answers.")
        .def("go_out", &Core::go_out, nb::arg("table"), nb::arg("rack"), nb::arg("opened"),
             nb::arg("nodes"),
             nb::sig("def go_out(self, table: bytes, rack: bytes, opened: bool, nodes: int) -> "
                     "tuple[bool, bytes, bytes, bytes, int, bool, int]"),
             "A play that lays the whole rack, as solve answers.")
        .def("best_plays", &Core::best_plays, nb::arg("table"), nb::arg("rack"), nb::arg("opened"),
             nb::arg("weights"), nb::arg("keep"), nb::arg("k"), nb::arg("nodes"),
             nb::sig("def best_plays(self, table: bytes, rack: bytes, opened: bool, weights: "
                     "bytes, keep: bytes, k: int, nodes: int) -> "
                     "list[tuple[bool, bytes, bytes, bytes, int, bool, int]]"),
             "The k best plays that differ in the tiles laid.")
        .def("play_out", &Core::play_out, nb::kw_only(), nb::arg("table"), nb::arg("hands"),
             nb::arg("seat_sets"), nb::arg("turns"), nb::arg("drawn"), nb::arg("policies"),
             nb::arg("weights"), nb::arg("round"), nb::arg("familiar"), nb::arg("nodes"),
             nb::arg("threads"),
             nb::sig("def play_out(self, *, table: bytes, hands: "
                     "collections.abc.Sequence[tuple[collections.abc.Sequence[bytes], bytes]], "
                     "seat_sets: collections.abc.Sequence[int], turns: "
                     "collections.abc.Sequence[int], drawn: bool, policies: "
                     "collections.abc.Sequence[tuple[int, int, bool, bool]], weights: "
                     "bytes, round: collections.abc.Sequence[int], "
                     "familiar: bool, nodes: int, threads: int) -> list[tuple[int, int, "
                     "list[int]]]"),
             "Rounds played to their end: the winner or -1, the turns and the scores of each.");
}
