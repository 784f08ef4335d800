"""Configuration: with which choices a server starts, and what it says of others."""

import pytest

from tilerummy.server.config import Config, ConfigError

COUNTS = (
    "requests_per_minute",
    "rooms_per_person",
    "rooms_per_address",
    "sockets_per_address",
    "rooms_most",
    "forget_days",
    "reviews_per_day",
    "review_processes",
)


@pytest.mark.parametrize(
    ("name", "least"), [*((name, 1) for name in COUNTS), ("takeover_seconds", 0)]
)
def test_numbers_have_a_lower_bound(name, least):
    assert getattr(Config(**{name: least}), name) == least
    words = f"^{name.replace('_', ' ')}: at least {least}, not {least - 1}$"
    with pytest.raises(ConfigError, match=words):
        Config(**{name: least - 1})


@pytest.mark.parametrize("effort", [0, -1.0, 100.5, float("nan")])
def test_a_review_is_some_work_but_not_without_end(effort):
    assert Config(review_effort=100).review_effort == 100
    with pytest.raises(ConfigError, match=f"^review effort: above 0, not {effort}$"):
        Config(review_effort=effort)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("public_url", "https://play.example.org"),
        ("public_url", "http://10.0.0.1:8080/"),
        ("database", "sqlite:///games.sqlite"),
        ("database", "sqlite://"),
        ("database", "postgresql+asyncpg://user:password@db/games"),
        ("bus", "redis://cache"),
        ("bus", "rediss://cache"),
        ("bus", "unix:///run/redis.sock"),
    ],
)
def test_an_address_is_taken_as_it_is_written(option, value):
    assert getattr(Config(**{option: value}), option) == value


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        *(
            ("public_url", value, "a public URL is https://HOST, or http://HOST:PORT")
            for value in (
                "play.example.org",
                "ftp://play.example.org",
                "https://",
                "https://play.example.org/game",
                "https://play.example.org?a=1",
                "https://play.example.org#a",
                "https://play example.org",
                "https://play.example.org:0",
                "https://play.example.org:99999",
            )
        ),
        *(
            ("database", value, "a database is sqlite:///FILE or postgresql+asyncpg://…")
            for value in ("games.sqlite", "sqlite", "mysql://there")
        ),
        ("bus", "cache", "a bus is redis://HOST"),
        ("bus", "http://cache", "a bus is redis://HOST"),
    ],
)
def test_an_address_of_another_kind_is_refused_in_words(option, value, words):
    with pytest.raises(ConfigError) as refused:
        Config(**{option: value})
    assert str(refused.value) == words


@pytest.mark.parametrize("written", [None, ""])
def test_without_a_database_it_is_a_file_of_this_user(monkeypatch, tmp_path, written):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    file = tmp_path / "tilerummy" / "tilerummy.sqlite"
    assert Config(database=written).database_url == f"sqlite:///{file}"
    assert file.parent.is_dir()
    assert Config(database="sqlite://").database_url == "sqlite://"


def test_without_a_folder_of_its_own_a_desktop_keeps_data_where_others_do(monkeypatch, tmp_path):
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = tmp_path / ".local" / "share" / "tilerummy"
    assert Config().database_url == f"sqlite:///{folder}/tilerummy.sqlite"


def test_a_secret_is_not_shown():
    assert "hush" not in repr(Config(secret="hush"))
