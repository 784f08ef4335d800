"""Presence: who is in a room, through whichever server."""

from tests.server.rooms import ANN, BEN, lobby
from tilerummy.server.live.bus import Here
from tilerummy.server.live.presence import Presence

CODE = "ABCDEF"
NOBODY = Here("ours", CODE, [])


class Clock:
    def __init__(self):
        self.time = 1_000

    def __call__(self):
        return self.time


def test_people_are_there_through_any_server():
    room, presence = lobby(ANN, BEN), Presence(Clock())
    assert presence.update(Here("ours", CODE, [ANN, "watcher"]))
    assert not presence.update(Here("ours", CODE, [ANN, "watcher"]))
    presence.heard(Here("theirs", CODE, [BEN]))
    assert presence.update(Here("ours", CODE, [ANN, "watcher"]))
    assert presence.of(room).people == {ANN, BEN, "watcher"}
    assert presence.of(room).watching == 1


def test_a_server_that_is_silent_for_long_counts_as_gone():
    clock = Clock()
    room, presence = lobby(ANN, BEN), Presence(clock)
    presence.heard(Here("theirs", CODE, [BEN]))
    presence.update(NOBODY)
    clock.time += 29_999
    assert not presence.update(NOBODY)
    clock.time += 1
    assert presence.update(NOBODY)
    assert presence.of(room).people == frozenset()
    assert presence.watch(0).absent_since(BEN) == clock.time


def test_absence_counts_from_the_moment_somebody_left():
    clock = Clock()
    presence = Presence(clock)
    presence.update(Here("ours", CODE, [ANN]))
    clock.time = 5_000
    presence.update(NOBODY)
    clock.time = 9_000
    watch = presence.watch(30_000)
    assert watch.absent_since(ANN) == 5_000
    assert watch.absent_since(BEN) == 1_000, "somebody never seen: since the room came to life"
    assert watch.takeover_after == 30_000


def test_whoever_wakes_a_room_starts_the_watch():
    clock = Clock()
    presence = Presence(clock)
    for time, people in ((60_000, [ANN]), (70_000, [ANN, BEN]), (80_000, []), (90_000, [BEN])):
        clock.time = time
        presence.update(Here("ours", CODE, people))
    assert presence.watch(0).since == 90_000
    assert presence.watch(0).absent_since(ANN) == 80_000
