"""The vector environment: many rounds side by side, one call a step.

The core plays the rounds and writes observations, masks and what every action does into
arrays that belong to the caller: NumPy arrays, or anything else that shares its memory the
same way (`torch.from_numpy`, `jax.dlpack.from_dlpack`). Every round has a seed of its own and
deals what the engine deals from it. A round that ends is dealt again in place, from `seed/1`,
`seed/2` and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from tilerummy.engine.actions import Action, Draw, Pass, Play
from tilerummy.engine.rounds import Round
from tilerummy.engine.shuffle import Seed, seed_text
from tilerummy.engine.states import stored, stored_view
from tilerummy.engine.views import View
from tilerummy.lab.environments.arrays import Arrays, make_arrays
from tilerummy.lab.environments.layout import CHOICES, CODES, Choice
from tilerummy.lab.errors import LabError
from tilerummy.rules.errors import expect
from tilerummy.rules.library import rulebook
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.rulebook import (
    BlockedScore,
    EmptyPool,
    JokerMelds,
    JokerReuse,
    Rulebook,
    StartDraw,
    StartMethod,
)
from tilerummy.rules.tiles import Tile
from tilerummy.solver._core import Environment
from tilerummy.solver.codes import translator
from tilerummy.solver.joker_colours import colour_jokers
from tilerummy.solver.objectives import MOST_TILES

__all__ = ["NODES", "Actions", "Arrays", "VectorEnvironment", "make_arrays"]

Actions = Literal["plays", "tiles"]
"""A turn is a choice among whole plays, or a row of moves tile by tile."""

NODES: Final = 3_000
"""How many states the search for one play may look at; as in the core's play-outs."""

_MARK: Final = b"tilerummy environment 1 "
"""How saved bytes begin; which environment saved them follows."""
_EMPTY: Final = (EmptyPool.PLAY_ON, EmptyPool.LAST_TURN, EmptyPool.VOID)
_BLOCKED: Final = (BlockedScore.DIFFERENCE, BlockedScore.FULL, BlockedScore.VOID)
_REUSE: Final = (JokerReuse.ANYWHERE, JokerReuse.OTHER_MELD, JokerReuse.NEW_MELD)
_MELDS: Final = (JokerMelds.FREE, JokerMelds.UNDIVIDED, JokerMelds.FROZEN)


