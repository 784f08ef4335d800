"""The champion and the saver: who challenges, who wins the trial, and how long it takes."""

from __future__ import annotations

import pytest

from tilerummy.bots import Budget, Dice
from tilerummy.bots.champion import Champion
from tilerummy.bots.deal_sampler import BUILDING
from tilerummy.bots.expert import Expert
from tilerummy.engine import Draw, Play, Round
from tilerummy.engine.actions import Action
from tilerummy.engine.views import View
from tilerummy.rules import rulebook
from tilerummy.solver import moves
from tilerummy.solver.playouts import RoundEnd

POOL = "k1 k2 k3 k5 k6 k10 k12 r1 r3 r8 b2 b6 b11 y2 y5 y8"
RACK = "y13 r1 r2 r3 b5 b8 k9 k11 b13 r9 r12 y4"
TABLE = "y10 y11 y12"


def a_round(rack: str = RACK, table: str = TABLE, rules: str = "jumbo", seats: int = 2) -> Round:
    others = ["b1 b4 b9 k12", "r5 r12 b12"][: seats - 1]
    return Round.from_hands(
        rulebook(rules), [rack, *others], pool=POOL, table=table, opened=range(seats)
    )


def tiles_laid(view: View, action: Action) -> int:
    if not isinstance(action, Play):
        return 0
    return sum(len(meld.tiles) for meld in action.table) - sum(
        len(meld.tiles) for meld in view.table
    )


