// All melds of some tiles as the paths of a graph.
//
// A node is an open meld before a number, in the automaton's form (twist_items.hpp); an arc takes
// up to two tiles into it and leads to the next number, or ends it. Groups are few enough to list.
// When every tile has a cost, the cheapest way to go on from each node is found in one walk
// backwards.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "meld.hpp"
#include "open_melds.hpp"

namespace tilerummy {

class MeldGraph {
  public:
    using Item = twist::Item;
    // What each tile costs; nothing at kCodes, which stands for no tile.
    template <typename T>
    using Costs = std::array<T, kCodes + 1>;
    // For each node the least that it costs to get to the end of its meld.
    template <typename T>
    using Least = std::vector<T>;

    // The graph of the melds of these tiles. A spare joker, and one in front that would do as well
    // behind, is left out: such melds cost what others cost, or more.
    explicit MeldGraph(const Counts& all);

    template <typename T>
    void walk(const Costs<T>& costs, Least<T>& least) const;

    // What the cheapest meld costs, if less than nothing.
    template <typename T>
    T cheapest(const Costs<T>& costs, const Least<T>& least) const;

    // For each number tile the least that a meld with it costs beside it.
    template <typename T>
    void beside(const Costs<T>& costs, const Least<T>& least, std::array<T, kNumbered>& out) const;

    // Melds that cost less, in no order: the cheapest with each beginning, and all groups.
    void cheap_melds(const Costs<double>& costs, const Least<double>& least, double less,
                     Melds& out) const;

    // Calls f(item, node) for every open meld before a number.
    template <typename F>
    void each_item(int number, const F& f) const {
        auto at = static_cast<std::size_t>(number);
        for (std::size_t i = first_[at]; i < first_[at + 1]; ++i) f(nodes_[i].item, i);
    }

  private:
    static constexpr std::uint16_t kEnd = 0;

    struct Node {
        Item item;
        std::uint32_t arcs;  // the first of them; the next node has the first that is not
    };
    struct Arc {
        std::uint16_t to;
        Code a, b;
    };
    struct Group {
        std::uint8_t size = 0;
        std::array<Code, 7> tiles{};

        void add(Code code) { tiles[size++] = code; }
        template <typename T>
        T cost(const Costs<T>& costs) const {
            T sum = 0;
            for (std::size_t i = 0; i < size; ++i) sum += costs[tiles[i]];
            return sum;
        }
    };

    template <typename T>
    static T cost(const Costs<T>& costs, const Arc& arc, const Least<T>& least) {
        return costs[arc.a] + costs[arc.b] + least[arc.to];
    }

    void start(int number);
    void add(const twist::Way& way);
    bool has(Code code, int n = 1) const { return code == kCodes || all_[code] >= n; }
    void list_groups(int number);

    Counts all_;
    std::vector<Node> nodes_;  // by number
    std::vector<Arc> arcs_;
    std::vector<Arc> starts_;
    std::array<std::size_t, kNumbers + 3> first_{};  // nodes of each number
    std::array<std::uint16_t, 256> known_{};         // nodes of the next number, by item
    std::vector<Group> groups_;
};

}  // namespace tilerummy
