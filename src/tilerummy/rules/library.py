"""The library: where rulebooks come from.

The booklets' rulebooks are TOML files beside this module. A language edition names the
one it `extends` and writes only what differs, tables merging field by field; players can
do the same in a file of their own, or override single fields as house rules. Whatever is
unknown or out of range is refused with the file, the field, the value and what is allowed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import UnionType
from typing import Annotated, Final, Literal, Union, get_args, get_origin

import msgspec

from tilerummy.rules.errors import RulebookError
from tilerummy.rules.rulebook import HOUSE_RULE, RULINGS, JokerMelds, Rulebook

__all__ = [
    "RULEBOOK_IDS",
    "annotation_of",
    "differences",
    "fields",
    "house_rules",
    "load",
    "rulebook",
    "with_house_rules",
]

RULEBOOK_IDS: Final = (
    "ravensburger-travel-de",
    "ravensburger-travel-fr",
    "ravensburger-travel-it",
    "twist",
    "lets-play-rummy-de",
    "lets-play-rummy-fr",
    "lets-play-rummy-it",
    "lets-play-rummy-nl",
    "piatnik-travel",
    "jumbo",
    "jumbo-xp",
    "jumbo-xp-quick",
)
"""The twelve rulebooks that come with tilerummy."""

_ABOUT: Final = frozenset(
    {
        "id",
        "title",
        "booklet",
        "language",
        "edition",
        "special",
        "words",
        "sources",
        "extends",
        "rulings",
    }
)
_BEFORE: Final[dict[str, dict[str, object]]] = {
    "ravensburger-travel-fr": {"time.timed": "first-turn", "time.untouched": "penalty"},
    "ravensburger-travel-it": {"time.timed": "first-turn", "time.untouched": "penalty"},
    "piatnik-travel": {"time.untouched": "penalty"},
}
"""What the fields of some rulebooks were under the first rulings."""
_SHIPPED: Final = files(__package__) / "rulebooks"


def rulebook(name: str | Path, *, rulings: int = RULINGS) -> Rulebook:
    """The rulebook with that id, or in that TOML file; `rulings` for games begun before."""
    if isinstance(name, str) and name in RULEBOOK_IDS:
        return _shipped(name, rulings)
    path = Path(name)
    if path.suffix == ".toml":
        return load(path)
    raise RulebookError(
        f"rulebook {str(name)!r}", "", f"is unknown; there are {', '.join(RULEBOOK_IDS)}"
    )


def load(path: Path) -> Rulebook:
    """A rulebook from a TOML file, which may extend one that is shipped."""
    try:
        text = path.read_text("utf-8")
    except (OSError, ValueError) as error:
        raise RulebookError(str(path), "", f"cannot be read: {error}") from None
    own = _parsed(text, str(path))
    rules = _convert(_merged(own, str(path)), str(path))
    if rules.extends is None:
        return rules
    told = own.get("sources")
    named = {field: f"{HOUSE_RULE}, {place}" for field, place in _places(told)}
    varied = _varied(rules, _shipped(rules.extends, rules.rulings), named)
    return msgspec.structs.replace(varied, special=rules.special) if "special" in own else varied


def with_house_rules(rules: Rulebook, changes: Mapping[str, object]) -> Rulebook:
    """The rulebook with single fields changed; keys are dotted, like `opening.points`."""
    raw: dict[str, object] = msgspec.to_builtins(rules)
    known = dict(fields(rules))
    for field, value in changes.items():
        if field not in known:
            raise RulebookError("house rules", field, f"is not a field; {_nearest(field, known)}")
        *tables, name = field.split(".")
        target = raw
        for table in tables:
            inner = target[table]
            assert isinstance(inner, dict)
            target = inner
        target[name] = msgspec.to_builtins(value)
    changed = _convert(raw, "house rules")
    if rules.id in RULEBOOK_IDS:
        return _varied(changed, _shipped(rules.id, rules.rulings))
    return _varied(changed, rules) if changed.facts != rules.facts else rules


def _varied(rules: Rulebook, base: Rulebook, places: Mapping[str, str] = {}) -> Rulebook:
    """The rulebook with sources and a summary that are true: what players changed is theirs."""
    found = differences(rules, base)
    sources = base.sources | {field: places.get(field, HOUSE_RULE) for field, _, _ in found}
    special = tuple(
        [
            f"House rule: {field} is {_text(mine)}, not {_text(theirs)}."
            for field, mine, theirs in found
        ]
    )
    return msgspec.structs.replace(rules, sources=sources, special=special or base.special)


def _places(told: object) -> Iterator[tuple[str, str]]:
    """The sources of a file, dotted."""
    if isinstance(told, dict):
        for field, place in told.items():
            yield str(field), str(place)


def _text(value: object) -> str:
    """A value as a file writes it, without quotes."""
    if isinstance(value, bool):
        return str(value).lower()
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def fields(rules: Rulebook) -> Iterator[tuple[str, object]]:
    """Every field that decides the game, dotted, with its value as a file would write it."""
    for name, value in msgspec.to_builtins(rules).items():
        if name not in _ABOUT:
            yield from _flat(name, value)


def differences(one: Rulebook, other: Rulebook) -> list[tuple[str, object, object]]:
    """The fields in which two rulebooks differ, with both values."""
    theirs = dict(fields(other))
    return [(name, value, theirs[name]) for name, value in fields(one) if value != theirs[name]]


def house_rules(rules: Rulebook) -> tuple[str, dict[str, object]]:
    """A shipped rulebook's id and the fields changed from it: how records write a rulebook."""
    base = _shipped(rules.base, rules.rulings)
    return rules.base, {name: mine for name, mine, _ in differences(rules, base)}


