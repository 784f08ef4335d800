"""Rounds of the arena: one deal, played once from every seat.

Luck of the deal is far greater than the difference between good players. So every deal is
mirrored: the same tiles are dealt to the same seats and the players move on by one seat
until everybody has sat everywhere. What a bot does depends on its view, its budget and its
dice, and the dice come out of the arena's seed, so a round can be played again on any
machine. A program that fails leaves its round, which goes on without it; a bot in Python that
fails stops the arena, since its author wants to know.
"""

from __future__ import annotations

import reprlib
from hashlib import sha256

from msgspec import Struct

from tilerummy.bots import Bot, Budget, Dice
from tilerummy.engine.actions import Action, Leave, Play
from tilerummy.engine.errors import IllegalAction
from tilerummy.engine.rounds import Round
from tilerummy.engine.views import View
from tilerummy.lab.errors import BotFailed, Forfeit, LabError, error_told
from tilerummy.lab.players import Player
from tilerummy.rules.positions import loose
from tilerummy.rules.rulebook import Rulebook
from tilerummy.solver import solve

__all__ = ["Habits", "MirroredDeal", "PlayedRound", "play_deal", "play_round", "seating"]

_NODES = 20_000
"""How long is looked for a play that a silent player could have made."""

_LONGEST = 5_000
"""Turns after which a round is given up; bots that never lay draw the pool empty long before."""


class Habits(Struct, frozen=True):
    """How one seat played in a round."""

    turns: int
    plays: int
    """Turns in which it laid."""
    silent_streak: int
    """The longest run of turns in which it could have laid and did not."""
    largest_play: int
    """The most tiles it laid in a turn."""


class PlayedRound(Struct, frozen=True):
    """How one round of the arena ended."""

    players: tuple[str, ...]
    """Who sat in which seat."""
    deal: int
    rotation: int
    winner: int | None
    """The seat that won; None if the round is void."""
    scores: tuple[int, ...]
    turns: int
    reason: str
    forfeits: tuple[str, ...] = ()
    """Which programs had to leave the round, and why."""
    habits: tuple[Habits, ...] = ()
    """How each seat played; nothing in journals that are older than this."""

    def __post_init__(self) -> None:
        seats = range(len(self.players))
        if self.rotation not in seats or len(self.scores) != len(seats):
            raise LabError("a round has a rotation and a score for each of its players")
        if self.winner is not None and self.winner not in seats:
            raise LabError(f"there is no seat {self.winner}")


class MirroredDeal(Struct, frozen=True):
    """A piece of work: a deal to be played from every seat."""

    rules: Rulebook
    players: tuple[Player, ...]
    seed: str
    deal: int
    effort: float = 1.0


def seating(players: tuple[Player, ...], rotation: int) -> tuple[Player, ...]:
    """The players rotated by this many seats."""
    return tuple([players[(seat + rotation) % len(players)] for seat in range(len(players))])


def play_deal(work: MirroredDeal) -> list[PlayedRound]:
    """All rounds of a mirrored deal."""
    return [play_round(work, rotation) for rotation in range(len(work.players))]


def play_round(work: MirroredDeal, rotation: int) -> PlayedRound:
    """One round from the deal to its outcome."""
    players = seating(work.players, rotation)
    bots = [player.bot() for player in players]
    budgets = [player.budget(work.effort) for player in players]
    dice = [_dice(work, rotation, seat) for seat in range(len(players))]
    forfeits: list[str] = []
    now = Round.deal(work.rules, seats=len(players), seed=f"{work.seed}/{work.deal}")
    observed = [_Observer() for _ in players]
    while now.outcome is None:
        seat = now.turn
        view = now.view(seat)
        try:
            action = _answer(bots[seat], view, dice[seat], budgets[seat])
            after = now.apply(action, seat=seat)
        except (BotFailed, Forfeit, IllegalAction) as error:
            if players[seat].is_program:
                forfeits.append(f"{players[seat]}: {error}")
                now = now.apply(Leave(seat), seat=seat)
                continue
            where = f"deal {work.deal} of seed {work.seed}, turn {now.number + 1}"
            raise BotFailed(f"{players[seat]}, {where}: {error}") from error.__cause__
        ended = after.number > now.number or after.over
        observed[seat].see(view, action, turn_ended=ended)
        now = after
        if len(now.actions) > _LONGEST:
            raise BotFailed(f"deal {work.deal} of seed {work.seed} does not end")
    return PlayedRound(
        players=tuple([str(player) for player in players]),
        deal=work.deal,
        rotation=rotation,
        winner=now.outcome.winner,
        scores=now.outcome.scores,
        turns=now.number,
        reason=now.outcome.reason.value,
        forfeits=tuple(forfeits),
        habits=tuple([observer.habits for observer in observed]),
    )


class _Observer:
    """Watches one seat."""

    def __init__(self) -> None:
        self._turns = self._plays = self._streak = self._longest = self._largest = 0
        self._could = False

    def see(self, view: View, action: Action, *, turn_ended: bool) -> None:
        """One action of the seat, and whether its turn is over with it."""
        if isinstance(action, Play):
            tiles = len(loose(action.table)) - len(loose(view.table))
            self._largest = max(self._largest, tiles)
            self._plays += 1
            self._streak = 0
        elif not self._could:
            self._could = solve(view.position, nodes=_NODES).play is not None
        if not turn_ended:
            return
        self._turns += 1
        if not isinstance(action, Play):
            self._streak = self._streak + 1 if self._could else 0
            self._longest = max(self._longest, self._streak)
        self._could = False

    @property
    def habits(self) -> Habits:
        """What was seen."""
        return Habits(self._turns, self._plays, self._longest, self._largest)


def _answer(bot: Bot, view: View, dice: Dice, budget: Budget) -> Action:
    """What the bot does, which need not be an action until that is known."""
    try:
        action: object = bot.act(view, dice, budget)
    except Forfeit:
        raise
    except (Exception, SystemExit) as error:
        raise BotFailed(error_told(error)) from error
    if not isinstance(action, Action):
        raise BotFailed(f"answered {reprlib.repr(action)}, which is not an action")
    return action


def _dice(work: MirroredDeal, rotation: int, seat: int) -> Dice:
    text = f"{work.seed}/{work.deal}/{rotation}/{seat}"
    return Dice(int.from_bytes(sha256(text.encode()).digest()[:8], "big"))
