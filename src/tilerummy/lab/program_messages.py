"""Messages to programs that play: what a seat may know, as JSON in the notation.

Tiles and tables are texts of the notation, actions and events the engine's own JSON. Besides
the view a question lists whole plays by several objectives, so that a program needs no solver of
its own to begin with.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from tilerummy.bots import Dice
from tilerummy.engine.actions import Action, ClaimRedeal, Draw, Pass, Play
from tilerummy.engine.codec import ACTIONS, EVENTS, CodecError
from tilerummy.engine.events import Drew, Event, Passed, Played, TimedOut
from tilerummy.engine.views import View
from tilerummy.lab.environments.layout import EFFECTS, Choice
from tilerummy.lab.environments.vector import VectorEnvironment
from tilerummy.rules.melds import format_melds
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.rulebook import Rulebook

__all__ = ["PROTOCOL", "answer_of", "question", "rules_message"]

PROTOCOL: Final = 1


def rules_message(rules: Rulebook) -> dict[str, object]:
    """The rulebook, told once before the first question about it."""
    tables = ("tiles", "opening", "draw", "jokers", "pool", "scoring")
    facts = {name: msgspec.to_builtins(getattr(rules, name)) for name in tables}
    return {"type": "rules", "id": rules.id, "deck": format_tiles(rules.deck), **facts}


def question(
    view: View, dice: Dice, number: int, seconds: float, effort: float
) -> dict[str, object]:
    """What a program is asked in its turn."""
    return {
        "type": "act",
        "id": number,
        "rules": view.rules.id,
        "seats": view.seats,
        "seat": view.seat,
        "start": view.start,
        "turn": view.number + 1,
        "phase": view.phase.value,
        "table": format_melds(view.table),
        "rack": format_tiles(view.rack),
        "rack_sizes": view.rack_sizes,
        "pool": view.pool_size,
        "unseen": format_tiles(view.unseen),
        "opened": sorted(view.opened),
        "left": sorted(view.left),
        "passed": sorted(view.passed),
        "last_turns": sorted(view.last_turns),
        "events": [msgspec.Raw(EVENTS.encode(event)) for event in _since_last_turn(view)],
        "choices": _choices(view),
        "chance": dice.next() >> 11,
        "seconds": seconds,
        "effort": effort,
    }


def answer_of(answer: dict[str, object]) -> Action:
    """The action in an answer."""
    action = answer.get("action")
    if not isinstance(action, dict):
        raise CodecError("an answer has an action")
    found = ACTIONS.decode(msgspec.json.encode(action))
    if not isinstance(found, Play | Draw | Pass | ClaimRedeal):
        raise CodecError("a program plays, draws, passes or claims a new deal")
    return found


def _since_last_turn(view: View) -> list[Event]:
    """What happened since this seat last acted; everything if it has not."""
    events = list(view.events)
    last = 0
    for place, event in enumerate(events):
        acts = isinstance(event, Played | Drew | Passed | TimedOut)
        if acts and getattr(event, "seat", None) == view.seat:
            last = place
    return events[last:]


def _choices(view: View) -> list[dict[str, object]]:
    """Whole plays that the core finds, and what each does."""
    sight = _sight(view.rules, view.seats)
    arrays = sight.place(0, view)
    found: list[dict[str, object]] = []
    for choice in Choice:
        if not arrays.masks[0, choice]:
            continue
        action = sight.action(0, choice, view)
        assert action is not None
        effect = arrays.effects[0, choice]
        found.append(
            {
                "choice": choice.name.lower().replace("_", "-"),
                "action": msgspec.Raw(ACTIONS.encode(action)),
                "tiles": int(effect[EFFECTS["tiles"].start]),
                "points": int(effect[EFFECTS["points"].start]),
                "jokers": int(effect[EFFECTS["jokers"].start]),
                "tiles_left": int(effect[EFFECTS["tiles_left"].start]),
                "goes_out": bool(effect[EFFECTS["goes_out"].start]),
            }
        )
    return found


@lru_cache(maxsize=32)
def _sight(rules: Rulebook, seats: int) -> VectorEnvironment:
    return VectorEnvironment(rules, 1, seats=seats, restarts=False)
