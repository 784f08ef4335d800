"""What a refused play is told: every sentence, its clause, and the tiles and numbers it names."""

import pytest

from tests.rules.judging import judged
from tilerummy.rules.library import rulebook
from tilerummy.rules.melds import Meld
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.readings import Fault, FaultCode
from tilerummy.rules.violations import Code, Violation

A5 = "clause A5"
A10 = "clause A10"
REASONS = {
    "too-short": ("a meld needs at least three tiles", A5),
    "only-jokers": ("a meld needs at least one number tile", "ruling B-08"),
    "neither": ("these tiles form neither a run nor a group", A5),
    "not-consecutive": ("the numbers in a run must be consecutive", A5),
    "not-in-order": ("the tiles in a run must be in ascending order", A5),
    "mixed-colours": ("a run has one colour", A5),
    "below-one": ("nothing comes before the 1", "ruling B-05"),
    "beyond-highest": ("nothing comes after the highest number", "ruling B-05"),
    "colour-twice": ("a group has each colour only once", A5),
    "group-too-large": ("a group has no more tiles than there are colours", A5),
    "joker-colour": ("a joker stands only for tiles of its own colour here", "clause A13"),
    "change-in-group": ("a colour-change joker belongs in a run", A10),
    "change-keeps-colour": ("the colour must change at a colour-change joker", A10),
    "change-takes-number": ("a colour-change joker stands for a number of its own", "ruling B-21"),
    "double-takes-two": ("a double joker stands for two numbers", A10),
    "double-at-edge": (
        "a double joker stands for two numbers, so it fits neither before the 2 nor after the 12",
        A10,
    ),
    "double-fills-group": ("a double joker stands for two colours of a group", "ruling B-23"),
    "two-mirrors": ("a meld has at most one mirror joker", "ruling B-22"),
    "mirror-not-centred": (
        "a mirror joker must be in the middle, with the same number of tiles on each side",
        A10,
    ),
    "mirror-differs": ("both sides of a mirror joker show the same tiles", A10),
    "declared-otherwise": ("these tiles cannot be read as declared", "ruling B-04"),
}


@pytest.mark.parametrize("code", list(FaultCode))
def test_why_a_row_is_not_a_meld(code):
    fault = Fault(code)
    assert (fault.message, fault.clause) == REASONS[code.value]


@pytest.mark.parametrize(
    ("row", "code", "numbers", "needs"),
    [
        ("r6 r7 *c b8", "change-takes-number", (8, 9), ""),
        ("*2 k3 *c b4", "change-takes-number", (4, 5), ""),
        ("k3 *2 k5", "double-takes-two", (4, 5, 6), ""),
        ("k3 * *2 k6", "double-takes-two", (5, 6, 7), ""),
        ("k2 k3 *2 k5 k6", "double-takes-two", (4, 5, 6), ""),
        ("k3 *c b5 *2 b7", "double-takes-two", (6, 7, 8), ""),
        ("k10 *2 k12", "double-takes-two", (11, 12, 13), ""),
        ("k11 *2 k13", "not-consecutive", (), ""),
        ("k12 *c b13", "not-consecutive", (), ""),
        ("k3 *c *2 b6", "not-consecutive", (), ""),
        ("k3 *2 k7", "not-consecutive", (), ""),
        ("b3 b4 *m b4", "mirror-not-centred", (), "b3"),
        ("b4 *m", "too-short", (), "b4"),
        ("*m b7 r7", "mirror-not-centred", (), "b7 r7"),
        ("b7 r7 *m y7 b7", "mirror-differs", (), "r7 y7"),
        ("b3 *m * b3", "mirror-not-centred", (), ""),
        ("b5 b4 *m b4 b5", "mirror-differs", (), ""),
        ("b4 *m *m", "two-mirrors", (), ""),
        ("*m *", "too-short", (), ""),
    ],
)
def test_what_a_special_joker_takes_up_and_what_a_mirror_still_needs(row, code, numbers, needs):
    fault = Meld.parse(row).read(rulebook("twist").grammar)
    assert isinstance(fault, Fault)
    told = (fault.code.value, fault.numbers, format_tiles(fault.needs))
    assert told == (code, numbers, needs)


