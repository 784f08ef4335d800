#include "bounded.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "duties.hpp"

namespace tilerummy {
namespace {

constexpr std::uint64_t kBetweenLooks = 64;  // at the clock
constexpr double kEndless = std::numeric_limits<double>::infinity();
constexpr double kSlack = 1e-3;             // what rounding may hide; weights are whole numbers
constexpr double kTaken = -1e-4;            // a column that saves more is taken into the program
constexpr std::size_t kAtOnce = 60;         // so many of them at a time
constexpr std::uint64_t kLeaf = 3;          // what looking at a whole play counts for
constexpr std::uint64_t kStatesInNode = 8;  // what a node takes, in states of the sweep
constexpr double kOwed = 24;  // leaving a table tile out costs so many of the heaviest
// How far beyond the bound columns are gone through at first, in tiles.
constexpr double kSteps[] = {0.01, 0.35, 0.7, 1.05, 2.05, 4.05, kEndless};

double a_little(std::size_t row) {
    return 1e-7 * static_cast<double>(1 + row * 37 % 61);
}

}  // namespace

BoundedTurn::BoundedTurn(const Position& position, const Question& question, const Bound& bound)
    : position_(position), question_(question), bound_(bound), table_moves_(position.opened) {
    if (table_moves_) must_ = counts_of(position.table);
    may_ = position.rack.without(question.keep);
    // What nobody wants laid stays on the rack.
    for (int code = 0; code < kCodes; ++code)
        if (question.weights[code] < 0) may_[code] = 0;
}

Answer BoundedTurn::solve() {
    int most = may_.total() + must_.total();
    bound_.moved = std::min(bound_.moved, most);
    bound_.touched =
        table_moves_ ? std::min(bound_.touched, static_cast<int>(position_.table.size())) : 0;
    columns_ = bounded_columns(position_.rules, position_.table, may_, bound_.moved, table_moves_);
    if (!find_prices()) return best_;
    double all = 0, unit = 1;
    for (const Row& row : rows_) {
        all += row.weight * row.may;
        if (row.may) unit = std::max(unit, row.weight);
    }
    // Laying nothing leaves everything; a play has to leave less.
    best_left_ = all;
    // A step that takes too long is left for the next, where other columns may lead to something.
    bool proved = false;
    std::size_t steps = std::size(kSteps);
    for (std::size_t i = 0; i < steps && !proved && !question_.is_late(); ++i) {
        double gap = std::min(kSteps[i] * unit, best_left_ - least_ - 1);
        nodes_left_ += question_.nodes / kStatesInNode / steps;
        all_seen_ = true;
        if (gap > -kSlack) go_through(gap);
        proved = all_seen_ && best_left_ - least_ - 1 <= gap + kSlack;
    }
    best_.optimal = proved && columns_.complete;
    const Rules& rules = position_.rules;
    if (table_moves_ ? Duties(rules, position_.table).any() : rules.opening_goes_on)
        best_.optimal = false;
    return best_;
}

// The linear program: columns take their tiles, their old meld and what they move.
bool BoundedTurn::find_prices() {
    double unit = 1;
    for (int code = 0; code < kCodes; ++code) {
        if (!must_[code] && !may_[code]) continue;
        double weight = question_.weights[code];
        row_of_[code] = static_cast<int>(rows_.size());
        rows_.push_back({static_cast<Code>(code), must_[code], may_[code], weight});
        if (may_[code]) unit = std::max(unit, weight);
    }
    std::size_t bodies = table_moves_ ? position_.table.size() : 0;
    std::size_t tiles = rows_.size(), moved = tiles + bodies, touched = moved + 1;
    if (touched + 1 > static_cast<std::size_t>(Simplex::kMostRows)) return false;
    auto program = std::make_unique<Simplex>();
    program->start(static_cast<int>(touched + 1));
    std::vector<int> basis, full;
    auto slack = [&](std::size_t row, double cost, double most) {
        Simplex::Column column;
        column.add(static_cast<int>(row));
        column.cost = cost;
        column.most = most;
        return program->add(column);
    };
    for (std::size_t i = 0; i < tiles; ++i) {
        Row& row = rows_[i];
        program->ask(static_cast<int>(i), row.must + row.may + a_little(i));
        row.out = slack(i, row.weight, row.must ? row.may : kEndless);
        basis.push_back(row.must ? slack(i, kOwed * unit, kEndless) : row.out);
        if (row.must) full.push_back(row.out);
    }
    for (std::size_t i = tiles; i < moved; ++i) {
        program->ask(static_cast<int>(i), 1 + a_little(i));
        basis.push_back(slack(i, 0, kEndless));
    }
    program->ask(static_cast<int>(moved), bound_.moved + a_little(moved));
    basis.push_back(slack(moved, 0, kEndless));
    // Old melds that lie there untouched and those touched are all there are.
    program->ask(static_cast<int>(touched), static_cast<double>(bodies));
    int changed = slack(touched, 0, bound_.touched);
    basis.push_back(slack(touched, kOwed * unit, kEndless));
    full.push_back(changed);
    program->begin(basis, full);
    body_price_.assign(bodies, 0);
    std::vector<bool> taken(columns_.all.size(), false);
    std::vector<std::pair<double, std::size_t>> saving;
    for (bool first = true;; first = false) {
        if (!program->improve()) return false;
        for (std::size_t i = 0; i < tiles; ++i)
            rows_[i].price = program->price(static_cast<int>(i));
        for (std::size_t i = 0; i < bodies; ++i)
            body_price_[i] = program->price(static_cast<int>(tiles + i));
        moved_price_ = program->price(static_cast<int>(moved));
        touched_price_ = program->price(static_cast<int>(touched));
        saving.clear();
        for (std::size_t c = 0; c < columns_.all.size(); ++c) {
            if (taken[c]) continue;
            double cost = first && columns_.all[c].untouched ? -kEndless : excess(columns_.all[c]);
            if (cost < kTaken) saving.emplace_back(cost, c);
        }
        if (saving.empty()) break;
        if (saving.size() > kAtOnce)
            std::nth_element(saving.begin(), saving.begin() + kAtOnce, saving.end());
        for (std::size_t k = 0; k < std::min(kAtOnce, saving.size()); ++k) {
            const BoundedColumn& column = columns_.all[saving[k].second];
            taken[saving[k].second] = true;
            Simplex::Column taking;
            taking.most = kEndless;
            if (column.meld.size + column.moved + 2 > kMaxTiles) {
                columns_.complete = false;
                continue;
            }
            for (Code code : column.meld) taking.add(row_of_[code]);
            if (column.body >= 0) taking.add(static_cast<int>(tiles) + column.body);
            for (int i = 0; i < column.moved; ++i) taking.add(static_cast<int>(moved));
            if (column.untouched) taking.add(static_cast<int>(touched));
            program->add(taking);
        }
    }
    moved_price_ = std::min(0.0, moved_price_);
    least_ = moved_price_ * bound_.moved + touched_price_ * static_cast<double>(bodies) +
             std::min(0.0, -touched_price_) * bound_.touched;
    for (double& price : body_price_) least_ += price = std::min(0.0, price);
    for (const Row& row : rows_)
        least_ +=
            row.price * (row.must + row.may) + std::min(0.0, row.weight - row.price) * row.may;
    return true;
}

// What a column costs beyond what its tiles, its old meld and its moves are worth.
double BoundedTurn::excess(const BoundedColumn& column) const {
    double cost = -moved_price_ * column.moved;
    for (Code code : column.meld) cost -= row_of(code).price;
    if (column.body >= 0) cost -= body_price_[column.body];
    if (column.untouched) cost -= touched_price_;
    return cost;
}

void BoundedTurn::go_through(double gap) {
    open_.clear();
    with_.assign(rows_.size(), {});
    for (const BoundedColumn& column : columns_.all) {
        double cost = excess(column);
        if (cost <= gap + kSlack) open_.push_back({&column, std::max(0.0, cost)});
    }
    std::stable_sort(open_.begin(), open_.end(), [](const Priced& a, const Priced& b) {
        return std::pair(a.cost, a.column->moved) < std::pair(b.cost, b.column->moved);
    });
    for (std::size_t c = 0; c < open_.size(); ++c) {
        Counts seen;
        for (Code code : open_[c].column->meld)
            if (!seen[code]++) with_[row_of_[code]].push_back(static_cast<int>(c));
    }
    left_.clear();
    owed_.clear();
    for (const Row& row : rows_) {
        left_.push_back(row.must + row.may);
        owed_.push_back(row.must);
    }
    from_.assign(rows_.size(), 0);
    closed_.assign(rows_.size(), false);
    body_used_.assign(body_price_.size(), false);
    chosen_.clear();
    moved_left_ = bound_.moved;
    touched_left_ = bound_.touched;
    most_ = gap;
    choose(0);
}

bool BoundedTurn::fits(const Priced& priced) const {
    const BoundedColumn& column = *priced.column;
    if (column.moved > moved_left_) return false;
    if (column.body >= 0 && body_used_[column.body]) return false;
    if (column.body >= 0 && !column.untouched && !touched_left_) return false;
    for (std::size_t i = 0; i < column.meld.size; ++i) {
        Code code = column.meld.tiles[i];
        auto row = static_cast<std::size_t>(row_of_[code]);
        int needed = 1;
        for (std::size_t k = 0; k < i; ++k) needed += column.meld.tiles[k] == code;
        if (left_[row] < needed || (closed_[row] && owed_[row] < needed)) return false;
    }
    return true;
}

// The tile that fewest columns can take: one of the table, or one of the rack not yet settled.
bool BoundedTurn::pick_row(int& picked, bool& owed) const {
    int fewest = std::numeric_limits<int>::max();
    owed = false;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        if (!owed_[r]) continue;
        int ways = 0;
        for (int c : with_[r])
            if (c >= from_[r] && fits(open_[c]) && ++ways >= fewest) break;
        if (ways < fewest) {
            fewest = ways;
            picked = static_cast<int>(r);
            owed = true;
        }
        if (!fewest) return true;
    }
    if (owed) return true;
    for (std::size_t r = 0; r < rows_.size(); ++r)
        if (left_[r] && !closed_[r]) {
            picked = static_cast<int>(r);
            return true;
        }
    return false;
}

