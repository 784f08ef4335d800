"""Players for whole random games: they lay, draw, run out of time, leave, and try nonsense too."""

from collections.abc import Iterator
from random import Random

from tilerummy.engine.actions import Action, ClaimRedeal, Draw, Leave, Pass, Play, TimeOut
from tilerummy.engine.phases import Phase
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.melds import Meld
from tilerummy.rules.positions import Table
from tilerummy.solver import NODES, solve

GAMES = [
    (name, seats)
    for name in RULEBOOK_IDS
    for seats in range(rulebook(name).players.least, rulebook(name).players.most + 1)
]
"""Every rulebook with every number of players."""

FEW_NODES = 500
"""Any legal play will do; only who must lay looks further."""


def some_play(now: Round, chance: Random) -> Play | None:
    """A play that keeps a few tiles on the rack, or the one that lays the most."""
    position = now.view(now.turn).position
    nodes = NODES if now.rules.pool.must_lay else FEW_NODES
    kept = chance.sample(position.rack, chance.randrange(len(position.rack)))
    for keep in (kept[:2], ()):
        play = solve(position, keep=keep, nodes=nodes).play
        if play is not None:
            return play
    return None


def legal_action(now: Round, chance: Random) -> Action:
    """Something the seat in turn, or anybody, may do now."""
    rare = chance.random()
    seated = sorted(now.everybody - now.left)
    if rare < 0.01 and len(seated) > 2:
        return Leave(chance.choice(seated))
    claims = [seat for seat in seated if not now.judge(ClaimRedeal(seat))]
    if claims:
        return ClaimRedeal(claims[0])
    if rare < 0.08 and now.timed:
        return TimeOut(draft(now, chance))
    if rare < 0.8 or not now.pool_size:
        play = some_play(now, chance)
        if play is not None:
            return play
    return Draw() if now.phase is Phase.ACT and now.pool_size else Pass()


def draft(now: Round, chance: Random) -> Table | None:
    """A table when time is up: complete, with a loose tile, a meld taken apart, or untouched."""
    rows = list(now.table)
    play = some_play(now, chance)
    kind = chance.randrange(6)
    if kind == 0:
        return chance.choice([None, now.table])
    if kind == 4 and play is not None:
        return play.table
    if kind == 5 and play is not None:
        rows = list(play.table)
        row = rows.pop(chance.randrange(len(rows)))
        return (*rows, Meld(row.tiles[:2]), Meld(row.tiles[2:]))
    if kind == 1 and rows:
        row = rows.pop(chance.randrange(len(rows)))
        rows += [Meld(row.tiles[:2]), Meld(row.tiles[2:])]
    elif play is not None:
        rows = list(play.table)
    rows.append(Meld((chance.choice(now.view(now.turn).rack),)))
    return tuple(rows)


def any_action(now: Round, chance: Random) -> Action:
    """Something a player might try, allowed or not."""
    some = tuple(sorted(chance.sample(now.rules.deck, 3)))
    table, rack = now.table, now.view(now.turn).rack
    fewer = tuple(chance.sample(table, max(0, len(table) - 1)))
    return chance.choice(
        [
            Draw(),
            Pass(),
            Play(table),
            Play(fewer),
            Play((*table, Meld(some))),
            Play((*table, Meld(rack[:3]))),
            Play((*fewer, Meld(rack[-3:]))),
            Play(table, table),
            some_play(now, chance) or Play(table, (Meld(some),)),
            TimeOut(fewer),
            ClaimRedeal(chance.randrange(-1, 7)),
            Leave(chance.randrange(-1, 7)),
        ]
    )


def game(now: Round, chance: Random) -> Iterator[tuple[Action, Round]]:
    """Play a round to its end, with legal actions: each action and the round after it."""
    while not now.over:
        action = legal_action(now, chance)
        now = now.apply(action)
        yield action, now
