"""Limits: what one person and one address may take of a server."""

import pytest

from tilerummy.server.config import Config
from tilerummy.server.live.limits import Buckets, Limits, Visitor, Windows, address_of

ANN = Visitor("ann", "1.2.3.4")


def test_whoever_guesses_too_often_has_to_wait_a_minute():
    wrong_codes = Limits().wrong_codes
    for _ in range(60):
        assert wrong_codes.has("1.2.3.4", 100.0)
        wrong_codes.take("1.2.3.4", 100.0)
    assert not wrong_codes.has("1.2.3.4", 159.0)
    assert wrong_codes.has("1.2.3.5", 159.0)
    assert wrong_codes.has("1.2.3.4", 160.0)
    assert wrong_codes.seconds_left("1.2.3.4", 130.5) == 30


def test_windows_of_one_person_share_their_limits():
    limits = Limits()
    assert [limits.may_speak(ANN, 5.0) for _ in range(121)] == [True] * 120 + [False]
    assert limits.may_speak(ANN, 5.1)
    assert limits.may_speak(Visitor("ben", "1.2.3.4"), 5.0)


def test_work_is_charged_by_what_it_cost_to_person_and_address():
    limits = Limits()
    limits.worked(ANN, 0.0, 5.0)
    assert not limits.may_work(ANN, 0.0)
    assert limits.may_work(Visitor("ben", ANN.address), 0.0)
    assert limits.may_work(ANN, 25.0)
    for number in range(10):
        limits.worked(Visitor(str(number), ANN.address), 25.0, 5.0)
    assert not limits.may_work(Visitor("ben", ANN.address), 25.0)
    assert limits.may_work(Visitor("ben", "1.2.3.5"), 25.0)


def test_of_those_who_have_not_come_for_long_nothing_is_kept():
    for limit in (Buckets(5, 1), Windows(5, 10)):
        for number in range(5_000):
            limit.take(str(number), number)
        kept = limit._left if isinstance(limit, Buckets) else limit._counted
        assert len(kept) <= 1_010


def test_an_address_of_the_sixth_version_is_its_network():
    network = "2001:db8:1:2::/64"
    assert address_of("2001:db8:1:2::7") == address_of("2001:db8:1:2:ffff::1") == network
    assert address_of("2001:db8:1:3::7") != network
    assert address_of("::ffff:1.2.3.4") == address_of("1.2.3.4") == "1.2.3.4"
    assert address_of("testclient") == "testclient"


def taken(allows, most):
    """How many are allowed at once, up to a bound."""
    return next((count for count in range(most) if not allows()), most)


@pytest.mark.parametrize(
    ("name", "settings", "most", "seconds"),
    [
        ("requests", {"requests": 7}, 7, 60.0),
        ("light_requests", {"requests": 7}, 35, 60.0),
        ("all_requests", {"requests": 7}, 42, 60.0),
        ("wrong_codes", {}, 60, 60.0),
        ("_rooms", {"rooms": 3}, 3, 86_400.0),
    ],
)
def test_so_many_in_a_window_of_time(name, settings, most, seconds):
    window = getattr(Limits(**settings), name)
    assert taken(lambda: window.allows("a", 10.0), 999) == most
    assert not window.allows("a", 10.0 + seconds - 0.5)
    assert window.allows("a", 10.0 + seconds)


@pytest.mark.parametrize(
    ("ask", "person", "again", "address"),
    [("may_speak", 120, 1 / 40, 8 * 20), ("may_talk", 20, 1.0, 2 * 20)],
)
def test_so_many_messages_of_a_person_and_of_an_address(ask, person, again, address):
    limits = Limits(sockets=20)
    say = getattr(limits, ask)
    assert taken(lambda: say(ANN, 0.0), 999) == person
    assert not say(ANN, 0.9 * again)
    assert say(ANN, 1.01 * again)
    others = iter(range(999))
    here = Visitor("ann", "1.2.3.9")
    assert taken(lambda: say(Visitor(str(next(others)), here.address), 0.0), 999) == address
    rate = 2 * 20 if ask == "may_speak" else 20 / 4
    later = 1 / rate
    assert not say(Visitor("x", here.address), 0.9 * later)
    assert say(Visitor("y", here.address), 1.01 * later)
    assert not say(Visitor("z", here.address), 1.01 * later)


def test_work_flows_back_slowly():
    limits = Limits()
    assert limits.may_work(ANN, 0.0)
    limits.worked(ANN, 0.0, 1.5)
    assert not limits.may_work(ANN, 2.4), "a bucket of two, a fifth a second"
    assert limits.may_work(ANN, 2.6)
    others = [Visitor(str(number), "9.9.9.9") for number in range(3)]
    for other in others:
        limits.worked(other, 0.0, 10.0)
    new = Visitor("new", "9.9.9.9")
    assert not limits.may_work(new, 0.45), "a bucket of thirty, two a second"
    assert limits.may_work(new, 0.55)


