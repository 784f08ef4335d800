"""`tilerummy bots`: who can be played against."""

from tests.cli.running import run
from tilerummy.bots import LADDER, ROSTER


def test_every_bot_is_listed_with_its_figures():
    data = run("bots", "--json").data
    assert [one["name"] for one in data] == [entry.name for entry in ROSTER]
    assert set(data[0]) == {"name", "ladder", "elo", "hands", "line"}
    assert [one["ladder"] for one in data[: len(LADDER)]] == list(range(1, len(LADDER) + 1))
    assert all(one["elo"] and one["hands"] for one in data[: len(LADDER)])
    assert data[-1]["name"] == "saver"
    assert (data[-1]["ladder"], data[-1]["hands"]) == (None, None)


def test_the_list_is_readable():
    said = run("bots")
    assert said.code == 0
    assert "champion" in said.out


def test_what_a_rating_means_is_told():
    text = run("bots", "--help").out
    for more, wins in ((100, 64), (200, 76), (400, 91)):
        assert f"{more} more" in " ".join(text.split())
        assert round(100 / (1 + 10 ** (-more / 400))) == wins
        assert str(wins) in text


def test_a_word_too_many_is_refused_in_a_sentence():
    said = run("bots", "pip", "lotte")
    assert (said.code, said.out) == (2, "")
    assert said.err == "tilerummy: nothing is expected at “pip lotte”\n"
