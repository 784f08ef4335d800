"""Encoding of reviews and chances: from the evaluation's values to the resources of HTTP."""

from __future__ import annotations

from tilerummy.engine.actions import Play
from tilerummy.evaluation import Analysis, Choice, MatchReview, RoundReview, TurnReview
from tilerummy.rules.notation import format_tiles
from tilerummy.server.room.notation import ACTS, write_melds, write_opening
from tilerummy.server.wire.questions import AnalysisTold, ChoiceTold
from tilerummy.server.wire.reviews import (
    ChanceChoice,
    Review,
    ReviewPlayer,
    ReviewReason,
    ReviewRound,
    ReviewTurn,
)

__all__ = ["encode_analysis", "encode_choice", "encode_review"]

_DIGITS = 4


def encode_review(review: MatchReview) -> Review:
    return Review(
        rounds=[_round(played) for played in review.rounds],
        adjusted=[_rounded(share) for share in review.adjusted],
    )


def encode_choice(choice: Choice) -> ChanceChoice:
    play = choice.action if isinstance(choice.action, Play) else None
    return ChanceChoice(
        action=ACTS[type(choice.action)],
        laid=format_tiles(choice.laid),
        table=[] if play is None else write_melds(play.table),
        opening=None if play is None else write_opening(play.opening),
        chance=_rounded(choice.chance.value),
        error=_rounded(choice.chance.error),
        score=round(choice.score.value, 1),
    )


def encode_analysis(found: Analysis) -> AnalysisTold:
    """The choices of a turn as HTTP and the command line tell them."""
    return AnalysisTold(deals=found.deals, choices=[_told(choice) for choice in found.choices])


def _told(choice: Choice) -> ChoiceTold:
    return ChoiceTold(
        action=ACTS[type(choice.action)],
        laid=format_tiles(choice.laid),
        play=str(choice.action) if isinstance(choice.action, Play) else None,
        chance=_rounded(choice.chance.value),
        error=_rounded(choice.chance.error),
        score=round(choice.score.value, 2),
        deals=choice.deals,
    )


def _round(played: RoundReview) -> ReviewRound:
    return ReviewRound(
        players=[
            ReviewPlayer(
                player=player.player,
                start=_rounded(player.start),
                deal=_rounded(player.deal),
                luck=_rounded(player.luck),
                luck_error=_rounded(player.luck_error),
                skill=_rounded(player.skill),
                result=_rounded(player.result),
                mean_loss=_rounded(player.mean_loss),
                accuracy=round(player.accuracy, 1),
            )
            for player in played.players
        ],
        turns=[_turn(turn) for turn in played.turns],
        turning_points=[turn.number for turn in played.turning_points],
    )


def _turn(turn: TurnReview) -> ReviewTurn:
    best = next(c for c in turn.choices if c.action == turn.best_action)
    return ReviewTurn(
        step=turn.number,
        seat=turn.seat,
        chance=_rounded(turn.chance),
        best_chance=_rounded(turn.best_chance),
        loss=_rounded(turn.loss),
        error=_rounded(turn.error),
        name=turn.name.value,
        best=encode_choice(best),
        choices=[encode_choice(choice) for choice in turn.choices],
        most=len(turn.most),
        most_laid=format_tiles(turn.most),
        luck=_rounded(turn.luck),
        reasons=[
            ReviewReason(key=reason.key.value, number=reason.number, other=reason.other)
            for reason in turn.reasons
        ],
    )


def _rounded(value: float) -> float:
    return round(value, _DIGITS)
