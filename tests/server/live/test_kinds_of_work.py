"""Kinds of slow work: each has processes of its own, and none waits for another."""

import resource
import signal

import pytest

from tilerummy.server.live import processes
from tilerummy.server.live import workers as kinds
from tilerummy.server.live.processes import TooLong
from tilerummy.server.live.queues import QueueLimits
from tilerummy.server.live.workers import QUESTION_SECONDS, Workers


class Made:
    """In place of `Processes`: notes how they are made and what they are asked."""

    def __init__(self, queue, *, seconds, nice):
        self.limits, self.at = queue._limits, queue._address_of
        self.seconds, self.nice = seconds, nice
        self.started = self.closed = False
        self.trouble = None

    async def run(self, owner, work, *args, **kwargs):
        return self, owner, work(*args, **kwargs)

    async def start(self):
        self.started = True
        if self.trouble:
            raise self.trouble

    async def close(self):
        self.closed = True


@pytest.fixture
def workers(monkeypatch):
    monkeypatch.setattr(kinds, "Processes", Made)
    return Workers


KINDS = ("read", "judge", "think", "study")


async def kind_of(workers, name):
    """The processes that do this kind of work."""
    return (await getattr(workers, name)("ann", str))[0]


async def test_every_kind_of_work_is_done_with_its_arguments_and_answered(workers):
    one = workers()
    for name in KINDS:
        _, owner, answer = await getattr(one, name)("ann", int, "12", base=5)
        assert (owner, answer) == ("ann", 7)
    assert len({id(await kind_of(one, name)) for name in KINDS}) == len(KINDS)


async def test_what_a_table_waits_for_has_a_higher_priority_and_a_shorter_deadline(workers):
    one = workers()
    found = [await kind_of(one, name) for name in KINDS]
    assert [kind.nice for kind in found] == [4, 4, 8, 12]
    assert [kind.seconds for kind in found] == [30, 5, 20, QUESTION_SECONDS]
    assert (await kind_of(workers(question_seconds=3.5), "study")).seconds == 3.5


@pytest.mark.parametrize(("processors", "thinkers"), [(1, 2), (2, 2), (3, 3), (None, 2)])
async def test_bots_think_on_every_processor_and_two_at_least(
    workers, monkeypatch, processors, thinkers
):
    monkeypatch.setattr(kinds.os, "cpu_count", lambda: processors)
    one = workers()
    slots = [(await kind_of(one, name)).limits.slots for name in KINDS]
    assert slots == [2, 2, thinkers, 2]


async def test_tables_wait_as_long_as_it_takes_and_questions_from_outside_do_not(workers):
    one = workers()
    for name in ("read", "judge", "think"):
        limits = (await kind_of(one, name)).limits
        assert (limits.each, limits.waiting, limits.seconds) == (100_000, 100_000, 60)
    assert (await kind_of(one, "study")).limits == QueueLimits(
        slots=2, each=6, waiting=24, seconds=10
    )


async def test_people_take_turns_at_their_address(workers):
    homes = {"ann": "1.2.3.4"}
    one, alone = workers(address_of=homes.__getitem__), workers()
    for name in KINDS:
        assert (await kind_of(one, name)).at("ann") == "1.2.3.4"
        assert (await kind_of(alone, name)).at("ann") == "ann"


async def test_what_all_share_is_made_ready_and_all_are_closed(workers):
    one = workers()
    found = [await kind_of(one, name) for name in KINDS]
    await one.start()
    assert [kind.started for kind in found] == [False, False, False, True]
    found[3].trouble = TooLong()
    await one.start()
    await one.close()
    assert all(kind.closed for kind in found)


def test_seeds_have_256_bits_and_are_never_the_same():
    seeds = {Workers().seed() for _ in range(20)}
    assert len(seeds) == 20
    assert {len(bytes.fromhex(seed)) for seed in seeds} == {32}


@pytest.mark.parametrize("nice", [0, 3])
def test_a_process_is_bounded_and_leaves_interrupts_to_the_server(monkeypatch, nice):
    done = []
    monkeypatch.setattr(processes, "start_logging", lambda form: done.append(("log", form)))
    monkeypatch.setattr(processes.signal, "signal", lambda *how: done.append(how))
    monkeypatch.setattr(processes.os, "nice", lambda more: done.append(("nice", more)))
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1, 9))
    monkeypatch.setattr(resource, "setrlimit", lambda *how: done.append(how))
    processes._settle(nice, "json")
    assert done == [
        ("log", "json"),
        (signal.SIGINT, signal.SIG_IGN),
        ("nice", nice),
        (resource.RLIMIT_AS, (4 << 30, 9)),
    ]
