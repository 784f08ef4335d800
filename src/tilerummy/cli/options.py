"""Options that several commands share: which rulebook, which house rules, JSON or not."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated

from cyclopts import Parameter

from tilerummy.rules.errors import NotationError, RulebookError, TilerummyError
from tilerummy.rules.library import rulebook
from tilerummy.rules.rulebook import Rulebook

__all__ = ["House", "Json", "Rules", "chosen_rules", "option"]

Rules = Annotated[
    str, Parameter(help="A rulebook's id (see `tilerummy rules`) or a TOML file of your own.")
]
House = Annotated[
    tuple[str, ...],
    Parameter(
        help="A house rule, field=value, for example opening.points=25; may be given repeatedly.",
        negative=(),
        show_default=False,
    ),
]
Json = Annotated[bool, Parameter(help="Write JSON.", negative=(), show_default=False)]


def chosen_rules(rules: str, house: Iterable[str] = ()) -> Rulebook:
    """The rulebook asked for, with its house rules."""
    changes = dict(_house_rule(text) for text in house)
    chosen = rulebook(rules)
    return chosen.replace(changes) if changes else chosen


@contextmanager
def option(name: str) -> Iterator[None]:
    """Text that is read here comes from that option: say so if it cannot be read."""
    try:
        yield
    except NotationError as error:
        raise TilerummyError(f"{name}, {error}") from None


def _house_rule(text: str) -> tuple[str, object]:
    field, equals, value = text.partition("=")
    if not equals or not field.strip():
        raise RulebookError("house rules", text, "is not of the form field=value")
    try:
        written: object = tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        written = value.strip()
    return field.strip(), written