def test_sockets_and_connections_of_an_address_are_counted():
    limits = Limits(sockets=2)
    ben, cleo = Visitor("ben", ANN.address), Visitor("cleo", "5.6.7.8")
    assert [limits.connected(who) for who in (ANN, ben, ben, cleo)] == [True, True, False, True]
    limits.parted(ANN)
    assert limits.connected(ben)
    assert taken(lambda: limits.opened("5.6.7.8"), 99) == 12
    assert limits.opened("1.1.1.1")
    limits.closed("5.6.7.8")
    assert limits.opened("5.6.7.8")
    assert not limits.opened("5.6.7.8")


def test_nothing_is_kept_of_who_has_gone():
    limits = Limits()
    for _ in range(2):
        assert limits.connected(ANN)
        assert limits.opened(ANN.address)
    for _ in range(2):
        limits.parted(ANN)
        limits.closed(ANN.address)
    assert not (limits._sockets or limits._connections or limits._homes)


def test_a_person_is_at_home_where_they_are_connected():
    limits = Limits()
    assert limits.home("ann") == "ann"
    limits.connected(ANN)
    limits.connected(ANN)
    assert limits.home("ann") == ANN.address
    limits.parted(ANN)
    assert limits.home("ann") == ANN.address
    limits.connected(Visitor("ann", "5.6.7.8"))
    assert limits.home("ann") == "5.6.7.8"
    limits.parted(Visitor("ann", "5.6.7.8"))
    limits.parted(ANN)
    assert limits.home("ann") == "ann"


def test_a_message_that_the_address_may_not_send_is_refused_whoever_sends_it():
    limits = Limits(sockets=1)
    assert taken(lambda: limits.may_speak(ANN, 0.0), 99) == 8
    assert not limits.may_speak(Visitor("ben", ANN.address), 0.0)
    assert limits.may_speak(Visitor("ben", "5.6.7.8"), 0.0)


@pytest.mark.parametrize(("sockets", "share"), [(1, 0.25), (500, 0.25), (1_000, 0.5)])
def test_an_address_that_may_have_many_sockets_has_more_of_the_loop(sockets, share):
    assert Limits(sockets=sockets).loop_time._share == share


def test_limits_are_those_of_the_configuration():
    chosen = Config(
        database="sqlite://", requests_per_minute=3, sockets_per_address=2, rooms_per_address=1
    )
    limits, usual = Limits.of(chosen), Limits()
    assert taken(lambda: limits.requests.allows("a", 0.0), 9) == 3
    assert taken(lambda: limits.connected(ANN), 9) == 2
    assert taken(lambda: limits.may_make_room("a", 0.0), 9) == 1
    assert taken(lambda: usual.requests.allows("a", 0.0), 999) == 600
    assert taken(lambda: usual.connected(ANN), 999) == 500
    assert taken(lambda: usual.may_make_room("a", 0.0), 9_999) == 1_000


def test_tokens_come_back_and_never_more_than_fit():
    bucket = Buckets(burst=3, rate=0.5)
    assert taken(lambda: bucket.allows("a", 0.0), 9) == 3
    assert not bucket.has("a", 1.9)
    assert bucket.has("a", 2.0)
    assert taken(lambda: bucket.allows("a", 100.0), 9) == 3
    bucket.take("b", 0.0, tokens=5)
    assert not bucket.has("b", 5.9), "tokens that were not there have to come first"
    assert bucket.has("b", 6.0)


def test_a_bucket_of_less_than_one_token_counts_when_it_is_full():
    bucket = Buckets(burst=0.5, rate=0.1)
    assert bucket.allows("a", 0.0)
    assert not bucket.has("a", 9.9)
    assert bucket.has("a", 10.0)


def test_a_window_begins_with_the_first_that_is_counted():
    window = Windows(3, 10.0)
    assert window.allows("a", 100.0, more=2)
    assert not window.allows("a", 109.0, more=2)
    assert window.allows("a", 109.0)
    assert [window.seconds_left("a", now) for now in (100.0, 105.5, 109.0, 110.0)] == [11, 5, 2, 11]
    assert window.allows("a", 110.0, more=3)
    assert not window.allows("a", 119.0)
    assert window.allows("a", 120.0)
    assert window.allows("b", 119.0)


def test_what_still_counts_is_kept_when_the_rest_is_forgotten():
    bucket, window = Buckets(5, 0.001), Windows(1, 5_000)
    for number in range(2_500):
        bucket.take(str(number), 0.0, tokens=5)
        window.take(str(number), 0.0)
    assert not bucket.has("0", 1.0)
    assert not window.has("0", 1.0)
