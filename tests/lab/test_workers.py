"""Processes that play: how many deals are under way, how they end, how their errors are told."""

from __future__ import annotations

import re
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from signal import SIG_IGN, SIGINT, default_int_handler, getsignal
from threading import Thread
from types import SimpleNamespace

import pytest

from tilerummy.lab import parent_watch, workers
from tilerummy.lab.errors import LabError, error_told
from tilerummy.lab.workers import Here, Processes, _started_deaf


class Pool:
    """In place of processes: each deal is played when somebody waits for it, the first first."""

    def __init__(self, count, mp_context, initializer):
        self.count, self.starts, self.begins = count, mp_context, initializer
        self.asked, self.heard, self.ended = [], [], None
        self.broken_at = None

    def submit(self, work, deal):
        future: Future[list[object]] = Future()
        future.play = lambda: future.set_result([deal])
        if deal == self.broken_at:
            future.play = lambda: future.set_exception(BrokenProcessPool())
        self.asked.append(deal)
        self.heard.append(getsignal(SIGINT) != SIG_IGN)
        return future

    def shutdown(self, cancel_futures):
        self.ended = cancel_futures


@pytest.fixture
def pool(monkeypatch):
    made = SimpleNamespace(broken_at=None, pool=None, ended=[], children=[])

    def make(*given, **how):
        made.pool = Pool(*given, **how)
        made.pool.broken_at = made.broken_at
        made.children = [child("first"), child("second")]
        return made.pool

    def child(name):
        return SimpleNamespace(name=name, terminate=lambda: made.ended.append(name))

    theirs = child("another's")

    def wait(playing, return_when):
        first = min(playing, key=made.order.index)
        first.play()
        return {first}, playing - {first}

    made.order = []
    submit = Pool.submit
    monkeypatch.setattr(
        Pool,
        "submit",
        lambda self, *given: made.order.append(submit(self, *given)) or made.order[-1],
    )
    monkeypatch.setattr(workers, "ProcessPoolExecutor", make)
    monkeypatch.setattr(workers, "wait", wait)
    monkeypatch.setattr(workers, "active_children", lambda: [theirs, *made.children])
    return made


def test_each_process_has_a_deal_and_one_more_waits_for_it(pool):
    rounds = Processes(3).play(range(10))
    assert next(rounds) == [0]
    assert pool.pool.asked == [*range(7)], (
        "three are played, three wait, and one came after the first"
    )
    assert next(rounds) == [1]
    assert pool.pool.asked == [*range(8)]
    assert [number for (number,) in rounds] == [*range(2, 10)]
    assert pool.pool.asked == [*range(10)]
    assert (pool.pool.count, pool.pool.ended, pool.ended) == (3, True, [])


def test_processes_are_started_deaf_to_ctrl_c_and_this_one_is_not(pool):
    assert len(list(Processes(2).play(range(5)))) == 5
    assert pool.pool.heard == [False, False, True, True, True]
    assert getsignal(SIGINT) == default_int_handler


def test_whoever_stops_asking_stops_the_processes_and_no_others(pool):
    rounds = Processes(2).play(range(9))
    next(rounds)
    rounds.close()
    assert pool.ended == ["first", "second"]
    assert pool.pool.ended is True


def test_a_process_that_died_is_one_sentence(pool):
    pool.broken_at = 1
    rounds = Processes(2).play(range(4))
    assert next(rounds) == [0]
    with pytest.raises(LabError, match=r"^one of the processes that play has died$"):
        next(rounds)
    assert pool.ended == ["first", "second"]


def test_nothing_to_play_ends_nobody(pool):
    assert list(Processes(2).play([])) == []
    assert (pool.ended, pool.pool.ended) == ([], True)


def test_in_another_thread_signals_are_left_alone():
    seen = []

    def start():
        with _started_deaf():
            seen.append(getsignal(SIGINT))

    thread = Thread(target=start)
    thread.start()
    thread.join()
    assert seen == [getsignal(SIGINT)] != [SIG_IGN]
    with _started_deaf():
        assert getsignal(SIGINT) == SIG_IGN
    assert getsignal(SIGINT) != SIG_IGN


def test_here_deals_are_played_in_their_order_as_they_are_asked_for(monkeypatch):
    played = []
    monkeypatch.setattr(workers, "play_deal", lambda deal: played.append(deal) or [deal])
    rounds = Here().play([5, 6, 7])
    assert next(rounds) == [5]
    assert played == [5]
    assert list(rounds) == [[6], [7]]


def test_a_process_ends_when_the_one_that_started_it_has_gone(monkeypatch):
    """Its thread waits for that and keeps nothing else from ending."""
    happened, threads = [], []

    class Watching:
        def __init__(self, target, daemon):
            threads.append((target, daemon))

        def start(self):
            happened.append("started")

    parent = SimpleNamespace(join=lambda: happened.append("gone"))
    monkeypatch.setattr(parent_watch, "Thread", Watching)
    monkeypatch.setattr(parent_watch, "parent_process", lambda: parent)
    monkeypatch.setattr(parent_watch.os, "_exit", happened.append)
    parent_watch.end_with_parent()
    ((watch, daemon),) = threads
    assert (happened, daemon) == (["started"], True)
    watch()
    assert happened == ["started", "gone", 1]


def raised(text):
    """An error of somebody else's code."""
    try:
        exec(compile(text, "own_bot.py", "exec"), {"fail": fail})
    except Exception as error:
        return error
    raise AssertionError


def fail(message):
    raise ValueError(message)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("fail('two\\n  lines')", r"ValueError: two lines \(test_workers.py, line \d+\)"),
        ("\n\n1 / 0", r"ZeroDivisionError: division by zero \(own_bot.py, line 3\)"),
        ("raise OSError", r"OSError \(own_bot.py, line 1\)"),
        ("import no_such_module", r"ModuleNotFoundError: .* \(own_bot.py, line 1\)"),
    ],
)
def test_an_error_is_told_with_the_last_line_of_the_bot(text, told):
    assert re.fullmatch(told, error_told(raised(text)))


def test_an_error_that_was_raised_nowhere_is_told_alone():
    assert error_told(ValueError("three")) == "ValueError: three"
    assert error_told(KeyError()) == "KeyError"
