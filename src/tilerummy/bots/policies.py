"""Policies at the table: the play-outs' way of playing, for real rounds.

A policy of the solver's play-outs (wait for so many tiles, keep the jokers, hurry when
somebody is nearly out) decides here over a view. Both do exactly the same; the tests hold
them to it. So a bot that follows a policy can be looked ahead by the bots that search.
"""

from __future__ import annotations

from typing import Final

from tilerummy.bots.hands import best_within, easiest
from tilerummy.engine.actions import Action, Draw, Pass, Play
from tilerummy.engine.events import Drew, Passed, Played, TimedOut
from tilerummy.engine.laying import NODES as DUTY_NODES
from tilerummy.engine.views import View
from tilerummy.rules.changes import without
from tilerummy.rules.positions import Position
from tilerummy.rules.tiles import Tile
from tilerummy.solver import Solution, can_go_out, moves, solve
from tilerummy.solver.playouts import Policy

__all__ = [
    "MOST_SILENT",
    "NODES",
    "any_play",
    "fewest",
    "follow",
    "instead_of_laying",
    "silent_turns",
]

NODES: Final = 100_000
"""How many states a turn at the table may look at; hardly any needs so many."""

_EASY_NODES: Final = 3_000
"""How many states the search for a play of few moves may look at; more take too long."""

MOST_SILENT: Final = 6
"""How many turns running a bot of the ladder draws at most while there is a play."""


def follow(policy: Policy, view: View) -> Action:
    """What a player of that policy does in this turn."""
    play = _decide(policy, view)
    return instead_of_laying(view) if play is None else play


def instead_of_laying(view: View) -> Action:
    """Draw, or pass where nothing can be drawn; but play where the rules make that a duty."""
    if view.must_lay:
        play = solve(view.position, nodes=DUTY_NODES).play
        if play is not None:
            return play
    return Draw() if Draw in view.may else Pass()


def _decide(policy: Policy, view: View) -> Play | None:
    position = view.position
    silent = silent_turns(view)[view.turn]
    tired = 0 < policy.patience <= silent
    if policy.weights and position.opened:
        return _weigh(policy, view, silent, tired=tired)
    patient = view.pool_size > 0 and not _hurried(policy, view) and not tired
    hands = policy.hands or None
    rack = len(position.rack)
    all_or_nothing = max(policy.wait, policy.hold + 1) > rack if position.opened else policy.hides
    if all_or_nothing and patient:
        return _way_out(position, hands)
    everything = _most(position, hands)
    if everything.play is None or not view.pool_size or everything.laid == position.rack:
        return everything.play
    if patient and not position.opened and everything.tiles < policy.opens:
        return None
    jokers = tuple([tile for tile in position.rack if tile.is_joker]) if policy.keep_jokers else ()
    uses_jokers = bool(jokers) and any(tile.is_joker for tile in everything.laid)
    spared = _most(position, hands, jokers) if uses_jokers else everything
    if not position.opened:
        return everything.play if spared.play is None else spared.play
    if tired and policy.stints:
        return fewest(position, hands).play
    if spared.play is not None and (tired or spared.tiles >= policy.wait):
        return spared.play
    return None if patient else everything.play


def _weigh(policy: Policy, view: View, silent: int, *, tired: bool) -> Play | None:
    """What the learned weights make of the most tiles, with and without the jokers of the rack."""
    position, hands = view.position, policy.hands or None
    most = _most(position, hands)
    if most.play is None or not view.pool_size or most.laid == position.rack:
        return most.play
    if tired and policy.stints:
        return fewest(position, hands).play
    jokers = tuple([tile for tile in position.rack if tile.is_joker])
    spared = most
    if any(tile.is_joker for tile in most.laid):
        spared = _most(position, hands, jokers)
    plays = [found for found in (spared, most) if found.play is not None]
    best = max(plays, key=lambda found: _worth(policy, view, found, silent))
    return best.play if tired or _worth(policy, view, best, silent) > 0 else None


def _worth(policy: Policy, view: View, found: Solution, silent: int) -> int:
    """The sum of the weighted features of a play, as the core counts them."""
    left = len(view.rack) - found.tiles
    features = (
        1,
        found.tiles,
        left,
        min(_sizes_of_others(view)),
        view.pool_size,
        sum(tile.is_joker for tile in view.rack),
        silent,
        max(0, 8 - left),
        sum(tile.is_joker for tile in found.laid),
    )
    return sum(weight * value for weight, value in zip(policy.weights, features, strict=True))


def _most(position: Position, hands: int | None, keep: tuple[Tile, ...] = ()) -> Solution:
    """The most tiles that the hands can lay."""
    found = solve(position, keep=keep, nodes=NODES)
    if hands is None or found.play is None or moves(position, found.play).tiles <= hands:
        return found
    # The bounded question takes much longer and is asked only if the bound matters.
    return best_within(position, hands, keep=keep, nodes=NODES)


def _way_out(position: Position, hands: int | None) -> Play | None:
    """A play that lays the whole rack, if the hands can do it."""
    if hands is not None and len(position.rack) > hands:
        return None
    play = can_go_out(position, nodes=NODES)
    if play is None or hands is None or moves(position, play).tiles <= hands:
        return play
    best = best_within(position, hands, nodes=NODES)
    return best.play if best.tiles == len(position.rack) else None


def fewest(position: Position, hands: int | None) -> Solution:
    """A single tile, the highest that can be laid; if none can go alone, as many as can."""
    rack = position.rack
    jokers = tuple([tile for tile in rack if tile.is_joker])
    colours = position.rules.colours
    for tile in sorted(
        {tile for tile in rack if not tile.is_joker},
        key=lambda tile: (-tile.number, colours.index(tile.colour)),
    ):
        one = _most(position, hands, without(rack, (tile,)))
        if one.play is not None:
            return one
    spared = _most(position, hands, jokers)
    return _most(position, hands) if spared.play is None else spared


def any_play(view: View) -> Play | None:
    """A play that moves few tiles, however many those are; None if there is none."""
    easy = easiest(view.position, nodes=_EASY_NODES).play
    return solve(view.position, nodes=NODES).play if easy is None else easy


def silent_turns(view: View) -> tuple[int, ...]:
    """For each seat how many of its turns in a row, up to now, it has laid nothing in."""
    silent = [0] * view.seats
    for event in view.events:
        match event:
            case Played(seat=seat):
                silent[seat] = 0
            case Drew(seat=seat, goes_on=goes_on):
                silent[seat] += not goes_on
            case Passed(seat=seat):
                silent[seat] += 1
            case TimedOut(seat=seat, laid=laid):
                silent[seat] = 0 if laid else silent[seat] + 1
            case _:
                pass
    return tuple(silent)


def _hurried(policy: Policy, view: View) -> bool:
    """Whether somebody else is nearly out."""
    return any(size <= policy.alarm for size in _sizes_of_others(view))


def _sizes_of_others(view: View) -> list[int]:
    return [
        size
        for seat, size in enumerate(view.rack_sizes)
        if seat != view.seat and seat not in view.left
    ]
