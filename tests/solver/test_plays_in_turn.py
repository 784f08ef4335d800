"""Every play in turn: how many are asked for at once, what they may cost, and when it ends."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tilerummy.rules import Position, rulebook
from tilerummy.solver import SolverError, ranking
from tilerummy.solver.ranking import Plays
from tilerummy.solver.solutions import NODES, check_numbers

HERE = Position.parse(rulebook("jumbo"), table="k4 k5 k6", rack="k7")


class Core:
    """A core that knows so many plays, each of them at these costs."""

    def __init__(self, plays, nodes=10, complete=True):
        self.plays, self.nodes, self.complete, self.asked = plays, nodes, complete, []

    def best_plays(self, *arguments):
        *_, wanted, left, seconds = arguments
        assert seconds is None
        self.asked.append((wanted, left))
        found = [
            SimpleNamespace(laid=str(number).encode(), nodes=self.nodes)
            for number in range(min(wanted, self.plays))
        ]
        return SimpleNamespace(plays=found, complete=self.complete)


@pytest.fixture
def asking(monkeypatch):
    def asking(core, **how):
        question = SimpleNamespace(
            code=SimpleNamespace(core=core),
            arguments=("table", "rack"),
            solution=lambda raw: raw.laid.decode(),
        )
        monkeypatch.setattr(ranking, "CodedQuestion", lambda *_: question)
        return Plays(HERE, **how)

    return asking


@pytest.mark.parametrize(
    ("plays", "wanted"),
    [
        (0, [4]),
        (3, [4]),
        (4, [4, 16]),
        (15, [4, 16]),
        (16, [4, 16, 64]),
        (20_000, [4, 16, 64, 256, 1024, 4096, 10_000]),
    ],
)
def test_four_times_as_many_are_asked_for_each_time_and_none_is_told_twice(asking, plays, wanted):
    core = Core(plays)
    found = asking(core)
    assert list(found) == [str(number) for number in range(min(plays, 10_000))]
    assert [asked for asked, _ in core.asked] == wanted
    assert found.complete is (plays < 10_000)


def test_all_of_them_share_one_budget(asking):
    core = Core(100, nodes=30)
    list(asking(core, nodes=70))
    assert core.asked == [(4, 70), (16, 40), (64, 10), (256, 0)]
    usual = Core(1)
    list(asking(usual))
    assert usual.asked == [(4, NODES)]


def test_where_the_budget_ran_out_there_may_be_others(asking):
    core = Core(100, complete=False)
    found = asking(core)
    assert len(list(found)) == 4
    assert not found.complete
    assert len(core.asked) == 1
    few = asking(Core(2, complete=False))
    assert (len(list(few)), few.complete) == (2, False)


def test_nothing_is_known_to_be_complete_before_its_end(asking):
    found = asking(Core(2))
    assert next(found) == "0"
    assert not found.complete
    assert next(found) == "1"
    assert next(found, None) is None
    assert found.complete


@pytest.mark.parametrize("numbers", [(0,), ((1 << 64) - 1,), (0, 0), (0, (1 << 31) - 1)])
def test_numbers_that_the_core_can_hold(numbers):
    check_numbers(*numbers)


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((-1,), "nodes lie between 0 and 2^64"),
        ((1 << 64,), "nodes lie between 0 and 2^64"),
        ((0, -1), "between 0 and 2^31"),
        ((0, 1 << 31), "between 0 and 2^31"),
    ],
)
def test_numbers_that_it_cannot_hold(numbers, words):
    with pytest.raises(SolverError) as refused:
        check_numbers(*numbers)
    assert words in str(refused.value)