def test_the_sentence_names_numbers_and_tiles():
    takes = Meld.parse("k3 *2 k5").read(rulebook("twist").grammar)
    assert takes.message == (
        "a double joker stands for two numbers: here for 4 and 5, and 6 comes next"
    )
    needs = Meld.parse("b7 r7 *m y7 b7").read(rulebook("twist").grammar)
    assert needs.message == (
        "both sides of a mirror joker show the same tiles; it still needs r7 y7"
    )


TOLD = [
    (
        ("jumbo", {"table": "b4 b5 b6 b7", "rack": "r9", "after": "b4 b5 b6 | r9 r10"}),
        """
        TILE_NOT_AVAILABLE
            not on the table or on the rack: r10
            by ruling B-01
            tiles r10
        TABLE_TILE_TAKEN
            these tiles must stay on the table: b7
            by ruling B-01
            tiles b7
        INVALID_MELD
            r9 r10 is not a meld: a meld needs at least three tiles
            by clause A5
            tiles r9 r10
            meld 1
        """,
    ),
    (
        ("jumbo", {"table": "b1 b2 b3 b4", "rack": "r9", "after": "b1 b2 b3 b4"}),
        """
        NOTHING_LAID
            you must play at least one tile from your rack, or draw
            by ruling B-02
        """,
    ),
    (
        ("twist", {"table": "k1 k2 k3", "rack": "r6 r7 b8 *c", "after": "k1 k2 k3 | r6 r7 *c b8"}),
        """
        INVALID_MELD
            r6 r7 *c b8 is not a meld: a colour-change joker stands for a number of its own:
            here for 8, and 9 comes next
            by ruling B-21
            tiles r6 r7 *c b8
            meld 1
            numbers 8 9
        """,
    ),
    (
        ("twist", {"table": "k1 k2 k3", "rack": "b3 *m", "after": "k1 k2 k3 | b3 *m"}),
        """
        INVALID_MELD
            b3 *m is not a meld: a meld needs at least three tiles; it still needs b3
            by clause A5
            tiles b3 *m
            meld 1
            needs b3
        """,
    ),
    (
        ("jumbo", {"rack": "r9 b9 k9", "after": "r9 b9 k9", "opened": False}),
        """
        OPENING_TOO_LOW
            the opening melds are worth 27 points; 30 are needed
            by jumbo, FR, Règles du jeu
            tiles r9 b9 k9
            numbers 27 30
        """,
    ),
    (
        (
            "piatnik-travel",
            {
                "table": "k1 k2 k3 | b4 b5 b6",
                "rack": "r10 b10 k10 b7",
                "after": "k1 k2 k3 | b4 b5 b6 b7 | r10 b10 k10",
                "opened": False,
            },
        ),
        """
        OPENING_TOUCHES_TABLE
            in the opening turn the melds on the table stay as they are
            by piatnik-travel, DE, Spielablauf
            tiles b4 b5 b6
        """,
    ),
    (
        (
            "jumbo",
            {
                "table": "b10 b11 b12 b13",
                "rack": "r10 y10 r1 r2 r3",
                "after": "b10 r10 y10 | b11 b12 b13 | r1 r2 r3",
                "opening": "b10 r10 y10 | r1 r2 r3",
                "opened": False,
            },
        ),
        """
        OPENING_NOT_FROM_RACK
            opening melds may only use tiles from the rack; these were not played from it:
            b10
            by jumbo, FR, Règles du jeu
            tiles b10
        OPENING_TOO_LOW
            the opening melds are worth 6 points; 30 are needed
            by jumbo, FR, Règles du jeu
            tiles r1 r2 r3
            numbers 6 30
        """,
    ),
    (
        (
            "jumbo",
            {
                "rack": "r10 b10 y10 k13",
                "after": "r10 b10 y10",
                "opening": "r10 b10 k13",
                "opened": False,
            },
        ),
        """
        INVALID_MELD
            r10 b10 k13 is not a meld: these tiles form neither a run nor a group
            by clause A5
            tiles r10 b10 k13
        OPENING_NOT_FROM_RACK
            opening melds may only use tiles from the rack; these were not played from it:
            k13
            by jumbo, FR, Règles du jeu
            tiles k13
        """,
    ),
    (
        ("jumbo", {"table": "b1 b2 b3", "rack": "r9", "after": "b1 b2 b3", "opened": False}),
        """
        NOTHING_LAID
            you must play at least one tile from your rack, or draw
            by ruling B-02
        """,
    ),
    (
        (
            "ravensburger-travel-fr",
            {
                "table": "k1 k2 k3 | r2 r3 *",
                "rack": "r1 k10 k11",
                "after": "k1 k2 k3 | r1 r2 r3 | k10 k11 *",
            },
        ),
        """
        JOKER_MELD_FROZEN
            r2 r3 * has a joker and may not be taken apart
            by ravensburger-travel, FR, Joker
            tiles r2 r3 *
        """,
    ),
    (
        (
            "ravensburger-travel-fr",
            {
                "table": "b5 b6 * | r2 r3 *",
                "rack": "r1 b8 k10 k11",
                "after": "b5 b6 * b8 | r1 r2 r3 | k10 k11 *",
            },
        ),
        """
        JOKER_MELD_FROZEN
            r2 r3 * has a joker and may not be taken apart
            by ravensburger-travel, FR, Joker
            tiles r2 r3 *
        """,
    ),
    (
        (
            "piatnik-travel",
            {
                "table": "k1 k2 k3 | b3 b4 * | r8 r9 r10",
                "rack": "b5",
                "after": "k1 k2 k3 | b3 b4 b5 | r8 r9 r10 *",
            },
        ),
        """
        JOKER_NEEDS_NEW_MELD
            a freed joker must go into a new meld, but r8 r9 r10 * only extends an old one
            by piatnik-travel, DE, Der Joker
            tiles r8 r9 r10 *
            meld 2
        """,
    ),
    (
        (
            "twist",
            {
                "table": "k1 k2 k3 | b3 b4 *",
                "rack": "*c r9 r10",
                "after": "k1 k2 k3 | b3 b4 *c | r9 r10 *",
            },
        ),
        """
        SPECIAL_REPLACES_JOKER
            in b3 b4 *c a special joker replaces a joker of another kind
            by twist, DE, Spezielle Joker
            tiles b3 b4 *c
            meld 1
        """,
    ),
]


