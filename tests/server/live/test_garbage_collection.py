"""When the server looks for garbage."""

import gc

import pytest

from tilerummy.server.live.garbage_collection import collect_if_grown, collected_rarely


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
    assert not collect_if_grown(sockets=0)


def test_circles_are_found_once_there_are_many(rarely):
    circles(30_000)
    assert collect_if_grown(sockets=0)
    assert not collect_if_grown(sockets=0), "everything has been let go"


def test_the_more_sockets_are_open_the_longer_it_waits(rarely):
    circles(30_000)
    assert not collect_if_grown(sockets=100)
    circles(30_000)
    assert collect_if_grown(sockets=100)
