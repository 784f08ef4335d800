"""Names: what people may be called, so that nobody is mistaken for somebody else.

A name is written in the composed form of Unicode, on one line, without characters that nobody
sees. Two names that look alike (capital letters, accents, letters of other alphabets) have the
same skeleton, and at one table no two players have that: the second Anna is "Anna 2".
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from confusable_homoglyphs.confusables import confusables_data

from tilerummy.server.room.settings import LONGEST_NAME

__all__ = ["clean_name", "distinct_name", "looks_like"]

_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and signs that show nothing, though their categories do not say so."""
_MOST_MARKS: Final = 2
"""How many accents a letter may have; more would reach into the lines above and below."""


def clean_name(text: str) -> str:
    """The name as it is shown; empty if nothing of it would be seen."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFKC", text):
        category = unicodedata.category(char)
        marks = marks + 1 if category.startswith("M") else 0
        if category in ("Cf", "Mn") and _is_ignorable(char):
            continue
        if char in _BLANK or category[0] in "CZ":
            kept.append(" ")
        elif marks <= _MOST_MARKS:
            kept.append(char)
    name = " ".join("".join(kept).split())[:LONGEST_NAME].rstrip()
    return name if any(unicodedata.category(char)[0] not in "MZ" for char in name) else ""


def distinct_name(name: str, taken: Iterable[str]) -> str:
    """The name, with a number if it looks like one of those that are taken."""
    others = list(taken)
    number, own = 1, name
    while any(looks_like(own, other) for other in others):
        number += 1
        own = f"{name[: LONGEST_NAME - 2].rstrip()} {number}"
    return own


def looks_like(one: str, other: str) -> bool:
    """Whether somebody could take one name for the other."""
    return _skeleton(one) == _skeleton(other)


@lru_cache(maxsize=1024)
def _skeleton(name: str) -> str:
    folded = "".join(map(_prototype, _bare(name))).casefold()
    return "".join(map(_prototype, _bare(folded))).replace(" ", "")


def _bare(text: str) -> str:
    """The text without accents."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join([char for char in parts if not unicodedata.category(char).startswith("M")])


def _prototype(char: str) -> str:
    """The character that stands for all that look like this one."""
    alike: list[str] = [entry["c"].strip("\u200e") for entry in confusables_data.get(char, ())]
    if len(alike) != 1:
        return char
    (other,) = alike
    return other if len(confusables_data.get(other, ())) > 1 else min(char, other)


def _is_ignorable(char: str) -> bool:
    """Format characters and variation selectors: they change how others are shown."""
    return unicodedata.category(char) == "Cf" or "VARIATION SELECTOR" in unicodedata.name(char, "")
