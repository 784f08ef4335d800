"""Many spectators are told a few at a time, so that nobody else waits for all of them."""

import asyncio

from tilerummy.server.live.connection import Connection
from tilerummy.server.live.fan_out import FanOut

MOST_IN_A_PASS = 32
"""Some may be told at once, but not a crowd of hundreds."""


def watched(name: str, heard: list[str]) -> Connection:
    """A spectator's connection."""
    return Connection(name, lambda frame: heard.append(f"{name} {frame.decode()}"))


async def test_a_pass_of_the_event_loop_tells_only_some_of_many_spectators() -> None:
    heard: list[str] = []
    crowd = [watched(str(number), heard) for number in range(300)]
    fan_out = FanOut()
    for connection in crowd:
        fan_out.send(connection, b"drew")
    told, passes = 0, []
    while told < 300 and len(passes) < 1_000:
        await asyncio.sleep(0)
        passes.append(len(heard) - told)
        told = len(heard)
    assert told == 300
    assert max(passes) <= MOST_IN_A_PASS
    assert heard == [f"{number} drew" for number in range(300)]


async def test_an_answer_does_not_overtake_what_was_told_before() -> None:
    heard: list[str] = []
    crowd = [watched(str(number), heard) for number in range(100)]
    fan_out = FanOut()
    for connection in crowd:
        fan_out.send(connection, b"played")
    last = crowd[-1]
    last.send_frame(b"answer")
    for _ in range(50):
        await asyncio.sleep(0)
    assert [one for one in heard if one.startswith("99 ")] == ["99 played", "99 answer"]
    assert len(heard) == 101


async def test_what_is_told_later_reaches_everybody_too() -> None:
    heard: list[str] = []
    crowd = [watched(str(number), heard) for number in range(40)]
    fan_out = FanOut()
    for word in (b"drew", b"played"):
        for connection in crowd:
            fan_out.send(connection, word)
        for _ in range(20):
            await asyncio.sleep(0)
    expected = [f"{number} {word}" for word in ("drew", "played") for number in range(40)]
    assert heard == expected
