"""Limits: what one person and one address may take of a server."""

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
