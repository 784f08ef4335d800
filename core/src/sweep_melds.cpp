// The melds of the sweep's answer: its steps again, this time with the tiles in hand.
#include <algorithm>

#include "sweep.hpp"

namespace tilerummy {

void Sweep::arrange(Melds& out) const {
    struct Open {
        Meld meld;
        int length;
    };
    std::vector<Open> open[kColours];
    auto close = [&](Open& run) {
        run.meld.kind = Kind::run;
        out.push_back(run.meld);
    };
    for (int number = 1; number <= kNumbers; ++number) {
        const SweepStep& step = steps_[number - 1];
        int back = back_of(number);
        int total = 0, groups = 0, tiles_in_groups = 0;
        for (int c = 0; c < kColours; ++c) {
            auto& runs = open[c];
            // Short runs first, so that jokers go where tables say.
            std::stable_sort(runs.begin(), runs.end(), [](const Open& a, const Open& b) {
                return (a.length < 3) > (b.length < 3);
            });
            int must = 0;
            for (const Open& run : runs) must += run.length < 3;
            int jokers = step.jokers[c], tiles = step.run[c];
            int may = static_cast<int>(runs.size()) - must;
            RunSplit split = split_tiles(must, may, tiles, jokers, back, tables_->runs);
            std::vector<Open> after;
            int index = 0;
            for (Open& run : runs) {
                bool short_run = index < must;
                int place = index - must;
                if (short_run) {
                    run.meld.add(index < split.on_must ? kJoker : tile(c, number));
                    ++run.length;
                    after.push_back(run);
                } else if (place < split.long_by_tile) {
                    run.meld.add(tile(c, number));
                    after.push_back(run);
                } else if (place < split.long_by_tile + split.on_long) {
                    run.meld.add(kJoker);
                    run.length = 2;
                    after.push_back(run);
                } else {
                    close(run);
                }
                ++index;
            }
            for (int i = 0; i < split.starts; ++i) {
                Open run{{}, 1 + back};
                for (int b = 0; b < back; ++b) run.meld.add(kJoker);
                run.meld.add(tile(c, number));
                after.push_back(run);
            }
            runs.swap(after);
            total += step.group[c];
            groups = std::max<int>(groups, step.group[c]);
        }
        tiles_in_groups = total;
        groups = std::max(groups, (tiles_in_groups + 3) / 4);
        if (!groups) continue;
        // Colours go round the groups, so sizes differ by one at most.
        std::size_t first = out.size();
        for (int k = 0; k < groups; ++k) {
            out.emplace_back();
            out.back().kind = Kind::group;
        }
        int turn = 0;
        for (int c = 0; c < kColours; ++c)
            for (int i = 0; i < step.group[c]; ++i)
                out[first + static_cast<std::size_t>(turn++ % groups)].add(tile(c, number));
        for (; turn < 3 * groups; ++turn)
            out[first + static_cast<std::size_t>(turn % groups)].add(kJoker);
    }
    for (auto& runs : open)
        for (Open& run : runs) close(run);
}

}  // namespace tilerummy