def told(violation):
    yield f"{violation.code} {violation.message} by {violation.clause}"
    if violation.tiles:
        yield f"tiles {format_tiles(violation.tiles)}"
    if violation.meld is not None:
        yield f"meld {violation.meld}"
    if violation.numbers:
        yield "numbers " + " ".join(map(str, violation.numbers))
    if violation.needs:
        yield f"needs {format_tiles(violation.needs)}"


@pytest.mark.parametrize(("asked", "sentences"), TOLD)
def test_every_violation_says_what_is_wrong_where_and_by_which_clause(asked, sentences):
    book, play = asked
    found = " ".join(part for violation in judged(book, **play) for part in told(violation))
    assert found.split() == sentences.split()


def test_a_violation_prints_its_code_sentence_and_clause():
    (found,) = judged("jumbo", rack="r9", after="")
    assert str(found) == (
        "NOTHING_LAID: you must play at least one tile from your rack, or draw (ruling B-02)"
    )


def test_the_key_is_the_code_or_the_code_and_a_finer_reason():
    assert Violation(Code.MUST_LAY, "", "").key == "MUST_LAY"
    assert Violation(Code.MUST_LAY, "", "", key="MUST_LAY.now").key == "MUST_LAY.now"
    (found,) = judged("jumbo", rack="r9 r10", after="r9 r10")
    assert found.key == "INVALID_MELD.too-short"
