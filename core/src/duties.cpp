#include "duties.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

void add_jokers(const Meld& meld, int index, const Rules& rules, std::vector<JokerPlace>& out) {
    if (!meld.has_joker()) return;
    auto reading = read_as(meld, meld.kind, rules);
    for (std::size_t p = 0; p < meld.size; ++p)
        if (is_joker(meld.tiles[p]))
            out.push_back({meld.tiles[p], index, meld.kind, reading->faces[p]});
}

bool share_a_number(const Meld& a, const Meld& b) {
    return std::any_of(a.begin(), a.end(),
                       [&](Code code) { return is_number(code) && b.count(code); });
}

// Whether `now` is `was` with jokers replaced by special jokers of another kind.
bool swapped(const Meld& was, const Meld& now) {
    if (was.size != now.size || was.kind != now.kind) return false;
    Meld out, put;
    if (was.kind == Kind::run) {
        for (std::size_t i = 0; i < was.size; ++i)
            if (was.tiles[i] != now.tiles[i]) {
                out.add(was.tiles[i]);
                put.add(now.tiles[i]);
            }
    } else {
        Counts a = counts_of(was), b = counts_of(now);
        for (int code = 0; code < kCodes; ++code) {
            for (int i = b[code]; i < a[code]; ++i) out.add(static_cast<Code>(code));
            for (int i = a[code]; i < b[code]; ++i) put.add(static_cast<Code>(code));
        }
    }
    if (!out.size) return false;
    for (std::size_t i = 0; i < out.size; ++i)
        if (!is_joker(out.tiles[i]) || !is_special(put.tiles[i])) return false;
    return true;
}

}  // namespace

// Every way to say where each joker of the melds that are gone lies now: in a fresh meld, or among
// tiles that are still open.
class Duties::Explanations {
    static constexpr int kElsewhere = -1;

  public:
    // What is wrong with an explanation: a joker, and the tiles that must lie in one more meld.
    struct Fault {
        Code joker;
        Counts rest;
    };

    // Old jokers may be among `jokers`; what is left of an old meld may be among `tiles`.
    Explanations(const Duties& duties, const Change& change, const Counts& jokers,
                 const Counts& tiles)
        : duties_(duties), change_(change), jokers_(jokers), open_(tiles) {
        for (int gone : change.gone)
            for (const JokerPlace& place : duties.jokers_[static_cast<std::size_t>(gone)])
                old_.push_back(place);
        for (std::size_t i = 0; i < change.fresh.size(); ++i)
            add_jokers(*change.fresh[i], static_cast<int>(i), duties.rules_, new_);
        now_.resize(old_.size(), kElsewhere);
        taken_.resize(new_.size(), false);
    }

    // Tries one after the other until `stop` says that it is enough.
    template <typename Stop>
    bool each(const Stop& stop, std::size_t at = 0) {
        if (at == old_.size()) return renews() && stop();
        Code code = old_[at].code;
        if (jokers_[code]) {
            --jokers_[code];
            now_[at] = kElsewhere;
            bool found = each(stop, at + 1);
            ++jokers_[code];
            if (found) return true;
        }
        for (std::size_t n = 0; n < new_.size(); ++n) {
            if (taken_[n] || new_[n].code != code) continue;
            taken_[n] = true;
            now_[at] = static_cast<int>(n);
            bool found = each(stop, at + 1);
            taken_[n] = false;
            if (found) return true;
        }
        return false;
    }

    // The first fault of the present explanation. An old meld merely lengthened is no new one,
    // unless that old meld lies there elsewhere.
    std::optional<Fault> fault() const {
        for (std::size_t i = 0; i < old_.size(); ++i) {
            if (!is_freed(i)) continue;
            const Meld& home = home_of(i);
            for (int gone : change_.gone) {
                if (duties_.rules_.reuse == Reuse::other_meld && gone != old_[i].meld) continue;
                if (!may_hold(home, gone) || is_unknown(gone)) continue;
                Counts rest = rest_of(gone);
                if (!counts_of(home).holds(rest) || open_.holds(rest)) continue;
                long others =
                    std::count_if(change_.fresh.begin(), change_.fresh.end(),
                                  [&](const Meld* meld) { return counts_of(*meld).holds(rest); });
                long alike = std::count_if(
                    change_.gone.begin(), change_.gone.end(),
                    [&](int other) { return !is_unknown(other) && rest_of(other) == rest; });
                if (others - 1 < alike) return Fault{old_[i].code, rest};
            }
        }
        return std::nullopt;
    }

