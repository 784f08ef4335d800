#include "play_check.hpp"

namespace tilerummy {

PlayCheck::PlayCheck(const Position& position)
    : position_(position),
      is_alone_(!position.opened && !position.rules.opening_goes_on),
      duties_(position.rules, position.table) {}

std::optional<Answer> PlayCheck::play(const Melds& after, const Counts& laid, std::int64_t value,
                                      const Melds& opening) const {
    Answer answer;
    if (position_.opened) {
        if (duties_.any() && !duties_.met(after)) return std::nullopt;
    } else {
        auto opens = opening_of(after, laid, opening);
        if (!opens) return std::nullopt;
        answer.opening = std::move(*opens);
    }
    answer.found = true;
    answer.after = after;
    answer.laid = laid;
    answer.value = value;
    return answer;
}

std::optional<Melds> PlayCheck::opening_of(const Melds& after, const Counts& laid,
                                           const Melds& known) const {
    const Rules& rules = position_.rules;
    if (is_alone_) {
        Melds all(after.begin() + position_.table.size(), after.end());
        if (points_of(all, rules) < rules.opening_points) return std::nullopt;
        return all;
    }
    Melds opening = known;
    if (opening.empty() || !laid.holds(counts_of(opening))) {
        opening.clear();
        Counts left = laid;
        for (const Meld& meld : after) {
            Counts tiles = counts_of(meld);
            if (!left.holds(tiles)) continue;
            left -= tiles;
            opening.push_back(meld);
            if (points_of(opening, rules) >= rules.opening_points) break;
        }
        if (points_of(opening, rules) < rules.opening_points) return std::nullopt;
    }
    if (!meets_duties(rules, joined(position_.table, opening), after)) return std::nullopt;
    return opening;
}

}  // namespace tilerummy