class VectorEnvironment:
    """Rounds of one rulebook side by side."""

    def __init__(
        self,
        rules: Rulebook | str,
        rounds: int,
        *,
        seats: int = 2,
        actions: Actions = "plays",
        choices: Iterable[Choice] = Choice,
        moves: int = 100,
        restarts: bool = True,
        familiar: bool = False,
        nodes: int = NODES,
        arrays: Arrays | None = None,
    ) -> None:
        """Make room for the rounds; `reset` deals them.

        `choices` are the whole plays that are looked for: fewer of them take less time.
        `moves` bounds a turn tile by tile. Without `restarts` a round that is over stays so
        until it is reset, and its mask is empty. `familiar` arranges tables as `solve` does.
        """
        if actions not in ("plays", "tiles"):
            raise LabError(f"actions are plays or tiles, not {actions!r}")
        rules = rulebook(rules) if isinstance(rules, str) else rules
        Round.deal(rules, seats=seats, seed=0)
        self.rules = rules
        self.rounds = rounds
        self.seats = seats
        self._code = translator(rules)
        wanted = {Choice.WAIT, Choice.MOST_TILES, *choices}
        settings = _settings(rules, seats)
        settings |= {
            "tile_by_tile": actions == "tiles",
            "restarts": restarts,
            "most_moves": moves,
            "listed": sum(1 << choice for choice in wanted),
            "nodes": nodes,
            "familiar": familiar,
        }
        deck, weights = self._code.tiles(rules.deck), self._code.weights(MOST_TILES)
        kind = repr((sorted(_settings(rules, seats).items()), actions, deck))
        self._kind = _MARK + sha256(kind.encode()).digest()[:8]
        with _refusals("rounds, moves and nodes are whole numbers"):
            self._core = Environment(settings, deck, weights, rounds)
        self.actions = self._core.actions
        self.observation_size = self._core.observation_size
        whole = actions == "plays"
        assert self.actions == CHOICES or not whole
        self.attach(
            arrays or make_arrays(rounds, seats, self.actions, self.observation_size, effects=whole)
        )
        self._dice = 0

    def attach(self, arrays: Arrays) -> None:
        """Write into these arrays from now on."""
        expect(arrays, Arrays, "arrays")
        try:
            self._core.attach(
                arrays.observations,
                arrays.masks,
                arrays.effects,
                arrays.turns,
                arrays.rewards,
                arrays.over,
            )
        except (TypeError, ValueError) as error:
            raise LabError(f"these arrays do not fit: {error}") from None
        self.arrays = arrays

    def reset(self, seeds: Sequence[Seed]) -> Arrays:
        """Deal every round from its seed."""
        if len(seeds) != self.rounds:
            raise LabError(f"{self.rounds} rounds take as many seeds, not {len(seeds)}")
        for round_, seed in enumerate(seeds):
            self._core.reset(round_, seed_text(seed))
        return self._written()

    def deal(self, round_: int, seed: Seed) -> Arrays:
        """Deal one of the rounds."""
        with _refusals():
            self._core.reset(round_, seed_text(seed))
        return self._written(round_)

    def place(self, round_: int, now: Round | View) -> Arrays:
        """Go on from a round of the engine, or from what a seat may know of one.

        Behind a view, tiles that its seat does not see are dealt in their order: meant for a
        single turn. Rounds that follow are dealt from the round's commitment.
        """
        if now.rules != self.rules or now.seats != self.seats:
            raise LabError(f"this is an environment of {self.rules.id} for {self.seats} seats")
        state = stored(now) if isinstance(now, Round) else stored_view(now)
        with _refusals():
            self._core.place(round_, state, now.commitment)
        return self._written(round_)

    def step(self, actions: NDArray[np.int32]) -> Arrays:
        """Let the seat in turn of every round act; all actions are legal, or nothing happens."""
        with _refusals("a step takes a contiguous array of int32"):
            self._core.step(actions)
        return self.arrays

    def keep(self, round_: int, tiles: Iterable[Tile]) -> Arrays:
        """Find the most tiles without these in this round's turn: the choice `KEEPING`."""
        with _refusals():
            self._core.keep(round_, self._code.tiles(tiles))
        return self._written(round_)

    def keep_all(self, tiles: NDArray[np.uint8]) -> Arrays:
        """The same for all rounds: (rounds, 60), how many of each code to keep."""
        with _refusals("tiles to keep are a contiguous array of uint8"):
            self._core.keep_all(tiles)
        return self.arrays

    def tiles(self, counts: NDArray[np.uint8]) -> tuple[Tile, ...]:
        """The tiles that 60 numbers of an observation count, such as those of `rack`."""
        if len(counts) != CODES:
            raise LabError(f"tiles are counted by {CODES} codes, not {len(counts)}")
        return self._code.loose(bytes(np.repeat(np.arange(CODES), counts).tolist()))

    def counts(self, tiles: str | Iterable[Tile]) -> NDArray[np.uint8]:
        """Tiles counted by their codes, as observations do."""
        chosen = parse_tiles(tiles) if isinstance(tiles, str) else tiles
        codes = np.frombuffer(self._code.tiles(chosen), np.uint8)
        return np.bincount(codes, minlength=CODES).astype(np.uint8)

    def observe(self, round_: int, seat: int) -> NDArray[np.uint8]:
        """What any seat of a round may know."""
        out = np.zeros(self.observation_size, np.uint8)
        with _refusals():
            self._core.observe(round_, seat, out)
        return out

    def action(self, round_: int, number: int, now: Round | View | None = None) -> Action | None:
        """What the engine would be told, or None for a move within a turn.

        Where jokers have colours that do not bind them, `now` says which joker is which.
        """
        with _refusals():
            deed, table, opening = self._core.deed(round_, number)
        if deed == 0:
            return None
        if deed < 3:
            return Draw() if deed == 1 else Pass()
        opens = self._code.melds(opening, {}) if opening else None
        play = Play(self._code.melds(table, {}), opens)
        if now is None or not self._code.paints_jokers:
            return play
        view = now.view(now.turn) if isinstance(now, Round) else now
        return colour_jokers(view.position, play)

    def stored(self, round_: int) -> bytes:
        """Everything about a round, hidden tiles included, as the engine's `stored` writes it."""
        with _refusals():
            return self._core.stored(round_)

    def is_over(self, round_: int) -> bool:
        """Whether a round has ended and waits to be dealt again."""
        with _refusals():
            return self._core.is_over(round_)

    def save(self) -> bytes:
        """All rounds as they are, turns that were begun included."""
        with _refusals():
            return self._kind + self._core.save()

    def restore(self, saved: bytes) -> Arrays:
        """All rounds as they were; the environment has to be made in the same way."""
        expect(saved, bytes, "what was saved")
        if saved.startswith(_MARK):
            if not saved.startswith(self._kind):
                raise LabError("this was saved by an environment of other rules, seats or actions")
            saved = saved.removeprefix(self._kind)
        with _refusals():
            self._core.restore(saved)
        return self._written()

    def seed_sampling(self, seed: int) -> None:
        """Decide what `sample` chooses from now on."""
        self._dice = seed & ((1 << 64) - 1)

    def sample(self, actions: NDArray[np.int32]) -> NDArray[np.int32]:
        """A legal action for each round, each as likely, written into the array."""
        with _refusals("actions are written into a contiguous array of int32"):
            self._dice = self._core.sample(self._dice, actions)
        return actions

    def _written(self, round_: int | None = None) -> Arrays:
        """The arrays, with one round or all of them rewritten."""
        if round_ is not None:
            with _refusals():
                self._core.write_row(round_)
            return self.arrays
        self.arrays.rewards[:] = 0
        self.arrays.over[:] = 0
        with _refusals():
            self._core.write()
        return self.arrays