  private:
    // Whether none of the melds that are said to be renewed is an old one, its own jokers in it.
    bool renews() const {
        return std::none_of(change_.renewed.begin(), change_.renewed.end(), [&](const Meld* meld) {
            return std::any_of(change_.gone.begin(), change_.gone.end(), [&](int gone) {
                return duties_.before_[static_cast<std::size_t>(gone)] == *meld &&
                       lies_in(gone, *meld);
            });
        });
    }

    // Whether all jokers of an old meld are in this one.
    bool lies_in(int gone, const Meld& meld) const {
        for (std::size_t i = 0; i < old_.size(); ++i)
            if (old_[i].meld == gone && (now_[i] == kElsewhere || &home_of(i) != &meld))
                return false;
        return true;
    }

    const Meld& home_of(std::size_t joker) const {
        auto now = static_cast<std::size_t>(now_[joker]);
        return *change_.fresh[static_cast<std::size_t>(new_[now].meld)];
    }

    // A joker is kept if it means the same beside a number of its old meld.
    bool is_freed(std::size_t joker) const {
        if (now_[joker] == kElsewhere) return false;
        const JokerPlace& old = old_[joker];
        return !old.means(new_[static_cast<std::size_t>(now_[joker])]) ||
               !share_a_number(duties_.before_[static_cast<std::size_t>(old.meld)], home_of(joker));
    }

    bool is_unknown(int gone) const {
        for (std::size_t i = 0; i < old_.size(); ++i)
            if (old_[i].meld == gone && now_[i] == kElsewhere) return true;
        return false;
    }

    // What remains of an old meld without the jokers that were freed.
    Counts rest_of(int gone) const {
        Counts rest = duties_.tiles_[static_cast<std::size_t>(gone)];
        for (std::size_t i = 0; i < old_.size(); ++i)
            if (old_[i].meld == gone && is_freed(i)) --rest[old_[i].code];
        return rest;
    }

    // Whether all numbers of an old meld, two at least, are in this one; a first look.
    bool may_hold(const Meld& home, int gone) const {
        auto at = static_cast<std::size_t>(gone);
        if (duties_.numbers_[at] < 2) return false;
        const Meld& old = duties_.before_[at];
        return std::all_of(old.begin(), old.end(),
                           [&](Code code) { return is_joker(code) || home.count(code); });
    }

    const Duties& duties_;
    const Change& change_;
    Counts jokers_, open_;
    std::vector<JokerPlace> old_, new_;
    std::vector<int> now_;
    std::vector<bool> taken_;
};

Duties::Duties(const Rules& rules, const Melds& before) : rules_(rules), before_(before) {
    if (!rules.has_duties()) return;
    for (std::size_t i = 0; i < before.size(); ++i) any_ |= before[i].has_joker();
    if (!any_) return;
    jokers_.resize(before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        tiles_.push_back(counts_of(before[i]));
        add_jokers(before[i], static_cast<int>(i), rules, jokers_[i]);
        numbers_.push_back(before[i].size - static_cast<int>(jokers_[i].size()));
    }
}

Change Duties::compare(const Melds& after) const {
    Change change;
    std::vector<bool> stays(before_.size(), false);
    for (const Meld& meld : after) {
        bool found = false;
        for (std::size_t i = 0; i < before_.size() && !found; ++i)
            if (!stays[i] && before_[i] == meld) stays[i] = found = true;
        if (!found) change.fresh.push_back(&meld);
    }
    for (std::size_t i = 0; i < before_.size(); ++i)
        if (!stays[i]) change.gone.push_back(static_cast<int>(i));
    return change;
}

