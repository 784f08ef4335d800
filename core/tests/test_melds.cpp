#include "check.hpp"

using namespace notation;

namespace {

bool stands(const std::string& text) {
    Meld meld = meld_of(text);
    return read_as(meld, Kind::run, {}) || read_as(meld, Kind::group, {});
}

int value(const std::string& text) {
    Meld meld = meld_of(text);
    auto reading = read_as(meld, meld.kind, {});
    return reading ? reading->value : -1;
}

}  // namespace

TEST(runs_and_groups) {
    CHECK(value("k7 r7 b7 y7") == 28);
    CHECK(value("b3 b4 b5 b6") == 18);
    CHECK(!stands("k7 k7 b7"));
    CHECK(!stands("k7 b7"));
    CHECK(!stands("b12 b13 b1"));
    CHECK(!stands("* b1 b2"));
    CHECK(value("* b12 b13") == 36);
}

TEST(jokers_take_the_reading_of_higher_value) {
    CHECK(value("r5 * *") == 18);
    CHECK(value("* * r5") == 15);
    CHECK(value("r5 * * =group") == 15);
    CHECK(!stands("* * *"));
}

TEST(double_jokers) {
    CHECK(value("b3 r3 *2") == 12);
    CHECK(!stands("b2 *2"));
    CHECK(!stands("*2 b2 b3"));
    CHECK(!stands("b11 b12 *2"));
    CHECK(value("b10 b11 *2") == 46);
    CHECK(value("b3 * *2") == 18);
    CHECK(value("b3 *2 *2 b8") == 33);
}

TEST(colour_changes) {
    CHECK(value("r6 r7 *c b9 b10") == 40);
    CHECK(!stands("r6 r7 *c r9 r10"));
    CHECK(!stands("r7 b7 *c"));
    CHECK(value("r6 r7 *c") == 21);
    CHECK(value("*c r6 r7") == 18);
    CHECK(stands("r5 *c *c r8"));
    CHECK(stands("r5 *c * *c r9"));
}

TEST(mirrors) {
    CHECK(value("b3 b4 *m b4 b3") == 19);
    CHECK(!stands("b3 b4 *m b4"));
    CHECK(!stands("b5 b4 *m b4 b5"));
    CHECK(value("b7 r7 *m r7 b7") == 35);
    CHECK(value("r6 r7 r8 *m r8 * r6") == 51);
    CHECK(!stands("b8 *m b8 *m b8"));
    CHECK(!stands("b12 b13 *m b13 b12"));
    CHECK(value("b13 *m b13") == 39);
    CHECK(stands("b7 r7 *m *2"));
    CHECK(stands("r3 *c b5 *m b5 *c r3"));
}

TEST(coloured_jokers_stand_for_their_colour) {
    CHECK(stands("b4 k4 *r"));
    CHECK(!stands("b4 b5 *r"));
    CHECK(stands("b4 b5 *b"));
}
