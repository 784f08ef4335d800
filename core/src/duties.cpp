#include "duties.hpp"

#include <algorithm>
#include <functional>

namespace tilerummy {
namespace {

// The same group in another order, which means nothing; around a mirror the order matters. Two
// numbers show that it is a group, whatever its jokers could stand for.
bool is_turned_group(const Meld& one, const Meld& other) {
    if (one.kind != Kind::group || other.kind != Kind::group || one.size != other.size)
        return false;
    Code first = kJoker;
    bool shown = false;
    for (Code code : one) {
        if (code == kMirror || one.count(code) != other.count(code)) return false;
        if (is_joker(code)) continue;
        shown = shown || (first != kJoker && code != first);
        first = code;
    }
    return shown;
}

}  // namespace

Duties::Duties(const Rules& rules, const Melds& before) : rules_(rules), before_(rules, before) {}

Change Duties::compare(const Melds& after) const {
    const Melds& before = before_.melds;
    Change change;
    std::vector<bool> stays(before.size(), false);
    auto lay_there = [&](const Meld& meld, auto same) {
        bool found = false;
        for (std::size_t i = 0; i < before.size() && !found; ++i)
            if (!stays[i] && same(before[i], meld)) stays[i] = found = true;
        return found;
    };
    for (const Meld& meld : after)
        if (!lay_there(meld, std::equal_to<>())) change.fresh.push_back(&meld);
    std::erase_if(change.fresh,
                  [&](const Meld* meld) { return lay_there(*meld, is_turned_group); });
    for (std::size_t i = 0; i < before.size(); ++i)
        (stays[i] ? change.stays : change.gone).push_back(static_cast<int>(i));
    return change;
}

std::vector<Change> Duties::changes(const Melds& after) const {
    std::vector<Change> all{compare(after)};
    if (!rules_.jokers_differ || rules_.joker_melds != JokerMelds::free) return all;
    std::vector<std::pair<int, const Meld*>> same;
    for (const Meld& meld : after) {
        if (!meld.has_joker()) continue;
        for (std::size_t i = 0; i < before_.melds.size(); ++i)
            if (before_.melds[i] == meld) same.emplace_back(static_cast<int>(i), &meld);
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
            std::erase(renewed.stays, place);
            renewed.gone.push_back(place);
            renewed.fresh.push_back(meld);
            renewed.renewed.push_back(meld);
            all.push_back(std::move(renewed));
        }
    }
    return all;
}

bool Duties::met(const Melds& after) const {
    return may_be_met(after, {});
}

bool Duties::may_be_met(const Melds& fixed, const Counts& open) const {
    if (!any()) return true;
    std::vector<Change> all = changes(fixed);
    return std::any_of(all.begin(), all.end(), [&](const Change& change) {
        Explanations ways(before_, change, open, true);
        return ways.each([&] { return !ways.fault(); });
    });
}

std::vector<Code> Duties::old_faces() const {
    std::vector<Code> faces;
    for (const auto& places : before_.jokers)
        for (const JokerPlace& place : places)
            if (place.code == kJoker && place.face.colour >= 0)
                faces.push_back(tile(place.face.colour, place.face.number));
    std::sort(faces.begin(), faces.end());
    faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
    return faces;
}

std::optional<Code> Duties::at_fault(const Melds& after) const {
    if (!any()) return std::nullopt;
    std::optional<Code> code;
    for (const Change& change : changes(after)) {
        Explanations ways(before_, change, {}, false);
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
    if (!any()) return found;
    for (const Change& change : changes(fixed)) {
        Explanations ways(before_, change, open, false);
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

bool meets_duties(const Rules& rules, const Melds& before, const Melds& after) {
    return !rules.has_duties() || Duties(rules, before).met(after);
}

}  // namespace tilerummy
