"""An observation read back into words, a picture and the information state of a seat."""

from __future__ import annotations

import copy
import pickle

import pytest

from tilerummy.engine.actions import Draw
from tilerummy.engine.rounds import Round
from tilerummy.lab.environments.decoding import DecodedObservation, DecodedSeat
from tilerummy.lab.environments.layout import CHOICES, EFFECTS, LAYOUT, MOVES, Choice, Move
from tilerummy.lab.environments.moves import moves_of
from tilerummy.lab.environments.rendering import HEIGHT, WIDTH, render_image
from tilerummy.lab.environments.single import SingleRound
from tilerummy.lab.errors import LabError
from tilerummy.rules import Play, Position, parse_melds, parse_tiles, rulebook

JUMBO = rulebook("jumbo")


def a_round(pool="r1 r2 r3"):
    return Round.from_hands(
        JUMBO,
        [parse_tiles("k4 r9"), parse_tiles("b7 b8")],
        pool=parse_tiles(pool),
        table=parse_melds("k1 k2 k3 | b4 b5 b6"),
        opened=(0, 1),
    )


def placed(**options):
    now = SingleRound(JUMBO, 2, **options)
    now.place(a_round())
    return now


def test_the_places_and_actions_that_programs_count_on():
    assert {name: part.start for name, part in LAYOUT.items()} == {
        "rack": 0,
        "table": 60,
        "unseen": 120,
        "seats": 180,
        "laid": 228,
        "round": 588,
        "melds": 596,
        "hand": 812,
        "owed": 872,
        "row": 932,
        "draft": 960,
    }
    assert LAYOUT["draft"].place == slice(960, 964)
    assert [choice.value for choice in Choice] == list(range(7))
    assert [(move.name, move.value) for move in Move] == [
        *(("WAIT", 0), ("PLAY", 1), ("UNDO", 2), ("DROP", 3), ("CLOSE_RUN", 4)),
        *(("CLOSE_GROUP", 5), ("PLACE", 6), ("TAKE", 66)),
    ]
    assert (CHOICES, MOVES, EFFECTS["laid"].place) == (7, 120, slice(12, 72))


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (DecodedSeat(3, False, 0, False, False, ()), "3 tiles"),
        (DecodedSeat(3, True, 1, False, False, ()), "3 tiles, opened, drew"),
        (DecodedSeat(3, True, 0, False, True, ()), "3 tiles, opened, passed"),
        (DecodedSeat(3, True, 0, True, False, parse_tiles("k4 r9")), "3 tiles, opened, laid k4 r9"),
    ],
)
def test_a_seat_in_words(seat, text):
    assert str(seat) == text


def test_what_a_seat_sees_in_words():
    now = placed()
    assert str(now.sight(0)) == "\n".join(
        [
            *("turn 1, pool 3", "> you: 2 tiles, opened", "  +1: 2 tiles, opened"),
            *("  k1 k2 k3", "  b4 b5 b6", "rack: k4 r9"),
        ]
    )
    now.step(Choice.MOST_TILES)
    assert str(now.sight(0)) == "\n".join(
        [
            *("turn 2, pool 3", "  you: 1 tiles, opened, laid k4", "> +1: 2 tiles, opened"),
            *("  k1 k2 k3 k4", "  b4 b5 b6", "rack: r9"),
        ]
    )
    now.step(Choice.MOST_TILES)
    assert now.over
    assert now.scores == (-9.0, 9.0)
    assert now.sight(0).public.splitlines()[:2] == [
        "over after 2 turns, pool 3",
        "  you: 1 tiles, opened, laid k4",
    ]


def test_an_empty_table_in_words():
    now = SingleRound(JUMBO, 2)
    now.deal(1)
    assert "  (nothing on the table)" in now.sight(0).public.splitlines()


