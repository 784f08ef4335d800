"""The bus between servers, over a Redis in this process that can fail, freeze and come back."""

import asyncio
from types import SimpleNamespace

import pytest
from redis.exceptions import ConnectionError as RedisGone

from tests.server.live.sleeping import Sleeping, settled
from tilerummy.server.live import bus as module
from tilerummy.server.live import bus_status
from tilerummy.server.live.bus import LonelyBus, RedisBus, open_bus
from tilerummy.server.live.bus_messages import Appended, Heartbeat, PresenceUpdate, ReactionShown

URL = "redis://127.0.0.1:1"
NEWS = PresenceUpdate("theirs", "ABCDEF", ["ben"], 2)


class Redis:
    """What is published, and what its subscribers get."""

    def __init__(self):
        self.published, self.batches, self.subscribers = [], [], []
        self.trouble = None
        self.closed = 0
        self.pings = 0

    def _answer(self):
        if self.trouble is not None:
            raise self.trouble

    async def ping(self):
        self.pings += 1
        self._answer()

    async def aclose(self):
        self.closed += 1

    def pubsub(self):
        return PubSub(self)

    def pipeline(self, *, transaction):
        assert not transaction
        return Pipeline(self)


class Pipeline:
    def __init__(self, redis):
        self.redis, self.waiting = redis, []

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        pass

    def publish(self, channel, body):
        self.waiting.append((channel, body))

    async def execute(self):
        self.redis._answer()
        self.redis.published += self.waiting
        self.redis.batches.append(len(self.waiting))


class PubSub:
    """A subscription: what it confirms and what comes, until it breaks."""

    def __init__(self, redis):
        self.redis = redis
        self.queue = asyncio.Queue()
        self.channels, self.left, self.pings, self.timeouts = [], [], 0, []

    async def __aenter__(self):
        self.redis._answer()
        self.redis.subscribers.append(self)
        return self

    async def __aexit__(self, *_):
        self.redis.subscribers.remove(self)

    async def subscribe(self, *channels):
        self.redis._answer()
        for channel in channels:
            self.channels.append(channel)
            self.come("subscribe", channel, 1)

    async def unsubscribe(self, channel):
        self.left.append(channel)

    def come(self, kind, channel, data):
        self.queue.put_nowait({"type": kind, "channel": channel.encode(), "data": data})

    def fail(self, error):
        self.queue.put_nowait(error)

    async def get_message(self, timeout):  # noqa: ASYNC109  as in the library
        self.timeouts.append(timeout)
        message = await self.queue.get()
        if isinstance(message, Exception):
            raise message
        return message

    async def ping(self):
        self.pings += 1

    def silence(self):
        """Nothing came for as long as one waits for something."""
        self.queue.put_nowait(None)


@pytest.fixture
def fake(monkeypatch):
    fake = Redis()
    monkeypatch.setattr(module, "_connection", lambda url, retries: fake)
    return fake


@pytest.fixture
def sleeping(monkeypatch):
    time = Sleeping()
    monkeypatch.setattr(module, "asyncio", time)
    monkeypatch.setattr(module, "random", SimpleNamespace(random=lambda: 0.5))
    return time


@pytest.fixture
async def bus(fake, sleeping):
    bus = RedisBus(URL)
    bus.heard, bus.losses = [], []
    yield bus
    for task in bus._tasks:
        task.cancel()
    await asyncio.gather(*bus._tasks, return_exceptions=True)


async def started(bus):
    await bus.start(bus.heard.append, lambda: bus.losses.append(1))
    await settled()


async def test_without_an_address_a_server_is_alone():
    lonely = open_bus(None)
    assert isinstance(lonely, LonelyBus)
    assert lonely.alone
    await lonely.start(None, None)
    await lonely.join("ABCDEF")
    await lonely.ping()
    await lonely.close()
    assert isinstance(open_bus(""), LonelyBus)


async def test_with_an_address_there_are_others(fake):
    found = open_bus(URL)
    assert isinstance(found, RedisBus)
    assert not found.alone


def test_one_connection_may_try_again_and_the_one_that_listens_may_not(monkeypatch):
    made = []
    monkeypatch.setattr(
        module, "_connection", lambda url, retries: made.append((url, retries)) or Redis()
    )
    RedisBus(URL)
    assert made == [(URL, 1), (URL, 0)]


