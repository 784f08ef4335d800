"""`tilerummy admin`, on a database in which people have played."""

import asyncio
import json
import sqlite3
from contextlib import closing

import pytest

from tests.server.cluster import one_server
from tests.server.player import Player, play_on, seat_all, start
from tilerummy.cli import main


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("played")
    with one_server(folder) as cluster:
        asyncio.run(play(cluster.url()))
    return folder / "game.sqlite"


async def play(url):
    players = [Player("Ann"), Player("Ben")]
    await seat_all(players, [url], rulebook="jumbo")
    await start(players)
    await play_on(players, moves=4)
    for player in players:
        await player.drop()


@pytest.fixture
def games(played, tmp_path):
    """A copy that a test may break."""
    copy = tmp_path / "copy.sqlite"
    assert main(["admin", "backup", str(copy), "--database", f"sqlite:///{played}"]) == 0
    return copy


def change(file, statement):
    with closing(sqlite3.connect(file)) as database:
        database.execute(statement)
        database.commit()


def run(capsys, *words, games):
    capsys.readouterr()
    code = main(["admin", *words, "--database", f"sqlite:///{games}"])
    return code, capsys.readouterr()


def test_a_sound_database_is_counted(games, capsys):
    code, said = run(capsys, "check", games=games)
    assert code == 0
    assert said.out.startswith("1 rooms, ") and said.out.endswith(" 0 finished rounds\n")


def test_a_log_that_cannot_be_followed_is_named(games, capsys):
    change(games, "delete from entries where number = 2")
    code, said = run(capsys, "check", games=games)
    assert code == 1
    assert "its log cannot be followed" in said.out


def test_a_backup_is_whole_and_overwrites_nothing(games, capsys):
    code, said = run(capsys, "backup", str(games), games=games)
    assert (code, said.err) == (2, f"tilerummy: {games} exists already; a backup is a new file\n")
    assert run(capsys, "check", games=games)[0] == 0


def test_an_export_has_every_entry_of_every_room(games, capsys, tmp_path):
    code, _ = run(capsys, "export", str(tmp_path / "logs.jsonl"), games=games)
    assert code == 0
    (line,) = (tmp_path / "logs.jsonl").read_text().splitlines()
    with closing(sqlite3.connect(games)) as database:
        stored = database.execute("select room, body from entries order by number").fetchall()
    assert json.loads(line) == {
        "room": stored[0][0],
        "entries": [json.loads(body) for _, body in stored],
    }


def test_tables_are_brought_up_to_date(tmp_path, capsys):
    empty = tmp_path / "empty.sqlite"
    assert run(capsys, "check", games=empty)[0] == 1
    code, said = run(capsys, "migrate", games=empty)
    assert code == 0 and said.out.startswith("The tables were at nothing and are at ")
    code, said = run(capsys, "migrate", games=empty)
    assert code == 0 and said.out.startswith("The tables are up to date ")
    assert run(capsys, "check", games=empty)[0] == 0


@pytest.mark.parametrize(
    "words", [("admin", "check"), ("admin", "migrate"), ("serve", "--no-client")]
)
def test_a_database_of_a_newer_version_is_left_alone(words, games, capsys):
    change(games, "update alembic_version set version_num = '9999'")
    capsys.readouterr()
    assert main([*words, "--database", f"sqlite:///{games}"]) == 2
    assert "was written by a newer version of tilerummy" in capsys.readouterr().err


def test_every_option_of_serve_can_come_from_the_environment(monkeypatch, capsys):
    monkeypatch.setenv("TILERUMMY_PORT", "70000")
    assert main(["serve", "--no-client", "--database", "sqlite://"]) == 2
    assert "not 70000" in capsys.readouterr().err
