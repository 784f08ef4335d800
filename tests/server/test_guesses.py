"""Nobody finds a room by trying codes."""

from tilerummy.server.guesses import Guesses


def test_whoever_guesses_too_often_has_to_wait_a_minute():
    guesses = Guesses()
    for _ in range(60):
        assert not guesses.too_many("1.2.3.4", 100.0)
        guesses.missed("1.2.3.4", 100.0)
    assert guesses.too_many("1.2.3.4", 159.0)
    assert not guesses.too_many("1.2.3.5", 159.0)
    assert not guesses.too_many("1.2.3.4", 160.0)
