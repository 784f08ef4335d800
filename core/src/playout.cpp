#include "playout.hpp"

#include <algorithm>
#include <climits>

#include "dice.hpp"
#include "moves.hpp"
#include "threads.hpp"

namespace tilerummy {

namespace {

// Dice that begin with what nobody sees: the turn's number, the rack and the rest of the pool.
class Dice {
  public:
    explicit Dice(const RoundState& now) : state_(static_cast<std::uint64_t>(now.number)) {
        for (auto count : now.rack().n) state_ = state_ * 31 + count;
        for (std::size_t i = now.taken; i < now.pool.size(); ++i)
            state_ = state_ * 61 + now.pool[i];
    }
    unsigned below(unsigned n) { return static_cast<unsigned>(roll(state_) % n); }

  private:
    std::uint64_t state_;
};

}  // namespace

// One round on its way to the end.
class PlayOut::Game {
  public:
    Game(const PlayOut& of, Solver& solver, RoundState& state)
        : of_(of), solver_(solver), now_(state), seats_(static_cast<int>(state.racks.size())) {}

    RoundEnd play() {
        while (!now_.over) {
            int turn = now_.turn, number = now_.number;
            settled_ = false;
            Answer answer = decide();
            if (!answer.found && now_.must_lay(of_.round_)) answer = duty();
            if (answer.found)
                now_.lay(of_.round_, std::move(answer.after), answer.laid);
            else
                now_.wait(of_.round_);
            int& silent = now_.silent[turn];
            silent = answer.found ? 0 : silent + (now_.number != number);
        }
        return now_.end;
    }

  private:
    bool pool_empty() const { return now_.pool_empty(); }
    bool has_opened() const { return now_.has_opened(); }
    Counts& rack() { return now_.rack(); }

    enum class Ask { most, without_jokers, everything };

    Answer ask(Ask what) {
        if (what == Ask::everything && misses_) return {};
        Question question = of_.question_;
        question.keep = missed_;
        if (what == Ask::without_jokers)
            for (int code = kNumbered; code < kCodes; ++code) question.keep[code] = rack()[code];
        return ask(what, question);
    }

    Answer ask(Ask what, const Question& question) {
        std::swap(position_.table, now_.table);
        position_.rules = of_.rules_;
        position_.rack = rack();
        position_.opened = has_opened();
        int hands = policy().hands;
        Answer answer = what == Ask::everything ? go_out(question, hands)
                        : hands                 ? within(question, hands)
                                                : solver_.solve(position_, question);
        std::swap(position_.table, now_.table);
        settled_ |= what == Ask::most && !hands && !misses_ && !answer.found;
        return answer;
    }

    // What the hands can do. The bounded question takes much longer and is asked only if the bound
    // matters: if the best play, arranged like the table before, moves too many tiles.
    Answer within(const Question& question, int hands) {
        Question plain = question;
        plain.familiar = true;
        Answer answer = solver_.solve(position_, plain);
        if (!answer.found || moved(answer) <= hands) return answer;
        return solver_.solve_within(position_, question, {hands});
    }

    // A play that lays the whole rack, if the hands can do it.
    Answer go_out(const Question& question, int hands) {
        if (hands && position_.rack.total() > hands) return {};
        Question plain = question;
        plain.familiar |= hands != 0;
        Answer answer = solver_.go_out(position_, plain);
        if (!answer.found || !hands || moved(answer) <= hands) return answer;
        answer = solver_.solve_within(position_, question, {hands});
        if (answer.laid != position_.rack) answer.found = false;
        return answer;
    }

    int moved(const Answer& answer) const {
        return moves_between(position_.table, answer.after).tiles;
    }

    // What a player lays who would rather not, where laying is compulsory: the most tiles, with the
    // help of everybody's hands.
    Answer duty() {
        if (settled_) return {};
        position_.rules = of_.rules_;
        position_.table = now_.table;
        position_.rack = rack();
        position_.opened = has_opened();
        return solver_.solve(position_, of_.question_);
    }

    const Policy& policy() const { return of_.policies_[now_.turn]; }

    // The play to make; not found means to draw.
    Answer decide() {
        const Policy& policy = this->policy();
        misses_ = 0;
        missed_ = {};
        if (policy.sight) return glance(policy);
        if (policy.overlooks && has_opened() && rack().total() > policy.close) overlook(policy);
        bool tired = policy.patience && now_.silent[now_.turn] >= policy.patience;
        Answer answer = policy.learns && has_opened() ? weigh(policy, tired) : habit(policy, tired);
        if (answer.found || !tired || !misses_) return answer;
        misses_ = 0;
        missed_ = {};
        return fewest();
    }

    // A tile is missed by chance, which is begun with what nobody sees.
    void overlook(const Policy& policy) {
        Dice dice(now_);
        for (int code = 0; code < kCodes; ++code)
            for (int i = 0; i < rack()[code]; ++i)
                if (dice.below(100) < static_cast<unsigned>(policy.overlooks)) {
                    ++missed_[code];
                    ++misses_;
                }
    }

