// What play-outs are asked and what they answer, as Python makes and reads it.
#pragma once

#include <optional>
#include <vector>

#include "bytes.hpp"
#include "playout.hpp"

namespace tilerummy {

// A round as everybody sees it, at the beginning of a turn.
struct Moment {
    nanobind::bytes table;
    int start = 0, turn = 0;
    std::vector<int> opened, left, passed, last_turns;  // seats
    bool drawn = false;
    std::vector<int> silent;  // of each seat, or none
};

// The racks of all seats, and the pool in the order of draws.
struct Hands {
    std::vector<nanobind::bytes> racks;
    nanobind::bytes pool;
};

struct Outcome {
    std::optional<int> winner;
    int turns = 0;
    std::vector<int> scores;
};

// The rounds that begin at the moment, one for each of the hands; refuses what cannot be.
std::vector<RoundState> rounds_at(const Moment& moment, const std::vector<Hands>& hands, int seats,
                                  const Box& box);

Outcome outcome_of(const RoundEnd& end, int seats);

}  // namespace tilerummy

void bind_playouts(nanobind::module_& module);
