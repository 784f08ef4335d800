"""The tiles that explain jokers in the client are melds, and mean what is drawn on them."""

import json
from pathlib import Path

import pytest

from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.melds import Meld
from tilerummy.rules.readings import Reading
from tilerummy.rules.rulebook import Rulebook

SOURCE = Path(__file__).parents[2] / "client" / "src" / "rules" / "examples.json"
EXAMPLES = json.loads(SOURCE.read_text("utf-8"))
KINDS = {"plain": "normal", "double": "double", "colour": "colour_change", "mirror": "mirror"}


def in_colours(text: str, rules: Rulebook) -> str:
    """The letters A to D as the client draws them: B is the second colour, the others follow."""
    first, second, *others = [colour.value for colour in rules.grammar.colours]
    letters = dict(zip("BACD", (second, first, *others), strict=True))
    return "".join(letters.get(sign, sign) for sign in text)


@pytest.mark.parametrize("name", RULEBOOK_IDS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_example_means_what_is_drawn_on_its_tiles(name, kind):
    rules = rulebook(name)
    if not getattr(rules.tiles.jokers, KINDS[kind]):
        return
    for example in EXAMPLES[kind]:
        reading = Meld.parse(in_colours(example["tiles"], rules)).read(rules.grammar)
        assert isinstance(reading, Reading), example
        shown = [" ".join(map(str, faces)) for faces in reading.faces]
        assert ", ".join(shown) == in_colours(example["stands"], rules)
