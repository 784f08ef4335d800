"""Questions that anybody may ask: rules, positions and records that the asker brings along.

A question is read, answered and encoded in a worker process, so nothing that a stranger sends is
parsed where the tables are served. No question may have more tiles than the box of its rulebook.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, Literal, ParamSpec

import msgspec
from litestar import Response, post
from litestar.openapi.datastructures import ResponseSpec
from msgspec import Struct

from tilerummy.rules.arrange import arrange
from tilerummy.rules.errors import PositionError, RulebookError, TilerummyError
from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.melds import Meld
from tilerummy.rules.notation import format_tiles, parse_tiles
from tilerummy.rules.positions import Position, check_tiles
from tilerummy.rules.readings import Fault
from tilerummy.rules.rulebook import Rulebook
from tilerummy.server.room.hints import NODES, steps_of
from tilerummy.server.room.notation import count_tiles, read_melds, write_melds, write_opening
from tilerummy.server.room.settings import HouseValue
from tilerummy.server.room.verdicts import judge_draft, meld_verdict
from tilerummy.server.web.requests import Asking, hub_of, visitor_of
from tilerummy.server.wire.resources import (
    ArrangeAnswer,
    ArrangeRequest,
    JudgeAnswer,
    JudgeRequest,
    PositionRequest,
    SolveAnswer,
    SolveRequest,
)
from tilerummy.solver import solve
from tilerummy.solver.questions import naming

__all__ = [
    "COMPRESSED",
    "answer",
    "answers",
    "arranged",
    "best_play",
    "check_size",
    "judged",
    "position_in",
    "position_of",
    "question",
    "rules_for",
    "solved",
]

P = ParamSpec("P")
COMPRESSED: Final = {"compressed_already": True}
"""The option of a route whose answers leave the worker as they go over the wire."""
_MOST_ANSWERED: Final = 32_000_000
_WORTH_COMPRESSING: Final = 1_000


@dataclass(frozen=True, slots=True)
class _Encoded:
    body: bytes
    compressed: bool


def answers(kind: type[Struct], refused: Mapping[int, ResponseSpec]) -> dict[int, ResponseSpec]:
    """What a route that answers a question may send."""
    return {200: ResponseSpec(kind, description="the answer"), **refused}


def question(path: str, kind: type[Struct], refused: Mapping[int, ResponseSpec]) -> post:
    """The route of a question that is sent as a body; `answer` answers it."""
    return post(path, status_code=200, responses=answers(kind, refused), opt=COMPRESSED)


async def answer(
    request: Asking, work: Callable[P, Struct], *args: P.args, **kwargs: P.kwargs
) -> Response[bytes]:
    """The answer that `work` finds, in a process and with a deadline."""
    accepted = "gzip" in request.headers.get("accept-encoding", "")
    asked = partial(work, *args, **kwargs)
    study = hub_of(request).services.workers.study
    found = await study(visitor_of(request).address, _encoded, accepted, asked)
    headers = {"vary": "accept-encoding"}
    if found.compressed:
        headers["content-encoding"] = "gzip"
    return Response(found.body, media_type="application/json", headers=headers)


def _encoded(compress: bool, work: Callable[[], Struct]) -> _Encoded:
    body = msgspec.json.encode(work())
    if len(body) > _MOST_ANSWERED:
        raise TilerummyError("the answer would be too long")
    if not compress or len(body) < _WORTH_COMPRESSING:
        return _Encoded(body, compressed=False)
    return _Encoded(gzip.compress(body, 5, mtime=0), compressed=True)


def rules_for(name: str, house: Mapping[str, HouseValue], field: str = "rulebook") -> Rulebook:
    """A shipped rulebook with house rules; never a file of this machine."""
    with naming(field):
        if name not in RULEBOOK_IDS:
            known = ", ".join(RULEBOOK_IDS)
            raise RulebookError(f"rulebook {name!r}", "", f"is unknown; there are {known}")
    with naming("house"):
        return rulebook(name).replace(house) if house else rulebook(name)


def judged(asked: JudgeRequest) -> JudgeAnswer:
    position = position_of(asked)
    for field, rows in (("after", asked.after), ("opening", asked.opening or ())):
        with naming(field):
            check_size(position.rules, rows)
            read_melds(rows)
    found = judge_draft(position, asked.after, asked.opening)
    return JudgeAnswer(
        legal=not found.reasons,
        melds=found.melds,
        opening=found.opening,
        needed=found.needed,
        laid=format_tiles(found.laid),
        reasons=found.reasons,
    )


def solved(asked: SolveRequest) -> SolveAnswer:
    return best_play(position_of(asked), asked.objective)


def best_play(position: Position, objective: Literal["tiles", "points"] = "tiles") -> SolveAnswer:
    """The best play in this position, or the best found before it takes too long."""
    found = solve(position, objective, nodes=NODES)
    play = found.play
    return SolveAnswer(
        play=None if play is None else write_melds(play.table),
        opening=None if play is None else write_opening(play.opening),
        laid=format_tiles(found.laid),
        tiles=found.tiles,
        points=found.points,
        optimal=found.optimal,
        steps=[] if play is None else steps_of(position, play),
    )


def arranged(asked: ArrangeRequest) -> ArrangeAnswer:
    rules = rules_for(asked.rulebook, asked.house)
    with naming("tiles"):
        check_size(rules, [asked.tiles])
        tiles = parse_tiles(asked.tiles)
        if not tiles:
            raise RulebookError("tiles", "", "at least one is needed")
        check_tiles(rules, list(tiles))
    found = arrange(tiles, rules.grammar)
    meld = Meld(tiles) if isinstance(found, Fault) else found
    return ArrangeAnswer(meld=str(meld), verdict=meld_verdict(meld, rules.grammar))


def position_of(asked: JudgeRequest | PositionRequest) -> Position:
    """The position that is asked about, its table a list of melds."""
    rules = rules_for(asked.rulebook, asked.house)
    return position_in(rules, " | ".join(asked.table), asked.rack, opened=asked.opened)


def position_in(rules: Rulebook, table: str, rack: str, *, opened: bool) -> Position:
    """A position in the notation."""
    with naming("table"):
        check_size(rules, table.split("|"))
        Position.parse(rules, table=table)
    with naming("rack"):
        check_size(rules, [*table.split("|"), rack])
        return Position.parse(rules, table=table, rack=rack, opened=opened)


def check_size(rules: Rulebook, rows: Iterable[str]) -> None:
    """Refuse more tiles than the box has, before any of them is read."""
    most = len(rules.deck)
    if count_tiles(rows) > most:
        raise PositionError(f"these are more tiles than the {most} of the box")
