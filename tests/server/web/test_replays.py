"""Replays, analyses and what-if lines say what the engine says, step by step."""

from pathlib import Path

import pytest

from tests.server.rooms import ANN, BEN, after, dealt, lobby
from tilerummy.engine.actions import ClaimRedeal, Draw, Leave, Pass, Play
from tilerummy.engine.errors import RecordError
from tilerummy.engine.records import Record, record_of, replay
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import rulebook
from tilerummy.rules.notation import format_tiles
from tilerummy.server.room import log
from tilerummy.server.web import replays, what_if
from tilerummy.server.web.replays import FinishedRound, analysis_of, finished_round, replay_of
from tilerummy.server.web.what_if import line_of
from tilerummy.server.wire.reviews import LineMove, WhatIfRequest
from tilerummy.solver import solve

GAMES = sorted((Path(__file__).parents[3] / "conformance" / "games").glob("*.record"))
KINDS = {"Play": "play", "Draw": "draw", "Pass": "pass", "ClaimRedeal": "redeal"}
KINDS |= {"TimeOut": "timeout", "Leave": "leave"}


def short():
    """Two rounds: one with an opening, one that somebody left at once."""
    rules = rulebook("jumbo")
    first = Round.deal(rules, seats=2, seed="5").apply(Draw())
    while len(first.opened) < 1 or first.table == ():
        play = solve(first.view(first.turn).position).play
        first = first.apply(play if play is not None else Draw())
    first = first.apply(Leave(1 - first.turn))
    second = Round.deal(rules, seats=2, seed="7").apply(Leave(0))
    return str(record_of([first, second], ["Ann", "Ben"]))


@pytest.fixture(scope="module")
def text():
    return short()


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_replay_shows_every_state(path):
    text = path.read_text("utf-8")
    record = Record.parse(text)
    shown = replay_of(text)
    assert (shown.players, shown.totals) == (list(record.players), list(record.totals))
    assert (shown.date, shown.record, shown.title) == (record.date or "", text, record.rules.title)
    for number, (states, told) in enumerate(zip(replay(record), shown.rounds, strict=True)):
        played = record.rounds[number]
        assert told.verified == (played.commitment is not None)
        assert told.start == states[0].start
        assert [step.seat for step in told.steps] == [None, *[move.seat for move in played.moves]]
        kinds = [KINDS[type(move.action).__name__] for move in played.moves]
        assert [step.action for step in told.steps] == ["deal", *kinds]
        assert [step.laid for step in told.steps[1:]] == [
            format_tiles(move.laid or ()) for move in played.moves
        ]
        assert [step.drawn for step in told.steps[1:]] == [
            format_tiles(move.drawn or ()) for move in played.moves
        ]
        for step, state in zip(told.steps, states, strict=True):
            seats = range(state.seats)
            assert step.table == [str(meld) for meld in state.table]
            assert step.racks == [format_tiles(state.view(seat).rack) for seat in seats]
            assert step.opened == [seat in state.opened for seat in seats]
            assert (step.pool, step.turn) == (
                state.pool_size,
                None if state.over else state.turn,
            )
        assert (told.steps[0].laid, told.steps[0].drawn) == ("", "")
        assert told.result.index == number
        assert told.result.scores == list(states[-1].outcome.scores)


def test_a_round_that_is_not_over_has_no_result():
    begun = Round.deal(rulebook("jumbo"), seats=2, seed="5").apply(Draw())
    (told,) = replay_of(str(record_of([begun], ["Ann", "Ben"]))).rounds
    assert told.result is None
    assert told.steps[-1].turn == begun.turn


def test_an_analysis_compares_each_turn_with_the_best_play(text):
    record = Record.parse(text)
    states, played = replay(record)[0], record.rounds[0]
    turns = analysis_of(text, 0).turns
    acted = [
        (number, before, move)
        for number, (before, move) in enumerate(zip(states, played.moves, strict=False), start=1)
        if not isinstance(move.action, ClaimRedeal | Leave)
    ]
    assert [(turn.step, turn.seat) for turn in turns] == [(n, move.seat) for n, _, move in acted]
    assert len(turns) == len(played.moves) - 1
    for turn, (_, before, move) in zip(turns, acted, strict=True):
        best = solve(before.view(move.seat).position)
        laid = move.laid or ()
        assert turn.laid == len(laid)
        assert turn.best == len(best.laid)
        assert turn.missed == len(best.laid) - len(laid)
        assert (turn.play is None) == (not best.laid)
    assert any(turn.laid for turn in turns) and any(turn.missed for turn in turns)


def test_what_was_laid_beyond_the_best_is_not_missed(text, monkeypatch):
    real = replays.best_play
    monkeypatch.setattr(
        replays,
        "best_play",
        lambda position: real(position.__class__.parse(position.rules, rack="b1")),
    )
    turns = analysis_of(text, 0).turns
    assert [turn.missed for turn in turns] == [0] * len(turns)


