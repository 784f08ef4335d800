"""Presence: who is in a room, through whichever server."""

from tests.server.rooms import ANN, BEN, lobby
from tilerummy.server.live.bus_messages import PresenceUpdate
from tilerummy.server.live.presence import Presence

CODE = "ABCDEF"
NOBODY = PresenceUpdate("ours", CODE, [])


class Clock:
    def __init__(self):
        self.time = 1_000

    def __call__(self):
        return self.time


def test_people_are_there_through_any_server():
    room, presence = lobby(ANN, BEN), Presence(Clock())
    assert presence.update(PresenceUpdate("ours", CODE, [ANN, "watcher"]))
    assert not presence.update(PresenceUpdate("ours", CODE, [ANN, "watcher"]))
    presence.heard(PresenceUpdate("theirs", CODE, [BEN]))
    assert presence.update(PresenceUpdate("ours", CODE, [ANN, "watcher"]))
    assert presence.present.people == {ANN, BEN, "watcher"}
    assert presence.present.watching(room) == 1


def test_people_are_there_while_their_server_lives_however_silent_it_is():
    clock, living = Clock(), {"theirs"}
    presence = Presence(clock, living.__contains__)
    presence.heard(PresenceUpdate("theirs", CODE, [BEN]))
    presence.update(NOBODY)
    clock.time += 600_000
    assert not presence.update(NOBODY)
    assert presence.elsewhere(BEN)
    living.clear()
    assert presence.update(NOBODY)
    assert presence.present.people == frozenset()
    assert presence.watch(0).absent_since(BEN) == clock.time
    assert not presence.elsewhere(BEN)


def test_what_a_server_said_before_does_not_count_if_it_arrives_later():
    presence = Presence(Clock())
    presence.heard(PresenceUpdate("theirs", CODE, [], version=2))
    presence.heard(PresenceUpdate("theirs", CODE, [BEN], version=1))
    assert not presence.update(NOBODY)
    presence.heard(PresenceUpdate("theirs", CODE, [BEN], version=3))
    assert presence.update(NOBODY)


def test_absence_counts_from_the_moment_somebody_left():
    clock = Clock()
    presence = Presence(clock)
    presence.update(PresenceUpdate("ours", CODE, [ANN]))
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
        presence.update(PresenceUpdate("ours", CODE, people))
    assert presence.watch(0).since == 90_000
    assert presence.watch(0).absent_since(ANN) == 80_000
