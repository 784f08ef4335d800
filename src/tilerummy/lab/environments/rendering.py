"""Rendering: what a seat sees as an image, for videos of a learner at play."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from tilerummy.lab.environments.decoding import DecodedObservation
from tilerummy.rules.tiles import Colour, Tile

__all__ = ["HEIGHT", "WIDTH", "render_image"]

WIDTH: Final = 720
HEIGHT: Final = 540
_TILE: Final = (22, 28)
_RACK: Final = 110
_INK: Final = {
    Colour.BLACK: (30, 30, 30),
    Colour.RED: (200, 30, 30),
    Colour.BLUE: (30, 70, 200),
    Colour.YELLOW: (180, 130, 0),
    Colour.ORANGE: (220, 100, 10),
    Colour.GREEN: (20, 130, 60),
}
_JOKER: Final = (120, 40, 140)


def render_image(sight: DecodedObservation) -> NDArray[np.uint8]:
    """The table above, the own rack below, sizes of the others between them."""
    image = Image.new("RGB", (WIDTH, HEIGHT), (46, 92, 70))
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, HEIGHT - _RACK, WIDTH, HEIGHT), fill=(150, 110, 70))
    width, height = _TILE
    x = y = 8
    for meld in sight.melds:
        if x > 8 and x + len(meld) * (width + 1) > WIDTH - 8:
            x, y = 8, y + height + 6
        for tile in meld:
            _draw_tile(draw, x, y, tile)
            x += width + 1
        x += 12
    others = "   ".join([f"+{place}: {seat}" for place, seat in enumerate(sight.seats) if place])
    text = f"pool {sight.pool}   {others}"[:110]
    draw.text((8, HEIGHT - _RACK - 18), text, fill=(230, 230, 220), font=ImageFont.load_default())
    x, y = 8, HEIGHT - _RACK + 8
    for tile in sight.rack:
        if x + width > WIDTH - 8:
            x, y = 8, y + height + 4
        _draw_tile(draw, x, y, tile)
        x += width + 1
    return np.asarray(image, np.uint8)


def _draw_tile(draw: ImageDraw.ImageDraw, x: int, y: int, tile: Tile) -> None:
    width, height = _TILE
    draw.rounded_rectangle((x, y, x + width - 1, y + height - 1), 3, fill=(240, 232, 212))
    ink = _JOKER if tile.colour is None else _INK[tile.colour]
    text = tile.text if tile.is_joker else str(tile.number)
    middle = (x + width / 2, y + height / 2)
    draw.text(middle, text, fill=ink, anchor="mm", font=ImageFont.load_default(12))
