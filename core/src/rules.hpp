// The fields of a rulebook that decide what is legal, as the Python side passes them on.
#pragma once

#include <cstdint>

namespace tilerummy {

enum class Reuse : std::uint8_t { anywhere, other_meld, new_meld };
enum class JokerMelds : std::uint8_t { free, undivided, frozen };

struct Rules {
    Reuse reuse = Reuse::anywhere;
    JokerMelds joker_melds = JokerMelds::free;
    bool special_replaces_other = true;
    bool mirror_counts = true;
    int opening_points = 30;
    bool opening_goes_on = false;
    bool jokers_differ = false;  // plain jokers can be told apart, though they mean the same

    // Whether anything compares the melds before and after.
    bool has_duties() const {
        return reuse != Reuse::anywhere || joker_melds != JokerMelds::free ||
               !special_replaces_other;
    }
};

}  // namespace tilerummy