def test_nobody_waits_for_redis_for_long():
    connection = module._connection(URL, retries=1)
    told = connection.connection_pool.connection_kwargs
    assert (told["socket_connect_timeout"], told["socket_timeout"]) == (2.0, 2.0)
    assert told["retry"]._retries == 1


async def test_news_of_a_room_goes_out_on_its_channel(bus, fake):
    await started(bus)
    bus.publish(NEWS)
    bus.publish(Heartbeat("ours", 5))
    await settled()
    assert [channel for channel, _ in fake.published] == ["tilerummy:ABCDEF", "tilerummy:"]
    assert module._DECODER.decode(fake.published[0][1]) == NEWS
    assert fake.batches == [2]


async def test_much_news_goes_out_in_pieces(bus, fake):
    for number in range(450):
        bus.publish(PresenceUpdate("ours", "ABCDEF", [], number))
    await started(bus)
    assert fake.batches == [200, 200, 50]
    versions = [module._DECODER.decode(body).version for _, body in fake.published]
    assert versions == list(range(450))


async def test_of_news_that_nobody_takes_the_newest_is_kept(bus, fake):
    for number in range(10_001):
        bus.publish(PresenceUpdate("ours", "ABCDEF", [], number))
    await started(bus)
    assert len(fake.published) == 10_000
    assert module._DECODER.decode(fake.published[0][1]).version == 1


@pytest.mark.parametrize("trouble", [RedisGone("gone"), OSError()])
async def test_what_lasts_is_said_again_in_its_order_and_the_rest_is_not(
    bus, fake, sleeping, trouble
):
    await started(bus)
    fake.trouble = trouble
    first, last = Appended("ours", "ABCDEF", 1, "x"), Appended("ours", "ABCDEF", 2, "y")
    for message in (first, Heartbeat("ours", 5), ReactionShown("ours", "A", 0, "wow"), NEWS):
        bus.publish(message)
    await settled()
    assert fake.published == []
    bus.publish(last)
    fake.trouble = None
    await sleeping.wake(0.25)
    said = [module._DECODER.decode(body) for _, body in fake.published]
    assert said == [first, NEWS, last]


async def test_a_room_is_heard_once_redis_has_confirmed_it(bus, fake):
    await started(bus)
    await asyncio.wait_for(bus.join("ABCDEF"), 5)
    (pubsub,) = fake.subscribers
    assert pubsub.channels == ["tilerummy:", "tilerummy:ABCDEF"]
    pubsub.come("message", "tilerummy:ABCDEF", module._ENCODER.encode(NEWS))
    await settled()
    assert bus.heard == [NEWS]
    assert bus.losses == []
    assert set(pubsub.timeouts) == {1.5}


@pytest.mark.parametrize("data", [b"not json", b"{}", 3])
async def test_what_cannot_be_read_is_skipped(bus, fake, data):
    await started(bus)
    (pubsub,) = fake.subscribers
    pubsub.come("message", "tilerummy:ABCDEF", data)
    pubsub.come("message", "tilerummy:ABCDEF", module._ENCODER.encode(NEWS))
    await settled()
    assert bus.heard == [NEWS]


async def test_nobody_waits_for_a_room_for_ever(bus, monkeypatch):
    monkeypatch.setattr(module, "_JOINING", 0.01)
    await asyncio.wait_for(bus.join("ABCDEF"), 5)
    assert "ABCDEF" in bus._rooms


async def test_rooms_joined_before_are_subscribed_together_and_read_again(bus, fake, monkeypatch):
    monkeypatch.setattr(module, "_JOINING", 0.01)
    await bus.join("ABCDEF")
    await bus.join("GHJKLM")
    await started(bus)
    (pubsub,) = fake.subscribers
    assert set(pubsub.channels[1:]) == {"tilerummy:ABCDEF", "tilerummy:GHJKLM"}
    assert bus.losses == [1]
    pubsub.come("subscribe", "tilerummy:", 1)
    await settled()
    assert bus.losses == [1]