@cache
def _shipped(name: str, rulings: int) -> Rulebook:
    if rulings == RULINGS:
        file = _file(name)
        return _convert(_merged(_parsed(file.read_text("utf-8"), file.name), file.name), file.name)
    now = _shipped(name, RULINGS)
    before = msgspec.to_builtins(now.replace(_BEFORE.get(name, {})))
    about = {"sources": now.sources, "special": now.special, "rulings": rulings}
    return _convert({**before, **about}, name)


def _file(name: str) -> Traversable:
    return _SHIPPED / f"{name}.toml"


def _parsed(text: str, origin: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(origin, "", f"is not TOML: {error}") from None


def _merged(own: dict[str, object], origin: str) -> dict[str, object]:
    base = own.get("extends")
    if base is None:
        return own
    if base not in RULEBOOK_IDS:
        raise RulebookError(
            origin, "extends", f"{base!r} is unknown; allowed: {', '.join(RULEBOOK_IDS)}"
        )
    file = _file(base)
    return _overlay(_merged(_parsed(file.read_text("utf-8"), file.name), file.name), own)


def _overlay(below: dict[str, object], above: dict[str, object]) -> dict[str, object]:
    result = dict(below)
    for name, value in above.items():
        under = result.get(name)
        both = isinstance(under, dict) and isinstance(value, dict)
        result[name] = _overlay(under, value) if both else value  # type: ignore[arg-type]
    return result


def _flat(name: str, value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for inner, deeper in value.items():
            yield from _flat(f"{name}.{inner}", deeper)
    else:
        yield name, tuple(value) if isinstance(value, list) else value


def _convert(raw: dict[str, object], origin: str) -> Rulebook:
    try:
        rules = msgspec.convert(raw, Rulebook)
    except msgspec.ValidationError as error:
        raise _explained(str(error), raw, origin) from None
    if rules.players.least > rules.players.most:
        raise RulebookError(
            origin, "players.least", f"{rules.players.least} is more than players.most"
        )
    needed = rules.players.most * rules.deal.tiles
    if needed > len(rules.deck):
        raise RulebookError(
            origin,
            "deal.tiles",
            f"{rules.deal.tiles} each for {rules.players.most} players needs {needed} tiles, "
            f"but the set has {len(rules.deck)}",
        )
    if len(set(rules.tiles.colours)) < len(rules.tiles.colours):
        raise RulebookError(origin, "tiles.colours", "the same colour is listed twice")
    if rules.tiles.jokers.mirror and rules.jokers.melds is not JokerMelds.FREE:
        raise RulebookError(
            origin,
            "jokers.melds",
            f"{rules.jokers.melds.value!r} cannot be combined with mirror jokers: no booklet "
            "says what happens to a meld built around a mirror",
        )
    known = {name for name, _ in fields(rules)}
    for name in rules.sources:
        if name not in known:
            raise RulebookError(origin, f"sources.{name}", "names no field")
    return rules


def _explained(message: str, raw: dict[str, object], origin: str) -> RulebookError:
    """Turn msgspec's message into one that names the field, the value and what is allowed."""
    text, _, path = message.partition(" - at `$")
    field = path.rstrip("`").lstrip(".")
    unknown = re.match(r"Object contains unknown field `(.+)`", text)
    if unknown:
        names = _names(annotation_of(field))
        full = f"{field}.{unknown[1]}".lstrip(".")
        return RulebookError(origin, full, f"is not a field; allowed: {', '.join(names)}")
    missing = re.match(r"Object missing required field `(.+)`", text)
    if missing:
        return RulebookError(origin, f"{field}.{missing[1]}".lstrip("."), "is missing")
    field = re.sub(r"\[.*\]", "", field)
    value: object = raw
    for part in field.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return RulebookError(
        origin, field, f"{value!r} is not allowed; allowed: {_allowed(annotation_of(field))}"
    )


def annotation_of(field: str) -> object:
    """What a field of a rulebook may hold; its name is dotted."""
    annotation: object = Rulebook
    for part in field.split("."):
        if part and isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
            found = {f.name: f.type for f in msgspec.structs.fields(annotation)}
            annotation = found.get(part, object)
    return annotation


def _names(annotation: object) -> list[str]:
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        return [f.name for f in msgspec.structs.fields(annotation)]
    return []


def _allowed(annotation: object) -> str:
    """What a field may hold, in words."""
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *metas = get_args(annotation)
        bounds = [meta for meta in metas if isinstance(meta, msgspec.Meta)]
        if inner is int and bounds:
            return f"a whole number from {bounds[0].ge} to {bounds[0].le}"
        if bounds and bounds[0].min_length is not None:
            return f"{bounds[0].min_length} of {_allowed(get_args(inner)[0])}"
        return _allowed(inner)
    if origin is Literal:
        return ", ".join(str(choice) for choice in get_args(annotation))
    if origin in (Union, UnionType):
        return " or ".join(_allowed(part) for part in get_args(annotation))
    if annotation is bool:
        return "true or false"
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        return f"a table with {', '.join(_names(annotation))}"
    choices = getattr(annotation, "__members__", None)
    if choices:
        return ", ".join(str(member.value) for member in choices.values())
    return {int: "a whole number", str: "text", type(None): "nothing"}.get(
        annotation if isinstance(annotation, type) else object, "another value"
    )


def _nearest(field: str, known: Mapping[str, object]) -> str:
    import difflib

    close = difflib.get_close_matches(field, known, n=3, cutoff=0.4)
    return f"perhaps {' or '.join(close)}" if close else f"there are {', '.join(known)}"
