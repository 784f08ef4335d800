// The vector environment as Python sees it: arrays of the caller in, actions in, nothing copied.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <mutex>
#include <string>

#include "bytes.hpp"
#include "environment/vector_environment.hpp"

namespace nb = nanobind;
using namespace tilerummy;

namespace {

template <typename T>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

// The names of settings, so that a wrong one is told.
int field(const nb::dict& from, const char* name, int least, int most) {
    if (!from.contains(name)) throw Refusal(std::string(name) + " is missing");
    int value = 0;
    if (!nb::try_cast<int>(from[name], value))
        throw Refusal(std::string(name) + " is not a whole number");
    if (value < least || value > most) throw Refusal(std::string(name) + " is out of range");
    return value;
}

EnvironmentSettings settings_of(const nb::dict& from, nb::bytes deck, nb::bytes weights) {
    EnvironmentSettings out;
    Rules& rules = out.rules;
    rules.reuse = static_cast<Reuse>(field(from, "reuse", 0, 2));
    rules.joker_melds = static_cast<JokerMelds>(field(from, "joker_melds", 0, 2));
    rules.special_replaces_other = field(from, "special_replaces_other", 0, 1) != 0;
    rules.mirror_counts = field(from, "mirror_counts", 0, 1) != 0;
    rules.jokers_differ = field(from, "jokers_differ", 0, 1) != 0;
    rules.opening_points = field(from, "opening_points", 0, 1000);
    rules.opening_goes_on = field(from, "opening_goes_on", 0, 1) != 0;
    out.round.empty = static_cast<EmptyPool>(field(from, "empty", 0, 2));
    out.round.blocked = static_cast<Blocked>(field(from, "blocked", 0, 2));
    out.round.draws_then_opens = field(from, "draws_then_opens", 0, 1) != 0;
    out.round.normal_penalty = field(from, "normal_penalty", 0, 100);
    out.round.special_penalty = field(from, "special_penalty", 0, 100);
    out.round.must_lay = field(from, "must_lay", 0, 1) != 0;
    out.round.must_lay_at_end = field(from, "must_lay_at_end", 0, 1) != 0;
    out.deal.tiles = field(from, "deal_tiles", 1, 20);
    out.deal.random_start = field(from, "random_start", 0, 1) != 0;
    out.deal.start_after_deal = field(from, "start_after_deal", 0, 1) != 0;
    out.seats = field(from, "seats", 2, kMaxSeats);
    out.tile_by_tile = field(from, "tile_by_tile", 0, 1) != 0;
    out.restarts = field(from, "restarts", 0, 1) != 0;
    out.most_moves = field(from, "most_moves", 1, 250);
    int listed = field(from, "listed", 0, (1 << Choice::count) - 1);
    for (int i = 0; i < Choice::count; ++i) out.listed[i] = (listed >> i & 1) != 0;
    out.question.nodes = static_cast<std::uint64_t>(field(from, "nodes", 1, 1 << 30));
    out.question.familiar = field(from, "familiar", 0, 1) != 0;
    out.question.weights = weights_of(view(weights));
    out.deal.deck.assign(view(deck).begin(), view(deck).end());
    if (static_cast<int>(deck.size()) < out.seats * out.deal.tiles)
        throw Refusal("the set has too few tiles for so many seats");
    return out;
}

class Environment {
  public:
    Environment(const nb::dict& settings, nb::bytes deck, nb::bytes weights, int rounds)
        : inner_(settings_of(settings, deck, weights), checked(rounds)) {}

    void reset(int round, const std::string& seed) {
        std::lock_guard lock(mutex_);
        check(round);
        inner_.reset(round, seed);
        started_[round] = true;
    }

    void place(int round, nb::bytes stored, const std::string& seed) {
        std::lock_guard lock(mutex_);
        check(round);
        read("these bytes are not a round of this rulebook and its seats",
             [&] { inner_.place(round, {stored.c_str(), stored.size()}, seed); });
        started_[round] = true;
    }

