#include "moves.hpp"

#include <algorithm>
#include <limits>

namespace tilerummy {
namespace {

// The assignment of old melds to new ones that shares most, by the Hungarian method on costs.
int most_shared(const std::vector<std::vector<int>>& shared, std::size_t columns) {
    std::size_t rows = shared.size(), n = std::max(rows, columns);
    auto cost = [&](std::size_t i, std::size_t j) {
        return i < rows && j < columns ? -shared[i][j] : 0;
    };
    constexpr int kFar = std::numeric_limits<int>::max() / 2;
    std::vector<int> u(n + 1), v(n + 1);
    std::vector<std::size_t> match(n + 1, 0), way(n + 1, 0);
    for (std::size_t i = 1; i <= n; ++i) {
        match[0] = i;
        std::size_t at = 0;
        std::vector<int> least(n + 1, kFar);
        std::vector<bool> used(n + 1, false);
        do {
            used[at] = true;
            std::size_t row = match[at], next = 0;
            int delta = kFar;
            for (std::size_t j = 1; j <= n; ++j) {
                if (used[j]) continue;
                int now = cost(row - 1, j - 1) - u[row] - v[j];
                if (now < least[j]) {
                    least[j] = now;
                    way[j] = at;
                }
                if (least[j] < delta) {
                    delta = least[j];
                    next = j;
                }
            }
            for (std::size_t j = 0; j <= n; ++j) {
                if (used[j]) {
                    u[match[j]] += delta;
                    v[j] -= delta;
                } else {
                    least[j] -= delta;
                }
            }
            at = next;
        } while (match[at] != 0);
        do {
            std::size_t back = way[at];
            match[at] = match[back];
            at = back;
        } while (at);
    }
    return v[0];  // minus the least cost
}

}  // namespace

int body_of(const Meld& before, const Meld& after) {
    Counts left = counts_of(after);
    int shared = 0;
    for (Code code : before) {
        if (!left[code]) continue;
        --left[code];
        ++shared;
    }
    return shared < 2 ? 0 : shared;
}

Moves moves_between(const Melds& before, const Melds& after) {
    Moves moves;
    moves.touched = static_cast<int>(before.size());
    std::vector<bool> taken(after.size(), false);
    for (const Meld& old : before)
        for (std::size_t j = 0; j < after.size(); ++j)
            if (!taken[j] && same_meld(old, after[j])) {
                taken[j] = true;
                --moves.touched;
                break;
            }
    std::vector<std::vector<int>> shared;
    for (const Meld& old : before) {
        auto& row = shared.emplace_back();
        for (const Meld& now : after) row.push_back(body_of(old, now));
    }
    for (const Meld& now : after) moves.tiles += now.size;
    moves.tiles -= most_shared(shared, after.size());
    return moves;
}

}  // namespace tilerummy
