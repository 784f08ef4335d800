#include "prices.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tilerummy {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();
constexpr double kCheap = -1e-3;  // what a meld costs at most to be taken in
constexpr int kFinest = 8;        // bits behind the point
constexpr std::int32_t kDearest = 1 << 25;
constexpr std::int32_t kNever = -(1 << 28);
// Leaving out a tile that must be laid costs so many times the most that one of the rack is worth.
constexpr std::int32_t kOwed = 24;
constexpr std::int32_t kLeastWeight = 1 << 10;
constexpr std::uint64_t kNodesInStep = 3;

// Whether a joker can be put at the end of some meld; then it need not lie in one of its own.
bool can_be_spare(Code code) {
    return code >= kNumbered && code != kMirror;
}

// A little more than there is of each tile keeps the program from standing still.
double a_little(std::size_t row) {
    return 1e-7 * static_cast<double>(1 + row * 37 % 61);
}

}  // namespace

void Prices::find(const Counts& must, const Counts& may, const Weights& weights,
                  double jokers_left) {
    all_ = must + may;
    weights_ = weights;
    for (int code = kNumbered; code < kCodes; ++code) {
        auto& weight = weights_[code];
        weight = code == kMirror ? std::max(0, weight) : 0;
    }
    graph_ = std::make_shared<MeldGraph>(all_);
    add_rows(must, may);
    ask(must, may, jokers_left);
    std::vector<int> basis, full;
    for (const Row& row : rows_) {
        basis.push_back(row.out + row.owed);
        if (row.owed) full.push_back(row.out);
    }
    program_.begin(basis, full);
    solve();
}

void Prices::follow(const Prices& known, const Counts& must, const Counts& may,
                    double jokers_left) {
    graph_ = known.graph_;
    all_ = known.all_;
    weights_ = known.weights_;
    rows_ = known.rows_;
    row_of_ = known.row_of_;
    program_ = known.program_;
    ask(must, may, jokers_left);
    program_.repair();
    solve();
}

// Tiles of the rack may stay out of all melds for what they are worth, those that must be laid for
// much more.
void Prices::add_rows(const Counts& must, const Counts& may) {
    rows_.clear();
    std::int32_t most = kLeastWeight;
    for (int code = 0; code < kCodes; ++code) {
        if (may[code]) most = std::max(most, std::abs(weights_[code]));
        if (!all_[code]) continue;
        bool owed = must[code] && !can_be_spare(code);
        row_of_[code] = static_cast<int>(rows_.size());
        rows_.push_back({static_cast<Code>(code), owed, 0});
    }
    program_.start(static_cast<int>(rows_.size()));
    for (Row& row : rows_) {
        Simplex::Column out;
        out.add(row_of_[row.code]);
        out.cost = weights_[row.code];
        out.most = kEndless;
        row.out = program_.add(out);
        out.cost = static_cast<double>(kOwed) * most;
        if (row.owed) program_.add(out);
    }
}

void Prices::ask(const Counts& must, const Counts& may, double jokers_left) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const Row& row = rows_[i];
        double share = is_number(row.code) ? 1 : jokers_left;
        program_.ask(static_cast<int>(i), share * (must[row.code] + may[row.code]) + a_little(i));
        if (row.owed) program_.limit(row.out, share * may[row.code]);
    }
}

// Takes in melds as long as one costs less than nothing.
void Prices::solve() {
    has_faces_ = false;
    while (program_.improve() && add_melds()) {
    }
    round_up();
}

bool Prices::add_melds() {
    MeldGraph::Costs<double> costs{};
    for (std::size_t i = 0; i < rows_.size(); ++i)
        costs[rows_[i].code] = -program_.price(static_cast<int>(i));
    graph_->walk(costs, least_cost_);
    found_.clear();
    graph_->cheap_melds(costs, least_cost_, kCheap, found_);
    for (const Meld& found : found_) {
        Simplex::Column meld;
        for (Code code : found) meld.add(row_of_[code]);
        meld.most = kEndless;
        program_.add(meld);
    }
    return !found_.empty();
}

// Whole numbers that keep every meld at nothing or above.
void Prices::round_up() {
    double most = 1;
    for (std::size_t i = 0; i < rows_.size(); ++i)
        most = std::max({most, std::abs(program_.price(static_cast<int>(i))),
                         std::abs(static_cast<double>(weights_[rows_[i].code]))});
    shift_ = kFinest;
    while (shift_ > 0 && std::ldexp(most, shift_) > kDearest) --shift_;
    costs_.fill(0);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        Code code = rows_[i].code;
        double cost = std::ldexp(-program_.price(static_cast<int>(i)), shift_);
        cost = std::ceil(std::clamp<double>(cost, -kDearest, kDearest) - 1e-3);
        costs_[code] =
            std::max(static_cast<std::int32_t>(cost), can_be_spare(code) ? 0 : -kDearest);
    }
    graph_->walk(costs_, least_);
    std::int32_t cheapest = graph_->cheapest(costs_, least_);
    if (cheapest < 0) {
        // The program was not solved to the end. A meld has three tiles or more.
        for (const Row& row : rows_) costs_[row.code] += (2 - cheapest) / 3;
        graph_->walk(costs_, least_);
    }
    for (int number = 1; number <= kNumbers + 1; ++number) {
        auto& worth = worth_[number];
        worth.fill(kNever);
        worth[twist::kDone] = 0;
        graph_->each_item(number,
                          [&](twist::Item item, std::size_t node) { worth[item] = -least_[node]; });
    }
}

// A tile of the rack is sold, or laid for its weight; a mirror counts as laid already.
std::int64_t Prices::rest(int code, int must, int may) const {
    auto at = static_cast<std::size_t>(code);
    std::int64_t price = costs_[at], weight = std::int64_t{weights_[at]} << shift_;
    if (code < kNumbered) return price * must + may * std::max<std::int64_t>(0, weight + price);
    if (code == kMirror) return price * must + may * std::max(-weight, price);
    return price * (must + may);
}

std::int64_t Prices::bound(const Counts& must, const Counts& may) const {
    std::int64_t sum = 0;
    for (const Row& row : rows_) sum += rest(row.code, must[row.code], may[row.code]);
    return sum >> shift_;
}

std::int64_t Prices::cost(const Meld& meld, Code but) const {
    std::int64_t sum = -cost(but);
    for (Code code : meld) sum += costs_[code];
    return sum >> shift_;
}

std::int64_t Prices::cost_of_face(Code face) {
    if (!has_faces_) find_faces();
    return (std::int64_t{beside_[face]} + costs_[kJoker]) >> shift_;
}

// With a tile in the joker's place its meld is one as well, so all melds are looked at as if there
// were all tiles; where there are none, others would have to be jokers, too.
void Prices::find_faces() {
    has_faces_ = true;
    Counts all = all_;
    Costs costs = costs_;
    for (int code = 0; code < kNumbered; ++code) {
        if (!all[code]) costs[code] = costs[kJoker];
        all[code] = static_cast<std::uint8_t>(std::min(all[code] + 1, kMaxCopies));
    }
    MeldGraph graph(all);
    graph.walk(costs, least_);
    graph.beside(costs, least_, beside_);
}

std::uint64_t Prices::nodes() const {
    return kNodesInStep * static_cast<std::uint64_t>(program_.steps());
}

}  // namespace tilerummy