    // The arrays that every step writes; they stay the caller's and are kept alive. None is
    // converted, or the caller would never see what is written.
    void attach(Array<std::uint8_t> observations, Array<std::uint8_t> masks,
                Array<std::int16_t> effects, Array<std::int32_t> turns, Array<float> rewards,
                Array<std::uint8_t> over) {
        std::lock_guard lock(mutex_);
        auto rows = static_cast<std::size_t>(inner_.rounds());
        auto actions = static_cast<std::size_t>(inner_.actions());
        auto expect = [](std::size_t size, std::size_t wanted, const char* name) {
            if (size != wanted) throw Refusal(std::string(name) + " has the wrong size");
        };
        bool whole = !inner_.settings().tile_by_tile;
        expect(observations.size(), rows * static_cast<std::size_t>(inner_.observation_size()),
               "observations");
        expect(masks.size(), rows * actions, "masks");
        expect(effects.size(), whole ? rows * actions * Effect::size : 0, "effects");
        expect(turns.size(), rows, "turns");
        expect(rewards.size(), rows * static_cast<std::size_t>(inner_.settings().seats), "rewards");
        expect(over.size(), rows, "over");
        arrays_ = {observations.data(), masks.data(),   effects.size() ? effects.data() : nullptr,
                   turns.data(),        rewards.data(), over.data()};
        bytes_[0] = observations;
        bytes_[1] = masks;
        bytes_[2] = over;
        effects_ = effects;
        turns_ = turns;
        rewards_ = rewards;
    }

    void write() {
        std::lock_guard lock(mutex_);
        check_all();
        inner_.write(arrays_);
    }

    void write_row(int round) {
        std::lock_guard lock(mutex_);
        check_started(round);
        inner_.write_row(round, arrays_);
    }

    void step(Array<const std::int32_t> actions) {
        nb::gil_scoped_release release;
        std::lock_guard lock(mutex_);
        check_all();
        if (actions.size() != static_cast<std::size_t>(inner_.rounds()))
            throw Refusal("a step takes an action for each round");
        for (int round = 0; round < inner_.rounds(); ++round) {
            int action = actions.data()[round];
            if (!inner_.is_over(round) && !inner_.is_legal(round, action))
                throw Refusal("action " + std::to_string(action) + " of round " +
                              std::to_string(round) + " is not one of this turn; see the mask");
        }
        inner_.step({actions.data(), actions.size()}, arrays_);
    }

    void observe(int round, int seat, Array<std::uint8_t> out) const {
        std::lock_guard lock(mutex_);
        check_started(round);
        if (seat < 0 || seat >= inner_.settings().seats) throw Refusal("there is no such seat");
        if (out.size() != static_cast<std::size_t>(inner_.observation_size()))
            throw Refusal("the array has the wrong size");
        inner_.write_observation(round, seat, out.data());
    }

    // How many of each code every round keeps.
    void keep_all(Array<const std::uint8_t> tiles) {
        nb::gil_scoped_release release;
        std::lock_guard lock(mutex_);
        check_all();
        check_whole();
        auto rows = static_cast<std::size_t>(inner_.rounds());
        if (tiles.size() != rows * kCodes)
            throw Refusal("a row of 60 numbers is needed for each round");
        for (std::size_t row = 0; row < rows; ++row) {
            Counts kept;
            std::copy_n(tiles.data() + row * kCodes, kCodes, kept.n.begin());
            inner_.keep(row, kept);
        }
        inner_.write(arrays_);
    }

    void keep(int round, nb::bytes codes) {
        std::lock_guard lock(mutex_);
        check_started(round);
        check_whole();
        inner_.keep(round, tiles_of(view(codes)));
    }

    nb::tuple deed(int round, int action) const {
        std::lock_guard lock(mutex_);
        check_started(round);
        if (!inner_.is_legal(round, action))
            throw Refusal("this action is not one of this turn; see the mask");
        Melds after, opening;
        Deed deed = inner_.deed(round, action, after, opening);
        return nb::make_tuple(static_cast<int>(deed), to_python(to_bytes(after)),
                              to_python(to_bytes(opening)));
    }

    nb::bytes stored(int round) const {
        std::lock_guard lock(mutex_);
        check_started(round);
        return to_python(inner_.stored(round));
    }

    nb::bytes save() const {
        std::lock_guard lock(mutex_);
        check_all();
        return to_python(inner_.save());
    }

    void restore(nb::bytes saved) {
        std::lock_guard lock(mutex_);
        read("these bytes were not saved by an environment like this one",
             [&] { inner_.restore({saved.c_str(), saved.size()}); });
        started_.assign(started_.size(), true);
    }

    std::uint64_t sample(std::uint64_t state, Array<std::int32_t> actions) const {
        std::lock_guard lock(mutex_);
        check_all();
        if (actions.size() != static_cast<std::size_t>(inner_.rounds()))
            throw Refusal("the array has the wrong size");
        inner_.sample(state, actions.data());
        return state;
    }

