// The budget of a question: how much work may be done, and until when.
//
// Work is counted in nodes, whatever kind it is: a state of the sweep is one, and everything else
// counts as many as take the same time. The clock is looked at now and then.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

namespace tilerummy {

class Budget {
  public:
    using Clock = std::chrono::steady_clock;

    explicit Budget(std::uint64_t nodes = UINT64_MAX,
                    std::optional<Clock::time_point> deadline = std::nullopt)
        : most_(nodes), deadline_(deadline) {
        if (deadline) next_look_ = 0;
    }

    void spend(std::uint64_t nodes) {
        used_ += nodes;
        if (used_ >= next_look_) look();
    }
    // Allows no more than so many nodes in all.
    void limit(std::uint64_t nodes) { most_ = std::min(most_, nodes); }
    bool is_spent() const { return used_ >= most_; }
    std::uint64_t used() const { return used_; }

  private:
    static constexpr std::uint64_t kBetweenLooks = 100;

    void look() {
        next_look_ = used_ + kBetweenLooks;
        if (Clock::now() >= *deadline_) most_ = 0;
    }

    std::uint64_t most_, used_ = 0, next_look_ = UINT64_MAX;
    std::optional<Clock::time_point> deadline_;
};

}  // namespace tilerummy