void BoundedTurn::choose(double spent) {
    if (nodes_left_ % kBetweenLooks == 0 && question_.is_late()) nodes_left_ = 0;
    if (!nodes_left_) {
        all_seen_ = false;
        return;
    }
    --nodes_left_;
    int picked = 0;
    bool owed = false;
    bool settled = !pick_row(picked, owed);
    // Once every tile of the table lies somewhere, the rest of the rack may stay.
    if (!owed) offer();
    if (settled) return;
    auto row = static_cast<std::size_t>(picked);
    int from = from_[row];
    for (int c : with_[row]) {
        if (c < from) continue;
        const Priced& priced = open_[c];
        if (spent + priced.cost > most_ + kSlack) break;
        if (!fits(priced)) continue;
        double now = spent;
        take(priced, now);
        from_[row] = c;
        if (now <= most_ + kSlack) choose(now);
        from_[row] = from;
        put_back(priced);
        if (!nodes_left_) {
            all_seen_ = false;
            return;
        }
    }
    if (owed) return;
    // The rest of these tiles stay on the rack.
    const Row& tiles = rows_[row];
    double now = spent + left_[row] * std::max(0.0, tiles.weight - tiles.price);
    if (now > most_ + kSlack) return;
    closed_[row] = true;
    choose(now);
    closed_[row] = false;
}

