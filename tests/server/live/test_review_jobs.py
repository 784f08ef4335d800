"""Reviews in the making: what their process says, what is kept, and what is forgotten."""

import asyncio

import msgspec
import pytest

from tilerummy.engine.errors import RecordError
from tilerummy.server.live import reviews as making
from tilerummy.server.live.limits import Visitor
from tilerummy.server.live.queues import Overworked
from tilerummy.server.live.reviews import Reviews, TooManyReviews
from tilerummy.server.wire.reviews import ReviewState

ANN = Visitor("ann", "here")
HALF, WHOLE = [ReviewState(progress=part, waiting=0, review=None) for part in (0.5, 1.0)]


class Archive:
    def __init__(self):
        self.kept = {}

    async def review(self, record):
        return self.kept.get(record)

    async def keep_review(self, record, body):
        self.kept[record] = body


class Program:
    """A process that says these states and then ends so."""

    def __init__(self, states=(WHOLE,), code=0, said=b""):
        self.written, self.killed = b"", False
        self.states, self.code, self.said = states, code, said
        self.returncode = None
        self.may_end = asyncio.Event()
        self.may_end.set()
        self.stdin = self.stdout = self.stderr = self

    def write(self, data):
        self.written += data

    def close(self):
        self.closed = True

    async def __aiter__(self):
        for state in self.states:
            yield msgspec.json.encode(state) + b"\n"
        await self.may_end.wait()

    async def read(self):
        return self.said

    async def wait(self):
        self.returncode = self.code
        return self.code

    def kill(self):
        self.killed = True


@pytest.fixture
async def make(monkeypatch):
    made = []

    def make(*programs, processes=1, a_day=9, effort=1.0):
        waiting = list(programs)
        commands = []

        async def start(*command, **_):
            commands.append(command)
            return waiting.pop(0)

        monkeypatch.setattr(making.asyncio, "create_subprocess_exec", start)
        archive = Archive()
        reviews = Reviews(archive, processes=processes, a_day=a_day, effort=effort)
        made.append(reviews)
        return reviews, archive, commands

    yield make
    for one in made:
        await one.close()


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


async def test_a_review_goes_from_waiting_to_done(make):
    program = Program([HALF, WHOLE])
    reviews, archive, commands = make(program, effort=0.5)
    first = reviews.of_text("a record", ANN, 0)
    assert (first.progress, first.waiting) == (0.0, 0)
    program.may_end.clear()
    await settle()
    assert reviews.of_text("a record", ANN, 0) == WHOLE
    program.may_end.set()
    await settle()
    assert program.written == b"a record"
    assert program.closed and not program.killed
    assert commands[0][-1] == "0.5"
    assert archive.kept == {}, "a file is not a round of this server"
    assert len(commands) == 1


async def test_a_review_of_a_round_is_kept(make):
    reviews, archive, commands = make(Program([HALF, WHOLE]))
    await reviews.of_record("r1", "text", ANN, 0)
    await settle()
    assert msgspec.json.decode(archive.kept["r1"], type=ReviewState) == WHOLE
    assert await reviews.of_record("r1", "text", ANN, 0) == WHOLE
    assert len(commands) == 1


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (b"a warning\nline 3: nonsense\n", "line 3: nonsense"),
        (b"", "the review could not be made"),
    ],
)
async def test_what_is_wrong_with_a_record_is_told_once_and_then_tried_again(make, said, problem):
    reviews, archive, commands = make(Program((), 2, said), Program())
    await reviews.of_record("r1", "text", ANN, 0)
    await settle()
    with pytest.raises(RecordError, match=problem):
        await reviews.of_record("r1", "text", ANN, 0)
    assert archive.kept == {}
    await reviews.of_record("r1", "text", ANN, 0)
    await settle()
    assert len(commands) == 2
    assert "r1" in archive.kept


async def test_a_process_that_takes_too_long_is_ended(make, monkeypatch):
    monkeypatch.setattr(making, "_LIMIT", 0.01)
    slow = Program([HALF])
    slow.may_end.clear()
    reviews, _, _ = make(slow, Program())
    reviews.of_text("slow", ANN, 0)
    reviews.of_text("next", ANN, 0)
    await asyncio.sleep(0.05)
    assert slow.killed
    with pytest.raises(RecordError, match="could not be made"):
        reviews.of_text("slow", ANN, 0)
    assert reviews.of_text("next", ANN, 0) == WHOLE


async def test_those_that_wait_know_how_many_are_before_them(make):
    reviews, _, _ = make(processes=0)
    assert [reviews.of_text(str(n), ANN, 0).waiting for n in range(3)] == [0, 1, 2]
    reviews._jobs[next(iter(reviews._jobs))].state = HALF
    assert reviews.of_text("2", ANN, 0).waiting == 1


async def test_the_queue_has_an_end(make):
    reviews, _, _ = make(processes=0)
    for number in range(40):
        reviews.of_text(str(number), Visitor(f"w{number}", f"a{number}"), 0)
    with pytest.raises(Overworked):
        reviews.of_text("one more", ANN, 0)


async def test_an_address_has_so_many_waiting(make):
    reviews, _, _ = make(processes=0)
    for number in range(8):
        reviews.of_text(str(number), ANN, 0)
    with pytest.raises(Overworked):
        reviews.of_text("one more", ANN, 0)
    next(iter(reviews._jobs.values())).state = HALF
    assert reviews.of_text("one more", ANN, 0)


async def test_the_next_day_one_may_ask_again(make):
    reviews, _, _ = make(processes=0, a_day=2)
    day = 86_400_000
    for number in range(2):
        reviews.of_text(str(number), ANN, day)
    with pytest.raises(TooManyReviews):
        reviews.of_text("third", ANN, 2 * day - 1)
    assert reviews.of_text("third", ANN, 2 * day)
    assert reviews.of_text("0", ANN, 2 * day), "what is there already is not counted"


async def test_old_reviews_of_files_are_forgotten(make):
    reviews, _, _ = make(processes=0, a_day=999)
    for number in range(105):
        reviews.of_text(str(number), Visitor(f"w{number}", f"a{number}"), 0)
        next(reversed(reviews._jobs.values())).state = HALF
    assert len(reviews._jobs) == 104
    assert next(iter(reviews._jobs.values())).text == "1"
