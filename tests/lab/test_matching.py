"""Match me, simulated: the opponents follow the results, and everybody sits in both seats."""

from __future__ import annotations

import sys

import pytest

from tilerummy.bots import LADDER, matched
from tilerummy.lab import matching
from tilerummy.lab.rounds import PlayedRound
from tilerummy.rules import rulebook


def test_the_opponent_follows_the_results(monkeypatch: pytest.MonkeyPatch) -> None:
    wins = [True, True, False, None, True]

    def played(work, rotation):
        names = [str(player) for player in work.players]
        # The person is the first of the players; after a rotation by one it sits in seat 1.
        seated = tuple([names[(seat + rotation) % 2] for seat in range(2)])
        won = wins[work.deal]
        winner = None if won is None else seated.index("greedy" if won else names[1])
        return PlayedRound(seated, work.deal, rotation, winner, (0, 0), 30, "out")

    monkeypatch.setattr(matching, "play_round", played)
    course = matching.simulate("greedy", rulebook("jumbo"), 4, "1")
    assert course.won == (True, True, False, True)
    assert course.steps == tuple(
        [matched(results).ladder for results in ([], [True], [True] * 2, [True, True, False])]
    )
    assert course.win_rate() == 0.75
    assert course.win_rate(after=2) == 0.5


def test_a_line_for_each_person(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    asked = []

    def simulated(person, rules, rounds, seed):
        asked.append((person, rules.id, rounds, seed))
        return matching.Course((4, 5, 4), (True, False, True))

    monkeypatch.setattr(matching, "simulate", simulated)
    monkeypatch.setattr(sys, "argv", ["matching", "otto", "nell"])
    matching.main()
    assert asked == [(name, "ravensburger-travel-de", 60, "1") for name in ("otto", "nell")]
    met = [{4: 2, 5: 1}.get(entry.ladder, 0) for entry in LADDER]
    told = ", ".join(f"{entry.name} {count}" for entry, count in zip(LADDER, met, strict=True))
    assert capsys.readouterr().out == "".join(
        f"{name}: won 67 % of 60; {told}\n" for name in ("otto", "nell")
    )


def test_in_every_second_round_the_players_have_changed_seats(monkeypatch) -> None:
    played = []

    def noted(work, rotation):
        played.append((work.deal, rotation, [str(player) for player in work.players]))
        return PlayedRound(("a", "b"), work.deal, rotation, rotation, (0, 0), 30, "out")

    monkeypatch.setattr(matching, "play_round", noted)
    course = matching.simulate("greedy", rulebook("jumbo"), 3, "1")
    assert [(deal, rotation) for deal, rotation, _ in played] == [(0, 0), (1, 1), (2, 0)]
    assert course.won == (True, True, True)
    assert all(names[0] == "greedy" for _, _, names in played)
