"""Names: what people may be called, so that nobody is mistaken for somebody else.

A name is written in the composed form of Unicode, on one line, without characters that nobody
sees, and in one script: a name that mixes Latin and Cyrillic letters is made to deceive. Two names
that look alike (capital letters, accents, letters of other alphabets) have a skeleton in common,
and at one table no two players have that: the second Anna is "Anna 2". Nobody is called what the
client calls its own player ("you"). What people say is cleaned alike, but stays in the form in
which they wrote it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from confusable_homoglyphs.categories import alias as script_of
from confusable_homoglyphs.confusables import confusables_data

from tilerummy.server.room.settings import LONGEST_NAME

__all__ = ["clean_line", "clean_name", "distinct_name", "looks_like", "mixes_scripts"]

_BLANK: Final = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc\U0001d159")
"""Letters and signs that show nothing, though their categories do not say so."""
_EMOJI: Final = frozenset("\u200d\ufe0f")
"""What joins and colours emoji; in a line of chat they may stay."""
_LATIN: Final = re.compile(r".*LATIN.* LETTER (?:SMALL )?(?:CAPITAL )?([A-Z])")
"""The name of a character that is a letter in some dress: small capitals, letters in squares."""
_PAIRS: Final = (("vv", "w"), ("cl", "d"))
"""Two letters that look like one; others are among the confusables."""
_ANY_SCRIPT: Final = frozenset(["COMMON", "INHERITED"])
_TOGETHER: Final = (
    frozenset(["LATIN", "HAN", "HIRAGANA", "KATAKANA"]),
    frozenset(["LATIN", "HAN", "BOPOMOFO"]),
    frozenset(["LATIN", "HAN", "HANGUL"]),
)
"""Scripts that people write together: Japanese, Chinese and Korean, as in UTS 39."""
_OWN_WORDS: Final = ("You", "Du", "Tú", "Vous", "Jij")
"""What the client calls its own player in its languages."""
_STEPS: Final = 4
"""Letters stand for others that stand for others; no chain is longer."""
_MOST_MARKS: Final = 2
"""How many accents a letter may have; more would reach into the lines above and below."""


def clean_name(text: str) -> str:
    """The name as it is shown; empty if nothing of it would be seen."""
    name = _cleaned(unicodedata.normalize("NFKC", text), frozenset())
    return _seen(name[:LONGEST_NAME].rstrip())


def clean_line(text: str) -> str:
    """What somebody says, on one line; empty if nothing of it would be seen."""
    return _seen(_cleaned(text, _EMOJI))


def _seen(text: str) -> str:
    """The text, if anything of it is seen."""
    return text if any(unicodedata.category(char)[0] not in "CMZ" for char in text) else ""


def _cleaned(text: str, joins: frozenset[str]) -> str:
    kept: list[str] = []
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        marks = marks + 1 if category.startswith("M") and char not in joins else 0
        if category in ("Cf", "Mn") and _is_ignorable(char) and char not in joins:
            continue
        if char in _BLANK or (category[0] in "CZ" and char not in joins):
            kept.append(" ")
        elif marks <= _MOST_MARKS:
            kept.append(char)
    return " ".join("".join(kept).split())


def distinct_name(name: str, taken: Iterable[str]) -> str:
    """The name, with a number if it looks like one of those that are taken."""
    others = [*_OWN_WORDS, *taken]
    number, own = 1, name
    while any(looks_like(own, other) for other in others):
        number += 1
        own = f"{name[: LONGEST_NAME - 2].rstrip()} {number}"
    return own


def mixes_scripts(name: str) -> bool:
    """Whether the name has letters of scripts that nobody writes together."""
    letters = [char for char in name if unicodedata.category(char)[0] in "LMN"]
    scripts = {script_of(char) for char in letters} - _ANY_SCRIPT
    return len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER)


def looks_like(one: str, other: str) -> bool:
    """Whether somebody could take one name for the other."""
    return not _skeletons(one).isdisjoint(_skeletons(other))


@lru_cache(maxsize=1024)
def _skeletons(name: str) -> frozenset[str]:
    """What is left of the name as it is written, in small letters and in capitals."""
    return frozenset([_skeleton(name), _skeleton(name.casefold()), _skeleton(name.upper())])


def _skeleton(name: str) -> str:
    folded = _shape(name).casefold()
    for pair, letter in _PAIRS:
        folded = folded.replace(pair, letter)
    skeleton = _shape(folded).casefold().replace(" ", "")
    # A dot or a dash makes no other name of it, unless there is nothing else.
    letters = "".join([char for char in skeleton if unicodedata.category(char)[0] in "LN"])
    return letters or skeleton


def _shape(text: str) -> str:
    """The text in the letters that stand for all those that look like them."""
    for _ in range(_STEPS):
        before, text = text, "".join(map(_prototype, map(_undressed, _bare(text))))
        if text == before:
            break
    return text


def _undressed(char: str) -> str:
    if char.isascii():
        return char
    found = _LATIN.fullmatch(unicodedata.name(char, ""))
    return found[1] if found else char


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
