"""Reviews take long, so nobody may fill their queue, whoever they say they are."""

import asyncio

import pytest

from tilerummy.server.live.limits import Visitor
from tilerummy.server.live.queues import Overworked
from tilerummy.server.live.reviews import Reviews, TooManyReviews


@pytest.fixture
async def reviews():
    reviews = Reviews(None, processes=0, a_day=3)
    yield reviews
    await reviews.close()


async def test_an_address_without_cookies_cannot_fill_the_queue(reviews):
    for number in range(8):
        reviews.of_text(f"record {number}", Visitor(f"mallory {number}", "there"), 0)
    with pytest.raises(Overworked):
        reviews.of_text("one more", Visitor("mallory 9", "there"), 0)
    assert reviews.of_text("another", Visitor("ann", "here"), 0).waiting == 8
    assert reviews.of_text("record 3", Visitor("mallory 9", "there"), 0).waiting == 3


async def test_addresses_take_turns(monkeypatch):
    made = []

    async def make(_, job):
        made.append(job.text)

    monkeypatch.setattr(Reviews, "_make", make)
    reviews = Reviews(None, processes=1, a_day=9)
    for number in range(4):
        reviews.of_text(f"long {number}", Visitor("mallory", "there"), 0)
    reviews.of_text("mine", Visitor("ann", "here"), 0)
    await asyncio.gather(*reviews._making)
    assert made == ["long 0", "long 1", "mine", "long 2", "long 3"]
    await reviews.close()


async def test_a_person_has_so_many_a_day_and_an_address_ten_times_as_many(reviews):
    def begun(text, who):
        reviews.of_text(text, Visitor(who, "there"), 0)
        for job in reviews._jobs.values():
            job.problem = job.problem or "done with"

    for number in range(3):
        begun(f"record {number}", "ann")
    with pytest.raises(TooManyReviews):
        begun("one more", "ann")
    for number in range(27):
        begun(f"file {number}", f"somebody {number}")
    with pytest.raises(TooManyReviews):
        begun("one more", "ben")
