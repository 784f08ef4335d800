"""Rounds: from the deal to the outcome.

A `Round` is a frozen value. `judge(action)` says what would be wrong with an action and
`apply(action)` gives the round after it, or raises the same violations. Rulebook, seats,
seed and actions make the game; nothing else does, no clock and no chance.

What nobody at the table may see (racks, the pool's order, the seed) is kept in `hidden`,
which is for the engine alone. Everybody else asks for a `view`.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tilerummy.engine.actions import Action, ClaimRedeal, Leave
from tilerummy.engine.choices import LegalActions
from tilerummy.engine.ends import pool_emptied
from tilerummy.engine.errors import IllegalAction, SetupError
from tilerummy.engine.events import Dealt, Event, StartChosen
from tilerummy.engine.legality import violations
from tilerummy.engine.phases import Phase
from tilerummy.engine.progress import Progress
from tilerummy.engine.scoring import Outcome
from tilerummy.engine.shuffle import Seed, commitment, seed_text
from tilerummy.engine.start import deal_tiles, draw_for_start
from tilerummy.engine.timeouts import is_timed
from tilerummy.engine.turn import carry_out
from tilerummy.engine.views import View, view_of
from tilerummy.rules.errors import PositionError, expect
from tilerummy.rules.melds import parse_melds
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.positions import Table, check_tiles, loose
from tilerummy.rules.readings import Fault
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.rules.violations import Violation
from tilerummy.solver import NODES

__all__ = ["Hidden", "Round"]


class Hidden(Struct, frozen=True):
    """What leaves the engine only through views: racks, the pool in its order, the seed."""

    racks: tuple[tuple[Tile, ...], ...]
    pool: tuple[Tile, ...]
    seed: str

    def __repr__(self) -> str:
        return "Hidden(...)"


class Round(Struct, frozen=True):
    """One round at one moment."""

    rules: Rulebook
    """What is played."""
    seats: int
    """How many seats there are."""
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
    opened: frozenset[int]
    """The seats that have opened."""
    left: frozenset[int]
    """The seats whose players got up."""
    passed: frozenset[int]
    """The seats that passed since anybody laid, the pool being empty."""
    idle: int
    """How many turns have ended since anybody laid, the pool being empty."""
    last_turns: frozenset[int]
    """The seats that still have their last turn, where the pool's end gives them one."""
    deals: int
    """How many times the tiles were dealt again."""
    commitment: str
    """The hash of the seed, published before the round."""
    hidden: Hidden
    """What nobody may see whole; for the engine alone."""
    actions: tuple[Action, ...] = ()
    """Everything done so far; with rulebook, seats and seed it is the whole game."""
    events: tuple[Event, ...] = ()
    """What happened so far, hidden tiles included."""
    outcome: Outcome | None = None
    """How the round ended; None as long as it goes on."""

    @staticmethod
    def deal(rules: Rulebook, *, seats: int = 2, seed: Seed) -> Round:
        """A new round: the start player found, the tiles dealt."""
        expect(rules, Rulebook, "rules")
        _check_seats(rules, seats)
        text = seed_text(seed)
        dealt = deal_tiles(rules, seats, text, 0)
        start, drawn = draw_for_start(rules, seats, text, dealt.pool)
        begun = _begin(rules, dealt.racks, dealt.pool, start=start, seed=text)
        shown = Dealt(0, dealt.racks, len(dealt.pool))
        return _opened_up(begun, (*drawn, StartChosen(start), shown))

    @staticmethod
    def from_hands(
        rules: Rulebook,
        racks: Sequence[str | Sequence[Tile]],
        *,
        pool: str | Sequence[Tile] = (),
        table: str | Table = (),
        opened: Sequence[int] = (),
        turn: int = 0,
        seed: Seed = "by hand",
    ) -> Round:
        """A round in the middle, with tiles of your choice: for tests, puzzles, play-outs.

        The pool is drawn from its beginning. A redeal, if one is claimed, comes from the seed.
        """
        expect(rules, Rulebook, "rules")
        _check_seats(rules, len(racks))
        melds = parse_melds(table) if isinstance(table, str) else table
        hands = tuple([in_order(_tiles(rack)) for rack in racks])
        left_over = _tiles(pool)
        for meld in melds:
            reading = meld.read(rules.grammar)
            if isinstance(reading, Fault):
                raise PositionError(f"{meld} is not a valid meld on the table: {reading.message}")
        check_tiles(rules, [*loose(melds), *left_over, *(tile for hand in hands for tile in hand)])
        if not 0 <= turn < len(hands) or any(not 0 <= seat < len(hands) for seat in opened):
            raise SetupError(f"seats count from 0 to {len(hands) - 1}")
        begun = _begin(
            rules,
            hands,
            left_over,
            start=turn,
            seed=seed_text(seed),
            table=melds,
            opened=frozenset(opened),
        )
        return _opened_up(begun, (StartChosen(turn), Dealt(0, hands, len(left_over))))

    def judge(self, action: Action, *, seat: int | None = None) -> list[Violation]:
        """Every rule the action breaks; `seat` is who acts, where that could be the wrong one."""
        return self._view_of_actor(action, seat).judge(action)

    def apply(self, action: Action, *, seat: int | None = None) -> Round:
        """The round after the action; an illegal one raises `IllegalAction`."""
        actor = self._view_of_actor(action, seat)
        action = actor.completed(action)
        found = violations(actor, action)
        if found:
            raise IllegalAction(found)
        return carry_out(self, action)

    def legal_actions(self, *, seat: int | None = None, nodes: int = NODES) -> LegalActions:
        """What a seat may do now, by default the one in turn; plays come one by one, best first.

        Each set of tiles that can be laid comes once, with one way to arrange the table, as long
        as the budget of `nodes` lasts; `action in round.legal_actions()` asks the judge.
        """
        return self.view(self.turn if seat is None else seat).legal_actions(nodes=nodes)

    def _view_of_actor(self, action: Action, seat: int | None) -> View:
        """The view of the seat that acts, which is all that the action is judged by."""
        if seat is None:
            seat = action.seat if isinstance(action, ClaimRedeal | Leave) else self.turn
        return view_of(self, seat if 0 <= seat < self.seats else None, len(self.events))

    def view(self, seat: int | None, *, since: int = 0) -> View:
        """What a seat may know; None is a spectator. Events before `since` are left out."""
        if seat is not None and not 0 <= seat < self.seats:
            raise SetupError(f"there is no seat {seat}; seats count from 0 to {self.seats - 1}")
        return view_of(self, seat, since)

    def __repr__(self) -> str:
        """Short, and without a secret that a log could give away."""
        state = "over" if self.over else f"turn {self.number + 1} by seat {self.turn}"
        return f"<Round of {self.rules.id}, {self.seats} seats, {state}>"

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.outcome is not None

    @property
    def rack_sizes(self) -> tuple[int, ...]:
        """How many tiles every seat has."""
        return tuple(map(len, self.hidden.racks))

    @property
    def pool_size(self) -> int:
        """How many tiles can still be drawn."""
        return len(self.hidden.pool)

    @property
    def everybody(self) -> frozenset[int]:
        """All seats, whether their players are still there or not."""
        return _SEATS[self.seats]

    @property
    def timed(self) -> bool:
        """Whether the turn has a time limit."""
        return self.outcome is None and is_timed(self.rules, opened=self.turn in self.opened)


