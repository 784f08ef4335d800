"""Shuffle: every random choice of a round follows from its seed, identically on every machine.

A seed is a text (numbers and bytes are written as text first). For each purpose, such as
the first deal, SHA-256 over a label, the seed and a block counter gives a stream of bytes;
a byte gives a number below n, or is skipped where it would favour the small ones; and the
numbers drive a Fisher-Yates shuffle. Streams of different labels have nothing to do with
each other, so a redeal is as fresh as a new seed. docs/records.md describes it byte by
byte, so that anyone can verify a deal without this program.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from operator import index
from typing import Final

from tilerummy.engine.errors import SetupError
from tilerummy.rules.library import house_rules
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Tile

__all__ = ["Chance", "Seed", "commitment", "house_rule_text", "seed_text", "shuffled"]

Seed = int | str | bytes
"""What a round can be dealt from; bytes are written as hexadecimal digits behind `0x`."""

_STREAM: Final = b"tilerummy shuffle 1\n"
_LONGEST_SEED: Final = 200


def seed_text(seed: Seed) -> str:
    """The seed as records write it; seeds with the same text deal the same tiles."""
    if isinstance(seed, bytes):
        return f"0x{seed.hex()}"
    if not isinstance(seed, str):
        try:
            seed = index(seed)
        except TypeError:
            raise TypeError(f"a seed is a whole number, text or bytes, not {seed!r:.60}") from None
    text = str(seed)
    if not text.isprintable() or text != text.strip() or not 1 <= len(text) <= _LONGEST_SEED:
        raise SetupError(
            f"a seed is 1 to {_LONGEST_SEED} printable characters without blanks around them, "
            f"not {text[:20]!r}"
        )
    return text


class Chance:
    """The stream of random numbers for one purpose."""

    __slots__ = ("_block", "_bytes", "_counter", "_prefix")

    def __init__(self, seed: str, label: str) -> None:
        self._prefix = b"%b%b\n%b\n" % (_STREAM, label.encode(), seed.encode())
        self._counter = 0
        self._block = b""
        self._bytes = 0

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each as likely; n is at most 256."""
        fair = 256 - 256 % n
        while True:
            if self._bytes == len(self._block):
                self._block = sha256(self._prefix + self._counter.to_bytes(8, "big")).digest()
                self._counter += 1
                self._bytes = 0
            byte = self._block[self._bytes]
            self._bytes += 1
            if byte < fair:
                return byte % n


def shuffled(tiles: Iterable[Tile], seed: str, label: str) -> tuple[Tile, ...]:
    """The tiles in the order that the seed gives them for this purpose."""
    order = list(tiles)
    below = Chance(seed, label).below
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


@lru_cache(maxsize=256)
def _rules_text(rules: Rulebook) -> str:
    base, changes = house_rules(rules)
    lines = [f"rulebook {base}"]
    lines += [f"house {name} = {house_rule_text(changes[name])}" for name in sorted(changes)]
    return "\n".join(lines)


def house_rule_text(value: object) -> str:
    """The value of a field as records and commitments write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return " ".join([house_rule_text(part) for part in value])
    return str(value)


def commitment(rules: Rulebook, seats: int, seed: str) -> str:
    """The hash that binds a round to its rules, seats and seed before it is played."""
    text = f"tilerummy commitment 1\n{_rules_text(rules)}\nseats {seats}\nseed {seed}\n"
    return sha256(text.encode()).hexdigest()
