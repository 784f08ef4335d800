"""Images of what a seat sees: every tile in its place and in its ink."""

import numpy as np
import pytest
from PIL import ImageDraw

from tilerummy.lab.environments.decoding import DecodedObservation, DecodedSeat
from tilerummy.lab.environments.rendering import HEIGHT, WIDTH, render_image
from tilerummy.rules import parse_tiles

FELT, WOOD, IVORY = (46, 92, 70), (150, 110, 70), (240, 232, 212)
BOTTOM = 540 - 110
"""Where the rack begins."""


def sight(melds=(), rack="", seats=1, pool=7):
    other = DecodedSeat(14, False, 0, False, False, ())
    return DecodedObservation(
        rack=parse_tiles(rack),
        melds=tuple(parse_tiles(meld) for meld in melds),
        seats=(other,) * seats,
        pool=pool,
        drawn=False,
        turns=0,
        to_act=0,
        over=False,
        row=(),
        loose=(),
    )


def is_colour(image, colour):
    return (image == np.array(colour, np.uint8)).all(axis=-1)


@pytest.fixture
def written(monkeypatch):
    """What is written where, in which ink and how large."""
    said = []
    real = ImageDraw.ImageDraw.text

    def text(self, place, words, fill, font, anchor=None):
        said.append((words, place, fill, anchor, font.size if anchor else None))
        real(self, place, words, fill=fill, font=font, anchor=anchor)

    monkeypatch.setattr(ImageDraw.ImageDraw, "text", text)
    return said


@pytest.fixture
def places(monkeypatch):
    """The upper left corner of every tile that is drawn."""
    drawn = []
    real = ImageDraw.ImageDraw.rounded_rectangle

    def rounded_rectangle(self, box, radius, fill):
        x, y, right, bottom = box
        # Both ends belong to the tile: it is 22 pixels wide and 28 high.
        assert (right - x, bottom - y, radius, fill) == (21, 27, 3, IVORY)
        drawn.append((x, y))
        real(self, box, radius, fill=fill)

    monkeypatch.setattr(ImageDraw.ImageDraw, "rounded_rectangle", rounded_rectangle)
    return drawn


def test_an_empty_table_is_felt_above_wood(places):
    image = render_image(sight())
    assert image.shape == (540, 720, 3)
    assert (WIDTH, HEIGHT) == (720, 540)
    assert image.dtype == np.uint8
    assert is_colour(image[:400], FELT).all()
    assert is_colour(image[BOTTOM:], WOOD).all()
    assert is_colour(image[BOTTOM - 1, 600:], FELT).all()
    assert places == []


@pytest.mark.parametrize(
    ("tile", "words", "ink"),
    [
        ("k8", "8", (30, 30, 30)),
        ("r13", "13", (200, 30, 30)),
        ("b1", "1", (30, 70, 200)),
        ("y8", "8", (180, 130, 0)),
        ("o8", "8", (220, 100, 10)),
        ("g8", "8", (20, 130, 60)),
        ("*", "*", (120, 40, 140)),
        ("*c", "*c", (120, 40, 140)),
        ("*r", "*r", (200, 30, 30)),
    ],
)
def test_a_tile_says_what_it_is_in_the_ink_of_its_colour(written, places, tile, words, ink):
    image = render_image(sight(rack=tile))
    assert places == [(8, BOTTOM + 8)]
    assert is_colour(image[BOTTOM + 8, 12:26], IVORY).all()
    assert written[-1] == (words, (8 + 11, BOTTOM + 8 + 14), ink, "mm", 12)


def test_melds_stand_in_rows_with_a_gap_between_them(places):
    render_image(sight(["k1 k2 k3", "r8 b8"]))
    first = [(8 + 23 * place, 8) for place in range(3)]
    second = [(8 + 3 * 23 + 12 + 23 * place, 8) for place in range(2)]
    assert places == first + second


@pytest.mark.parametrize(("last", "fits"), [(4, True), (5, False)])
def test_a_meld_that_would_leave_the_felt_begins_a_row(places, last, fits):
    """Six melds of 28 tiles, with five gaps of 12 pixels, fill the felt between its margins."""
    assert WIDTH - 16 == 28 * 23 + 5 * 12
    render_image(sight(["k1 " * size for size in (5, 5, 5, 5, 4, last)]))
    lines = [y for _, y in places]
    assert lines == ([8] * 28 if fits else [8] * 24 + [8 + 28 + 6] * 5)


def test_a_first_meld_stays_where_it_is_however_long(places):
    render_image(sight(["k1 " * 31]))
    assert places[0] == (8, 8)


def test_a_rack_goes_on_in_a_second_row(places):
    """Thirty tiles, the last without the gap after it, fit between the margins."""
    render_image(sight(rack="k1 " * 32))
    first = [(8 + 23 * place, BOTTOM + 8) for place in range(30)]
    second = [(8 + 23 * place, BOTTOM + 8 + 28 + 4) for place in range(2)]
    assert places == first + second


def test_the_pool_and_the_others_are_told_above_the_rack(written):
    render_image(sight(seats=3))
    text = "pool 7   +1: 14 tiles   +2: 14 tiles"
    assert written == [(text, (8, BOTTOM - 18), (230, 230, 220), None, None)]


def test_what_is_told_does_not_leave_the_picture(written):
    render_image(sight(seats=20))
    assert len(written[0][0]) == 110