@pytest.mark.parametrize("error", [RedisGone("gone"), OSError()])
async def test_a_lost_connection_is_made_again_after_longer_and_longer_waits(
    bus, fake, sleeping, error
):
    await started(bus)
    await bus.join("ABCDEF")
    fake.subscribers[0].fail(error)
    await settled()
    assert bus._pubsub is None
    fake.trouble = error
    waits = []
    for _ in range(5):
        waits.append(sleeping.durations)
        await sleeping.wake()
    assert waits == [[0.25], [0.5], [1.0], [2.0], [2.0]]
    assert bus.losses == []
    fake.trouble = None
    await sleeping.wake()
    assert bus.losses == [1], "what was said meanwhile was missed"
    fake.subscribers[0].fail(error)
    await settled()
    assert sleeping.durations == [0.25], "it was there in between"


async def test_a_wait_is_between_a_half_and_one_and_a_half_of_itself(
    bus, fake, sleeping, monkeypatch
):
    for chance, wait in ((0.0, 0.125), (1.0, 0.375)):
        monkeypatch.setattr(module, "random", SimpleNamespace(random=lambda chance=chance: chance))
        fake.trouble = OSError()
        other = RedisBus(URL)
        await other.start(lambda _: None, lambda: None)
        await settled()
        assert wait in sleeping.durations
        for task in other._tasks:
            task.cancel()
        await asyncio.gather(*other._tasks, return_exceptions=True)


async def test_a_connection_that_does_not_even_answer_a_ping_is_lost(bus, fake, sleeping):
    await started(bus)
    (pubsub,) = fake.subscribers
    pubsub.silence()
    await settled()
    assert (pubsub.pings, fake.subscribers) == (1, [pubsub])
    pubsub.come("pong", "", b"")
    await settled()
    pubsub.silence()
    await settled()
    assert (pubsub.pings, fake.subscribers) == (2, [pubsub]), "it answered the first"
    pubsub.silence()
    await settled()
    assert fake.subscribers == []
    assert sleeping.durations == [0.25]


async def test_a_room_that_is_left_is_no_longer_heard(bus, fake):
    await started(bus)
    await bus.join("ABCDEF")
    bus.leave("ABCDEF")
    await settled()
    (pubsub,) = fake.subscribers
    assert pubsub.left == ["tilerummy:ABCDEF"]
    assert len(bus._tasks) == 2


async def test_who_comes_back_at_once_goes_on_hearing(bus, fake):
    await started(bus)
    await bus.join("ABCDEF")
    bus.leave("ABCDEF")
    async with asyncio.timeout(5):
        await bus.join("ABCDEF")
    await settled()
    assert fake.subscribers[0].left == []


async def test_a_room_is_left_without_a_connection_too(bus):
    bus._rooms.add("ABCDEF")
    bus.leave("ABCDEF")
    assert bus._rooms == set()
    assert bus._tasks == []


async def test_at_its_end_what_is_left_is_said(bus, fake):
    await started(bus)
    bus.publish(NEWS)
    await bus.close()
    assert len(fake.published) == 1
    assert fake.closed == 2
    assert all(task.done() for task in bus._tasks)
    assert fake.subscribers == []


async def test_at_its_end_a_dead_redis_does_not_matter(bus, fake):
    await started(bus)
    fake.trouble = RedisGone("gone")
    bus.publish(NEWS)
    await bus.close()
    assert fake.closed == 2


async def test_a_ping_says_whether_redis_answers(bus, fake):
    await bus.ping()
    assert fake.pings == 1
    fake.trouble = RedisGone("gone")
    with pytest.raises(RedisGone):
        await bus.ping()


# The status


def test_one_line_when_a_part_fails_and_one_when_all_work_again(caplog, monkeypatch):
    times = iter([10.0, 12.5])
    monkeypatch.setattr(bus_status, "time", SimpleNamespace(monotonic=lambda: next(times)))
    status = bus_status.BusStatus()
    status.recovered("listening")
    status.failed("listening", OSError())
    status.failed("speaking", RedisGone())
    status.failed("listening", OSError())
    status.recovered("listening")
    status.recovered("listening")
    status.recovered("speaking")
    assert caplog.messages == [
        "bus lost (OSError); servers read news from the database",
        "bus is back, after 2.5 s",
    ]


async def test_the_log_says_that_the_bus_is_lost_and_that_it_is_back(bus, fake, sleeping, caplog):
    fake.trouble = RedisGone("gone")
    await started(bus)
    bus.publish(NEWS)
    await settled()
    fake.trouble = None
    await sleeping.wake()
    lost, back = caplog.messages
    assert "bus lost (ConnectionError)" in lost
    assert "bus is back" in back