_SEATS = tuple(frozenset(range(seats)) for seats in range(7))


def _check_seats(rules: Rulebook, seats: int) -> None:
    players = rules.players
    if not players.least <= seats <= players.most:
        raise SetupError(f"{rules.id} is for {players.least} to {players.most} players")


def _tiles(tiles: str | Sequence[Tile]) -> tuple[Tile, ...]:
    return parse_tiles(tiles) if isinstance(tiles, str) else tuple(tiles)


def _begin(
    rules: Rulebook,
    racks: tuple[tuple[Tile, ...], ...],
    pool: tuple[Tile, ...],
    *,
    start: int,
    seed: str,
    table: Table = (),
    opened: frozenset[int] = frozenset(),
) -> Round:
    return Round(
        rules=rules,
        seats=len(racks),
        start=start,
        turn=start,
        phase=Phase.ACT,
        number=0,
        table=table,
        opened=opened,
        left=frozenset(),
        passed=frozenset(),
        idle=0,
        last_turns=frozenset(),
        deals=0,
        commitment=commitment(rules, len(racks), seed),
        hidden=Hidden(racks, pool, seed),
    )


def _opened_up(begun: Round, events: tuple[Event, ...]) -> Round:
    """The round with its first events; a pool that was never filled counts as just emptied."""
    progress = Progress(begun)
    progress.events += events
    if not progress.pool:
        pool_emptied(progress, begun.start)
    return progress.freeze()
