"""Players: who sits in the arena, as one writes it on the command line.

`greedy` is a bot of the roster, `package.module:name` a bot of your own (an object with
`act`, or a class or function that makes one), and `expert@0.25` thinks with a quarter of
the normal effort. `program:node bot.mjs` is a program in any language. A bot of your own is
found wherever Python finds modules, and in the folder that `look_for_bots_in` names.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module

from tilerummy.bots import Bot, Budget, bot
from tilerummy.lab.errors import LabError, error_told

__all__ = ["MOST_EFFORT", "PREFIX", "Player", "look_for_bots_in", "parse_players"]

MOST_EFFORT = 1000
PREFIX = "program:"


@dataclass(frozen=True, slots=True)
class Player:
    """A bot by its name, and how much it thinks if that is its own affair."""

    name: str
    effort: float | None = None

    @staticmethod
    def parse(text: str) -> Player:
        """A player from `name` or `name@effort`."""
        name, at, effort = text.strip().partition("@")
        try:
            player = Player(name, float(effort) if at else None)
        except ValueError:
            raise LabError(f"{text!r}: the effort behind @ is a number, such as 0.5") from None
        if player.effort is not None and not 0 < player.effort <= MOST_EFFORT:
            raise LabError(f"{text!r}: effort must be greater than 0 and at most {MOST_EFFORT}")
        player.bot()
        return player

    def __str__(self) -> str:
        return self.name if self.effort is None else f"{self.name}@{self.effort:g}"

    @property
    def is_program(self) -> bool:
        """Whether this is a program of its own, which forfeits its round if it fails."""
        return self.name.startswith(PREFIX)

    def budget(self, effort: float) -> Budget:
        """What this player may think, without a clock, so that rounds can be repeated."""
        return Budget(effort=effort if self.effort is None else self.effort)

    def bot(self) -> Bot:
        """The bot itself."""
        return _bot(self.name)


@lru_cache(maxsize=64)
def _bot(name: str) -> Bot:
    if name.startswith(PREFIX):
        # Only here: messages to programs come from the environment, which needs NumPy.
        try:
            from tilerummy.lab.programs import Program
        except ModuleNotFoundError as error:
            raise LabError(f"no bot {name!r}: {error}") from None
        return Program(name.removeprefix(PREFIX))
    module, colon, attribute = name.partition(":")
    if not colon:
        return bot(name)
    try:
        found: object = getattr(import_module(module), attribute, None)
        if callable(found) and (isinstance(found, type) or not hasattr(found, "act")):
            found = found()
    except ModuleNotFoundError as error:
        raise LabError(f"no bot {name!r}: {error}") from None
    except (Exception, SystemExit) as error:
        raise LabError(f"no bot {name!r}: {error_told(error)}") from error
    if found is None:
        raise LabError(f"no bot {name!r}: {module} has no {attribute}")
    if not callable(getattr(found, "act", None)):
        raise LabError(f"{name!r} is not a bot: it has no act")
    made: Bot = found  # type: ignore[assignment]
    return made


def look_for_bots_in(folder: str) -> None:
    """Find modules in that folder too, after all others, so that none of theirs is hidden."""
    if folder not in sys.path:
        sys.path.append(folder)


def parse_players(text: str) -> tuple[Player, ...]:
    """Players with commas between them."""
    return tuple([Player.parse(part) for part in text.split(",")])
