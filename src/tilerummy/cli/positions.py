"""Files of positions: one JSON object a line in, one answer a line out.

A line that cannot be understood gets an answer too, with an `error` in it and the `field` it is
in, so that lines and answers stay side by side; the command then ends with the exit code for bad
input.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Literal

import msgspec

from tilerummy.cli.inputs import read_lines, told
from tilerummy.cli.options import chosen_rules
from tilerummy.cli.output import print_json
from tilerummy.rules.errors import TilerummyError
from tilerummy.rules.positions import Position
from tilerummy.rules.rulebook import Rulebook
from tilerummy.solver import NODES, questions
from tilerummy.solver.questions import SolveQuestion, naming, plays_for, position_of

__all__ = ["answer", "solve_lines"]

_DECODER = msgspec.json.Decoder(SolveQuestion)
_NAMES = msgspec.json.Decoder(dict[str, msgspec.Raw])
_ID = msgspec.json.Decoder(str | int | float | None)


def solve_lines(
    file: str,
    rules: str | None,
    house: Iterable[str],
    objective: Literal["tiles", "points"],
    nodes: int = NODES,
) -> None:
    """Answer every line of the file, or of standard input for `-`."""
    chosen: dict[str, Rulebook] = {}
    wrong: list[str] = []
    agreed = tuple(house)
    for number, line in enumerate(read_lines(file), start=1):
        if not line.strip():
            continue
        asked: str | int | float | None = None
        try:
            text = _text(line)
            named = _NAMES.decode(text)
            asked = _ID.decode(named.get("id", b"null"))
            _check_names(named)
            question = _DECODER.decode(text)
            name = question.rules or rules
            with naming("rules"):
                if name is None:
                    raise TilerummyError("rules are missing")
                if name not in chosen:
                    chosen[name] = chosen_rules(name, agreed)
            position = position_of(question, chosen[name])
            found = plays_for(question, position, objective, nodes=nodes)
            print_json(answer(question, position, questions.told(question, position, found)))
        except (msgspec.DecodeError, TilerummyError) as error:
            wrong.append(f"{told(file)}, line {number}: {error}")
            field = _field_of(error)
            where = {"field": field} if field else {}
            print_json({"id": asked, "error": str(error), **where})
        sys.stdout.flush()
    if wrong:
        others = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        raise TilerummyError(wrong[0] + others)


def answer(
    question: SolveQuestion, position: Position, said: questions.SolveTold
) -> dict[str, object]:
    """The answer as `solve` writes it: without what does not belong to the question."""
    out: dict[str, object] = {"id": said.id, **_play(question, position, said)}
    out["seconds"] = said.seconds
    out["steps"] = out.pop("steps")
    if said.plays is not None:
        out["plays"] = [_play(question, position, play) for play in said.plays]
        out["complete"] = said.complete
    return out


def _play(
    question: SolveQuestion, position: Position, said: questions.PlayTold
) -> dict[str, object]:
    """A play; its opening for players who have not opened, its moves where they are bounded."""
    out: dict[str, object] = {"play": said.play}
    if not position.opened:
        out["opening"] = said.opening
    out |= {"laid": said.laid, "tiles": said.tiles, "points": said.points}
    bounded = (question.moved, question.touched, question.simplest) != (None, None, None)
    if said.play is not None and bounded:
        out["moved"] = said.moved
    return out | {"optimal": said.optimal, "steps": said.steps}


def _text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        raise TilerummyError("is not UTF-8") from None


def _field_of(error: msgspec.DecodeError | TilerummyError) -> str:
    """The field an error is in; msgspec names it at the end of its sentence, as `$.rack`."""
    if isinstance(error, TilerummyError):
        return error.field
    if isinstance(error.__cause__, TilerummyError):
        return error.__cause__.field
    _, found, path = str(error).partition(" - at `$.")
    return path.partition("[")[0].rstrip("`") if found else ""


def _check_names(named: Iterable[str]) -> None:
    """Refuse a field that is not one of a question."""
    known = SolveQuestion.__struct_fields__
    for name in named:
        if name not in known:
            alike = get_close_matches(name.lower(), known, 1, 0.75)
            others = f"perhaps {alike[0]}" if alike else f"there are {', '.join(known)}"
            error = TilerummyError(f"{name!r} is not a field; {others}")
            error.field = name
            raise error
