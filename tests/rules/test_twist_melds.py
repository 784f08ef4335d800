"""With a Twist's jokers in melds: double, colour change, mirror (clauses A10, B-20 to B-23)."""

from itertools import combinations_with_replacement, pairwise, permutations, product

import pytest

from tilerummy.rules.library import rulebook
from tilerummy.rules.melds import Meld
from tilerummy.rules.notation import format_tiles, parse_tiles
from tilerummy.rules.readings import Fault, FaultCode, MeldKind, Reading

GRAMMAR = rulebook("twist").grammar


def read(text):
    return Meld.parse(text).read(GRAMMAR)


def fault(text):
    found = read(text)
    assert isinstance(found, Fault), found
    return found


def faces(text):
    reading = read(text)
    assert isinstance(reading, Reading), reading
    return " ".join("+".join(str(face) for face in shown) for shown in reading.faces)


@pytest.mark.parametrize(
    ("text", "kind", "worth"),
    [
        ("b2 *2 b5", "run", 14),
        ("*2 b3 b4", "run", 10),
        ("b10 b11 *2", "run", 46),
        ("b3 *2 *2 b8", "run", 33),
        ("b3 * *2", "run", 18),
        ("b3 r3 *2", "group", 12),
        ("*2 b3 r3", "group", 12),
        ("b3 * *2 =group", "group", 12),
        ("b1 *2 *2 *2", "run", 28),
        ("b10 *2 b13", "run", 46),
    ],
)
def test_double_stands_for_two_numbers_or_two_colours(text, kind, worth):
    reading = read(text)
    assert isinstance(reading, Reading), reading
    assert (reading.kind.value, reading.value) == (kind, worth)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("b2 *2", FaultCode.TOO_SHORT),
        ("*2 b2 b3", FaultCode.DOUBLE_AT_EDGE),
        ("b11 b12 *2", FaultCode.DOUBLE_AT_EDGE),
        ("b3 r3 y3 *2", FaultCode.DOUBLE_FILLS_GROUP),
        ("b3 b3 *2", FaultCode.COLOUR_TWICE),
        ("b3 *2 b5", FaultCode.DOUBLE_TAKES_TWO),
    ],
)
def test_double_needs_room_for_two(text, code):
    assert fault(text).code is code


def test_double_in_a_group_stands_for_the_two_missing_colours():
    assert faces("b3 r3 *2") == "b3 r3 k3+y3"


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("r6 r7 *c b9 b10", 40),
        ("r6 r7 *c", 21),
        ("*c r6 r7", 18),
        ("y2 y3 *c r5", 14),
        ("r6 *c *c b9", 30),
        ("r6 *c b8 *c r10", 40),
        ("r6 *c b8 *c y10 y11", 51),
        ("r6 *c * y9", 30),
        ("r6 *c *2 y10", 40),
        ("*c r2 r3", 6),
        ("r6 *c * *c r10", 40),
    ],
)
def test_colour_change_takes_a_number_and_changes_the_colour_of_a_run(text, worth):
    reading = read(text)
    assert isinstance(reading, Reading), reading
    assert (reading.kind, reading.value) == (MeldKind.RUN, worth)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("r6 r7 *c r9 r10", FaultCode.CHANGE_KEEPS_COLOUR),
        ("r7 b7 *c", FaultCode.CHANGE_IN_GROUP),
        ("r6 r7 *c b8", FaultCode.CHANGE_TAKES_NUMBER),
        ("r6 b7 *c b9", FaultCode.MIXED_COLOURS),
        ("*c r1 r2", FaultCode.BELOW_ONE),
        ("r12 r13 *c", FaultCode.BEYOND_HIGHEST),
        ("r6 *c b8 *c b10", FaultCode.CHANGE_KEEPS_COLOUR),
    ],
)
def test_colour_change_belongs_in_a_run_of_two_colours(text, code):
    assert fault(text).code is code


def test_colour_change_has_a_number_but_no_colour():
    assert faces("r6 r7 *c b9") == "r6 r7 ?8 b9"


@pytest.mark.parametrize(
    ("text", "kind", "worth"),
    [
        ("b3 b4 *m b4 b3", "run", 19),
        ("b2 b3 *m b3 b2", "run", 14),
        ("r6 r7 r8 *m r8 * r6", "run", 51),
        ("b12 *m b12", "run", 37),
        ("b7 r7 *m r7 b7", "group", 35),
        ("r9 *m r9", "run", 28),
        ("r9 *m r9 =group", "group", 27),
        ("r13 *m r13", "group", 39),
        ("b7 r7 y7 *m y7 r7 b7", "group", 49),
        ("b7 * *m r7 b7", "group", 35),
        ("*2 b5 *m b5 b4 b3", "run", 30),
        ("*2 b5 *m b5 *2 =run", "run", 30),
        ("*2 b5 *m b5 *2", "group", 35),
        ("b7 * *m * b7", "run", 39),
        ("r3 *c b5 *m b5 *c r3", "run", 30),
        ("*c b5 *m b5 *c", "run", 24),
    ],
)
def test_mirror_shows_the_same_on_both_sides_and_stands_for_the_middle(text, kind, worth):
    reading = read(text)
    assert isinstance(reading, Reading), reading
    assert (reading.kind.value, reading.value) == (kind, worth)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("b3 b4 *m b4", FaultCode.MIRROR_NOT_CENTRED),
        ("*m b4 b5", FaultCode.MIRROR_NOT_CENTRED),
        ("b8 *m b8 *m b8", FaultCode.TWO_MIRRORS),
        ("b5 b4 *m b4 b5", FaultCode.MIRROR_DIFFERS),
        ("b3 b4 *m b4 r3", FaultCode.MIXED_COLOURS),
        ("b12 b13 *m b13 b12", FaultCode.BEYOND_HIGHEST),
        ("b7 r7 *m y7 b7", FaultCode.MIRROR_DIFFERS),
        ("b7 r7 *m b7 r7", FaultCode.MIRROR_DIFFERS),
        ("b7 b7 *m b7 b7", FaultCode.COLOUR_TWICE),
        ("k7 b7 r7 y7 *m y7 r7 b7 k7", FaultCode.GROUP_TOO_LARGE),
        ("r3 *c b5 *m b5 * r3", FaultCode.MIRROR_DIFFERS),
        ("b1 * *m b2 b1 b1", FaultCode.MIRROR_NOT_CENTRED),
        ("* b1 b2 *m b2 b1 *", FaultCode.BELOW_ONE),
    ],
)
def test_mirror_lies_in_the_middle_of_two_equal_sides(text, code):
    assert fault(text).code is code


