// The passes of the automaton over the numbers, and the melds of its answer.
#include <algorithm>

#include "twist.hpp"

namespace tilerummy {
namespace {

constexpr std::int32_t kImpossible = INT32_MIN / 8;
constexpr int kMostDives = 150;

int spread(const Meld& side) {
    int width = 0;
    for (Code code : side) width += places(code);
    return width;
}

// Among states of equal promise: jokers in hand, few runs in need.
std::int64_t rank_of(std::int32_t promise, const twist::Key& key) {
    int ease = 0;
    for (twist::Item item : key.items) {
        if (!item) break;
        ease += twist::is_pair(item) ? -3 : 2 * twist::length_of(item) - 5;
    }
    twist::Used used = twist::unpack_used(key.used);
    ease -= 4 * (used.plain + used.doubles + used.changes);
    return static_cast<std::int64_t>(promise) * 1024 + ease;
}

}  // namespace

bool Twist::pass(std::size_t width) {
    dropped_ = INT32_MIN;
    for (int number = 1; number <= kNumbers; ++number) {
        auto& now = levels_[number - 1];
        if (now.size() > width) {
            scratch_.clear();
            for (const State& state : now) scratch_.push_back(rank_of(state.promise, state.key));
            std::nth_element(scratch_.begin(),
                             scratch_.begin() + static_cast<std::ptrdiff_t>(width), scratch_.end(),
                             std::greater<>());
            std::int64_t cut = scratch_[width];
            std::size_t kept = 0, equal = width;
            for (const State& state : now) equal -= rank_of(state.promise, state.key) > cut;
            for (const State& state : now) {
                std::int64_t rank = rank_of(state.promise, state.key);
                if (rank > cut || (rank == cut && equal && equal--))
                    now[kept++] = state;
                else
                    dropped_ = std::max(dropped_, state.promise);
            }
            now.resize(kept);
        }
        prepare(number);
        for (std::size_t i = 0; i < now.size(); ++i) {
            if (++nodes_ > most_nodes_) return false;
            expand(now[i], static_cast<std::int32_t>(i));
        }
    }
    finish();
    return true;
}

bool Twist::was_seen(int number, const Key& key) {
    std::uint64_t mark = key.hash() * 16 + static_cast<std::uint64_t>(number);
    if (std::find(seen_.begin(), seen_.end(), mark) != seen_.end()) return true;
    seen_.push_back(mark);
    return false;
}

// Follows only states that keep the bound, deepest first.
bool Twist::dive() {
    floor_ = static_cast<std::int32_t>(answer_.bound) - 1;
    std::size_t cursor[kNumbers + 1] = {};
    seen_.clear();
    auto open = [&](int number, const State& state, std::size_t at) {
        prepare(number);
        cursor[number] = 0;
        ++nodes_;
        expand(state, static_cast<std::int32_t>(at));
        std::sort(levels_[number].begin(), levels_[number].end(),
                  [](const State& a, const State& b) {
                      return rank_of(a.promise, a.key) > rank_of(b.promise, b.key);
                  });
    };
    int number = 1, dives = 0;
    open(1, levels_[0][0], 0);
    for (;;) {
        if (number == kNumbers && !levels_[kNumbers].empty()) {
            levels_[kNumbers].resize(1);
            finish();
            return true;
        }
        auto& level = levels_[number];
        while (cursor[number] < level.size() && was_seen(number, level[cursor[number]].key))
            ++cursor[number];
        if (cursor[number] == level.size()) {
            if (--number == 0) return false;
            continue;
        }
        if (++dives > kMostDives || nodes_ > most_nodes_) return false;
        std::size_t at = cursor[number]++;
        State state = level[at];
        open(++number, state, at);
    }
}

void Twist::finish() {
    const State* best = nullptr;
    for (const State& state : levels_[kNumbers])
        if (!best || state.promise > best->promise) best = &state;
    if (!best || best->promise <= floor_) return;
    answer_.found = true;
    answer_.value = best->promise;
    floor_ = best->promise;
    Used used = twist::unpack_used(best->key.used);
    auto spare = [&](int code, int n) {
        bool all = (*weights_)[static_cast<std::size_t>(code)] >= 0;
        int in_play = all ? must_[code] + may_[code] : std::max<int>(must_[code], n);
        answer_.spare[code] = static_cast<std::uint8_t>(in_play - n);
    };
    answer_.spare = {};
    spare(kJoker, used.plain);
    spare(kDouble, used.doubles);
    spare(kChange, used.changes);
    for (int c = 0; c < kColours; ++c) spare(coloured(c), used.coloured >> c & 1);

    std::vector<State> path(kNumbers + 1);
    path[kNumbers] = *best;
    for (std::size_t number = kNumbers; number > 0; --number)
        path[number - 1] = levels_[number - 1][static_cast<std::size_t>(path[number].parent)];
    trace(path);
}

// Walks the states of the answer again, this time with the tiles in hand.
void Twist::trace(const std::vector<State>& path) {
    answer_.melds.clear();
    open_.clear();
    for (int number = 1; number <= kNumbers; ++number) {
        prepare(number);
        target_ = &path[static_cast<std::size_t>(number)];
        expand(path[static_cast<std::size_t>(number - 1)], 0);
        step_melds();
        add_groups();
    }
    target_ = nullptr;
    traced_ = false;
    for (OpenMeld& meld : open_) answer_.melds.push_back(meld.left);
    open_.clear();
}

void Twist::step_melds() {
    std::vector<bool> goes_on(open_.size(), false);
    std::vector<std::pair<Item, OpenMeld>> after;
    for (int i = 0; i < next_count_; ++i) {
        const Next& next = next_items_[i];
        OpenMeld meld;
        meld.left.kind = meld.right.kind = Kind::run;
        if (next.from >= 0) {
            meld = open_[static_cast<std::size_t>(next.from)];
            goes_on[static_cast<std::size_t>(next.from)] = true;
        }
        if (!twist::is_pair(next.item)) {
            if (next.a != kCodes) meld.left.add(next.a);
        } else if (next.a != kCodes && next.b != kCodes) {
            meld.left.add(next.a);
            meld.right.add(next.b);
        } else if (next.a != kCodes) {
            // A double covers the longer side.
            (spread(meld.left) < spread(meld.right) ? meld.left : meld.right).add(next.a);
        }
        after.emplace_back(next.item, meld);
    }
    for (std::size_t i = 0; i < open_.size(); ++i) {
        if (goes_on[i]) continue;
        Meld meld = open_[i].left;
        if (open_[i].right.size) {
            meld.add(kMirror);
            for (int k = open_[i].right.size; k-- > 0;)
                meld.add(open_[i].right.tiles[static_cast<std::size_t>(k)]);
        }
        answer_.melds.push_back(meld);
    }
    std::stable_sort(after.begin(), after.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    open_.clear();
    for (auto& [item, meld] : after) open_.push_back(meld);
}

void Twist::add_groups() {
    for (const twist::Pattern* pattern : chosen_)
        answer_.melds.push_back(twist::make(*pattern, number_));
    int total = 0, most = 0;
    for (int c = 0; c < kColours; ++c) {
        int tokens = group_[c] + (coloured_in_groups_ >> c & 1);
        total += tokens;
        most = std::max(most, tokens);
    }
    int groups = std::max(most, (total + 3) / 4);
    if (!groups) return;
    std::vector<Meld> melds(static_cast<std::size_t>(groups));
    std::vector<int> numbers(melds.size(), 0);
    // Colours with most tiles first, each tile to the smallest group, numbers where none is yet.
    for (int tokens = most; tokens > 0; --tokens)
        for (int c = 0; c < kColours; ++c) {
            int own = coloured_in_groups_ >> c & 1;
            if (group_[c] + own != tokens) continue;
            std::vector<bool> has(melds.size(), false);
            for (int i = 0; i < tokens; ++i) {
                bool number = i < group_[c];
                std::size_t best = melds.size();
                for (std::size_t m = 0; m < melds.size(); ++m) {
                    if (has[m]) continue;
                    if (best == melds.size() || melds[m].size < melds[best].size ||
                        (melds[m].size == melds[best].size && number && numbers[m] < numbers[best]))
                        best = m;
                }
                has[best] = true;
                numbers[best] += number;
                melds[best].add(number ? tile(c, number_) : coloured(c));
            }
        }
    for (int i = 0; i < group_jokers_; ++i)
        std::min_element(melds.begin(), melds.end(), [](const Meld& a, const Meld& b) {
            return a.size < b.size;
        })->add(kJoker);
    for (Meld& meld : melds) {
        meld.kind = Kind::group;
        answer_.melds.push_back(meld);
    }
}

const TwistAnswer& Twist::solve(const Counts& must, const Counts& may, const Weights& weights,
                                std::int64_t beat, std::uint64_t nodes) {
    must_ = must;
    may_ = may;
    weights_ = &weights;
    most_nodes_ = nodes;
    nodes_ = 0;
    number_ = 0;
    target_ = nullptr;
    answer_ = {};
    auto all = [&](Code code) { return static_cast<std::uint8_t>(must[code] + may[code]); };
    have_ = {all(kJoker), all(kDouble), all(kChange), all(kMirror), 0};
    for (int c = 0; c < kColours; ++c)
        if (all(coloured(c))) have_.coloured = static_cast<std::uint8_t>(have_.coloured | 1 << c);
    units_ = have_.plain + 2 * have_.doubles + have_.changes;
    for (int c = 0; c < kColours; ++c) units_ += have_.coloured >> c & 1;
    if (slots_.empty()) slots_.resize(1024);
    floor_ =
        static_cast<std::int32_t>(std::clamp<std::int64_t>(beat, INT32_MIN / 16, INT32_MAX / 16));
    bound_colours();
    std::int32_t promise = promise_of(Key{}, 1, 0, Used{});
    answer_.bound = promise;
    if (promise <= kImpossible / 2 || promise <= floor_) {
        answer_.proved = true;
        return answer_;
    }
    std::int64_t spread = 0;
    std::int32_t unit = 1;
    for (int code = 0; code < kCodes; ++code) {
        std::int32_t weight = weights[static_cast<std::size_t>(code)];
        spread += static_cast<std::int64_t>(std::abs(weight)) * may[code];
        if (may[code]) unit = std::max(unit, weight);
    }
    std::int32_t known = std::max(
        floor_, static_cast<std::int32_t>(promise - std::min<std::int64_t>(spread, 1 << 28) - 1));
    levels_[0].assign(1, {Key{}, 0, promise, -1});
    if (dive()) {
        answer_.proved = true;
        return answer_;
    }
    std::size_t width = 64;
    for (std::int64_t depth = unit / 2 + 1;; depth = 2 * depth + unit) {
        bool everything = known >= promise - depth;
        floor_ = everything ? known : static_cast<std::int32_t>(promise - depth);
        if (!pass(width)) break;
        if (answer_.found) known = static_cast<std::int32_t>(answer_.value);
        if (answer_.found && dropped_ <= known) {
            answer_.proved = true;
            break;
        }
        if (dropped_ <= floor_ && !answer_.found) {
            if (everything) {
                answer_.proved = true;
                break;
            }
            continue;
        }
        width = width < 1000 ? 1000 : SIZE_MAX;
    }
    if (answer_.proved && answer_.found) answer_.bound = answer_.value;
    return answer_;
}

}  // namespace tilerummy
