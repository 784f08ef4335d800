"""Rules over HTTP: rulebooks, the judge, the solver, the arranger."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import msgspec
from litestar import Controller, get, post
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody

from tilerummy.rules.arrange import arrange
from tilerummy.rules.errors import RulebookError
from tilerummy.rules.library import RULEBOOK_IDS, fields, rulebook
from tilerummy.rules.melds import Meld
from tilerummy.rules.notation import format_tiles, parse_tiles
from tilerummy.rules.positions import Position, check_tiles
from tilerummy.rules.readings import Fault
from tilerummy.rules.rulebook import Rulebook
from tilerummy.server.hints import hint_for
from tilerummy.server.hub import Hub
from tilerummy.server.resources import (
    ArrangeAnswer,
    ArrangeRequest,
    JudgeAnswer,
    JudgeRequest,
    Problem,
    RulebookDetail,
    RulebookField,
    RulebookSummary,
    SolveAnswer,
    SolveRequest,
    WordsUsed,
)
from tilerummy.server.shapes import HouseValue
from tilerummy.server.verdicts import judge_draft, meld_verdict

__all__ = ["RulesApi", "rules_for"]

_REFUSED = {
    400: ResponseSpec(Problem, description="what was sent cannot be right"),
    404: ResponseSpec(Problem, description="there is no such rulebook"),
    429: ResponseSpec(Problem, description="too many requests"),
    503: ResponseSpec(Problem, description="too many questions wait; ask again later"),
}


def rules_for(name: str, house: Mapping[str, HouseValue]) -> Rulebook:
    """A shipped rulebook with house rules; never a file of this machine."""
    if name not in RULEBOOK_IDS:
        known = ", ".join(RULEBOOK_IDS)
        raise RulebookError(f"rulebook {name!r}", "", f"is unknown; there are {known}")
    rules = rulebook(name)
    return rules.replace(house) if house else rules


class RulesApi(Controller):
    """What is legal and what is best."""

    path = "/api"
    tags = ("rules",)

    @get("/rulebooks", sync_to_thread=False)
    def rulebooks(self) -> list[RulebookSummary]:
        """All rulebooks."""
        return [_summary(rulebook(name)) for name in RULEBOOK_IDS]

    @get("/rulebooks/{name:str}", responses=_REFUSED, sync_to_thread=False)
    def detail(self, name: FromPath[str]) -> RulebookDetail:
        """One rulebook with every field, its choices and its source."""
        if name not in RULEBOOK_IDS:
            raise NotFoundException("there is no such rulebook")
        rules = rulebook(name)
        jokers: dict[str, int] = msgspec.to_builtins(rules.tiles.jokers)
        return RulebookDetail(
            about=_summary(rules),
            tiles=len(rules.deck),
            jokers=jokers,
            fields=[_field(rules, field, value) for field, value in fields(rules)],
        )

    @post("/judge", status_code=200, responses=_REFUSED)
    async def judge(self, state: State, data: JSONBody[JudgeRequest]) -> JudgeAnswer:
        """Whether a play is legal, and if not, why not."""
        rules = rules_for(data.rulebook, data.house)
        position = _position(rules, data.table, data.rack, opened=data.opened)
        hub: Hub = state.hub
        judged = await hub.services.workers.study(judge_draft, position, data.after, data.opening)
        return JudgeAnswer(
            legal=not judged.reasons,
            melds=judged.melds,
            opening=judged.opening,
            needed=judged.needed,
            laid=format_tiles(judged.laid),
            reasons=judged.reasons,
        )

    @post("/solve", status_code=200, responses=_REFUSED)
    async def solve(self, state: State, data: JSONBody[SolveRequest]) -> SolveAnswer:
        """The best play in a position."""
        rules = rules_for(data.rulebook, data.house)
        position = _position(rules, data.table, data.rack, opened=data.opened)
        hub: Hub = state.hub
        found = await hub.services.workers.study(hint_for, position, data.objective)
        return SolveAnswer(
            play=found.table or None,
            opening=found.opening,
            laid=found.laid,
            tiles=found.tiles,
            points=found.points,
            optimal=found.optimal,
            steps=found.steps,
        )

    @post("/arrange", status_code=200, responses=_REFUSED)
    async def arrange(self, state: State, data: JSONBody[ArrangeRequest]) -> ArrangeAnswer:
        """The order in which tiles make a meld."""
        rules = rules_for(data.rulebook, data.house)
        tiles = parse_tiles(data.tiles)
        if not tiles:
            raise RulebookError("tiles", "", "at least one is needed")
        check_tiles(rules, list(tiles))
        hub: Hub = state.hub
        found = await hub.services.workers.study(arrange, tiles, rules.grammar)
        meld = Meld(tiles) if isinstance(found, Fault) else found
        return ArrangeAnswer(meld=str(meld), verdict=meld_verdict(meld, rules.grammar))


def _position(rules: Rulebook, table: list[str], rack: str, *, opened: bool) -> Position:
    return Position.parse(rules, table=" | ".join(table), rack=rack, opened=opened)


def _summary(rules: Rulebook) -> RulebookSummary:
    return RulebookSummary(
        id=rules.id,
        title=rules.title,
        booklet=rules.booklet,
        language=rules.language,
        edition=rules.edition,
        special=list(rules.special),
        words=WordsUsed(rules.words.run, rules.words.group, rules.words.meld),
        least=rules.players.least,
        most=rules.players.most,
        colours=[colour.value for colour in rules.colours],
        opening=rules.opening.points,
        limit=rules.time.limit,
    )


def _field(rules: Rulebook, name: str, value: object) -> RulebookField:
    shown: HouseValue = list(value) if isinstance(value, tuple) else value  # type: ignore[assignment]
    annotation: object = Rulebook
    for part in name.split("."):
        assert isinstance(annotation, type)
        found = {field.name: field.type for field in msgspec.structs.fields(annotation)}
        annotation = found[part]
    bounds = [meta for meta in get_args(annotation) if isinstance(meta, msgspec.Meta)]
    least = bounds[0].ge if bounds and isinstance(shown, int) else None
    most = bounds[0].le if bounds and isinstance(shown, int) else None
    members = getattr(annotation, "__members__", None)
    allowed: list[HouseValue] = []
    if members:
        allowed = [member.value for member in members.values()]
    elif isinstance(value, str):
        allowed = list(get_args(annotation))
    elif isinstance(value, bool):
        allowed = [True, False]
    return RulebookField(
        field=name,
        value=shown,
        source=rules.source(name),
        allowed=allowed,
        least=None if least is None else int(least),
        most=None if most is None else int(most),
    )