def test_the_information_state_tells_the_own_draw_alone():
    now = placed()
    now.step(Choice.WAIT)
    now.step(Choice.WAIT)
    own, others = now.information_state(0).splitlines(), now.information_state(1).splitlines()
    assert own[0] == "jumbo, seat 0 of 2"
    assert own[-2:] == ["1. 0 draw r1", "2. 1 draw"]
    assert others[-2:] == ["1. 0 draw", "2. 1 draw r2"]
    now.step(Choice.MOST_TILES)
    assert now.information_state(1).splitlines()[-1] == "3. 0 lay k1 k2 k3 k4 | b4 b5 b6"


def test_tile_by_tile_the_seat_in_turn_also_sees_what_it_is_building():
    now = placed(actions="tiles")
    assert now.action_text(Move.PLACE + 3) == "place k4"
    assert now.action_text(Move.TAKE + 1) == "take meld 1 apart"
    assert now.action_text(Move.TAKE) == "take meld 0 apart"
    assert now.action_text(Move.PLACE) == "place k1"
    assert now.action_text(Move.CLOSE_RUN) == "close run"
    now.step(Move.TAKE)
    now.step(Move.PLACE)
    assert now.sight(0).private == "row: k1\nto be placed: k1 k2 k3\nrack: k4 r9"
    assert "row: k1" in now.information_state(0)
    assert "row: k1" not in now.information_state(1)
    # The seat that waits saw its rack when the round began, and nothing has happened since.
    shown = [now.information_state(seat).count("rack: ") for seat in (0, 1)]
    assert shown == [2, 1]
    with pytest.raises(LabError, match="a move within a turn is nothing to the engine"):
        now.engine_action(Move.PLACE + 1, a_round())


def test_actions_in_words_and_for_the_engine():
    now = placed()
    assert now.action_text(Choice.WAIT) == "wait"
    assert now.action_text(Choice.MOST_TILES) == "most tiles: k1 k2 k3 k4 | b4 b5 b6"
    assert now.engine_action(Choice.WAIT, a_round()) == Draw()
    assert str(now.engine_action(Choice.MOST_TILES, a_round())) == "k1 k2 k3 k4 | b4 b5 b6"


def test_a_round_that_is_over_keeps_its_scores():
    over = (
        a_round()
        .apply(Play.parse("k1 k2 k3 k4 | b4 b5 b6"))
        .apply(Play.parse("k1 k2 k3 k4 | b4 b5 b6 b7 b8"))
    )
    now = SingleRound(JUMBO, 2)
    now.place(over)
    assert (now.over, now.scores) == (True, (-9.0, 9.0))
    now.deal(1)
    assert (now.over, now.scores) == (False, None)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda now: pickle.loads(pickle.dumps(now))])
def test_a_copy_is_the_same_round(copied):
    now = placed()
    now.step(Choice.WAIT)
    again = copied(now)
    for seat in (0, 1):
        assert again.information_state(seat) == now.information_state(seat)
    assert (again.turn, again.seats, again.kind, again.rules) == (1, 2, "plays", JUMBO)
    fresh = copied(SingleRound(JUMBO, 3, actions="tiles"))
    assert (fresh.seats, fresh.kind) == (3, "tiles")
    with pytest.raises(LabError, match="this is not a saved round"):
        now.restore(b"")


def sight(rack="", melds="", pool=3, seats=2):
    found = tuple([tuple(meld.tiles) for meld in parse_melds(melds)])
    others = tuple([DecodedSeat(14, False, 0, False, False, ())] * seats)
    return DecodedObservation(parse_tiles(rack), found, others, pool, False, 0, 0, False, (), ())


FELT, WOOD, TILE = (46, 92, 70), (150, 110, 70), (240, 232, 212)


def test_a_picture_has_the_table_above_and_the_rack_below():
    empty = render_image(sight())
    assert empty.shape == (HEIGHT, WIDTH, 3) == (540, 720, 3)
    assert tuple(empty[2, 2]) == FELT
    assert tuple(empty[429, 2]) == FELT
    assert tuple(empty[430, 2]) == WOOD
    assert tuple(empty[539, 719]) == WOOD