@contextmanager
def _refusals(
    types: str = "a number, text or bytes of another type was expected",
) -> Iterator[None]:
    """Whatever the core refuses is an error of the lab; `types` says what it takes."""
    try:
        yield
    except ValueError as error:
        raise LabError(str(error)) from None
    except TypeError:
        raise LabError(types) from None


def _settings(rules: Rulebook, seats: int) -> dict[str, int]:
    jokers = rules.jokers
    return {
        "reuse": _REUSE.index(jokers.reuse),
        "joker_melds": _MELDS.index(jokers.melds),
        "special_replaces_other": jokers.special_replaces_other,
        "mirror_counts": rules.grammar.mirror_counts,
        "jokers_differ": rules.tiles.coloured_jokers and not jokers.colour_must_match,
        "opening_points": rules.opening.points,
        "opening_goes_on": rules.opening.goes_on,
        "empty": _EMPTY.index(rules.pool.empty),
        "blocked": _BLOCKED.index(rules.scoring.blocked),
        "draws_then_opens": rules.draw.then_open,
        "normal_penalty": jokers.penalty.normal,
        "special_penalty": jokers.penalty.special,
        "must_lay": rules.draw.must_lay,
        "must_lay_at_end": rules.pool.must_lay,
        "deal_tiles": rules.deal.tiles,
        "random_start": rules.start.method is StartMethod.RANDOM,
        "start_after_deal": rules.start.drawn is StartDraw.AFTER_DEAL,
        "seats": seats,
    }