void BoundedTurn::take(const Priced& priced, double& spent) {
    const BoundedColumn& column = *priced.column;
    spent += priced.cost;
    for (Code code : column.meld) {
        auto row = static_cast<std::size_t>(row_of_[code]);
        --left_[row];
        if (owed_[row])
            --owed_[row];
        else
            spent += std::max(0.0, rows_[row].price - rows_[row].weight);
    }
    if (column.body >= 0) body_used_[column.body] = true;
    moved_left_ -= column.moved;
    touched_left_ -= column.body >= 0 && !column.untouched;
    chosen_.push_back(&column);
}

void BoundedTurn::put_back(const Priced& priced) {
    const BoundedColumn& column = *priced.column;
    chosen_.pop_back();
    for (std::size_t i = column.meld.size; i-- > 0;) {
        auto row = static_cast<std::size_t>(row_of_[column.meld.tiles[i]]);
        ++left_[row];
        if (left_[row] > rows_[row].may) ++owed_[row];
    }
    if (column.body >= 0) body_used_[column.body] = false;
    moved_left_ += column.moved;
    touched_left_ += column.body >= 0 && !column.untouched;
}

// A choice of columns is a play, if the rulebook has nothing against it.
void BoundedTurn::offer() {
    double left = 0;
    for (std::size_t r = 0; r < rows_.size(); ++r) left += rows_[r].weight * left_[r];
    int moved = bound_.moved - moved_left_;
    bool better = left < best_left_ - kSlack;
    if (!better && !(best_.found && left < best_left_ + kSlack && moved < best_moved_)) return;
    nodes_left_ -= std::min(nodes_left_, kLeaf);
    const Melds& table = position_.table;
    Melds after, fresh;
    if (table_moves_) {
        int touched = static_cast<int>(table.size());
        std::vector<const Meld*> places(table.size(), nullptr);
        for (const BoundedColumn* column : chosen_) {
            if (column->body < 0)
                fresh.push_back(column->meld);
            else
                places[column->body] = &column->meld;
            touched -= column->untouched;
        }
        if (touched > bound_.touched) return;
        for (const Meld* meld : places)
            if (meld) after.push_back(*meld);
        after = joined(std::move(after), fresh);
        if (!meets_duties(position_.rules, table, after)) return;
    } else {
        for (const BoundedColumn* column : chosen_) fresh.push_back(column->meld);
        if (points_of(fresh, position_.rules) < position_.rules.opening_points) return;
        after = joined(table, fresh);
        best_.opening = fresh;
    }
    best_.found = true;
    best_.after = std::move(after);
    best_.laid = {};
    best_.value = 0;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        best_.laid[rows_[r].code] = static_cast<std::uint8_t>(rows_[r].may - left_[r]);
        best_.value += std::int64_t{best_.laid[rows_[r].code]} * question_.weights[rows_[r].code];
    }
    best_left_ = left;
    best_moved_ = moved;
    most_ = std::min(most_, best_left_ - least_ - 1 + 2 * kSlack);
}

}  // namespace tilerummy
