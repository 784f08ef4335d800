"""What a turn is worth: chances to win, reviews of finished games, luck."""

from tilerummy.evaluation.analysis import Analysis, Choice, NotToAct, analyse, sharpen
from tilerummy.evaluation.classes import TurnClass
from tilerummy.evaluation.estimates import Estimate
from tilerummy.evaluation.reviewer import Plan, review, review_round, sharpen_review
from tilerummy.evaluation.reviews import MatchReview, PlayerReview, RoundReview, TurnReview

__all__ = [
    "Analysis",
    "Choice",
    "Estimate",
    "MatchReview",
    "NotToAct",
    "Plan",
    "PlayerReview",
    "RoundReview",
    "TurnClass",
    "TurnReview",
    "analyse",
    "review",
    "review_round",
    "sharpen",
    "sharpen_review",
]
