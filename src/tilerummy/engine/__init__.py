"""What happens: rounds, matches, actions, events, views, scoring, records."""

from __future__ import annotations

from tilerummy.engine.actions import (
    Action,
    ClaimRedeal,
    Draw,
    Leave,
    Pass,
    Play,
    TimeOut,
)
from tilerummy.engine.choices import LegalActions
from tilerummy.engine.errors import IllegalAction, RecordError, SetupError
from tilerummy.engine.phases import Phase
from tilerummy.engine.rounds import Round
from tilerummy.engine.scoring import EndReason, Outcome
from tilerummy.engine.views import View

__all__ = [
    "Action",
    "ClaimRedeal",
    "Draw",
    "EndReason",
    "IllegalAction",
    "Leave",
    "LegalActions",
    "Outcome",
    "Pass",
    "Phase",
    "Play",
    "RecordError",
    "Round",
    "SetupError",
    "TimeOut",
    "View",
]
