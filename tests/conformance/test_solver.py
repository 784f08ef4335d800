"""The rule cases of conformance/cases, against the solver.

What a case calls legal, the solver must be able to match: its best play lays at least as
many tiles, and with the tiles of the case alone it goes out. What the solver lays, the judge
must call legal.
"""

from pathlib import Path

import pytest

from tilerummy.cases import parse_cases
from tilerummy.cases.turns import DrawThenOpenCase, TurnCase, UnfinishedTurnCase
from tilerummy.rules.changes import compare
from tilerummy.rules.errors import PositionError
from tilerummy.rules.judge import judge
from tilerummy.rules.positions import Position, check_tiles, loose
from tilerummy.solver import can_go_out, solve

FOLDER = Path(__file__).parents[2] / "conformance" / "cases"


def positions():
    """Every turn whose position can occur, and the tiles that a legal play of it lays."""
    for name in ("turns", "openings", "jokers", "unfinished", "drawing"):
        file = FOLDER / f"{name}.jsonl"
        for numbered in parse_cases(file.read_text("utf-8"), str(file)):
            case = numbered.case
            assert isinstance(case, TurnCase)
            try:
                position = case.position(case.rulebook())
                check_tiles(position.rules, [*loose(position.table), *position.rack])
            except PositionError:
                continue
            drew = isinstance(case, DrawThenOpenCase) and not position.rules.draw.then_open
            whole = case.expects_legal and not isinstance(case, UnfinishedTurnCase) and not drew
            laid = compare(position.table, case.play().table).laid if whole else ()
            yield pytest.param(position, laid, id=numbered.name)


@pytest.mark.parametrize(("position", "laid"), [*positions()])
def test_the_solver_finds_a_legal_play_at_least_as_good(position, laid):
    best = solve(position)
    assert best.optimal
    assert best.tiles >= len(laid)
    if best.play is not None:
        assert judge(position, best.play) == []
        assert best.tiles == len(best.laid)


@pytest.mark.parametrize(("position", "laid"), [p for p in positions() if p.values[1]])
def test_the_solver_goes_out_with_the_tiles_of_a_legal_play(position, laid):
    alone = Position(position.rules, position.table, laid, position.opened)
    play = can_go_out(alone)
    assert play is not None
    assert judge(alone, play) == []
