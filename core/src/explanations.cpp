#include "explanations.hpp"

#include <algorithm>

namespace tilerummy {
namespace {

void add_jokers(const Meld& meld, int index, const Rules& rules, std::vector<JokerPlace>& out) {
    if (!meld.has_joker()) return;
    auto reading = read_as(meld, meld.kind, rules);
    for (std::size_t p = 0; p < meld.size; ++p)
        if (is_joker(meld.tiles[p]))
            out.push_back(
                {meld.tiles[p], index, static_cast<int>(p), meld.kind, reading->faces[p]});
}

bool share_a_number(const Counts& numbers, const Meld& meld) {
    return std::any_of(meld.begin(), meld.end(),
                       [&](Code code) { return is_number(code) && numbers[code]; });
}

int first_number(const Meld& meld, int at, const Rules& rules) {
    return read_as(meld, meld.kind, rules)->faces[at].number;
}

}  // namespace

bool JokerPlace::overlaps(const JokerPlace& other) const {
    if (kind != other.kind) return false;
    if (kind == Kind::group) return face.number == other.face.number;
    // A colour change has no colour to differ by.
    return face.number < other.face.number + places(other.code) &&
           other.face.number < face.number + places(code) &&
           (face.colour < 0 || other.face.colour < 0 || face.colour == other.face.colour);
}

TableBefore::TableBefore(const Rules& of, const Melds& table) : rules(of), melds(table) {
    if (!rules.has_duties()) return;
    for (const Meld& meld : table) has_jokers |= meld.has_joker();
    if (!has_jokers) return;
    jokers.resize(table.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
        add_jokers(table[i], static_cast<int>(i), rules, jokers[i]);
        tiles.push_back(counts_of(table[i]));
        numbers.push_back(tiles.back());
        for (const JokerPlace& joker : jokers[i]) numbers.back()[joker.code] = 0;
        numbered.push_back(table[i].size - static_cast<int>(jokers[i].size()));
    }
}

Explanations::Explanations(const TableBefore& before, const Change& change, const Counts& open,
                           bool rest_may_be_open)
    : before_(before), change_(change), open_(open), laid_(open) {
    if (rest_may_be_open) rest_ = open;
    for (std::size_t i = 0; i < change.fresh.size(); ++i) {
        add_jokers(*change.fresh[i], static_cast<int>(i), before.rules, new_);
        fresh_.push_back(counts_of(*change.fresh[i]));
        laid_ += fresh_.back();
    }
    for (int gone : change.gone) {
        const auto& jokers = before.jokers[gone];
        old_.insert(old_.end(), jokers.begin(), jokers.end());
        laid_ -= before.tiles[gone];
    }
    used_.resize(change.fresh.size(), 0);
    now_.resize(old_.size(), kUnsettled);
    exchanged_.resize(old_.size(), false);
    taken_.resize(new_.size(), false);
}

bool Explanations::each(const std::function<bool()>& stop) {
    stop_ = &stop;
    return before_.rules.joker_melds == JokerMelds::free ? from_joker(0) : from_meld(0, 0);
}

// A meld with jokers that may not be divided.
bool Explanations::from_meld(std::size_t at, std::size_t joker) {
    while (at < change_.gone.size() && !old_meld(change_.gone[at]).has_joker()) ++at;
    if (at == change_.gone.size()) return from_joker(0);
    Meld row;
    row.kind = old_meld(change_.gone[at]).kind;
    return from_tile(at, joker, 0, row);
}

// Each of its jokers stays or is exchanged for laid tiles.
bool Explanations::from_tile(std::size_t at, std::size_t joker, std::size_t place, Meld& row) {
    const Meld& meld = old_meld(change_.gone[at]);
    if (place == meld.size) return find_home(at, joker, row);
    Code code = meld.tiles[place];
    row.add(code);
    bool found = from_tile(at, joker + is_joker(code), place + 1, row);
    --row.size;
    if (found || !is_joker(code) || code == kMirror) return found;
    exchanged_[joker] = true;
    found = exchange(at, joker, place, places(code), row);
    exchanged_[joker] = false;
    return found;
}

bool Explanations::exchange(std::size_t at, std::size_t joker, std::size_t place, int left,
                            Meld& row) {
    if (!left) return from_tile(at, joker + 1, place + 1, row);
    const JokerPlace& was = old_[joker];
    bool group = was.kind == Kind::group;
    int number = was.face.number + (group ? 0 : places(was.code) - left);
    for (int colour = 0; colour < kColours; ++colour) {
        Code code = tile(colour, number);
        if (!laid_[code] || !may_stand(old_meld(was.meld), was, colour) ||
            (group && row.count(code)))
            continue;
        --laid_[code];
        row.add(code);
        bool found = exchange(at, joker, place, left - 1, row);
        --row.size;
        ++laid_[code];
        if (found) return true;
    }
    return false;
}

// Whether a tile of the colour is one that the joker stands for.
bool Explanations::may_stand(const Meld& meld, const JokerPlace& joker, int colour) const {
    if (joker.kind == Kind::run) return joker.face.colour < 0 || joker.face.colour == colour;
    if (bound_colour(joker.code) >= 0) return bound_colour(joker.code) == colour;
    int unbound = 0, width = 0;
    for (Code code : meld) {
        unbound += bound_colour(code) < 0;
        width += places(code);
    }
    bool settled = unbound == 1 && width == kColours;
    return std::none_of(meld.begin(), meld.end(), [&](Code code) {
        return (settled || is_number(code)) && bound_colour(code) == colour;
    });
}

// Without jokers the meld is an ordinary one at once. With some it lies in a fresh meld, every tile
// in its old role: as it is where it is frozen, perhaps longer where it is only undivided.
bool Explanations::find_home(std::size_t at, std::size_t joker, const Meld& row) {
    if (!row.has_joker()) return from_meld(at + 1, joker);
    const Meld& meld = old_meld(change_.gone[at]);
    const Rules& rules = before_.rules;
    for (std::size_t f = 0; f < fresh_.size(); ++f) {
        const Meld& fresh = *change_.fresh[f];
        if (fresh.kind != row.kind || fresh.size < row.size) continue;
        if (rules.joker_melds == JokerMelds::frozen && fresh.size != row.size) continue;
        int number = first_number(meld, 0, rules);
        if (row.kind == Kind::group) {
            if (!used_[f] && first_number(fresh, 0, rules) == number &&
                fresh_[f].holds(counts_of(row)) && lie_at(at, joker, row, f, 0))
                return true;
            continue;
        }
        for (int start = 0; start + row.size <= fresh.size; ++start)
            if (std::equal(row.begin(), row.end(), fresh.begin() + start) &&
                first_number(fresh, start, rules) == number && lie_at(at, joker, row, f, start))
                return true;
    }
    Counts tiles = counts_of(row);
    if (!open_.holds(tiles)) return false;
    open_ -= tiles;
    auto jokers = before_.jokers[change_.gone[at]].size();
    for (std::size_t i = joker - jokers; i < joker; ++i)
        if (!exchanged_[i]) now_[i] = kOpen;
    bool found = from_meld(at + 1, joker);
    for (std::size_t i = joker - jokers; i < joker; ++i) now_[i] = kUnsettled;
    open_ += tiles;
    return found;
}

bool Explanations::lie_at(std::size_t at, std::size_t joker, const Meld& row, std::size_t fresh,
                          int start) {
    bool group = row.kind == Kind::group;
    std::uint32_t places = group ? ~0U : ((1U << row.size) - 1) << start;
    if (used_[fresh] & places) return false;
    used_[fresh] |= places;
    auto jokers = before_.jokers[change_.gone[at]].size();
    std::vector<std::size_t> seats;
    for (std::size_t i = joker - jokers; i < joker; ++i) {
        if (exchanged_[i]) continue;
        std::size_t seat = 0;
        while (taken_[seat] || new_[seat].code != old_[i].code ||
               new_[seat].meld != static_cast<int>(fresh) ||
               (!group && (new_[seat].place < start || new_[seat].place >= start + row.size)))
            ++seat;
        taken_[seat] = true;
        now_[i] = static_cast<int>(seat);
        seats.push_back(seat);
    }
    bool found = from_meld(at + 1, joker);
    for (std::size_t seat : seats) taken_[seat] = false;
    for (std::size_t i = joker - jokers; i < joker; ++i) now_[i] = kUnsettled;
    used_[fresh] &= ~places;
    return found;
}

bool Explanations::from_joker(std::size_t joker) {
    while (joker < old_.size() && now_[joker] != kUnsettled) ++joker;
    if (joker == old_.size()) return renews() && (*stop_)();
    Code code = old_[joker].code;
    bool found = false;
    if (open_[code]) {
        --open_[code];
        now_[joker] = kOpen;
        found = from_joker(joker + 1);
        ++open_[code];
    }
    for (std::size_t n = 0; n < new_.size() && !found; ++n) {
        if (taken_[n] || new_[n].code != code) continue;
        taken_[n] = true;
        now_[joker] = static_cast<int>(n);
        found = from_joker(joker + 1);
        taken_[n] = false;
    }
    now_[joker] = kUnsettled;
    return found;
}

// Whether none of the melds that are said to be renewed is an old one, its own jokers in it.
bool Explanations::renews() const {
    return std::none_of(change_.renewed.begin(), change_.renewed.end(), [&](const Meld* meld) {
        return std::any_of(change_.gone.begin(), change_.gone.end(), [&](int gone) {
            return old_meld(gone) == *meld && lies_in(gone, *meld);
        });
    });
}

// Whether all jokers of an old meld are in this one.
bool Explanations::lies_in(int gone, const Meld& meld) const {
    for (std::size_t i = 0; i < old_.size(); ++i)
        if (old_[i].meld == gone && (now_[i] == kOpen || &home_of(i) != &meld)) return false;
    return true;
}

const Meld& Explanations::home_of(std::size_t joker) const {
    auto now = static_cast<std::size_t>(now_[joker]);
    return *change_.fresh[new_[now].meld];
}

// A joker is kept if it means the same beside a number of its old meld and was not exchanged.
bool Explanations::is_freed(std::size_t joker) const {
    if (now_[joker] == kOpen) return false;
    if (exchanged_[joker]) return true;
    const JokerPlace& old = old_[joker];
    return !old.means(new_[now_[joker]]) ||
           !share_a_number(before_.numbers[old.meld], home_of(joker));
}

bool Explanations::is_unknown(int gone) const {
    for (std::size_t i = 0; i < old_.size(); ++i)
        if (old_[i].meld == gone && now_[i] == kOpen) return true;
    return false;
}

// What remains of an old meld without the jokers that were freed.
Counts Explanations::rest_of(int gone) const {
    Counts rest = before_.tiles[gone];
    for (std::size_t i = 0; i < old_.size(); ++i)
        if (old_[i].meld == gone && is_freed(i)) --rest[old_[i].code];
    return rest;
}

std::optional<Fault> Explanations::fault() const {
    for (std::size_t i = 0; i < old_.size(); ++i) {
        if (!is_freed(i)) continue;
        if (before_.rules.reuse != Reuse::anywhere)
            if (auto fault = not_new(i)) return fault;
        if (!before_.rules.special_replaces_other)
            if (auto fault = replaced(i)) return fault;
    }
    return std::nullopt;
}

// An old meld merely lengthened is not a new one, unless that old meld lies there elsewhere.
std::optional<Fault> Explanations::not_new(std::size_t joker) const {
    const JokerPlace& old = old_[joker];
    auto home = static_cast<std::size_t>(new_[now_[joker]].meld);
    for (int gone : change_.gone) {
        auto at = static_cast<std::size_t>(gone);
        if (before_.rules.reuse == Reuse::other_meld && gone != old.meld) continue;
        if (before_.numbered[at] < 2 || !fresh_[home].holds(before_.numbers[at])) continue;
        if (is_unknown(gone)) continue;
        Counts rest = rest_of(gone);
        if (!fresh_[home].holds(rest) || rest_.holds(rest)) continue;
        long others = std::count_if(fresh_.begin(), fresh_.end(),
                                    [&](const Counts& tiles) { return tiles.holds(rest); });
        long alike = std::count_if(change_.gone.begin(), change_.gone.end(), [&](int other) {
            return !is_unknown(other) && rest_of(other) == rest;
        });
        if (others - 1 < alike) return Fault{old.code, rest};
    }
    return std::nullopt;
}

// A special joker of another kind stands where the freed one stood, beside all numbers of its meld.
std::optional<Fault> Explanations::replaced(std::size_t joker) const {
    const JokerPlace& old = old_[joker];
    const Counts& numbers = before_.numbers[old.meld];
    auto holds = [&](const Counts& tiles) { return tiles.holds(numbers); };
    long holding = rest_.holds(numbers) + std::count_if(fresh_.begin(), fresh_.end(), holds);
    for (int stays : change_.stays) holding += holds(before_.tiles[stays]);
    if (holding != 1) return std::nullopt;
    for (const JokerPlace& seat : new_)
        if (is_special(seat.code) && seat.code != old.code && seat.overlaps(old) &&
            fresh_[seat.meld].holds(numbers))
            return Fault{seat.code, numbers};
    return std::nullopt;
}

}  // namespace tilerummy
