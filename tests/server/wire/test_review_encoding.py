"""Reviews in the form in which HTTP tells them: every figure in its place, rounded."""

import pytest

from tilerummy.engine.actions import Draw, Pass, Play
from tilerummy.evaluation import Choice, MatchReview, RoundReview, TurnReview
from tilerummy.evaluation.classes import TurnClass
from tilerummy.evaluation.estimates import Estimate
from tilerummy.evaluation.reasons import Reason, ReasonKey
from tilerummy.evaluation.reviews import PlayerReview
from tilerummy.rules.melds import parse_melds
from tilerummy.rules.notation import parse_tiles
from tilerummy.server.wire.review_encoding import encode_choice, encode_review
from tilerummy.server.wire.reviews import (
    ChanceChoice,
    Review,
    ReviewPlayer,
    ReviewReason,
    ReviewRound,
    ReviewTurn,
)

PLAY = Play.parse("k4 k5 k6 k7 | r8 b8 o8")
OPENS = Play(parse_melds("r10 r11 r12 | k1 k2 k3"), parse_melds("r10 r11 r12"))


def choice(action, laid="", chance=0.123456, error=0.012345, score=7.66) -> Choice:
    return Choice(
        action, tuple(parse_tiles(laid)), Estimate(chance, error), Estimate(score, 1.0), deals=40
    )


def shown(action, laid="", table=(), opening=None) -> ChanceChoice:
    return ChanceChoice(
        action=action,
        laid=laid,
        table=list(table),
        opening=opening,
        chance=0.1235,
        error=0.0123,
        score=7.7,
    )


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (choice(PLAY, "k7"), shown("play", "k7", ["k4 k5 k6 k7", "r8 b8 o8"])),
        (
            choice(OPENS, "k1 k2"),
            shown("play", "k1 k2", ["r10 r11 r12", "k1 k2 k3"], ["r10 r11 r12"]),
        ),
        (choice(Draw()), shown("draw")),
        (choice(Pass()), shown("pass")),
    ],
)
def test_a_choice_says_what_it_is_and_what_it_is_worth(told, expected):
    assert encode_choice(told) == expected


def turn(number: int, name: TurnClass, loss: float) -> TurnReview:
    return TurnReview(
        number=number,
        seat=1,
        action=Draw(),
        played="draw",
        chance=0.111111,
        best="k7",
        best_action=PLAY,
        best_chance=0.222222,
        loss=loss,
        gain=0.444444,
        behind=0.077777,
        given=0.088888,
        error=0.055555,
        name=name,
        choices=(choice(Draw()), choice(PLAY, "k7")),
        most=tuple(parse_tiles("k7 r8")),
        luck=-0.066666,
        reasons=(Reason(ReasonKey.PLAY_BETTER, 3), Reason(ReasonKey.MORE_FITS, 4, 2)),
    )


def test_a_review_tells_every_figure_of_players_and_turns():
    player = PlayerReview(
        "Ann", 0, 0.333333, 0.011111, 0.022222, 0.044444, 0.055555, 1.0, 0.066666, 98.765
    )
    turns = (
        turn(4, TurnClass.SMALL, 0.02),
        turn(6, TurnClass.LARGE, 0.333333),
        turn(8, TurnClass.ONLY, 0.0),
    )
    review = MatchReview((RoundReview((player,), turns, 1.0),), 1.0)

    def told(step: int, name: str, loss: float) -> ReviewTurn:
        return ReviewTurn(
            step=step,
            seat=1,
            chance=0.1111,
            best_chance=0.2222,
            loss=loss,
            error=0.0556,
            name=name,
            best=shown("play", "k7", ["k4 k5 k6 k7", "r8 b8 o8"]),
            choices=[shown("draw"), shown("play", "k7", ["k4 k5 k6 k7", "r8 b8 o8"])],
            most=2,
            most_laid="k7 r8",
            luck=-0.0667,
            reasons=[
                ReviewReason(key="play_better", number=3, other=0),
                ReviewReason(key="more_fits", number=4, other=2),
            ],
        )

    assert encode_review(review) == Review(
        rounds=[
            ReviewRound(
                players=[
                    ReviewPlayer(
                        player="Ann",
                        start=0.3333,
                        deal=0.0111,
                        luck=0.0222,
                        luck_error=0.0444,
                        skill=0.0556,
                        result=1.0,
                        mean_loss=0.0667,
                        accuracy=98.8,
                    )
                ],
                turns=[told(4, "small", 0.02), told(6, "large", 0.3333), told(8, "only", 0.0)],
                turning_points=[6, 4],
            )
        ],
        adjusted=[0.9778],
    )
