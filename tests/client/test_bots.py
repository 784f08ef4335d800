"""Every opponent of the ladder has a face of its own and a line in every language."""

import json
import re
from pathlib import Path

import pytest

from tilerummy.bots import LADDER

CLIENT = Path(__file__).parents[2] / "client"
FACES = dict(re.findall(r"^  (\w+): '(\w+)',$", (CLIENT / "src/bots/bots.ts").read_text(), re.M))
LANGUAGES = ("en", "de", "fr", "it", "es", "nl", "pt")


def test_the_client_draws_the_faces_that_the_bots_have():
    assert FACES == {entry.name: entry.face.value for entry in LADDER}
    drawn = (CLIENT / "src/bots/Face.svelte").read_text()
    assert all(f"{face}: '#" in drawn for face in FACES.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_line_of_every_bot_is_told_in_every_language(language):
    texts = json.loads((CLIENT / f"messages/lobby/{language}.json").read_text("utf-8"))
    lines = [texts[f"bot_line_{entry.name}"] for entry in LADDER]
    assert len(set(lines)) == len(LADDER)
