"""Short rounds of every bot under every rulebook and the house rule that one plays if one can."""

from __future__ import annotations

from itertools import cycle

import pytest

from tilerummy.bots import LADDER, ROSTER, Budget, Dice, bot
from tilerummy.engine import Round
from tilerummy.rules import RULEBOOK_IDS, Rulebook, rulebook
from tilerummy.rules.tiles import Tile

LITTLE = Budget(effort=0.03)
NAMES = [entry.name for entry in ROSTER]
SHORT_CLOCK = {"time.limit": 20}
PLAY_IF_YOU_CAN = {"draw.must_lay": True}


def a_late_round(rules: Rulebook, seats: int, seed: int) -> Round:
    """Three runs on the table, five tiles on every rack, eight in the pool; one has not opened."""
    dice, rest = Dice(seed), list(rules.deck)
    colours = list(dict.fromkeys([tile.colour for tile in rest if tile.number]))
    first = 2 + seed % 8
    runs = [[_tile(rest, colour, first + i) for i in range(3)] for colour in colours[:3]]
    dice.shuffle(rest)
    return Round.from_hands(
        rules,
        [rest[5 * seat : 5 * seat + 5] for seat in range(seats)],
        pool=rest[5 * seats : 5 * seats + 8],
        table=" | ".join([" ".join([str(tile) for tile in run]) for run in runs]),
        opened=range(1, seats),
        seed=seed,
    )


def _tile(rest: list[Tile], colour: object, number: int) -> Tile:
    found = next(tile for tile in rest if tile.number == number and tile.colour == colour)
    rest.remove(found)
    return found


@pytest.mark.parametrize("rules", RULEBOOK_IDS)
def test_every_bot_plays_every_rulebook_to_the_end_and_legally(rules):
    """The engine raises if a bot breaks a rule."""
    book = rulebook(rules)
    names = cycle(NAMES)
    seed = 0
    for house in ({}, PLAY_IF_YOU_CAN, SHORT_CLOCK):
        for seats in range(book.players.least, book.players.most + 1):
            seed += 1
            playing = [next(names) for _ in range(seats)]
            now = a_late_round(book.replace(house), seats, seed)
            dice = [Dice(seat) for seat in range(seats)]
            while not now.over:
                seat = now.turn
                action = bot(playing[seat]).act(now.view(seat), dice[seat], LITTLE)
                now = now.apply(action, seat=seat)
            assert now.outcome is not None
            assert now.outcome.adds_up, (playing, seed)


@pytest.mark.parametrize("name", [entry.name for entry in LADDER])
def test_two_of_a_kind_play_to_the_end_under_the_first_rulebooks(name):
    for rules in ("ravensburger-travel-de", "piatnik-travel", "lets-play-rummy-de"):
        for seed in range(3):
            now = a_late_round(rulebook(rules), 2, seed)
            dice = [Dice(1), Dice(2)]
            while not now.over:
                action = bot(name).act(now.view(now.turn), dice[now.turn], LITTLE)
                now = now.apply(action)
