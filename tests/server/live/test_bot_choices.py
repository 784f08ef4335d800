"""What a bot does in the end: what it wants if that is legal, otherwise what is possible."""

from types import SimpleNamespace

import pytest

from tilerummy.engine.actions import Draw, Pass, Play
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import rulebook
from tilerummy.rules.melds import parse_melds
from tilerummy.server.live import bots
from tilerummy.solver import solve


def view_of(*, can_lay):
    """The view of a seat in its first turn that can lay something, or cannot."""
    for seed in range(99):
        begun = Round.deal(rulebook("jumbo"), seats=2, seed=str(seed))
        view = begun.view(begun.turn)
        if (solve(view.position).play is not None) is can_lay:
            return view
    raise AssertionError


def wanting(monkeypatch, action):
    def act(_view, _dice, budget):
        assert budget.seconds == 0.5
        if action is None:
            raise KeyError
        return action

    monkeypatch.setattr(bots, "bot", lambda _level: SimpleNamespace(act=act))


IMPOSSIBLE = Play(parse_melds("k1 k2"))


@pytest.mark.parametrize("wanted", [IMPOSSIBLE, None, Pass()])
@pytest.mark.parametrize("can_lay", [True, False])
def test_a_bot_that_cannot_have_what_it_wants_lays_what_it_can_or_draws(
    monkeypatch, wanted, can_lay, caplog
):
    view = view_of(can_lay=can_lay)
    wanting(monkeypatch, wanted)
    expected = solve(view.position).play if can_lay else Draw()
    assert bots.choose("greedy", view, 0.5) == expected
    assert len(caplog.records) == 1


def test_a_bot_has_what_it_wants_if_it_may(monkeypatch, caplog):
    view = view_of(can_lay=True)
    wanting(monkeypatch, Draw())
    assert bots.choose("greedy", view, 0.5) == Draw()
    assert not caplog.records
