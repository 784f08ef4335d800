#include "sweep.hpp"

#include <algorithm>
#include <bit>

namespace tilerummy {
namespace {

constexpr std::int32_t kImpossible = INT32_MIN / 8;
constexpr std::size_t kFirstSlots = 256;

std::uint32_t hash_key(std::uint32_t key) {
    key *= 0x9E3779B1U;
    return key ^ (key >> 15);
}

}  // namespace

std::int32_t Sweep::step_value(int code, int run, int group, int carried) const {
    int laid = run + group - problem_->table[code];
    std::int32_t value = laid > 0 ? laid * problem_->weight[code] : 0;
    if (problem_->familiar) {
        value += 2 * std::min<int>(carried, problem_->familiar->links[code]);
        value += 2 * std::min<int>(group, problem_->familiar->grouped[code]);
    }
    return value;
}

// Rack jokers that are worth laying are all laid; others only where melds need more than the
// table's jokers.
std::int32_t Sweep::joker_value(int used) const {
    if (problem_->joker_weight >= 0) return problem_->joker_weight * problem_->jokers_rack;
    return problem_->joker_weight * std::max(0, used - problem_->jokers_table);
}

// Which states each colour can be in at all, before it is known what they are worth.
void Sweep::reach_colours() {
    for (int c = 0; c < kColours; ++c) {
        reach_[1][c] = 1;
        for (int number = 1; number <= kNumbers; ++number) {
            int code = tile(c, number), back = back_of(number);
            int table = problem_->table[code], all = table + problem_->rack[code];
            std::uint32_t bits = 0;
            for (std::uint32_t left = reach_[number][c]; left; left &= left - 1) {
                const auto& row = tables_->reach[back][std::countr_zero(left)];
                // Up to all of the tiles may lie in groups.
                for (int run = 0; run <= all; ++run) bits |= row[run][jokers_];
            }
            reach_[number + 1][c] = bits;
        }
    }
}

void Sweep::bound_colours() {
    reach_colours();
    for (int c = 0; c < kColours; ++c)
        for (int s = 0; s < tables_->states; ++s)
            for (int q = 0; q <= jokers_; ++q)
                bound_[kNumbers + 1][c][s][q] = tables_->closed[s] ? 0 : kImpossible;
    for (int number = kNumbers; number >= 1; --number) {
        int back = back_of(number);
        // Jokers without which k groups cannot be; every colour in them pays, since each colour's
        // bound has all the jokers to itself.
        int price[kMaxCopies + 1] = {};
        for (int k = 1; k <= copies_; ++k) {
            int total = 0;
            for (int c = 0; c < kColours; ++c) {
                int code = tile(c, number);
                total += std::min<int>(k, problem_->table[code] + problem_->rack[code]);
            }
            price[k] = std::max(0, 3 * k - total);
        }
        for (int c = 0; c < kColours; ++c) {
            int code = tile(c, number);
            int table = problem_->table[code], all = table + problem_->rack[code];
            auto& above = bound_[number + 1][c];
            for (std::uint32_t left = reach_[number][c]; left; left &= left - 1) {
                int s = std::countr_zero(left);
                std::int32_t* best = bound_[number][c][s];
                for (int q = 0; q <= jokers_; ++q) best[q] = kImpossible;
                for (int group = 0; group <= all && price[group] <= jokers_; ++group)
                    for (int run = std::max(0, table - group); run <= all - group; ++run)
                        for (int m = 0; m + price[group] <= jokers_; ++m) {
                            int to = tables_->next[back][s][run][m];
                            if (to == kNone) continue;
                            std::int32_t value =
                                step_value(code, run, group, tables_->carried[back][s][run][m]);
                            int paid = m + price[group];
                            for (int q = paid; q <= jokers_; ++q)
                                best[q] = std::max(best[q], value + above[to][q - paid]);
                        }
            }
        }
    }
}

const Sweep::OptionList& Sweep::options(int number, int colour, int state) {
    OptionList& list = lists_[colour][state];
    if (ready_[colour] >> state & 1) return list;
    ready_[colour] |= 1U << state;
    int code = tile(colour, number), back = back_of(number);
    int table = problem_->table[code], all = table + problem_->rack[code];
    for (int group = 0; group <= copies_; ++group) {
        list.begin[group] = static_cast<std::uint16_t>(pool_.size());
        list.best[group] = kImpossible;
        for (int run = std::max(0, table - group); run <= all - group; ++run)
            for (int m = 0; m <= jokers_; ++m) {
                int to = tables_->next[back][state][run][m];
                if (to == kNone) continue;
                std::int32_t above = bound_[number + 1][colour][to][jokers_ - m];
                if (above <= kImpossible / 2) continue;
                std::int32_t value =
                    step_value(code, run, group, tables_->carried[back][state][run][m]);
                pool_.push_back({value, value + above, static_cast<std::uint8_t>(to),
                                 static_cast<std::uint8_t>(m),
                                 static_cast<std::uint8_t>(run | m << 2 | group << 5)});
                list.best[group] = std::max(list.best[group], value + above);
            }
    }
    list.begin[copies_ + 1] = static_cast<std::uint16_t>(pool_.size());
    return list;
}

void Sweep::insert(const State& state) {
    std::size_t mask = slots_.size() - 1;
    std::size_t at = hash_key(state.key) & mask;
    for (;; at = (at + 1) & mask) {
        std::uint32_t slot = slots_[at];
        if (!slot) break;
        State& known = (*next_)[slot - 1];
        if (known.key == state.key) {
            if (state.value > known.value) known = state;
            return;
        }
    }
    next_->push_back(state);
    slots_[at] = static_cast<std::uint32_t>(next_->size());
    if (2 * next_->size() > slots_.size()) grow();
}

void Sweep::grow() {
    slots_.assign(slots_.size() * 4, 0);
    std::size_t mask = slots_.size() - 1;
    for (std::size_t i = 0; i < next_->size(); ++i) {
        std::size_t at = hash_key((*next_)[i].key) & mask;
        while (slots_[at]) at = (at + 1) & mask;
        slots_[at] = static_cast<std::uint32_t>(i + 1);
    }
}

// A key is the four colour states, five bits each, and the jokers used.
void Sweep::expand(int number, const State& state, std::int32_t index) {
    const OptionList* lists[kColours];
    for (int c = 0; c < kColours; ++c)
        lists[c] = &options(number, c, static_cast<int>(state.key >> (5 * c) & 31));
    int used = static_cast<int>(state.key >> 20);
    const auto& above = bound_[number + 1];
    for (const GroupChoice& choice : *groups_) {
        int used0 = used + choice.jokers;
        if (used0 > jokers_) continue;
        std::int32_t best1 = lists[1]->best[choice.g[1]];
        std::int32_t best2 = lists[2]->best[choice.g[2]];
        std::int32_t best3 = lists[3]->best[choice.g[3]];
        std::int32_t best0 = lists[0]->best[choice.g[0]];
        if (best0 <= kImpossible / 2 || best1 <= kImpossible / 2 || best2 <= kImpossible / 2 ||
            best3 <= kImpossible / 2)
            continue;
        std::int32_t base = state.value + joker_value(used0);
        if (base + best0 + best1 + best2 + best3 <= floor_) continue;
        auto range = [&](int c) {
            return std::pair{pool_.data() + lists[c]->begin[choice.g[c]],
                             pool_.data() + lists[c]->begin[choice.g[c] + 1]};
        };
        auto [a0, e0] = range(0);
        auto [a1, e1] = range(1);
        auto [a2, e2] = range(2);
        auto [a3, e3] = range(3);
        for (auto o0 = a0; o0 != e0; ++o0) {
            int used1 = used0 + o0->jokers;
            if (used1 > jokers_ || base + o0->promise + best1 + best2 + best3 <= floor_) continue;
            for (auto o1 = a1; o1 != e1; ++o1) {
                int used2 = used1 + o1->jokers;
                if (used2 > jokers_ || base + o0->promise + o1->promise + best2 + best3 <= floor_)
                    continue;
                for (auto o2 = a2; o2 != e2; ++o2) {
                    int used3 = used2 + o2->jokers;
                    if (used3 > jokers_ ||
                        base + o0->promise + o1->promise + o2->promise + best3 <= floor_)
                        continue;
                    for (auto o3 = a3; o3 != e3; ++o3) {
                        int total = used3 + o3->jokers;
                        if (total > jokers_) continue;
                        int left = jokers_ - total;
                        std::int32_t value =
                            state.value + o0->value + o1->value + o2->value + o3->value;
                        std::int32_t promise =
                            value + joker_value(total) + above[0][o0->state][left] +
                            above[1][o1->state][left] + above[2][o2->state][left] +
                            above[3][o3->state][left];
                        if (promise <= floor_ || promise <= kImpossible / 2) continue;
                        std::uint32_t key = static_cast<std::uint32_t>(
                            o0->state | o1->state << 5 | o2->state << 10 | o3->state << 15 |
                            total << 20);
                        std::uint32_t packed =
                            static_cast<std::uint32_t>(o0->choice | o1->choice << 8 |
                                                       o2->choice << 16) |
                            static_cast<std::uint32_t>(o3->choice) << 24;
                        std::int32_t ease = tables_->ease[o0->state] + tables_->ease[o1->state] +
                                            tables_->ease[o2->state] + tables_->ease[o3->state] +
                                            4 * left;
                        insert({key, value, promise, index, packed, ease});
                    }
                }
            }
        }
    }
}

// One pass over the numbers with at most `width` states between them; false if it ran out of nodes.
bool Sweep::pass(std::size_t width) {
    dropped_ = INT32_MIN;
    for (int number = 1; number <= kNumbers; ++number) {
        auto& now = levels_[number - 1];
        if (now.size() > width) {
            scratch_.clear();
            for (const State& state : now) scratch_.push_back(rank_of(state));
            std::nth_element(scratch_.begin(),
                             scratch_.begin() + static_cast<std::ptrdiff_t>(width), scratch_.end(),
                             std::greater<>());
            std::int64_t cut = scratch_[width];
            std::size_t kept = 0, equal = width;
            for (const State& state : now) equal -= rank_of(state) > cut;
            for (const State& state : now)
                if (rank_of(state) > cut || (rank_of(state) == cut && equal && equal--))
                    now[kept++] = state;
                else
                    dropped_ = std::max(dropped_, state.promise);
            now.resize(kept);
        }
        prepare(number);
        nodes_ += now.size();
        if (nodes_ > problem_->nodes) return false;
        for (std::size_t i = 0; i < now.size(); ++i) {
            // `now` does not move while the next level is filled.
            expand(number, now[i], static_cast<std::int32_t>(i));
        }
    }
    finish();
    return true;
}

// Follows only states within `depth` of the bound, the best first, one after the other, deepest
// first: where the bound is the truth, which is the rule on full tables, this ends after a few more
// steps than there are numbers.
bool Sweep::dive(std::int32_t depth, int most) {
    floor_ = answer_.bound - depth;
    std::size_t cursor[kNumbers + 1] = {};
    int dives = 0;
    seen_.clear();
    int number = 1;
    prepare(number);
    levels_[1].clear();
    expand(number, levels_[0][0], 0);
    for (;;) {
        if (number == kNumbers && !levels_[kNumbers].empty()) {
            levels_[kNumbers].resize(1);
            finish();
            return true;
        }
        auto& level = levels_[number];
        while (cursor[number] < level.size() &&
               was_seen(number, level[level.size() - 1 - cursor[number]].key))
            ++cursor[number];
        if (cursor[number] == level.size()) {
            if (--number == 0) return false;
            continue;
        }
        if (++dives > most) return false;
        std::size_t at = level.size() - 1 - cursor[number]++;
        ++nodes_;
        State state = level[at];
        ++number;
        prepare(number);
        levels_[number].clear();
        cursor[number] = 0;
        expand(number, state, static_cast<std::int32_t>(at));
        std::sort(levels_[number].begin(), levels_[number].end(),
                  [](const State& a, const State& b) { return rank_of(a) < rank_of(b); });
    }
}

bool Sweep::was_seen(int number, std::uint32_t key) {
    std::uint32_t mark = key << 4 | static_cast<std::uint32_t>(number);
    if (std::find(seen_.begin(), seen_.end(), mark) != seen_.end()) return true;
    seen_.push_back(mark);
    return false;
}

// Sets up what the expansion of a number's states shares.
void Sweep::prepare(int number) {
    int have[kColours];
    for (int c = 0; c < kColours; ++c) {
        int code = tile(c, number);
        have[c] = problem_->table[code] + problem_->rack[code];
        ready_[c] = 0;
    }
    groups_ = &group_choices(have, jokers_);
    pool_.clear();
    next_ = &levels_[number];
    next_->clear();
    if (slots_.size() > kFirstSlots) slots_.resize(kFirstSlots);
    std::fill(slots_.begin(), slots_.end(), 0U);
}

// Takes over the best end of the pass if it is better than what is known.
void Sweep::finish() {
    const State* best = nullptr;
    for (const State& state : levels_[kNumbers])
        if (!best || state.promise > best->promise) best = &state;
    if (!best || best->promise <= floor_) return;
    answer_.found = true;
    answer_.value = best->promise;
    answer_.jokers = static_cast<int>(best->key >> 20);
    floor_ = best->promise;
    for (int number = kNumbers; number >= 1; --number) {
        for (int c = 0; c < kColours; ++c) {
            auto choice = static_cast<std::uint8_t>(best->choice >> (8 * c));
            answer_.steps[number - 1].run[c] = choice & 3;
            answer_.steps[number - 1].jokers[c] = choice >> 2 & 7;
            answer_.steps[number - 1].group[c] = choice >> 5;
        }
        best = &levels_[number - 1][static_cast<std::size_t>(best->parent)];
    }
}

const SweepAnswer& Sweep::solve(const SweepProblem& problem) {
    problem_ = &problem;
    answer_ = {};
    nodes_ = 0;
    copies_ = 2;
    for (int code = 0; code < kNumbered; ++code)
        copies_ = std::max<int>(copies_, problem.table[code] + problem.rack[code]);
    tables_ = &SweepTables::for_copies(copies_);
    jokers_ = problem.jokers_table + problem.jokers_rack;
    floor_ = problem.beat;
    if (slots_.empty()) slots_.resize(kFirstSlots);
    bound_colours();
    std::int32_t promise = joker_value(0);
    for (int c = 0; c < kColours; ++c) {
        if (bound_[1][c][0][jokers_] <= kImpossible / 2) {
            answer_.proved = true;
            answer_.bound = kImpossible;
            return answer_;
        }
        promise += bound_[1][c][0][jokers_];
    }
    answer_.bound = promise;
    if (promise <= floor_) {
        answer_.proved = true;
        return answer_;
    }
    levels_[0].assign(1, {0, 0, promise, -1, 0, 0});
    // The bound is nearly always within a few tiles of the truth, so look just below it first: a
    // pass that keeps every state above its floor and ends is exact, found or not.
    std::int32_t unit = 1;
    for (int code = 0; code < kNumbered; ++code)
        if (problem.rack[code]) unit = std::max(unit, problem.weight[code]);
    std::int64_t spread = std::abs(problem.joker_weight) * problem.jokers_rack;
    for (int code = 0; code < kNumbered; ++code) {
        spread += std::abs(problem.weight[code]) * problem.rack[code];
        if (problem.familiar)
            spread += 2 * (problem.familiar->links[code] + problem.familiar->grouped[code]);
    }
    // No answer is worth less than this.
    std::int32_t known = std::max(
        floor_, static_cast<std::int32_t>(promise - std::min<std::int64_t>(spread, 1 << 28) - 1));
    if (problem.familiar) {
        // Any arrangement will do; the better of a few is good enough.
        for (std::int32_t depth : {4, 16, 64, 256})
            if (dive(depth, 26)) return answer_;
        for (std::size_t few : {std::size_t{60}, SIZE_MAX}) {
            floor_ = known;
            if (!pass(few) || answer_.found || dropped_ == INT32_MIN) return answer_;
        }
    }
    if (dive(1, problem.glance ? 18 : 60)) {
        answer_.proved = true;
        return answer_;
    }
    if (problem.glance) return answer_;
    std::size_t width = 12;
    for (std::int32_t depth = unit / 2 + 1;;
         depth = depth < INT32_MAX / 8 ? 2 * depth + unit : depth) {
        bool all = known >= answer_.bound - depth || depth >= INT32_MAX / 8;
        floor_ = all ? known : answer_.bound - depth;
        if (!pass(width)) break;
        if (answer_.found) known = answer_.value;
        if (answer_.found && dropped_ <= known) {
            answer_.proved = true;
            break;
        }
        if (dropped_ <= floor_ && !answer_.found) {  // nothing was cut, and nothing is there
            if (all) {
                answer_.proved = true;
                break;
            }
            continue;
        }
        width = width < 400 ? 400 : SIZE_MAX;
    }
    if (answer_.proved && answer_.found) answer_.bound = answer_.value;
    return answer_;
}

}  // namespace tilerummy
