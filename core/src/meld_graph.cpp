#include "meld_graph.hpp"

#include <algorithm>

#include "twist_groups.hpp"

namespace tilerummy {
namespace {

// More than any meld costs.
template <typename T>
constexpr T kNever = static_cast<T>(1 << 28);

}  // namespace

MeldGraph::MeldGraph(const Counts& all) : all_(all) {
    nodes_.push_back({twist::kDone, 0});
    first_[1] = 1;
    for (int number = 1; number <= kNumbers; ++number) {
        auto at = static_cast<std::size_t>(number);
        first_[at + 1] = nodes_.size();
        known_.fill(kEnd);
        for (std::size_t i = first_[at]; i < first_[at + 1]; ++i) {
            Item item = nodes_[i].item;
            nodes_[i].arcs = static_cast<std::uint32_t>(arcs_.size());
            auto take = [&](const twist::Way& way) { add(way); };
            if (twist::is_pair(item))
                twist::each_way_of_pair(item, number, take);
            else
                twist::each_way_on(item, number, take);
        }
        auto begin = static_cast<std::ptrdiff_t>(arcs_.size());
        start(number);
        starts_.insert(starts_.end(), arcs_.begin() + begin, arcs_.end());
        arcs_.resize(static_cast<std::size_t>(begin));
        list_groups(number);
    }
    // Behind the last number only complete runs can end.
    first_[kNumbers + 2] = nodes_.size();
    for (std::size_t i = first_[kNumbers + 1]; i < nodes_.size(); ++i) {
        nodes_[i].arcs = static_cast<std::uint32_t>(arcs_.size());
        if (twist::can_end(nodes_[i].item)) add({twist::kDone});
    }
    nodes_.push_back({twist::kDone, static_cast<std::uint32_t>(arcs_.size())});
}

void MeldGraph::add(const twist::Way& way) {
    if (way.a == way.b ? !has(way.a, 2) : !has(way.a) || !has(way.b)) return;
    std::uint16_t to = kEnd;
    if (way.item != twist::kDone) {
        std::uint16_t& known = known_[way.item];
        if (known == kEnd) {
            known = static_cast<std::uint16_t>(nodes_.size());
            nodes_.push_back({way.item, 0});
        }
        to = known;
    }
    arcs_.push_back({to, way.a, way.b});
}

void MeldGraph::start(int number) {
    auto take = [&](const twist::Way& way) { add(way); };
    for (int c = 0; c < kColours; ++c) add({twist::make_run(c, 1, false, false), tile(c, number)});
    twist::each_start_with_joker(number, all_[kDouble], take);
    for (int c = 0; c < kColours && has(kMirror); ++c) twist::each_start_of_pair(number, c, take);
}

void MeldGraph::list_groups(int number) {
    // Ordinary ones: a tile or a coloured joker for some colours, and as many plain jokers as are
    // missing.
    Group group;
    auto ordinary = [&](auto&& self, int c) -> void {
        if (c == kColours) {
            Group full = group;
            while (full.size < 3) full.add(kJoker);
            if (group.size && has(kJoker, full.size - group.size)) groups_.push_back(full);
            return;
        }
        self(self, c + 1);
        for (Code code : {tile(c, number), coloured(c)}) {
            if (!has(code)) continue;
            group.add(code);
            self(self, c + 1);
            --group.size;
        }
    };
    ordinary(ordinary, 0);
    if (!has(kDouble) && !has(kMirror)) return;
    for (const twist::Pattern& pattern : twist::special_groups()) {
        bool fits = true;
        twist::each_joker(pattern.jokers, [&](Code code, int n) { fits &= has(code, n); });
        for (int c = 0; c < kColours; ++c) fits &= has(tile(c, number), pattern.tiles[c]);
        if (!fits) continue;
        Group special;
        auto add = [&](Code code, int n) {
            while (n-- > 0) special.add(code);
        };
        for (int c = 0; c < kColours; ++c) add(tile(c, number), pattern.tiles[c]);
        twist::each_joker(pattern.jokers, add);
        groups_.push_back(special);
    }
}

template <typename T>
void MeldGraph::walk(const Costs<T>& costs, Least<T>& least) const {
    least.resize(nodes_.size());
    least[kEnd] = 0;
    for (std::size_t i = nodes_.size() - 1; i-- > 1;) {
        T best = kNever<T>;
        for (std::uint32_t a = nodes_[i].arcs; a < nodes_[i + 1].arcs; ++a)
            best = std::min(best, cost(costs, arcs_[a], least));
        least[i] = best;
    }
}

template <typename T>
T MeldGraph::cheapest(const Costs<T>& costs, const Least<T>& least) const {
    T best = 0;
    for (const Arc& arc : starts_) best = std::min(best, cost(costs, arc, least));
    for (const Group& group : groups_) best = std::min(best, group.cost(costs));
    return best;
}

template <typename T>
void MeldGraph::beside(const Costs<T>& costs, const Least<T>& least,
                       std::array<T, kNumbered>& out) const {
    out.fill(kNever<T>);
    Least<T> before(nodes_.size(), kNever<T>);  // the least that it costs to get to each node
    auto take = [&](T so_far, const Arc& arc) {
        before[arc.to] = std::min(before[arc.to], so_far + costs[arc.a] + costs[arc.b]);
        for (Code code : {arc.a, arc.b})
            if (code < kNumbered)
                out[code] = std::min(out[code], so_far + cost(costs, arc, least) - costs[code]);
    };
    for (const Arc& arc : starts_) take(0, arc);
    for (std::size_t i = 1; i + 1 < nodes_.size(); ++i)
        for (std::uint32_t a = nodes_[i].arcs; a < nodes_[i + 1].arcs; ++a)
            take(before[i], arcs_[a]);
    for (const Group& group : groups_)
        for (std::size_t i = 0; i < group.size; ++i)
            if (Code code = group.tiles[i]; code < kNumbered)
                out[code] = std::min(out[code], group.cost(costs) - costs[code]);
}

void MeldGraph::cheap_melds(const Costs<double>& costs, const Least<double>& least, double less,
                            Melds& out) const {
    for (const Arc& start : starts_) {
        if (cost(costs, start, least) >= less) continue;
        Meld meld;
        const Arc* arc = &start;
        for (;;) {
            for (Code code : {arc->a, arc->b})
                if (code != kCodes) meld.add(code);
            if (arc->to == kEnd) break;
            auto from = arcs_.begin() + nodes_[arc->to].arcs;
            auto to = arcs_.begin() + nodes_[arc->to + 1U].arcs;
            arc = &*std::min_element(from, to, [&](const Arc& a, const Arc& b) {
                return cost(costs, a, least) < cost(costs, b, least);
            });
        }
        out.push_back(meld);
    }
    for (const Group& group : groups_) {
        if (group.cost(costs) >= less) continue;
        Meld meld;
        meld.kind = Kind::group;
        for (std::size_t i = 0; i < group.size; ++i) meld.add(group.tiles[i]);
        out.push_back(meld);
    }
}

template void MeldGraph::walk(const Costs<double>&, Least<double>&) const;
template void MeldGraph::walk(const Costs<std::int32_t>&, Least<std::int32_t>&) const;
template std::int32_t MeldGraph::cheapest(const Costs<std::int32_t>&,
                                          const Least<std::int32_t>&) const;
template void MeldGraph::beside(const Costs<std::int32_t>&, const Least<std::int32_t>&,
                                std::array<std::int32_t, kNumbered>&) const;

}  // namespace tilerummy
