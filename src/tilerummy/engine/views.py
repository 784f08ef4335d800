"""Views: what a seat may know; the only access to hidden information outside the engine.

A view has the seat's own rack, what lies open, how many tiles the others and the pool
have, and the history as that seat saw it. It has no other rack, no order of the pool and
no seed. Whatever is hidden could be dealt otherwise, and the view would be the same.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from msgspec import Struct

from tilerummy.engine.actions import Action, ClaimRedeal, Draw, Pass, Play, TimeOut
from tilerummy.engine.choices import LegalActions
from tilerummy.engine.events import Event, seen_by
from tilerummy.engine.laying import is_due
from tilerummy.engine.legality import violations
from tilerummy.engine.opening_search import with_opening
from tilerummy.engine.phases import Phase
from tilerummy.engine.scoring import Outcome
from tilerummy.engine.start import has_acted
from tilerummy.engine.timeouts import late_play
from tilerummy.rules.positions import Position, Table, loose
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.rules.violations import Violation
from tilerummy.solver import NODES

if TYPE_CHECKING:
    from tilerummy.engine.rounds import Round

__all__ = ["View", "view_of"]


class View(Struct, frozen=True):
    """A round as one seat sees it, or a spectator (seat None, empty rack)."""

    rules: Rulebook
    """What is played."""
    seats: int
    """How many seats there are."""
    seat: int | None
    """Whose view this is; None for a spectator."""
    start: int
    """The seat that began."""
    turn: int
    """The seat to act; once the round is over, the seat that acted last."""
    phase: Phase
    """Where the turn stands."""
    number: int
    """How many turns have been finished since the deal."""
    table: Table
    """The melds lying open."""
    rack: tuple[Tile, ...]
    """This seat's tiles, in order."""
    rack_sizes: tuple[int, ...]
    """How many tiles every seat has."""
    pool_size: int
    """How many tiles can still be drawn."""
    opened: frozenset[int]
    """The seats that have opened."""
    left: frozenset[int]
    """The seats whose players got up."""
    passed: frozenset[int]
    """The seats that passed since anybody laid, the pool being empty."""
    last_turns: frozenset[int]
    """The seats that still have their last turn, where the pool's end gives them one."""
    deals: int
    """How many times the tiles were dealt again."""
    acted: bool
    """Whether this seat has played, drawn, passed or been late since the deal."""
    timed: bool
    """Whether the turn has a time limit."""
    commitment: str
    """The hash of the seed, published before the round."""
    events: tuple[Event, ...]
    """What happened, as this seat saw it; see `Round.view` for leaving out earlier ones."""
    outcome: Outcome | None
    """How the round ended; None as long as it goes on."""

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.outcome is not None

    @property
    def my_turn(self) -> bool:
        """Whether this seat is to act."""
        return self.outcome is None and self.turn == self.seat

    @property
    def may(self) -> frozenset[type[Action]]:
        """What this seat can do now; the judge may still refuse it (see `must_lay`)."""
        kinds: set[type[Action]] = set()
        if self.my_turn:
            draws = self.phase is Phase.ACT and self.pool_size > 0
            kinds = {Play, Draw if draws else Pass}
        if self.may_claim_redeal:
            kinds.add(ClaimRedeal)
        return frozenset(kinds)

    @property
    def may_claim_redeal(self) -> bool:
        """Whether this seat can show three pairs and is in time."""
        if self.seat is None or self.table:
            return False  # after a play nobody is in time
        return not violations(self, ClaimRedeal(self.seat))

    @property
    def must_lay(self) -> bool:
        """Whether this seat may neither draw nor pass if it can lay."""
        return self.my_turn and is_due(self.rules, pool=self.pool_size, phase=self.phase)

    def judge(self, action: Action) -> list[Violation]:
        """Every rule that the action breaks, if this seat acts now."""
        return violations(self, self.completed(action))

    def legal_actions(self, *, nodes: int = NODES) -> LegalActions:
        """What this seat may do now, plays one by one, most tiles first; see `LegalActions`."""
        return LegalActions(self, nodes)

    def completed(self, action: Action) -> Action:
        """A play, late or not, with its opening named; any other action as it is."""
        if self.seat != self.turn or self.seat in self.opened:
            return action
        if isinstance(action, Play):
            return with_opening(self.position, action)
        if isinstance(action, TimeOut):
            play = late_play(self.position, action)
            if play is not None:
                return TimeOut(action.draft, play.opening)
        return action

    @property
    def position(self) -> Position:
        """The table and this seat's rack: what the judge and the solver are asked about."""
        return Position(self.rules, self.table, self.rack, self.seat in self.opened)

    @property
    def unseen(self) -> tuple[Tile, ...]:
        """The tiles that are neither on the table nor on this rack: other racks and pool."""
        known = Counter(loose(self.table))
        known.update(self.rack)
        return in_order((Counter(self.rules.deck) - known).elements())


def view_of(now: Round, seat: int | None, since: int = 0) -> View:
    """What that seat may know of the round; events before that number are left out."""
    return View(
        rules=now.rules,
        seats=now.seats,
        seat=seat,
        start=now.start,
        turn=now.turn,
        phase=now.phase,
        number=now.number,
        table=now.table,
        rack=() if seat is None else now.hidden.racks[seat],
        rack_sizes=now.rack_sizes,
        pool_size=now.pool_size,
        opened=now.opened,
        left=now.left,
        passed=now.passed,
        last_turns=now.last_turns,
        deals=now.deals,
        acted=seat is not None and has_acted(now.events, seat),
        timed=now.timed,
        commitment=now.commitment,
        events=tuple([seen_by(event, seat) for event in now.events[since:]]),
        outcome=now.outcome,
    )
