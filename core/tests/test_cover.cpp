#include "check.hpp"
#include "cover.hpp"

using namespace notation;

namespace {

Covered cover(const std::string& tiles) {
    return Cover().cover(tiles_of(tiles));
}

}  // namespace

TEST(melds_are_seen_in_loose_tiles) {
    CHECK(cover("") == Covered::yes);
    CHECK(cover("k4 k5 k6") == Covered::yes);
    CHECK(cover("k4 k5 k6 k7 k8 k9 k10") == Covered::yes);
    CHECK(cover("k7 r7 b7 k7 r7 y7") == Covered::yes);
    CHECK(cover("k5 k6 k7 r7 b7 r8 r9") == Covered::no);
    CHECK(cover("k5 k6 k7 k7 r7 b7") == Covered::yes);
    CHECK(cover("k5 k6") == Covered::no);
}

TEST(a_joker_stands_where_a_tile_goes_elsewhere) {
    CHECK(cover("k4 k5 k6 r5 b5 *") == Covered::yes);
    CHECK(cover("k12 k13 *") == Covered::yes);
    CHECK(cover("k13 * *") == Covered::yes);
    CHECK(cover("k13 *") == Covered::no);
    CHECK(cover("k1 k2 k3 *") == Covered::yes);
}

TEST(too_many_ways_are_left_undecided) {
    std::string many;
    for (int number = 1; number <= 9; ++number)
        for (const char* colour : {"k", "r", "b", "y"})
            many += colour + std::to_string(number) + " ";
    CHECK(cover(many) == Covered::yes);
    CHECK(cover(many + "k12") == Covered::unknown);
}
