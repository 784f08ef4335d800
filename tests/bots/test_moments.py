"""Looking ahead and the engine agree on every turn of a round: the moment after it, or its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from tilerummy.bots import lookahead
from tilerummy.bots.policies import follow, silent_turns
from tilerummy.engine import Draw, Leave, Pass, Play, Round
from tilerummy.engine.actions import Action
from tilerummy.engine.phases import Phase
from tilerummy.rules import rulebook
from tilerummy.rules.rulebook import EmptyPool, Rulebook
from tilerummy.rules.tiles import Tile
from tilerummy.solver.playouts import Hands, Moment, Policy, RoundEnd

RULES = {
    "play-on": rulebook("jumbo"),
    "last-turn": rulebook("jumbo").replace({"pool.empty": "last-turn"}),
    "last-turn, opening with the tile drawn": rulebook("jumbo").replace(
        {"pool.empty": "last-turn", "draw.then_open": True}
    ),
    "void": rulebook("lets-play-rummy-it"),
}
NODES = 3_000


def small_rounds(rules: Rulebook) -> Iterator[Round]:
    """Rounds near their end: short racks, a few tiles in the pool, three seats."""
    for seed in range(4):
        dealt = Round.deal(rules, seats=3, seed=seed)
        racks = [" ".join(map(str, rack[:4])) for rack in dealt.hidden.racks]
        pool = " ".join(map(str, dealt.hidden.pool[: 2 + seed]))
        opened = (0, 1, 2) if seed % 2 else (0, 2)
        yield Round.from_hands(rules, racks, pool=pool, opened=opened, turn=seed % 3)


def turns(now: Round) -> Iterator[tuple[Round, Action]]:
    """Every turn to the end of the round, with what could be done in it; one player leaves."""
    for number in range(60):
        if now.over:
            return
        view = now.view(now.turn)
        plain = [kind() for kind in (Draw, Pass) if kind in view.may]
        action = follow(Policy(), view)
        for choice in dict.fromkeys([action, *plain]):
            if not view.judge(choice):
                yield now, choice
        now = now.apply(action)
        if number == 4 and not now.over:
            gone = (now.turn + 1) % 3
            now = now.apply(Leave(gone), seat=gone)


def counted(racks: tuple[tuple[Tile, ...], ...]) -> list[Counter[Tile]]:
    return [Counter(rack) for rack in racks]


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_the_moment_after_an_action_is_the_engines(monkeypatch, rules: Rulebook) -> None:
    asked: list[tuple[Moment, Hands]] = []

    def noted(moment, hands, policies, *, nodes):
        asked.extend((moment, one) for one in hands)
        assert nodes == NODES
        return [RoundEnd(None, 7, (0,) * 3) for _ in hands]

    monkeypatch.setattr(lookahead, "play_out", noted)
    kinds: Counter[tuple[type, bool]] = Counter()
    has_last_turns = rules.pool.empty is EmptyPool.LAST_TURN
    for start in small_rounds(rules):
        for now, action in turns(start):
            asked.clear()
            deal = Hands(now.hidden.racks, now.hidden.pool)
            view, after = now.view(now.turn), now.apply(action)
            (end,) = lookahead.ends_after(view, action, [deal], [Policy()] * 3, NODES)
            kinds[type(action), after.over] += 1
            if after.outcome is not None:
                assert end == RoundEnd(after.outcome.winner, 1, after.outcome.scores)
                assert not asked
                assert lookahead.goes_out(view, action) == (not after.hidden.racks[now.turn])
                continue
            ((moment, hands),) = asked
            seen = after.view(after.turn)
            assert moment == Moment(
                rules=after.rules,
                table=action.table if isinstance(action, Play) else now.table,
                turn=after.turn,
                start=after.start,
                opened=after.opened,
                left=after.left,
                passed=seen.passed,
                last_turns=seen.last_turns if has_last_turns else moment.last_turns,
                drawn=after.phase is Phase.DRAWN,
                silent=silent_turns(seen),
            )
            assert counted(hands.racks) == counted(after.hidden.racks)
            assert hands.pool == after.hidden.pool
            assert not lookahead.goes_out(view, action)
    assert {kind for kind, _ in kinds} == {Draw, Play, Pass}
    assert {over for _, over in kinds} == {False, True}
