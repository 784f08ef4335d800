"""Secrets leave the engine through views alone."""

import re
from pathlib import Path

import tilerummy
from tilerummy.engine.actions import Draw
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import rulebook

PACKAGE = Path(tilerummy.__file__).parent


def test_nothing_outside_the_engine_reaches_for_what_is_hidden():
    reaching = [
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if "engine" not in path.relative_to(PACKAGE).parts[:1]
        and re.search(r"\.hidden\b", path.read_text("utf-8"))
    ]
    assert reaching == []


def test_a_round_in_a_log_gives_nothing_away():
    now = Round.deal(rulebook("jumbo"), seed="the secret of this round")
    now = now.apply(Draw())
    assert repr(now) == f"<Round of jumbo, 2 seats, turn 2 by seat {now.turn}>"
    assert repr(now.hidden) == "Hidden(...)"
