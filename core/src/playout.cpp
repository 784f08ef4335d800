#include "playout.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <tuple>

namespace tilerummy {

// One round on its way to the end.
class PlayOut::Game {
  public:
    Game(const PlayOut& of, Solver& solver, RoundState& state)
        : of_(of), solver_(solver), now_(state), seats_(static_cast<int>(state.racks.size())) {}

    RoundEnd play() {
        while (!over_) {
            ++end_.turns;
            if (Answer answer = decide(); answer.found)
                lay(answer);
            else if (next_ < now_.pool.size() && !now_.drawn)
                draw();
            else
                finish_turn(now_.drawn, !now_.drawn);
        }
        return end_;
    }

  private:
    static unsigned bit(int seat) { return 1U << seat; }
    bool pool_empty() const { return next_ == now_.pool.size(); }
    Counts& rack() { return now_.racks[static_cast<std::size_t>(now_.turn)]; }

    enum class Ask { most, without_jokers, everything };

    Answer ask(Ask what) {
        Question question = of_.question_;
        if (what == Ask::without_jokers)
            for (int code = kNumbered; code < kCodes; ++code) question.keep[code] = rack()[code];
        std::swap(position_.table, now_.table);
        position_.rules = of_.rules_;
        position_.rack = rack();
        position_.opened = has_opened();
        Answer answer = what == Ask::everything ? solver_.go_out(position_, question)
                                                : solver_.solve(position_, question);
        std::swap(position_.table, now_.table);
        return answer;
    }

    bool has_opened() const { return (now_.opened & bit(now_.turn)) != 0; }

    // The play to make; not found means to draw.
    Answer decide() {
        const Policy& policy = of_.policies_[static_cast<std::size_t>(now_.turn)];
        bool patient = !pool_empty() && !hurried(policy);
        bool all_or_nothing = has_opened() ? policy.wait > rack().total() : policy.hides;
        if (patient && all_or_nothing) return ask(Ask::everything);
        Answer all = ask(Ask::most);
        if (!all.found || pool_empty() || all.laid == rack()) return all;
        bool jokers = policy.keep_jokers && holds_jokers(rack());
        if (!has_opened()) {
            if (!jokers || !holds_jokers(all.laid)) return all;
            Answer spared = ask(Ask::without_jokers);
            return spared.found ? spared : all;
        }
        Answer best = jokers && holds_jokers(all.laid) ? ask(Ask::without_jokers) : all;
        if (best.found && best.laid.total() >= policy.wait) return best;
        return hurried(policy) ? all : Answer{};
    }

    static bool holds_jokers(const Counts& tiles) {
        for (int code = kNumbered; code < kCodes; ++code)
            if (tiles[code]) return true;
        return false;
    }

    bool hurried(const Policy& policy) const {
        for (int seat = 0; seat < seats_; ++seat)
            if (seat != now_.turn && !(now_.left & bit(seat)) &&
                now_.racks[static_cast<std::size_t>(seat)].total() <= policy.alarm)
                return true;
        return false;
    }

    void lay(Answer& answer) {
        now_.table = std::move(answer.after);
        rack() -= answer.laid;
        now_.opened |= bit(now_.turn);
        finish_turn(true, !now_.drawn);
    }

    void draw() {
        ++rack()[now_.pool[next_++]];
        if (pool_empty()) {
            if (of_.round_.empty == EmptyPool::void_round) {
                over_ = true;
                return;
            }
            if (of_.round_.empty == EmptyPool::last_turn) now_.last_turns = seated();
        }
        if (of_.round_.draws_then_opens && !(now_.opened & bit(now_.turn)))
            now_.drawn = true;
        else
            finish_turn(true, false);
    }

    unsigned seated() const { return ((1U << seats_) - 1) & ~now_.left; }

    void finish_turn(bool acted, bool had_last_turn) {
        int seat = now_.turn;
        if (rack().total() == 0) {
            pay(points(), seat);
            return;
        }
        now_.passed = pool_empty() && !acted ? now_.passed | bit(seat) : 0;
        if (had_last_turn) now_.last_turns &= ~bit(seat);
        bool blocked = of_.round_.empty == EmptyPool::last_turn ? !now_.last_turns
                                                                : !(seated() & ~now_.passed);
        if (pool_empty() && blocked) {
            finish_blocked();
            return;
        }
        do now_.turn = (now_.turn + 1) % seats_;
        while (now_.left & bit(now_.turn));
        now_.drawn = false;
    }

    std::array<int, kMaxSeats> points() const {
        std::array<int, kMaxSeats> sums{};
        for (int seat = 0; seat < seats_; ++seat) {
            const Counts& tiles = now_.racks[static_cast<std::size_t>(seat)];
            int& sum = sums[static_cast<std::size_t>(seat)];
            for (int code = 0; code < kCodes; ++code) {
                Code c = static_cast<Code>(code);
                sum += tiles[code] * (is_number(c)    ? number_of(c)
                                      : is_special(c) ? of_.round_.special_penalty
                                                      : of_.round_.normal_penalty);
            }
        }
        return sums;
    }

    void finish_blocked() {
        over_ = true;
        if (of_.round_.blocked == Blocked::void_round) return;
        auto sums = points();
        int winner = -1;
        auto rank = [&](int seat) {
            auto at = static_cast<std::size_t>(seat);
            int after_start = (seat - now_.start + seats_) % seats_;
            return std::tuple(sums[at], now_.racks[at].total(), after_start);
        };
        for (int seat = 0; seat < seats_; ++seat)
            if (!(now_.left & bit(seat)) && (winner < 0 || rank(seat) < rank(winner)))
                winner = seat;
        if (of_.round_.blocked == Blocked::difference) {
            int least = sums[static_cast<std::size_t>(winner)];
            for (int& sum : sums) sum = std::max(0, sum - least);
        }
        pay(sums, winner);
    }

    void pay(const std::array<int, kMaxSeats>& sums, int winner) {
        over_ = true;
        end_.winner = winner;
        int total = 0;
        for (int seat = 0; seat < seats_; ++seat) {
            auto at = static_cast<std::size_t>(seat);
            if (seat == winner) continue;
            end_.scores[at] = -sums[at];
            total += sums[at];
        }
        end_.scores[static_cast<std::size_t>(winner)] = total;
    }

    const PlayOut& of_;
    Solver& solver_;
    RoundState& now_;
    Position position_;
    std::size_t next_ = 0;
    int seats_;
    bool over_ = false;
    RoundEnd end_;
};

RoundEnd PlayOut::run(Solver& solver, RoundState state) const {
    return Game(*this, solver, state).play();
}

std::vector<RoundEnd> PlayOut::run_all(std::span<const RoundState> states, int threads) const {
    std::vector<RoundEnd> ends(states.size());
    std::atomic<std::size_t> next = 0;
    auto work = [&] {
        Solver solver;
        for (std::size_t i; (i = next.fetch_add(1)) < states.size();)
            ends[i] = run(solver, states[i]);
    };
    std::vector<std::thread> helpers;
    int extra = std::min<int>(threads, static_cast<int>(states.size())) - 1;
    for (int i = 0; i < extra; ++i) helpers.emplace_back(work);
    work();
    for (auto& helper : helpers) helper.join();
    return ends;
}

}  // namespace tilerummy
