// Few open runs of a colour are enough: everything one colour can do, gone through.
//
// Whatever groups, mirrors and other colours take, what is left to the runs of one colour is so
// many tiles of each number, runs that change into the colour and runs that change out of it. For
// every such sequence, a player who follows all open runs is held against one who follows few of
// them as the automaton does: of too many the complete ones end, and no run begins where a complete
// one ended. Whatever the first completes, the second does with no more jokers.
#include <array>
#include <set>

#include "check.hpp"
#include "open_melds.hpp"

using namespace tilerummy;
using namespace tilerummy::twist;

namespace {

constexpr int kAllRuns = 6;  // two tiles of each number, and what two plain and two doubles can add

// Jokers in play.
struct Stock {
    int plain, doubles, changes;

    Jokers jokers() const {
        return static_cast<Jokers>(plain) * kOnePlain + static_cast<Jokers>(doubles) * kOneDouble +
               static_cast<Jokers>(changes) * kOneChange;
    }
};

// Open runs, highest first, and the jokers used.
struct Open {
    std::array<Item, kAllRuns> runs{};
    int plain = 0, doubles = 0;
    auto operator<=>(const Open&) const = default;
};
using Ways = std::set<Open>;

// What happens to the colour at one number: tiles for its runs, the length of a run that changes
// into it, the least length with which one changes out of it (0: none).
struct Column {
    int tiles, arrives, leaves;
};

class Player {
  public:
    Player(int follows, const Stock& stock) : follows_(follows), stock_(stock) {}

    Ways after(const Ways& before, const Column& column, bool last) {
        out_.clear();
        last_ = last;
        for (const Open& open : before) {
            from_ = &open;
            now_ = {{}, open.plain, open.doubles};
            count_ = 0;
            go_on(0, column, false);
        }
        return out_;
    }

  private:
    void with(Item item, std::size_t at, const Column& column, bool ended) {
        now_.runs[count_++] = item;
        go_on(at + 1, column, ended);
        now_.runs[--count_] = kDone;
    }

    void go_on(std::size_t at, Column column, bool ended) {
        if (at == kAllRuns || !from_->runs[at]) {
            arrive(column, ended);
            return;
        }
        each_way_on(from_->runs[at], last_ ? kNumbers : 1, [&](const Way& way) {
            Column rest = column;
            if (way.item == kDone) {
                go_on(at + 1, column, true);
            } else if (way.a == kChange) {
                rest.leaves = 0;
                if (column.leaves && length_of(way.item) >= column.leaves)
                    go_on(at + 1, rest, ended);
            } else if (is_number(way.a)) {
                --rest.tiles;
                if (column.tiles) with(way.item, at, rest, ended);
            } else if (way.a < kColoured || way.a == kCodes) {
                int plain = way.a == kJoker, doubles = way.a == kDouble;
                now_.plain += plain;
                now_.doubles += doubles;
                if (now_.plain <= stock_.plain && now_.doubles <= stock_.doubles)
                    with(way.item, at, column, ended);
                now_.plain -= plain;
                now_.doubles -= doubles;
            }
        });
    }

    void arrive(const Column& column, bool ended) {
        int starts = column.tiles - (column.arrives > 0);
        if (column.leaves || starts < 0) return;
        if (ended && starts && follows_ < kAllRuns) return;
        std::vector<Item> runs(now_.runs.begin(), now_.runs.begin() + count_);
        if (column.arrives)
            runs.push_back(make_run(0, std::min(3, column.arrives + 1), false, false));
        runs.insert(runs.end(), static_cast<std::size_t>(starts), make_run(0, 1, false, false));
        std::sort(runs.begin(), runs.end(), std::greater<>());
        while (static_cast<int>(runs.size()) > follows_) {
            auto complete = std::find_if(runs.begin(), runs.end(), can_end);
            if (complete == runs.end()) return;
            runs.erase(complete);
        }
        Open open{{}, now_.plain, now_.doubles};
        std::copy(runs.begin(), runs.end(), open.runs.begin());
        out_.insert(open);
    }

    int follows_;
    Stock stock_;
    bool last_ = false;
    const Open* from_ = nullptr;
    Open now_;
    std::size_t count_ = 0;
    Ways out_;
};

// Whether every way to complete all runs is matched by one with no more jokers.
bool as_good(const Ways& few, const Ways& all) {
    auto complete = [](const Open& open) {
        return std::all_of(open.runs.begin(), open.runs.end(),
                           [](Item run) { return run == kDone || can_end(run); });
    };
    return std::all_of(all.begin(), all.end(), [&](const Open& a) {
        return !complete(a) || std::any_of(few.begin(), few.end(), [&](const Open& f) {
            return complete(f) && f.plain <= a.plain && f.doubles <= a.doubles;
        });
    });
}

// All that can happen at a number. Whoever changes into the colour began before, and whoever
// changes out of it needs a tile behind the change.
std::vector<Column> columns(int number) {
    std::vector<Column> found;
    for (int tiles = 0; tiles <= 2; ++tiles)
        for (int in = 0; in <= std::min(3, number - 1); ++in)
            for (int out = 0; out <= 2; ++out) found.push_back({tiles, in, out});
    return found;
}

// Goes through all sequences of so many numbers.
bool nothing_is_lost(int numbers, const Stock& stock) {
    struct Play {
        Ways all, few;
        int changes;
        auto operator<=>(const Play&) const = default;
    };
    Player everything(kAllRuns, stock), careful(runs_to_follow(stock.jokers()), stock);
    std::set<Play> plays{{{Open{}}, {Open{}}, 0}};
    for (int number = 1; number <= numbers; ++number) {
        bool last = number == numbers;
        std::set<Play> next;
        for (const Play& play : plays)
            for (const Column& column : columns(number)) {
                int changes = play.changes + (column.arrives > 0) + (column.leaves > 0);
                if (changes > stock.changes) continue;
                Play then{everything.after(play.all, column, last),
                          careful.after(play.few, column, last), changes};
                if (last && !as_good(then.few, then.all)) return false;
                if (!then.all.empty()) next.insert(std::move(then));
            }
        plays = std::move(next);
    }
    return true;
}

}  // namespace

TEST(few_open_runs_of_a_colour_are_enough) {
    CHECK(nothing_is_lost(8, {2, 2, 0}));
}

TEST(they_are_enough_where_a_run_changes_its_colour) {
    CHECK(nothing_is_lost(6, {2, 2, 1}));
}

TEST(they_are_enough_with_every_joker_in_play) {
    CHECK(nothing_is_lost(6, {2, 0, 2}));
    CHECK(nothing_is_lost(6, {1, 1, 2}));
    CHECK(nothing_is_lost(5, {2, 2, 2}));
}
