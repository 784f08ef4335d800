#include "ranking.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

constexpr std::int64_t kLowest = INT32_MIN;

}  // namespace

Ranking::Ranking(const Position& position, const Question& question, PackingSession& session,
                 Solve solve)
    : position_(position), root_(question), session_(session), solve_(std::move(solve)) {
    for (int code = 0; code < kCodes; ++code)
        root_.keep[code] = std::min(root_.keep[code], position.rack[code]);
}

RankedAnswers Ranking::best(int k) {
    std::vector<Answer> found;
    wanted_ = static_cast<std::size_t>(k);
    if (wanted_) add(root_, INT64_MAX);
    while (wanted_ && !parts_.empty()) {
        auto next =
            std::max_element(parts_.begin(), parts_.end(), [](const Part& a, const Part& b) {
                return a.bound != b.bound ? a.bound < b.bound : a.solved < b.solved;
            });
        if (!next->solved) {
            solve(*next);
            if (!next->answer.found) parts_.erase(next);
            continue;
        }
        Part part = std::move(*next);
        parts_.erase(next);
        part.answer.optimal &= complete_;
        found.push_back(part.answer);
        if (--wanted_ == 0) break;
        if (found.size() == 1) {
            Counts may = position_.rack;
            may -= root_.keep;
            prices_.find(counts_of(position_.table), may, root_.weights);
            session_.budget().spend(prices_.nodes());
            session_.use(prices_);
        }
        split(part);
    }
    if (wanted_ && !complete_ && !found.empty()) found.back().optimal = false;
    return {std::move(found), complete_};
}

void Ranking::solve(Part& part) {
    part.solved = true;
    if (session_.budget().is_spent() && part.bound != INT64_MAX) {
        complete_ = false;
        return;
    }
    std::int64_t least = part.question.least.total() ? kLowest : 0;
    part.answer = solve_(part.question, std::max(least, not_needed()));
    part.bound = part.answer.value;
    complete_ &= part.answer.optimal;
}

// Plays worth as much as that are known in sufficient number.
std::int64_t Ranking::not_needed() const {
    std::vector<std::int64_t> values;
    for (const Part& part : parts_)
        if (part.solved && part.answer.found) values.push_back(part.answer.value);
    if (values.size() < wanted_) return kLowest;
    auto last = values.begin() + static_cast<std::ptrdiff_t>(wanted_ - 1);
    std::nth_element(values.begin(), last, values.end(), std::greater<>());
    return *last;
}

void Ranking::split(const Part& part) {
    Question rest = part.question;
    for (int code = 0; code < kCodes; ++code) {
        int laid = part.answer.laid[code], all = position_.rack[code];
        if (laid > part.question.least[code]) {
            Question fewer = rest;
            fewer.keep[code] = static_cast<std::uint8_t>(all - (laid - 1));
            add(fewer, part.answer.value);
        }
        if (laid < all - part.question.keep[code]) {
            Question more = rest;
            more.least[code] = static_cast<std::uint8_t>(laid + 1);
            add(more, part.answer.value);
        }
        rest.least[code] = static_cast<std::uint8_t>(laid);
        rest.keep[code] = static_cast<std::uint8_t>(all - laid);
    }
}

void Ranking::add(const Question& question, std::int64_t bound) {
    session_.budget().spend(1);
    if (bound != INT64_MAX) bound = std::min(bound, priced(question));
    if (bound > not_needed()) parts_.push_back({question, bound, false, {}});
}

// What a part is worth at most, as far as prices tell.
std::int64_t Ranking::priced(const Question& question) const {
    Counts must = counts_of(position_.table), may = position_.rack;
    must += question.least;
    may -= question.keep;
    may -= question.least;
    std::int64_t bound = prices_.bound(must, may);
    for (int code = 0; code < kCodes; ++code) {
        std::int64_t weight = question.weights[static_cast<std::size_t>(code)];
        bound += weight * question.least[code];
        if (code >= kNumbered) bound += std::max<std::int64_t>(0, weight) * may[code];
    }
    return bound;
}

}  // namespace tilerummy
