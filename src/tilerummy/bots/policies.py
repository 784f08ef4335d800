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
from tilerummy.rules.positions import Position
from tilerummy.rules.tiles import Tile
from tilerummy.solver import Solution, can_go_out, solve
from tilerummy.solver.playouts import Policy

__all__ = ["MOST_SILENT", "NODES", "any_play", "follow", "instead_of_laying", "silent_turns"]

NODES: Final = 100_000
"""How many states a turn at the table may look at; hardly any needs so many."""

_EASY_NODES: Final = 3_000
"""How many states the search for a play of few moves may look at; more take too long."""

MOST_SILENT: Final = 4
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
    tired = 0 < policy.patience <= silent_turns(view)[view.turn]
    patient = view.pool_size > 0 and not _hurried(policy, view) and not tired
    hands = policy.hands or None
    rack = len(position.rack)
    all_or_nothing = max(policy.wait, policy.hold + 1) > rack if position.opened else policy.hides
    if all_or_nothing and patient:
        return _way_out(position, hands)
    everything = _most(position, hands)
    if everything.play is None or not view.pool_size or everything.laid == position.rack:
        return everything.play
    jokers = tuple([tile for tile in position.rack if tile.is_joker]) if policy.keep_jokers else ()
    uses_jokers = bool(jokers) and any(tile.is_joker for tile in everything.laid)
    spared = _most(position, hands, jokers) if uses_jokers else everything
    if not position.opened:
        return everything.play if spared.play is None else spared.play
    if spared.play is not None and (tired or spared.tiles >= policy.wait):
        return spared.play
    return None if patient else everything.play


def _most(position: Position, hands: int | None, keep: tuple[Tile, ...] = ()) -> Solution:
    """The most tiles that the hands can lay."""
    if hands is None:
        return solve(position, keep=keep, nodes=NODES)
    return best_within(position, hands, keep=keep, nodes=NODES)


def _way_out(position: Position, hands: int | None) -> Play | None:
    """A play that lays the whole rack, if the hands can do it."""
    play = can_go_out(position, nodes=NODES)
    if play is None or hands is None:
        return play
    best = _most(position, hands)
    return best.play if best.tiles == len(position.rack) else None


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
    return any(
        size <= policy.alarm
        for seat, size in enumerate(view.rack_sizes)
        if seat != view.seat and seat not in view.left
    )
