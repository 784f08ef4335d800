"""When the server looks for garbage."""

import gc
import weakref

import pytest

from tilerummy.server.live.garbage_collection import Collector, collected_rarely


@pytest.fixture
def rarely():
    with collected_rarely():
        gc.collect()
        yield


def circles(number):
    for _ in range(number):
        circle = []
        circle.append(circle)


def test_nothing_is_searched_while_little_is_new(rarely):
    circles(1_000)
    assert not Collector().collect_if_grown(sockets=0)


def test_circles_are_found_once_there_are_many(rarely):
    circles(30_000)
    assert Collector().collect_if_grown(sockets=0)
    assert not Collector().collect_if_grown(sockets=0), "everything has been let go"


def test_the_more_sockets_are_open_the_longer_it_waits(rarely):
    circles(30_000)
    assert not Collector().collect_if_grown(sockets=100)
    circles(30_000)
    assert Collector().collect_if_grown(sockets=100)


class Circle:
    def __init__(self):
        self.itself = self


def test_all_objects_are_searched_only_when_there_are_twice_as_many(rarely, monkeypatch):
    monkeypatch.setattr("tilerummy.server.live.garbage_collection._ALL", 50_000)
    collector = Collector()
    kept, old = [], Circle()
    gone = weakref.ref(old)
    for _ in range(2):
        kept += [[] for _ in range(24_000)]
        assert collector.collect_if_grown(sockets=0)
        old = None
        assert gone() is not None, "it is not new any more"
    kept += [[] for _ in range(24_000)]
    assert collector.collect_if_grown(sockets=0)
    assert gone() is None
    old = Circle()
    gone = weakref.ref(old)
    known = collector._known
    assert known > 70_000
    for _ in range(2):
        kept += [[] for _ in range(30_000)]
        assert collector.collect_if_grown(sockets=0)
        old = None
    assert gone() is not None, "there are not yet twice as many"
    kept += [[] for _ in range(known)]
    assert collector.collect_if_grown(sockets=0)
    assert gone() is None