@pytest.mark.parametrize(
    ("text", "needs"),
    [
        ("b3 *m", "b3"),
        ("b3 b4 *m b4", "b3"),
        ("*m b4 b3", "b3 b4"),
        ("b3 b4 *m b4 b2", "b2 b3"),
        ("b7 r7 *m r7", "b7"),
        ("b7 r7 *m y7 b7", "r7 y7"),
        # In the wrong order nothing is missing; a 14 does not exist; a joker could face anything.
        ("b5 b4 *m b4 b5", ""),
        ("b12 b13 *m b13", ""),
        ("b3 * *m b4", ""),
        ("b8 *m b8 *m b8", ""),
        ("b3 b4 *m r4 b3", ""),
    ],
)
def test_a_mirror_that_lacks_tiles_says_which(text, needs):
    assert format_tiles(fault(text).needs) == needs


@pytest.mark.parametrize(
    ("text", "code", "numbers"),
    [
        ("r6 r7 *c b8 b9", FaultCode.CHANGE_TAKES_NUMBER, (8, 9)),
        ("b2 *2 b4", FaultCode.DOUBLE_TAKES_TWO, (3, 4, 5)),
        ("b2 b3 * *2 b6", FaultCode.DOUBLE_TAKES_TWO, (5, 6, 7)),
        ("b2 *2 b6", FaultCode.NOT_CONSECUTIVE, ()),
        ("*2 b2 b3", FaultCode.DOUBLE_AT_EDGE, ()),
        ("b11 b12 *2", FaultCode.DOUBLE_AT_EDGE, ()),
        ("b11 *2 b13", FaultCode.NOT_CONSECUTIVE, ()),
        ("r11 r12 *c b13", FaultCode.NOT_CONSECUTIVE, ()),
        ("k3 r3 b3 *2", FaultCode.DOUBLE_FILLS_GROUP, ()),
        ("k3 r3 b3 y3 *2", FaultCode.GROUP_TOO_LARGE, ()),
    ],
)
def test_a_special_joker_says_which_numbers_it_takes(text, code, numbers):
    assert (fault(text).code, fault(text).numbers) == (code, numbers)


def test_mirror_counts_nothing_where_the_newer_edition_is_agreed():
    grammar = rulebook("twist").replace({"jokers.mirror_value": "zero"}).grammar
    reading = Meld.parse("b3 b4 *m b4 b3").read(grammar)
    assert isinstance(reading, Reading)
    assert reading.value == 14


def spelled(row):
    """What a row of tiles without a mirror can mean, written out number by number.

    Slow and plain on purpose: every start, every colour of every segment.
    """
    found = set()
    width = sum(2 if word == "*2" else 1 for word in row)
    numbers = [word for word in row if word[0] != "*"]
    for start in range(1, 14 - width + 1):
        place, segments, fits = start, [set()], True
        for word in row:
            if word == "*c":
                segments.append(set())
            elif word[0] != "*":
                fits = fits and int(word[1:]) == place
                segments[-1].add(word[0])
            place += 2 if word == "*2" else 1
        one_colour = all(len(segment) <= 1 for segment in segments)
        changes = all(not one or one != two for one, two in pairwise(segments))
        if fits and one_colour and changes:
            found.add(("run", sum(range(start, start + width))))
    colours = [word[0] for word in numbers]
    same = len({word[1:] for word in numbers}) == 1
    if same and "*c" not in row and len(set(colours)) == len(colours) and width <= 4:
        found.add(("group", int(numbers[0][1:]) * width))
    return found


def test_all_short_rows_with_normal_double_and_colour_change_jokers_read_as_spelled_out():
    words = ("r4", "r5", "b5", "b6", "y4", "*", "*2", "*c")
    rows = 0
    for length in (3, 4):
        for chosen in combinations_with_replacement(words, length):
            for row in set(permutations(chosen)):
                if all(word[0] == "*" for word in row):
                    continue
                reading = read(" ".join(row))
                means = spelled(row)
                rows += 1
                if means:
                    assert isinstance(reading, Reading), row
                    assert (reading.kind.value, reading.value) in means, row
                    assert reading.value == max(worth for _, worth in means), row
                else:
                    assert isinstance(reading, Fault), row
    assert rows > 4000


def test_whatever_lies_in_a_row_is_a_meld_or_a_fault():
    tiles = parse_tiles("k1 k13 r13 b7 * *2 *c *m")
    for name in ("twist", "jumbo"):
        grammar = rulebook(name).grammar
        for length in (1, 2, 3, 4):
            for row in product(tiles, repeat=length):
                assert isinstance(Meld(row).read(grammar), Reading | Fault)
