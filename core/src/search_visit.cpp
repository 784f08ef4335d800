// How the search goes through the branches of a node.
//
// There may be tens of thousands. At the prices of the tiles (prices.hpp) most cannot lead to
// anything better than is known; of those that are left a node is made only when its turn comes.
#include <algorithm>

#include "search.hpp"

namespace tilerummy {
namespace {

// With so many branches, or after so many nodes, it pays to find prices; with so many branches left
// it pays to find better ones.
constexpr std::size_t kSome = 30, kMany = 60;
constexpr std::uint64_t kMuchWork = 3000;

}  // namespace

void Search::find_prices(const Node& node) {
    const Prices* known = node.has_face() ? nullptr : prices_;
    if (price_lists_.size() == lists_) price_lists_.emplace_back();
    Prices& prices = price_lists_[lists_++];
    prices_ = &prices;
    Counts must = node.must(node.face);
    if (known)
        prices.follow(*known, must, node.may);
    else
        prices.find(must, node.may, weights_);
    session_.budget().spend(prices_->nodes());
}

// What a node is worth at most.
std::int64_t Search::priced(const Node& node) const {
    if (!prices_) return INT64_MAX;
    std::int64_t bound = node.value + prices_->bound(node.must(kJoker), node.may);
    for (int code = kNumbered; code < kCodes; ++code)
        bound += std::max<std::int64_t>(0, weight(code)) * node.may[code];
    return node.has_face() ? bound - prices_->cost_of_face(node.face) : bound;
}

// Drops what cannot be better than the best play known. What promises most comes first, and of that
// the simplest.
void Search::drop_costly(Branches& branches, std::int64_t most) const {
    std::vector<std::int64_t> bounds;
    for (const Node& node : branches.nodes) bounds.push_back(priced(node));
    for (Branch& branch : branches.all) {
        std::int64_t cost = prices_->cost(branch.meld, branch.with_joker ? kJoker : kCodes);
        branch.bound = std::min(bounds[branch.node] - cost, most);
    }
    std::erase_if(branches.all, [&](const Branch& branch) { return branch.bound <= best_; });
    auto jokers = [](const Meld& meld) {
        return std::count_if(meld.begin(), meld.end(), is_joker);
    };
    std::stable_sort(branches.all.begin(), branches.all.end(),
                     [&](const Branch& a, const Branch& b) {
                         if (a.bound != b.bound) return a.bound > b.bound;
                         auto of_a = jokers(a.meld), of_b = jokers(b.meld);
                         return of_a != of_b ? of_a < of_b : a.meld.size < b.meld.size;
                     });
}

// The node with the meld settled, unless that breaks a duty which nothing can mend.
std::optional<Search::Node> Search::settled(Node node, const Meld& meld) const {
    if (!settle(node, meld) || hopeless(node)) return std::nullopt;
    return node;
}

std::optional<Search::Node> Search::make(const Branches& branches, const Branch& branch) const {
    Node node = branches.nodes[branch.node];
    if (!branch.meld.size) return node;
    if (branch.with_joker) ++node.table[kJoker];
    return settled(std::move(node), branch.meld);
}

void Search::visit(const Node& node, Branches& branches, std::int64_t most) {
    branching_ = true;
    session_.budget().spend(branches.all.size());
    Prices* before = prices_;
    std::size_t lists = lists_;
    bool pays = branches.all.size() > kSome || session_.budget().used() > kMuchWork;
    if (!prices_ && pays) find_prices(node);
    if (prices_) drop_costly(branches, most);
    if (prices_ == before && branches.all.size() > kMany) {
        find_prices(node);
        drop_costly(branches, most);
    }
    if (session_.budget().is_spent()) proved_ = false;  // there may be more branches
    follow(branches, most);
    prices_ = before;
    lists_ = lists;
}

// Packs every branch for its bound, then follows the promising ones, best first, until one is worth
// the bound of them all.
void Search::follow(const Branches& branches, std::int64_t most) {
    std::vector<std::pair<std::int64_t, Node>> later;
    for (const Branch& branch : branches.all) {
        if (best_ >= most) return;
        if (branch.bound <= best_) continue;
        auto node = make(branches, branch);
        if (!node) continue;
        Packing packing = pack(*node);
        if (!packing.found) {
            proved_ &= packing.proved;
            continue;
        }
        std::int64_t bound = node->value + packing.bound;
        offer(*node, packing.melds, packing.spare);
        if (session_.budget().is_spent()) {
            proved_ = false;
            return;
        }
        if (bound >= most && best_ < most)
            explore(*node);
        else if (bound > best_)
            later.emplace_back(bound, std::move(*node));
    }
    std::stable_sort(later.begin(), later.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [bound, node] : later)
        if (bound > best_) explore(node);
}

}  // namespace tilerummy