class Imagined:
    """Play-outs whose end is said by a rule on how many tiles the candidate lays."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, wins) -> None:
        self.asked: list[tuple[Action, int]] = []
        self.policies: list[object] = []

        def told(view, action, deals, policies, nodes):
            self.asked.append((action, len(deals)))
            self.policies = policies
            won = wins(tiles_laid(view, action))
            end = RoundEnd(0, 9, (10, -10)) if won else RoundEnd(1, 9, (-10, 10))
            return [end] * len(deals)

        monkeypatch.setattr("tilerummy.bots.trial.ends_after", told)

    def candidates(self) -> list[Action]:
        return list(dict.fromkeys([action for action, _ in self.asked]))


@pytest.mark.parametrize("tiles", [0, 1, 3, 4])
def test_the_champion_does_what_wins_in_its_mind(monkeypatch, tiles):
    Imagined(monkeypatch, lambda laid: laid == tiles)
    view = a_round().view(0)
    assert tiles_laid(view, Champion().act(view, Dice(1), Budget())) == tiles


@pytest.mark.parametrize("tiles", [0, 3, 4])
def test_the_saver_does_what_wins_in_its_mind(monkeypatch, tiles):
    Imagined(monkeypatch, lambda laid: laid == tiles)
    view = a_round().view(0)
    assert tiles_laid(view, Expert().act(view, Dice(1), Budget())) == tiles


@pytest.mark.parametrize("wins", [lambda laid: True, lambda laid: False])
def test_where_everything_is_equal_the_proposals_stand(monkeypatch, wins):
    Imagined(monkeypatch, wins)
    view = a_round().view(0)
    assert tiles_laid(view, Champion(hold=10).act(view, Dice(1), Budget())) == 4
    assert tiles_laid(view, Expert().act(view, Dice(1), Budget())) == 0


def test_a_small_lead_is_not_enough_for_who_doubts(monkeypatch):
    """The challenger wins a little more often than not; who doubts much keeps to the proposal."""
    turns = iter(range(100_000))

    def told(view, action, deals, policies, nodes):
        if tiles_laid(view, action) != 0:
            return [RoundEnd(next(turns) % 2, 9, (0, 0)) for _ in deals]
        return [RoundEnd(0 if next(turns) % 8 < 5 else 1, 9, (0, 0)) for _ in deals]

    monkeypatch.setattr("tilerummy.bots.trial.ends_after", told)
    view = a_round().view(0)
    assert tiles_laid(view, Champion(hold=10, doubt=50.0).act(view, Dice(1), Budget())) == 4
    assert tiles_laid(view, Champion(hold=10, doubt=-50.0).act(view, Dice(1), Budget())) == 0


def test_the_play_outs_are_as_many_as_the_effort_allows(monkeypatch):
    imagined = Imagined(monkeypatch, lambda laid: laid == 0)
    view = a_round().view(0)
    counts = []
    for effort in (1.0, 0.5, 0.25):
        imagined.asked.clear()
        Champion(hold=10).act(view, Dice(1), Budget(effort=effort))
        counts.append(sum(count for _, count in imagined.asked))
    assert counts[0] <= 2 * Champion(hold=10).play_outs
    assert counts[0] > counts[1] > counts[2] > 0


def test_a_small_effort_has_few_candidates(monkeypatch):
    imagined = Imagined(monkeypatch, lambda laid: False)
    view = a_round().view(0)
    Champion(hold=10).act(view, Dice(1), Budget())
    assert 4 <= len(imagined.candidates()) <= Champion(hold=10).candidates
    imagined.asked.clear()
    Champion(hold=10, play_outs=200).act(view, Dice(1), Budget(effort=0.05))
    assert len(imagined.candidates()) == 2


def test_special_jokers_make_play_outs_few(monkeypatch):
    imagined = Imagined(monkeypatch, lambda laid: False)
    now = Round.from_hands(
        rulebook("twist"), [RACK, "b1 b4 b9 k12"], pool=POOL, table=TABLE, opened=[0, 1]
    )
    Champion().act(now.view(0), Dice(1), Budget())
    assert 0 < sum(count for _, count in imagined.asked) <= 0.08 * 2 * Champion().play_outs


def test_every_candidate_is_a_turn_that_the_hands_can_make(monkeypatch):
    imagined = Imagined(monkeypatch, lambda laid: False)
    view = a_round().view(0)
    for hands in (1, 3, 20):
        imagined.asked.clear()
        Champion(hands=hands).act(view, Dice(1), Budget())
        plays = [action for action in imagined.candidates() if isinstance(action, Play)]
        assert plays
        assert all(moves(view.position, play).tiles <= hands for play in plays)


def test_a_tired_champion_does_not_think_of_drawing(monkeypatch):
    imagined = Imagined(monkeypatch, lambda laid: laid == 0)
    now = a_round()
    for _ in range(Champion().patience):
        assert Champion().act(now.view(0), Dice(1), Budget()) == Draw()
        now = now.apply(Draw()).apply(Draw())
    imagined.asked.clear()
    assert isinstance(Champion().act(now.view(0), Dice(1), Budget()), Play)
    assert Draw() not in imagined.candidates()


def test_in_its_mind_the_champion_goes_on_as_it_plays(monkeypatch):
    imagined = Imagined(monkeypatch, lambda laid: False)
    champion = Champion()
    champion.act(a_round(seats=3).view(0), Dice(1), Budget())
    own, *others = imagined.policies
    assert (own.wait, own.hold, own.opens) == (champion.wait, champion.hold, champion.opens)
    assert own.patience == champion.patience
    assert own.keep_jokers
    assert own.stints
    assert own.hands == 0, "bounds take time and change little"
    assert others == [BUILDING, BUILDING], "nobody is known yet"


def test_with_special_jokers_the_champion_holds_more_back(monkeypatch):
    imagined = Imagined(monkeypatch, lambda laid: False)
    now = Round.from_hands(
        rulebook("twist"), [RACK, "b1 b4 b9 k12"], pool=POOL, table=TABLE, opened=[0, 1]
    )
    champion = Champion(hold=3, hold_special=5)
    champion.act(now.view(0), Dice(1), Budget())
    assert imagined.policies[0].hold == 5
    champion.act(a_round().view(0), Dice(1), Budget())
    assert imagined.policies[0].hold == 3


def test_a_champion_with_one_thing_to_do_does_not_think(monkeypatch):
    imagined = Imagined(monkeypatch, lambda laid: False)
    assert Champion().act(a_round("r1 b5", TABLE).view(0), Dice(1), Budget()) == Draw()
    assert imagined.asked == []


def test_a_small_rack_is_held_back_by_the_proposal(monkeypatch):
    Imagined(monkeypatch, lambda laid: False)
    small, large = a_round("y13 r1 b5 k9"), a_round("y13 y9 r1 r2 r3 b5 b8 k4 k11 b13 r9 r12")
    assert Champion(hold=10).act(small.view(0), Dice(1), Budget()) == Draw()
    assert tiles_laid(large.view(0), Champion(hold=10).act(large.view(0), Dice(1), Budget())) == 5
