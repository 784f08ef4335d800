"""The timer of a room: one alarm at a time, the earliest that was asked for."""

import pytest

from tilerummy.server.live.timer import Timer


class Loop:
    """An event loop that only notes what is to be called, and after how many seconds."""

    def __init__(self) -> None:
        self.calls = []

    def call_later(self, wait, callback):
        call = Call(wait, callback)
        self.calls.append(call)
        return call

    @property
    def waiting(self):
        return [call.wait for call in self.calls if not call.cancelled]


class Call:
    def __init__(self, wait, callback) -> None:
        self.wait, self.callback, self.cancelled = wait, callback, False

    def cancel(self) -> None:
        self.cancelled = True


@pytest.fixture
def loop(monkeypatch):
    made = Loop()
    monkeypatch.setattr("asyncio.get_running_loop", lambda: made)
    return made


@pytest.mark.parametrize(
    ("times", "waiting"),
    [
        ([], []),
        ([None], []),
        ([15_000], [5.0]),
        ([9_000], [0.0]),  # what is late is due at once
        ([15_000, 20_000], [5.0]),  # an earlier alarm stays: the room looks again then
        ([15_000, 15_000], [5.0]),
        ([15_000, 12_000], [2.0]),
        ([15_000, None], []),
        ([15_000, None, 30_000], [20.0]),
    ],
)
def test_the_earliest_alarm_is_kept(loop, times, waiting):
    timer = Timer(lambda: 10_000, lambda: None)
    for at in times:
        timer.set(at)
    assert loop.waiting == waiting


def test_it_rings_once_and_can_be_set_again(loop):
    rung = []
    timer = Timer(lambda: 10_000, lambda: rung.append(len(loop.calls)))
    timer.set(15_000)
    loop.calls[0].callback()
    assert rung == [1]
    timer.set(30_000)
    assert loop.calls[-1].wait == 20.0, "later than the one that rang"


def test_a_closed_timer_never_rings(loop):
    timer = Timer(lambda: 10_000, lambda: None)
    timer.set(15_000)
    timer.close()
    assert loop.waiting == []
    timer.set(12_000)
    timer.set(20_000)
    assert loop.waiting == []