std::vector<Change> Duties::changes(const Melds& after) const {
    std::vector<Change> all{compare(after)};
    if (!rules_.jokers_differ || rules_.joker_melds != JokerMelds::free) return all;
    std::vector<std::pair<int, const Meld*>> same;
    for (const Meld& meld : after) {
        if (!meld.has_joker()) continue;
        for (std::size_t i = 0; i < before_.size(); ++i)
            if (before_[i] == meld) same.emplace_back(static_cast<int>(i), &meld);
    }
    for (const auto& [place, meld] : same) {
        std::size_t known = all.size();
        for (std::size_t i = 0; i < known; ++i) {
            const Change& one = all[i];
            auto is_in = [](const auto& list, const auto& what) {
                return std::find(list.begin(), list.end(), what) != list.end();
            };
            if (is_in(one.gone, place) || is_in(one.fresh, meld)) continue;
            Change renewed = one;
            renewed.gone.push_back(place);
            renewed.fresh.push_back(meld);
            renewed.renewed.push_back(meld);
            all.push_back(std::move(renewed));
        }
    }
    return all;
}

bool Duties::met(const Melds& after) const {
    if (!any_) return true;
    Change change = compare(after);
    if (std::none_of(change.gone.begin(), change.gone.end(),
                     [&](int gone) { return !jokers_[static_cast<std::size_t>(gone)].empty(); }))
        return true;
    if (rules_.joker_melds != JokerMelds::free && !meets_frozen_duty(rules_, before_, change))
        return false;
    if (rules_.reuse != Reuse::anywhere && at_fault(after)) return false;
    return !swap_in(after);
}

bool Duties::may_be_met(const Melds& fixed, const Counts& open) const {
    if (!any_) return true;
    Change change = compare(fixed);
    if (!rules_.special_replaces_other)
        for (const Meld* fresh : change.fresh)
            for (int gone : change.gone) {
                auto at = static_cast<std::size_t>(gone);
                if (swapped(before_[at], *fresh) && !open.holds(tiles_[at])) return false;
            }
    if (rules_.reuse == Reuse::anywhere) return true;
    std::vector<Change> all = changes(fixed);
    return std::any_of(all.begin(), all.end(), [&](const Change& one) {
        Explanations ways(*this, one, open, open);
        return ways.each([&] { return !ways.fault(); });
    });
}

std::vector<Code> Duties::old_faces() const {
    std::vector<Code> faces;
    for (const auto& places : jokers_)
        for (const JokerPlace& place : places)
            if (place.code == kJoker && place.face.colour >= 0)
                faces.push_back(tile(place.face.colour, place.face.number));
    std::sort(faces.begin(), faces.end());
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
    return faces;
}

std::optional<Code> Duties::at_fault(const Melds& after) const {
    if (!any_ || rules_.reuse == Reuse::anywhere) return std::nullopt;
    std::optional<Code> code;
    for (const Change& change : changes(after)) {
        Explanations ways(*this, change, {}, {});
        bool lawful = ways.each([&] {
            auto fault = ways.fault();
            if (fault && !code) code = fault->joker;
            return !fault;
        });
        if (lawful) return std::nullopt;
    }
    return code;
}

std::vector<Counts> Duties::missing(const Melds& fixed, const Counts& open) const {
    std::vector<Counts> found;
    if (!any_ || rules_.reuse == Reuse::anywhere) return found;
    for (const Change& change : changes(fixed)) {
        Explanations ways(*this, change, open, {});
        bool lawful = ways.each([&] {
            auto fault = ways.fault();
            if (fault && std::find(found.begin(), found.end(), fault->rest) == found.end())
                found.push_back(fault->rest);
            return !fault;
        });
        if (lawful) return {};
    }
    return found;
}

std::optional<Swap> Duties::swap_in(const Melds& after) const {
    if (!any_ || rules_.special_replaces_other) return std::nullopt;
    Change change = compare(after);
    for (const Meld* fresh : change.fresh)
        for (int gone : change.gone) {
            const Meld& old = before_[static_cast<std::size_t>(gone)];
            if (swapped(old, *fresh)) return Swap{*fresh, old};
        }
    return std::nullopt;
}

bool meets_duties(const Rules& rules, const Melds& before, const Melds& after) {
    return !rules.has_duties() || Duties(rules, before).met(after);
}

}  // namespace tilerummy
