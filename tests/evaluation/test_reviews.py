"""Reviews: every turn classed, figures that add up, losses that fall with strength."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.evaluation.games import SOON_OVER, played
from tilerummy.bots.greedy import GREEDY
from tilerummy.bots.policies import follow
from tilerummy.bots.saving import SAVING
from tilerummy.engine.errors import RecordError
from tilerummy.engine.records import Record, record_of
from tilerummy.engine.rounds import Round
from tilerummy.evaluation import Plan, TurnClass, review, sharpen_review
from tilerummy.evaluation.classes import (
    accuracy_of,
    class_of,
    counted,
    expected,
    settled,
    turn_accuracy,
)
from tilerummy.evaluation.estimates import Estimate
from tilerummy.evaluation.luck import luck_of_draw
from tilerummy.evaluation.reasons import ReasonKey
from tilerummy.rules import Rulebook, rulebook

SHORT = Plan(
    look=4,
    choose=4,
    final=10,
    first=6,
    chance=1,
    model=10,
    deal=8,
    draw=2,
    more=(6,),
    play_outs=2_000,
)


SHORT_TWIST = rulebook("twist").replace(SOON_OVER | {"deal.tiles": 14, "opening.points": 20})
"""A round with all special jokers and some draws in fourteen turns."""


def game(names: str, seed: int, rules: str | Rulebook = "ravensburger-travel-de") -> Record:
    return record_of([played(names, seed, rules)], names.split(","))


@pytest.mark.parametrize(
    ("names", "rules", "seed"),
    [
        ("greedy,casual", "ravensburger-travel-de", 10),
        ("greedy,beginner,casual", "jumbo", 5),
        ("casual,greedy", SHORT_TWIST, 22),
    ],
    ids=("ravensburger-travel-de", "jumbo", "twist"),
)
def test_start_luck_and_skill_add_up(names: str, rules: str | Rulebook, seed: int) -> None:
    record = game(names, seed, rules)
    found = review(record, plan=SHORT)
    (only,) = found.rounds
    for player in only.players:
        assert player.start + player.luck + player.skill == pytest.approx(player.result, abs=1e-12)
        assert player.adjusted == pytest.approx(player.start + player.skill, abs=1e-12)
    for figure in ("start", "luck", "result"):
        total = sum(getattr(player, figure) for player in only.players)
        assert total == pytest.approx(0 if figure == "luck" else 1)
    assert [turn.number for turn in only.turns] == sorted({turn.number for turn in only.turns})
    for turn in only.turns:
        assert 0 <= turn.chance <= turn.best_chance <= 1
        assert turn.loss == pytest.approx(turn.best_chance - turn.chance)
        assert (turn.name is TurnClass.ONLY) <= (not turn.loss and turn.played in ("draw", "pass"))
    assert sum(found.adjusted) == pytest.approx(1)


def test_a_seed_decides_everything() -> None:
    record = game("greedy,casual", 10)
    assert review(record, plan=SHORT, seed="7") == review(str(record), plan=SHORT, seed="7")


def test_a_review_comes_in_steps() -> None:
    steps = [step.progress for step in sharpen_review(game("greedy,greedy", 1), plan=SHORT)]
    assert steps == sorted(steps) and len(steps) > 2 and steps[-1] == 1


def test_who_overlooks_a_way_out_is_told() -> None:
    record = game("beginner,casual", 4)
    (found,) = review(record, plan=SHORT).rounds
    keys = {reason.key for turn in found.turns for reason in turn.reasons}
    assert ReasonKey.WAS_OUT in keys
    for turn in found.turns:
        if any(reason.key is ReasonKey.WAS_OUT for reason in turn.reasons):
            assert turn.best_chance == pytest.approx(1)
            assert turn.loss == pytest.approx(1 - turn.chance)
    assert found.turning_points and len(found.turning_points) <= 3
    assert found.turning_points[0].loss == max(
        turn.loss
        for turn in found.turns
        if turn.name in (TurnClass.SMALL, TurnClass.MEDIUM, TurnClass.LARGE)
    )


def test_waiting_is_not_called_a_mistake() -> None:
    """A player who saves up is judged by what saving is worth, not by tiles left lying."""
    record = game("expert,greedy", 1)
    (found,) = review(record, plan=SHORT).rounds
    waits = [turn for turn in found.turns if turn.seat == 0 and turn.played == "draw" and turn.most]
    assert len(waits) > 5
    assert sum(turn.name is TurnClass.EQUAL for turn in waits) > 0.8 * len(waits)
    assert any(reason.key is ReasonKey.WAIT_RIGHT for turn in waits for reason in turn.reasons)


def test_an_unfinished_round_is_refused() -> None:
    now = Round.deal(rulebook("jumbo"), seats=2, seed=1)
    with pytest.raises(RecordError, match="round 1 is not over"):
        review(record_of([now]), plan=SHORT)


def test_the_luck_of_a_draw_is_a_mean_of_nothing() -> None:
    """Over all tiles that could be drawn, luck adds up to about 0."""
    now = Round.deal(rulebook("jumbo"), seats=2, seed=6)
    luck = luck_of_draw(now, now.hidden.pool[0], 12, "1")
    assert sum(luck.gains) == pytest.approx(0)
    assert abs(luck.gains[0]) < 0.5


def test_a_turn_is_called_what_it_is_at_least() -> None:
    """Three standard errors below the figure, and at least what the assumptions may change."""
    assert class_of(Estimate(0.15, 0.05)) is TurnClass.EQUAL
    assert class_of(Estimate(0.15, 0.045)) is TurnClass.SMALL
    assert class_of(Estimate(0.15, 0.03)) is TurnClass.MEDIUM
    assert class_of(Estimate(0.15, 0.02)) is TurnClass.LARGE
    assert class_of(Estimate(0.042, 0.0)) is TurnClass.EQUAL
    assert class_of(Estimate(0.043, 0.0)) is TurnClass.SMALL


def test_a_turn_is_settled_where_more_deals_hardly_change_its_class() -> None:
    assert settled(Estimate(0.15, 0.01)) and settled(Estimate(0.0, 0.02))
    assert not settled(Estimate(0.15, 0.04)), "it may turn out to be anything"
    assert not settled(Estimate(0.02, 0.02)), "it may turn out to be a fault"


def test_a_single_turn_is_not_blamed_for_chance() -> None:
    assert counted(Estimate(-0.1, 0.02)) == counted(Estimate(0.02, 0.03)) == 0
    assert counted(Estimate(0.10, 0.05)) == pytest.approx(0.075)
    assert counted(Estimate(0.30, 0.0)) == 0.30


def test_the_mean_loss_is_the_mean_of_what_the_turns_gave_away() -> None:
    (found,) = review(game("greedy,casual", 10), plan=SHORT).rounds
    for seat, player in enumerate(found.players):
        own = [turn for turn in found.turns if turn.seat == seat]
        assert player.mean_loss == pytest.approx(
            sum(min(turn.given, 0.2) for turn in own) / len(own)
        )
        assert player.accuracy == accuracy_of(player.mean_loss)
    for turn in found.turns:
        if turn.name is not TurnClass.EQUAL and turn.best_chance < 1:
            assert turn.given >= turn.loss, "a mistake that was told counts in full"
        assert turn.given > 0 or not turn.behind


def test_what_cannot_be_known_counts_as_much_as_is_to_be_expected() -> None:
    """Few deals say little, so a choice hardly counts for more than before them; many decide."""
    assert expected(Estimate(0.3, 0.001)) == pytest.approx(0.108, abs=0.001)
    assert expected(Estimate(0.0, 0.01)) == pytest.approx(0.0097, abs=0.0002)
    assert expected(Estimate(0.0, 10.0)) == pytest.approx(expected(Estimate(0.5, 1000.0)), abs=1e-5)
    assert 0 < expected(Estimate(-0.3, 0.01)) < 0.0001
    rising = [expected(Estimate(place / 100, 0.03)) for place in range(-20, 60)]
    assert rising == sorted(rising)


def test_the_model_player_does_not_fall_behind_itself() -> None:
    """One that opens and then saves the whole rack falls behind nobody, whatever the deals say."""
    now = Round.deal(rulebook("ravensburger-travel-de"), seats=2, seed=3)
    while not now.over:
        now = now.apply(follow(SAVING if now.turn else GREEDY, now.view(now.turn)))
    (found,) = review(record_of([now]), plan=SHORT).rounds
    assert not any(turn.behind for turn in found.turns if turn.seat == 1)
    assert any(turn.behind for turn in found.turns if turn.seat == 0)


def test_the_stronger_of_two_gives_away_less() -> None:
    """Over a few rounds, with other deals than any that the model was chosen on."""
    plan = replace(SHORT, look=2, model=24, more=())
    for weak, strong in (("beginner", "greedy"), ("casual", "patient")):
        lost = {weak: 0.0, strong: 0.0}
        for seed in range(70, 73):
            names = f"{weak},{strong}" if seed % 2 else f"{strong},{weak}"
            (found,) = review(game(names, seed), plan=plan, seed="5").rounds
            for player in found.players:
                lost[player.player] += player.mean_loss
        assert lost[weak] > lost[strong]


def test_accuracy_falls_with_the_loss() -> None:
    assert turn_accuracy(0) == 100 and turn_accuracy(1) == 0
    assert 60 < turn_accuracy(0.1) < 70
    assert accuracy_of(0) == 100
    assert accuracy_of(0.001) > accuracy_of(0.01) > accuracy_of(0.03) > 0
