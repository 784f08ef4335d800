#include "ranking.hpp"

#include <algorithm>

#include "spares.hpp"

namespace tilerummy {
namespace {

constexpr std::int64_t kLowest = INT32_MIN;
constexpr std::size_t kMostCompared = 64;  // known plays that are looked for in a part
constexpr std::uint64_t kLooksInNode = 4;
// What a ranking in proportion may take: so many times the nodes of its best play, and so many.
constexpr std::uint64_t kMostTimes = 10, kAtLeast = 5'000;
constexpr std::size_t kMoreThanWanted = 16;  // packings that are listed
constexpr int kMostRefused = 8;              // packings that are no plays, before parts are split

}  // namespace

Ranking::Ranking(const Position& position, const Question& question, PackingSession& session,
                 Solve solve)
    : position_(position),
      root_(question),
      may_(position.rack.without(question.keep)),
      session_(session),
      solve_(std::move(solve)),
      check_(position),
      neighbours_(check_, position, root_.weights, may_, root_.least),
      lowest_(question.least.total() ? kLowest : 0) {
    if (!check_.is_alone()) table_ = counts_of(position.table);
    for (int code = 0; code < kCodes; ++code)
        root_.keep[code] = std::min(root_.keep[code], position.rack[code]);
}

RankedAnswers Ranking::best(int k) {
    wanted_ = static_cast<std::size_t>(k);
    if (!wanted_ || !start()) return ranked();
    while (!parts_.empty() && parts_.front().bound > floor()) {
        if (session_.budget().is_spent()) {
            leave_open(parts_.front().bound);
            break;
        }
        std::pop_heap(parts_.begin(), parts_.end());
        Part part = std::move(parts_.back());
        parts_.pop_back();
        look(part);
    }
    return ranked();
}

// The best play of all, its neighbours, and what else there could be.
bool Ranking::start() {
    Part all{INT64_MAX, root_.least, root_.keep};
    Answer best = solve(all);
    if (!best.found) return false;
    std::int64_t value = best.value;
    keep(best);
    if (wanted_ == 1) return true;
    if (root_.in_proportion) {
        Budget& budget = session_.budget();
        budget.limit(budget.used() * kMostTimes + kAtLeast);
    }
    if (!Packer::can_rank(table_, may_)) {
        find_prices();
        for (Known& known : known_) known.has_split |= known.answer.laid == best.laid;
        split(all, best, value);
        return true;
    }
    for (int jokers = may_[kJoker]; jokers >= root_.least[kJoker]; --jokers) {
        all.bound = value;
        all.least[kJoker] = static_cast<std::uint8_t>(jokers);
        all.keep[kJoker] = static_cast<std::uint8_t>(position_.rack[kJoker] - jokers);
        list_packings(all, value);
    }
    return true;
}

// The best packings of a part, as far as they can be listed; what is left over is a part to be
// split.
void Ranking::list_packings(Part part, std::int64_t best) {
    Counts must = table_ + part.least, may = position_.rack - part.keep - part.least;
    std::int64_t laid = part.least.worth(root_.weights), unit = 1;
    for (int code = 0; code < kCodes; ++code)
        if (may[code]) unit = std::max<std::int64_t>(unit, root_.weights[code]);
    int refused = 0;
    for (std::int64_t depth = unit / 4;; depth = std::max(unit, 2 * depth)) {
        std::int64_t beat = std::max(floor(), best - depth);
        RankedPackings ranked =
            session_.rank({must, may, root_.weights, beat - laid, Effort::best, session_.prices()},
                          wanted_ + kMoreThanWanted);
        for (const Packing& packing : ranked.packings) {
            std::int64_t value = laid + packing.value;
            if (value <= floor()) return;
            if (take(packing, value)) continue;
            if (++refused > kMostRefused) {
                part.bound = std::min(part.bound, value);
                break;
            }
        }
        if (refused > kMostRefused) break;
        if (ranked.rest > beat - laid) {
            part.bound = std::min(part.bound, ranked.rest + laid);
            break;
        }
        if (beat <= floor()) return;
    }
    find_prices();
    add(part);
}

// Makes a play of the packing, if it can be one.
bool Ranking::take(const Packing& packing, std::int64_t value) {
    Melds after = packing.melds;
    Counts laid = counts_of(packing.melds) + packing.spare - table_, spare = packing.spare;
    if (laid_.contains(laid)) return true;
    bool placed = place_spares(after, spare, position_.rules);
    if (check_.is_alone())
        after.insert(after.begin(), position_.table.begin(), position_.table.end());
    if (placed)
        if (auto play = check_.play(after, laid, value)) {
            keep(std::move(*play));
            return true;
        }
    Answer answer = solve({value, laid, position_.rack - laid});
    if (answer.found) keep(answer);
    return answer.found;
}

void Ranking::find_prices() {
    if (priced_) return;
    priced_ = true;
    look_around();
    prices_.find(table_, may_, root_.weights);
    session_.budget().spend(prices_.nodes());
    session_.use(prices_);
}

void Ranking::look(const Part& part) {
    if (Known* known = known_in(part)) {
        known->has_split = true;
        Answer answer = known->answer;
        split(part, answer, part.bound);
        return;
    }
    Answer answer = solve(part);
    if (!answer.found) return;
    std::int64_t bound = answer.value;
    keep(answer);
    for (Known& known : known_) known.has_split |= known.answer.laid == answer.laid;
    look_around();
    split(part, answer, bound);
}

Answer Ranking::solve(const Part& part) {
    Question question = root_;
    question.least = part.least;
    question.keep = part.keep;
    Answer answer = solve_(question, floor());
    if (!answer.optimal) leave_open(part.bound);
    return answer;
}

void Ranking::leave_open(std::int64_t bound) {
    complete_ = false;
    open_ = std::max(open_, bound);
}

// Plays worth as much as that are known in sufficient number.
std::int64_t Ranking::floor() const {
    return known_.size() < wanted_ ? lowest_ : known_.back().answer.value;
}

bool Ranking::is_wanted(const Counts& laid, std::int64_t value) const {
    return value > floor() && !laid_.contains(laid);
}

void Ranking::keep(Answer answer) {
    if (!is_wanted(answer.laid, answer.value)) return;
    laid_.insert(answer.laid);
    auto place = std::upper_bound(
        known_.begin(), known_.end(), answer.value,
        [](std::int64_t value, const Known& known) { return value > known.answer.value; });
    known_.insert(place, {std::move(answer)});
    if (known_.size() > wanted_) known_.pop_back();
}

// The neighbours of known plays, as long as they bring anything.
void Ranking::look_around() {
    for (std::size_t i = 0; i < known_.size();) {
        if (known_[i].has_neighbours || session_.budget().is_spent()) {
            ++i;
            continue;
        }
        known_[i].has_neighbours = true;
        Answer play = known_[i].answer;
        neighbours_.around(
            play, [this](const Counts& laid, std::int64_t value) { return is_wanted(laid, value); },
            [this](Answer answer) { keep(std::move(answer)); });
        session_.budget().spend(neighbours_.looks() / kLooksInNode);
        i = 0;
    }
}

Ranking::Known* Ranking::known_in(const Part& part) {
    std::size_t compared = 0;
    Counts most = position_.rack - part.keep;
    for (Known& known : known_) {
        if (known.has_split) continue;
        if (++compared > kMostCompared) break;
        if (most.holds(known.answer.laid) && known.answer.laid.holds(part.least)) return &known;
    }
    return nullptr;
}

// What differs from the play first in this kind of tile, for every kind.
void Ranking::split(const Part& part, const Answer& answer, std::int64_t bound) {
    Part rest{bound, part.least, part.keep};
    for (int code = 0; code < kCodes; ++code) {
        int laid = answer.laid[code], all = position_.rack[code];
        if (laid > part.least[code]) {
            Part fewer = rest;
            fewer.keep[code] = static_cast<std::uint8_t>(all - (laid - 1));
            add(fewer);
        }
        if (laid < all - part.keep[code]) {
            Part more = rest;
            more.least[code] = static_cast<std::uint8_t>(laid + 1);
            add(more);
        }
        rest.least[code] = static_cast<std::uint8_t>(laid);
        rest.keep[code] = static_cast<std::uint8_t>(all - laid);
    }
}

void Ranking::add(Part part) {
    session_.budget().spend(1);
    part.bound = std::min(part.bound, priced(part));
    if (part.bound <= floor()) return;
    parts_.push_back(std::move(part));
    std::push_heap(parts_.begin(), parts_.end());
}

// What a part is worth at most, as far as prices tell.
std::int64_t Ranking::priced(const Part& part) const {
    Counts may = position_.rack - part.keep - part.least;
    std::int64_t bound = prices_.bound(table_ + part.least, may) + part.least.worth(root_.weights);
    for (int code = kNumbered; code < kCodes; ++code)
        bound += std::max<std::int64_t>(0, root_.weights[code]) * may[code];
    return bound;
}

RankedAnswers Ranking::ranked() {
    RankedAnswers ranked;
    ranked.complete = complete_;
    for (Known& known : known_) {
        known.answer.optimal = known.answer.value >= open_;
        ranked.plays.push_back(std::move(known.answer));
    }
    if (!complete_ && ranked.plays.size() < wanted_ && !ranked.plays.empty())
        ranked.plays.back().optimal = false;
    return ranked;
}

}  // namespace tilerummy
