"""Two servers whose Redis or PostgreSQL is frozen, killed or slow: people play on, or are told."""

import asyncio
import os
import signal
import time
from contextlib import contextmanager

import httpx
import pytest
import websockets

from tests.server.cluster import UNLIMITED, Cluster, running
from tests.server.player import Player, agree, level, seat_all, start
from tests.servers import free_port, redis_on
from tests.services.proxy import proxy

pytestmark = pytest.mark.services
HURRY = {"rulebook": "jumbo", "clock": {"type": "limit", "seconds": 5}}
CALM = {"rulebook": "jumbo", "clock": {"type": "none"}}


class Redis:
    """A Redis server that can be frozen, killed and slowed down."""

    def __init__(self):
        self.port = free_port()
        self.process = redis_on(self.port)

    @contextmanager
    def frozen(self, _proxy):
        os.kill(self.process.pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(self.process.pid, signal.SIGCONT)

    @contextmanager
    def killed(self, _proxy):
        self.stop()
        try:
            yield
        finally:
            self.process = redis_on(self.port)

    @contextmanager
    def slow(self, proxy):
        proxy.delay = 3.0
        try:
            yield
        finally:
            proxy.delay = 0.0

    def stop(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture(scope="module")
def bus():
    redis = Redis()
    with proxy(redis.port) as passing:
        yield redis, passing
    redis.stop()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory, postgresql, bus):
    folder = tmp_path_factory.mktemp("faults")
    url = f"redis://127.0.0.1:{bus[1].port}"
    options = (*UNLIMITED, "--takeover-seconds", "2")
    with running(Cluster(folder, postgresql.create("faults"), url, 2, options)) as cluster:
        yield cluster
    postgresql.drop("faults")


async def table(cluster, **settings):
    """Two players on two servers; the one who is to act, and the one who waits."""
    players = [Player("Ann"), Player("Ben")]
    await seat_all(players, [cluster.url(0), cluster.url(1)], **settings)
    await start(players)
    await level(players)
    return sorted(players, key=lambda player: not player.my_turn)


def heard(players, kind):
    """The events of that kind that anybody was told."""
    return [
        event
        for player in players
        for message in player.log
        if message["type"] == "happened"
        for event in message["events"]
        if event["type"] == kind
    ]


def away(players):
    """Whether a bot has ever played for somebody."""
    return any(seat["away"] for event in heard(players, "seats") for seat in event["seats"])


def shown_live(player, rows):
    """Whether the player sees another's draft."""
    return any(m["type"] == "live" and m["table"] == rows for m in player.log)


def lines(cluster, text):
    return cluster.log.count(text)


async def until(true):
    async with asyncio.timeout(60):
        while not await true():  # noqa: ASYNC110 (what is waited for is in another process)
            await asyncio.sleep(0.05)


async def ready(cluster, *, wanted=200):
    async with httpx.AsyncClient(timeout=30) as client:
        for number in range(cluster.servers):
            url = f"{cluster.url(number)}/ready"

            async def answers(url=url):
                return (await client.get(url)).status_code == wanted

            await until(answers)


@pytest.mark.parametrize("fault", ["frozen", "killed", "slow"])
async def test_without_the_bus_people_play_on_and_nobody_is_taken_for_gone(cluster, bus, fault):
    redis, passing = bus
    await ready(cluster)
    lost, back = lines(cluster, "bus lost"), lines(cluster, "bus is back")
    hurried, calm = await table(cluster, **HURRY, live=True), await table(cluster, **CALM)
    thinking, waiting = calm

    async def play_hurriedly():
        """Show the other a draft and wait, so that little of the turn's five seconds is left."""
        for number in range(2):
            mover, other = hurried[number % 2], hurried[1 - number % 2]
            draft = [*mover.picture.round["table"], mover.picture.round["rack"].split()[0]]
            await mover.ask(type="draft", table=draft, seen=mover.picture.number)
            began = time.monotonic()
            await other.until(lambda p=other, d=draft: shown_live(p, d))
            print(f"{fault}: a draft was seen after {time.monotonic() - began:.2f} s")
            await asyncio.sleep(1)
            await mover.do(**mover.choice())
            began = time.monotonic()
            await other.until(lambda p=other: p.my_turn)
            print(f"{fault}: a move was seen after {time.monotonic() - began:.2f} s")

    async def change_servers():
        """Come back on the other server, longer gone from the first than a bot would wait."""
        await thinking.again(waiting.url)
        await asyncio.sleep(3)
        assert thinking.my_turn
        await thinking.do(**thinking.choice())
        await waiting.until(lambda: waiting.my_turn)

    with getattr(redis, fault)(passing):
        await asyncio.gather(play_hurriedly(), change_servers(), ready(cluster, wanted=503))
    await ready(cluster)
    everybody = [*hurried, *calm]
    assert not away(everybody)
    assert not heard(everybody, "timed-out")

    async def told():
        return lines(cluster, "bus is back") >= back + 2

    await until(told)
    for players in (hurried, calm):
        mover = next(player for player in players if player.my_turn)
        await mover.do(**mover.choice())
        await agree(players)
        for player in players:
            await player.drop()
    assert lines(cluster, "bus lost") == lost + 2
    assert lines(cluster, "bus is back") == back + 2


async def test_while_the_database_is_frozen_people_are_told_to_try_again(cluster, postgresql):
    await ready(cluster)
    before = lines(cluster, "does not answer")
    refused, drafting = await table(cluster, **HURRY), await table(cluster, **HURRY)
    mover, drafter = refused[0], drafting[0]
    url, address = cluster.url(), cluster.url(1).replace("http", "ws", 1)

    async def http(method, path, **body):
        async with httpx.AsyncClient(base_url=url, timeout=30) as client:
            answer = await client.request(method, path, **body)
        assert answer.status_code == 503, answer.text
        assert int(answer.headers["retry-after"]) > 0

    async def socket():
        async with websockets.connect(f"{address}/ws/ABCDEF") as strange:
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await strange.recv()
        assert closed.value.rcvd.code == 1013

    async def move():
        answer = await mover.ask(**mover.choice())
        assert answer["reasons"][0]["code"] == "TOO_BUSY", answer

    async def draft():
        tile = drafter.picture.round["rack"].split()[0]
        table = [*drafter.picture.round["table"], tile]
        answer = await drafter.ask(type="draft", table=table, seen=drafter.picture.number)
        assert answer["type"] == "verdict"

    with postgresql.frozen():
        await draft()
        wanted = {"name": "Cleo", "settings": {"seats": 2, **CALM}}
        asked = http("GET", "/api/rooms"), http("POST", "/api/rooms", json=wanted)
        await asyncio.gather(*asked, socket(), move(), ready(cluster, wanted=503))
    await ready(cluster)
    await drafter.until(lambda: heard([drafter], "timed-out"))
    (event,) = heard([drafter], "timed-out")
    assert event["result"] != "untouched", "the draft that was answered counts"
    await mover.until(lambda: heard([mover], "resumed") or mover.picture.turn["clock"]["running"])
    assert not heard(refused, "timed-out"), "a play that could not be stored costs no time"
    await mover.do(**mover.choice())
    for players in (refused, drafting):
        await agree(players)
        for player in players:
            await player.drop()
    assert lines(cluster, "does not answer") - before <= 2
    assert " 500" not in cluster.log