def columns_in(image, y):
    """Where tiles begin in this line of the picture."""
    here = [x for x in range(WIDTH) if tuple(image[y, x]) == TILE]
    return [x for x in here if x - 1 not in here]


def test_tiles_lie_side_by_side_and_melds_apart():
    image = render_image(sight(rack="k4 r9", melds="k1 k2 k3 | b4 b5 b6"))
    assert columns_in(image, 12) == [8, 31, 54, 89, 112, 135]
    assert columns_in(image, 442) == [8, 31]
    assert tuple(image[8 + 27, 20]) == TILE
    assert tuple(image[8 + 28, 20]) == FELT
    assert tuple(image[20, 8 + 21]) == TILE
    assert tuple(image[20, 8 + 22]) == FELT


def test_what_does_not_fit_goes_on_in_the_next_row():
    melds = " | ".join(["k1 k2 k3 k4 k5 k6 k7 k8 k9 k10"] * 4)
    image = render_image(sight(rack=" ".join(["k1"] * 32), melds=melds))
    assert columns_in(image, 12)[0] == 8
    assert len(columns_in(image, 12)) == 20
    assert len(columns_in(image, 12 + 34)) == 20
    assert len(columns_in(image, 442)) == 30
    assert len(columns_in(image, 442 + 32)) == 2


@pytest.mark.parametrize(
    ("tile", "ink"),
    [
        ("k12", (30, 30, 30)),
        ("r12", (200, 30, 30)),
        ("b12", (30, 70, 200)),
        ("y12", (180, 130, 0)),
        ("o12", (220, 100, 10)),
        ("g12", (20, 130, 60)),
        ("*", (120, 40, 140)),
        ("*r", (200, 30, 30)),
    ],
)
def test_a_tile_is_written_in_its_colour(monkeypatch, tile, ink):
    written = []
    monkeypatch.setattr(
        "PIL.ImageDraw.ImageDraw.text",
        lambda draw, place, text, **how: written.append((place, text, how["fill"])),
    )
    render_image(sight(rack=tile, melds=f"{tile} k1 k2"))
    middle, text = (8 + 11, 438 + 14), tile if tile.startswith("*") else "12"
    assert written[0] == ((8 + 11, 8 + 14), text, ink)
    assert written[-1] == (middle, text, ink)
    assert ((8, 412), "pool 3   +1: 14 tiles", (230, 230, 220)) in written


def test_the_line_between_tells_pool_and_others():
    one, other = render_image(sight(pool=3)), render_image(sight(pool=4))
    different = (one != other).any(axis=2).nonzero()[0]
    assert different.min() >= 412
    assert different.max() < 430
    assert (render_image(sight(seats=3)) != one).any()


@pytest.mark.parametrize(
    ("table", "rack", "opened", "after", "opening", "moves"),
    [
        ("k1 k2 k3", "k4", True, "k1 k2 k3 k4", None, [66, 6, 7, 8, 9, 4, 1]),
        ("k1 k2 k3", "k5 r5 b5", True, "k1 k2 k3 | k5 r5 b5", None, [10, 23, 36, 5, 1]),
        (
            "k1 k2 k3 | r1 r2 r3",
            "k4 r4",
            True,
            "k1 k2 k3 k4 | r1 r2 r3 r4",
            None,
            [67, 66, 6, 7, 8, 9, 4, 19, 20, 21, 22, 4, 1],
        ),
        (
            "k1 k2 k3",
            "k10 r10 b10 k4",
            False,
            "k1 k2 k3 k4 | k10 r10 b10",
            "k10 r10 b10",
            [15, 28, 41, 5, 66, 6, 7, 8, 9, 4, 1],
        ),
    ],
)
def test_a_play_as_moves_tile_by_tile(table, rack, opened, after, opening, moves):
    position = Position.parse(JUMBO, table=table, rack=rack, opened=opened)
    assert moves_of(position, Play.parse(after, opening)) == moves