    // What waiting, holding back and sparing jokers make of it.
    Answer habit(const Policy& policy, bool tired) {
        bool patient = !pool_empty() && !hurried(policy) && !tired;
        int tiles = rack().total();
        bool all_or_nothing =
            has_opened() ? policy.wait > tiles || policy.hold >= tiles : policy.hides;
        if (patient && all_or_nothing) return ask(Ask::everything);
        Answer all = ask(Ask::most);
        if (!all.found || pool_empty() || all.laid == rack()) return all;
        if (tired && policy.stints && has_opened()) return fewest();
        bool jokers = policy.keep_jokers && rack().jokers();
        if (!has_opened()) {
            if (patient && all.laid.total() < policy.opens) return {};
            if (!jokers || !all.laid.jokers()) return all;
            Answer spared = ask(Ask::without_jokers);
            return spared.found ? spared : all;
        }
        Answer best = jokers && all.laid.jokers() ? ask(Ask::without_jokers) : all;
        if (best.found && (tired || best.laid.total() >= policy.wait)) return best;
        return patient ? Answer{} : all;
    }

    // What the learned weights make of it.
    Answer weigh(const Policy& policy, bool tired) {
        Answer all = ask(Ask::most);
        if (!all.found || pool_empty() || all.laid == rack()) return all;
        if (tired && policy.stints) return fewest();
        Answer spared = all.laid.jokers() ? ask(Ask::without_jokers) : all;
        if (!spared.found) return tired || worth(policy, all) > 0 ? all : Answer{};
        int with = worth(policy, all), without = worth(policy, spared);
        if (!tired && with <= 0 && without <= 0) return {};
        return with > without ? all : spared;
    }

    // The sum of the weighted features of a play.
    int worth(const Policy& policy, const Answer& answer) {
        int tiles = answer.laid.total(), left = rack().total() - tiles;
        int smallest = INT_MAX;
        for (int seat = 0; seat < seats_; ++seat)
            if (seat != now_.turn && !(now_.left & RoundState::bit(seat)))
                smallest = std::min(smallest, now_.racks[seat].total());
        const Learned features{1,
                               tiles,
                               left,
                               smallest,
                               static_cast<int>(now_.pool_size()),
                               rack().jokers(),
                               now_.silent[now_.turn],
                               std::max(0, 8 - left),
                               answer.laid.jokers()};
        int sum = 0;
        for (std::size_t i = 0; i < kFeatures; ++i) sum += policy.weights[i] * features[i];
        return sum;
    }

    // A single tile, the highest that can be laid; the most tiles if none can go alone.
    Answer fewest() {
        for (int number = kNumbers; number > 0; --number)
            for (int colour = 0; colour < kColours; ++colour) {
                Code code = tile(colour, number);
                if (!rack()[code]) continue;
                Question question = of_.question_;
                question.keep = rack();
                --question.keep[code];
                Answer one = ask(Ask::most, question);
                if (one.found) return one;
            }
        Answer spared = ask(Ask::without_jokers);
        return spared.found ? spared : ask(Ask::most);
    }

    // What a player finds who sees a few melds at a time, glance by glance. Joker duties are held
    // against each glance alone, which is as good as that player knows.
    Answer glance(const Policy& policy) {
        Dice dice(now_);
        Question question = of_.question_;
        for (int code = 0; code < kCodes; ++code)
            for (int i = 0; i < rack()[code]; ++i)
                if (dice.below(100) < static_cast<unsigned>(policy.overlooks))
                    ++question.keep[code];
        position_.rules = of_.rules_;
        position_.rack = rack();
        position_.opened = has_opened();
        if (!has_opened()) {
            position_.table = now_.table;
            return solver_.solve(position_, question);
        }
        Answer found;
        found.after = now_.table;
        for (int i = 0; i < policy.glances && !(found.laid == rack()); ++i) {
            Melds& table = found.after;
            auto seen = std::min(static_cast<std::size_t>(policy.sight), table.size());
            for (std::size_t at = 0; at < seen; ++at)
                std::swap(table[at],
                          table[at + dice.below(static_cast<unsigned>(table.size() - at))]);
            auto rest = table.begin() + seen;
            position_.table.assign(table.begin(), rest);
            Answer more = solver_.solve(position_, question);
            if (!more.found) continue;
            more.after.insert(more.after.end(), rest, table.end());
            found.after = std::move(more.after);
            found.laid += more.laid;
            position_.rack -= more.laid;
            found.found = true;
        }
        return found;
    }

    bool hurried(const Policy& policy) const {
        for (int seat = 0; seat < seats_; ++seat)
            if (seat != now_.turn && !(now_.left & RoundState::bit(seat)) &&
                now_.racks[seat].total() <= policy.alarm)
                return true;
        return false;
    }

    const PlayOut& of_;
    Solver& solver_;
    RoundState& now_;
    Position position_;
    Counts missed_;         // tiles of the rack that the seat in turn overlooks
    int misses_ = 0;        // how many those are
    bool settled_ = false;  // no play exists, as far as the search for any has seen in this turn
    int seats_;
};

RoundEnd PlayOut::run(Solver& solver, RoundState state) const {
    return Game(*this, solver, state).play();
}

std::vector<RoundEnd> PlayOut::run_all(std::span<const RoundState> states, int threads) const {
    std::vector<RoundEnd> ends(states.size());
    on_threads(threads, states.size(), [&](const auto& next) {
        Solver solver;
        for (std::size_t i = next(); i < states.size(); i = next())
            ends[i] = run(solver, states[i]);
    });
    return ends;
}

}  // namespace tilerummy
