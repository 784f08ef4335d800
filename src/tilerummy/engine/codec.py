"""The codec: actions and events as JSON, with tiles and melds in the notation.

A table becomes `"k4 k5 k6 | r8 b8 y8"`, tiles become `"k7 b5"`, everything else stays what
it is, and `type` names the kind. What each field holds is read from the types once, when
this module is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Final, Generic, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec

from tilerummy.engine.actions import Action, ClaimRedeal, Draw, Leave, Pass, Play, TimeOut
from tilerummy.engine.events import Event
from tilerummy.rules.errors import TilerummyError
from tilerummy.rules.melds import Meld, format_melds, read_meld
from tilerummy.rules.notation import format_tiles, parse_tile, parse_tiles
from tilerummy.rules.positions import Table
from tilerummy.rules.tiles import Tile

__all__ = ["ACTIONS", "EVENTS", "Codec", "CodecError"]

T = TypeVar("T")


class CodecError(TilerummyError):
    """Data that is not an action or event."""


@dataclass(frozen=True, slots=True)
class _Form:
    """How values of one type are written and read."""

    write: Callable[..., object]
    read: Callable[..., object]


def _text(value: object) -> str:
    return msgspec.convert(value, str)


_TILES: Final = _Form(format_tiles, lambda value: parse_tiles(_text(value)))
_TABLE: Final = _Form(format_melds, lambda value: _read_table(_text(value)))
_TILE: Final = _Form(str, lambda value: parse_tile(_text(value)))


def _read_table(text: str) -> Table:
    return tuple([read_meld(row) for row in text.split(" | ")]) if text else ()


class Codec(Generic[T]):
    """Writes and reads the members of one union of types."""

    def __init__(self, kinds: dict[str, type]) -> None:
        self._kinds = kinds
        self._names = {kind: name for name, kind in kinds.items()}
        self._forms = {
            kind: {name: _form(hint) for name, hint in get_type_hints(kind).items()}
            for kind in kinds.values()
        }

    def encode(self, value: T) -> bytes:
        """The value as JSON."""
        kind = type(value)
        fields = self._forms[kind]
        data = {name: form.write(getattr(value, name)) for name, form in fields.items()}
        return msgspec.json.encode({"type": self._names[kind], **data})

    def decode(self, data: bytes | str) -> T:
        """The value that was encoded; anything else is refused."""
        try:
            fields = msgspec.json.decode(data, type=dict[str, object])
            kind = self._kinds[str(fields.pop("type"))]
            forms = self._forms[kind]
            values = {name: forms[name].read(value) for name, value in fields.items()}
            return cast("T", kind(**values))
        except (msgspec.DecodeError, TilerummyError, KeyError, TypeError, ValueError) as error:
            raise CodecError(f"this is not an action or event: {error}") from None


def _form(hint: object) -> _Form:
    """How a field of that type is written and read."""
    if hint is Tile:
        return _TILE
    if get_origin(hint) in (Union, UnionType):
        (inner,) = [part for part in get_args(hint) if part is not NoneType]
        return _optional(_form(inner))
    if get_origin(hint) is tuple:
        part = get_args(hint)[0]
        if part in (Tile, Meld):
            return _TILES if part is Tile else _TABLE
        return _each(_form(part))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _Form(lambda member: member.value, hint)
    assert isinstance(hint, type)
    return _Form(lambda value: value, lambda value: msgspec.convert(value, hint))


def _optional(form: _Form) -> _Form:
    return _Form(
        lambda value: None if value is None else form.write(value),
        lambda value: None if value is None else form.read(value),
    )


def _each(form: _Form) -> _Form:
    return _Form(
        lambda values: [form.write(value) for value in values],
        lambda values: tuple([form.read(value) for value in values]),
    )


EVENTS: Final = Codec[Event]({str(kind.__struct_config__.tag): kind for kind in get_args(Event)})
"""Events as JSON."""

ACTIONS: Final = Codec[Action](
    {
        "play": Play,
        "draw": Draw,
        "pass": Pass,
        "claim-redeal": ClaimRedeal,
        "time-out": TimeOut,
        "leave": Leave,
    }
)
"""Actions as JSON."""