    bool is_over(int round) const {
        std::lock_guard lock(mutex_);
        check_started(round);
        return inner_.is_over(round);
    }

    int observation_size() const { return inner_.observation_size(); }
    int actions() const { return inner_.actions(); }

  private:
    static int checked(int rounds) {
        if (rounds < 1 || rounds > 1 << 20)
            throw Refusal("between 1 and 1048576 rounds side by side");
        return rounds;
    }
    // Refuses bytes with this sentence, whatever is wrong with them.
    template <typename Read>
    static void read(const char* sentence, const Read& read) {
        try {
            read();
        } catch (const Refusal&) {
            throw Refusal(sentence);
        }
    }
    void check(int round) const {
        if (round < 0 || round >= inner_.rounds()) throw Refusal("there is no such round");
    }
    void check_started(int round) const {
        check(round);
        if (!started_[round]) throw Refusal("the environment has to be reset first");
    }
    void check_whole() const {
        if (inner_.settings().tile_by_tile) throw Refusal("tiles are kept where plays are whole");
    }
    void check_all() const {
        for (bool started : started_)
            if (!started) throw Refusal("the environment has to be reset first");
    }

    // A step runs without the interpreter's lock, so threads that share an environment wait here.
    mutable std::mutex mutex_;
    VectorEnvironment inner_;
    std::vector<bool> started_ = std::vector<bool>(static_cast<std::size_t>(inner_.rounds()));
    EnvironmentArrays arrays_;
    std::array<Array<std::uint8_t>, 3> bytes_;
    Array<std::int16_t> effects_;
    Array<std::int32_t> turns_;
    Array<float> rewards_;
};

}  // namespace

void bind_environment(nb::module_& module) {
    // OpenSpiel keeps games that are written in Python until the process ends.
    nb::set_leak_warnings(false);
    nb::class_<Environment>(module, "Environment", "Many rounds side by side, one call a step.")
        .def(nb::init<const nb::dict&, nb::bytes, nb::bytes, int>(), nb::arg("settings"),
             nb::arg("deck"), nb::arg("weights"), nb::arg("rounds"),
             nb::sig("def __init__(self, settings: dict[str, int], deck: bytes, weights: bytes, "
                     "rounds: int) -> None"))
        .def("reset", &Environment::reset, nb::arg("round"), nb::arg("seed"))
        .def("place", &Environment::place, nb::arg("round"), nb::arg("stored"), nb::arg("seed"))
        .def("attach", &Environment::attach, nb::arg("observations").noconvert(),
             nb::arg("masks").noconvert(), nb::arg("effects").noconvert(),
             nb::arg("turns").noconvert(), nb::arg("rewards").noconvert(),
             nb::arg("over").noconvert(),
             nb::sig("def attach(self, observations: object, masks: object, effects: object, "
                     "turns: object, rewards: object, over: object) -> None"))
        .def("write", &Environment::write)
        .def("write_row", &Environment::write_row, nb::arg("round"))
        .def("keep_all", &Environment::keep_all, nb::arg("tiles").noconvert(),
             nb::sig("def keep_all(self, tiles: object) -> None"))
        .def("step", &Environment::step, nb::arg("actions").noconvert(),
             nb::sig("def step(self, actions: object) -> None"))
        .def("observe", &Environment::observe, nb::arg("round"), nb::arg("seat"),
             nb::arg("out").noconvert(),
             nb::sig("def observe(self, round: int, seat: int, out: object) -> None"))
        .def("keep", &Environment::keep, nb::arg("round"), nb::arg("codes"))
        .def("deed", &Environment::deed, nb::arg("round"), nb::arg("action"),
             nb::sig("def deed(self, round: int, action: int) -> tuple[int, bytes, bytes]"),
             "0 a move, 1 a draw, 2 a pass, 3 a play; its table and its opening melds.")
        .def("stored", &Environment::stored, nb::arg("round"))
        .def("save", &Environment::save)
        .def("restore", &Environment::restore, nb::arg("saved"))
        .def("sample", &Environment::sample, nb::arg("state"), nb::arg("actions").noconvert(),
             nb::sig("def sample(self, state: int, actions: object) -> int"))
        .def("is_over", &Environment::is_over, nb::arg("round"))
        .def_prop_ro("observation_size", &Environment::observation_size)
        .def_prop_ro("actions", &Environment::actions);
}
