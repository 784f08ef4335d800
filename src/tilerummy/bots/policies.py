"""Policies at the table: the play-outs' way of playing, for real rounds.

A policy of the solver's play-outs (wait for so many tiles, keep the jokers, hurry when
somebody is nearly out) decides here over a view. Both do exactly the same; the tests hold
them to it. So a bot that follows a policy can be looked ahead by the bots that search.
"""

from __future__ import annotations

from typing import Final

from tilerummy.engine.actions import Action, Draw, Pass, Play
from tilerummy.engine.phases import Phase
from tilerummy.engine.views import View
from tilerummy.solver import can_go_out, solve
from tilerummy.solver.playouts import Policy

__all__ = ["NODES", "follow", "instead_of_laying"]

NODES: Final = 100_000
"""How many states a turn at the table may look at; hardly any needs so many."""


def follow(policy: Policy, view: View) -> Action:
    """What a player of that policy does in this turn."""
    play = _decide(policy, view)
    return instead_of_laying(view) if play is None else play


def instead_of_laying(view: View) -> Action:
    """Draw, or pass where nothing can be drawn."""
    return Draw() if view.pool_size and view.phase is Phase.ACT else Pass()


def _decide(policy: Policy, view: View) -> Play | None:
    position = view.position
    hurried = _hurried(policy, view)
    all_or_nothing = policy.wait > len(position.rack) if position.opened else policy.hides
    if all_or_nothing and view.pool_size and not hurried:
        return can_go_out(position, nodes=NODES)
    everything = solve(position, nodes=NODES)
    if everything.play is None or not view.pool_size or everything.laid == position.rack:
        return everything.play
    jokers = tuple([tile for tile in position.rack if tile.is_joker]) if policy.keep_jokers else ()
    uses_jokers = bool(jokers) and any(tile.is_joker for tile in everything.laid)
    spared = solve(position, keep=jokers, nodes=NODES) if uses_jokers else everything
    if not position.opened:
        return everything.play if spared.play is None else spared.play
    if spared.play is not None and spared.tiles >= policy.wait:
        return spared.play
    return everything.play if hurried else None


def _hurried(policy: Policy, view: View) -> bool:
    """Whether somebody else is nearly out."""
    return any(
        size <= policy.alarm
        for seat, size in enumerate(view.rack_sizes)
        if seat != view.seat and seat not in view.left
    )