@pytest.mark.parametrize("work", ["analysis", "line"])
def test_only_rounds_that_are_there_can_be_asked_about(text, work):
    def ask(number):
        if work == "analysis":
            return analysis_of(text, number)
        return line_of(WhatIfRequest(record=text, round=number, step=0, bot="greedy"))

    assert ask(1) is not None
    with pytest.raises(RecordError, match="this record has 2 rounds"):
        ask(2)


# Finished rounds


def finished(**settings):
    room = dealt(lobby(ANN, BEN, **settings))
    left = log.WentAway(at=9_000, seat=0, level=None)
    return after(room, left)


def bodies(*, over=True, **settings):
    first = lobby(ANN, BEN, **settings)
    entries = [
        log.Opened(at=0, host=ANN, settings=first.settings, rulings=first.rulings),
        *[log.Sat(at=0, seat=n, who=w, name=w.capitalize()) for n, w in enumerate((ANN, BEN))],
        log.Dealt(at=1_000, seed="8"),
    ]
    if over:
        entries.append(log.WentAway(at=9_000, seat=0, level=None))
    return [log.encode(entry) for entry in entries]


def test_a_finished_round_is_its_record_and_the_time_it_ended():
    found = finished_round("ABCDEF", bodies(takeover=False))
    assert found.ended == 9_000
    assert Record.parse(found.record).players == ("Ann", "Ben")
    for unfinished in ([], bodies()[:3], bodies(over=False)):
        with pytest.raises(RecordError, match="this round is not over"):
            finished_round("ABCDEF", unfinished)


@pytest.mark.parametrize(
    ("delay", "who", "now", "open_"),
    [
        (0, "x", 9_000, True),
        (0, "x", 8_999, False),
        (60, "x", 68_999, False),
        (60, "x", 69_000, True),
        (60, BEN, 9_000, True),
        (60, BEN, 8_999, False),
    ],
)
def test_a_finished_round_is_open_to_spectators_after_the_delay(delay, who, now, open_):
    room = finished(takeover=False, delay=delay)
    assert FinishedRound("", room, 9_000).is_open_to(who, now) is open_


# What if


def asked(text, step, *line, bot="greedy", number=0):
    return WhatIfRequest(record=text, round=number, step=step, line=list(line), bot=bot)


DRAW = LineMove(action="draw")


def test_a_line_goes_on_until_it_is_the_asker_s_turn_again(text):
    states = replay(Record.parse(text))[0]
    nothing = line_of(asked(text, 0))
    assert (nothing.seat, nothing.line, nothing.steps) == (states[0].turn, [], [])
    assert nothing.may == ["draw"] or "play" in nothing.may
    assert nothing.result is None
    found = line_of(asked(text, 0, DRAW))
    assert found.seat == states[0].turn
    assert found.line[0] == DRAW
    assert [step.seat for step in found.steps] == [found.seat, 1 - found.seat]
    assert found.steps[-1].turn == found.seat
    assert found.steps[0].racks == replay_of(text).rounds[0].steps[1].racks, "the same tiles"
    again = line_of(asked(text, 0, *found.line, DRAW))
    assert again.line[: len(found.line)] == found.line
    assert len(again.line) == len(found.line) + 2


def test_the_names_of_what_may_be_done():
    moves = [Play(()), Draw(), Pass()]
    assert [what_if._move(action).action for action in moves] == ["play", "draw", "pass"]
    for move in (DRAW, LineMove(action="pass"), LineMove(action="play", table=["b1 b2 b3"])):
        assert what_if._move(what_if._action(move)) == move
    opened = LineMove(action="play", table=["b1 b2 b3"], opening=["b1 b2 b3"])
    assert what_if._move(what_if._action(opened)) == opened


def test_nobody_is_to_act_after_the_end(text):
    end = len(replay(Record.parse(text))[0]) - 1
    assert line_of(asked(text, end - 1)) is not None
    for step in (end, end + 1):
        with pytest.raises(RecordError, match=f"nobody is to act after step {step}"):
            line_of(asked(text, step))


@pytest.mark.parametrize("bot", ["nobody", "match"])
def test_only_bots_that_are_there_play_on(text, bot):
    with pytest.raises(RecordError, match="no bot is called"):
        line_of(asked(text, 0, bot=bot))


def test_a_line_may_end_the_round():
    path = next(path for path in GAMES if path.stem == "jumbo")
    text = path.read_text("utf-8")
    record = Record.parse(text)
    states = replay(record)[0]
    last = record.rounds[0].moves[-1]
    found = line_of(asked(text, len(states) - 2, what_if._move(last.action)))
    assert found.may == []
    assert found.result.scores == list(states[-1].outcome.scores)
