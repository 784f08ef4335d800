"""Asking the judge in one line, so that tests read like the booklets."""

from tilerummy.rules.judge import judge
from tilerummy.rules.library import rulebook
from tilerummy.rules.positions import Play, Position

__all__ = ["codes", "judged"]


def judged(book, *, table="", rack="", after, opening=None, opened=True):
    """Every violation of the play under that rulebook."""
    position = Position.parse(rulebook(book), table=table, rack=rack, opened=opened)
    return judge(position, Play.parse(after, opening))


def codes(book, **asked):
    """The codes of the violations, each once, sorted."""
    return sorted({violation.code.value for violation in judged(book, **asked)})
