"""`tilerummy admin`: what it says of a database, and with which code it ends."""

import json

import pytest

from tests.cli.running import run
from tilerummy.server.storage import administration
from tilerummy.server.storage.administration import Health, Log
from tilerummy.server.storage.database import Revision

DATABASE = ("--database", "sqlite:///games.sqlite")
ADDRESS = DATABASE[1]


@pytest.fixture(autouse=True)
def _elsewhere(monkeypatch, tmp_path):
    """Databases with a relative name are not left behind where the tests are run."""
    monkeypatch.chdir(tmp_path)


def answers(monkeypatch, name, answer):
    """What the administration answers, and the addresses that it is asked about."""
    asked = []

    async def answered(*arguments):
        asked.append(arguments)
        return answer

    monkeypatch.setattr(administration, name, answered)
    return asked


@pytest.mark.parametrize(
    ("health", "code", "lines"),
    [
        (
            Health(Revision("0003", "0003"), 2, 40, 1),
            0,
            ["2 rooms, 40 entries, 1 finished rounds"],
        ),
        (
            Health(Revision("0003", "0003"), 2, 40, 1, ["ABCDEF", "GHJKMN"]),
            1,
            [
                "2 rooms, 40 entries, 1 finished rounds",
                "room ABCDEF: its log cannot be followed",
                "room GHJKMN: its log cannot be followed",
            ],
        ),
        (
            Health(Revision("0002", "0003"), 2, 40, 1),
            1,
            [
                "The tables are at 0002, not 0003:",
                "run `tilerummy admin migrate`, or start a server.",
                "2 rooms, 40 entries, 1 finished rounds",
            ],
        ),
        (
            Health(Revision(None, "0003")),
            1,
            [
                "The tables are at nothing, not 0003:",
                "run `tilerummy admin migrate`, or start a server.",
                "0 rooms, 0 entries, 0 finished rounds",
            ],
        ),
    ],
)
def test_a_database_is_counted_and_what_is_wrong_with_it_told(monkeypatch, health, code, lines):
    asked = answers(monkeypatch, "examine", health)
    said = run("admin", "check", *DATABASE)
    assert (said.code, said.out.splitlines(), said.err) == (code, lines, "")
    assert asked == [(ADDRESS,)]


@pytest.mark.parametrize(
    ("before", "line"),
    [
        (Revision("0003", "0003"), "The tables are up to date (0003)."),
        (Revision("0002", "0003"), "The tables were at 0002 and are at 0003 now."),
        (Revision(None, "0003"), "The tables were at nothing and are at 0003 now."),
    ],
)
def test_tables_are_brought_up_to_date(monkeypatch, before, line):
    asked = answers(monkeypatch, "migrate", before)
    said = run("admin", "migrate", *DATABASE)
    assert (said.code, said.out) == (0, f"{line}\n")
    assert asked == [(ADDRESS,)]


def test_every_room_is_a_line_of_an_export_and_nothing_is_overwritten(monkeypatch, tmp_path):
    async def logs(address):
        assert address == ADDRESS
        yield Log("ABCDEF", ['{"at":1}', '{"at":2}'])
        yield Log("GHJKMN", [])

    monkeypatch.setattr(administration, "logs", logs)
    file = tmp_path / "logs.jsonl"
    said = run("admin", "export", str(file), *DATABASE)
    assert said.code == 0
    assert said.out == (f"2 rooms written to {file}. Keep it to yourself: it holds seeds.\n")
    assert [json.loads(line) for line in file.read_text().splitlines()] == [
        {"room": "ABCDEF", "entries": [{"at": 1}, {"at": 2}]},
        {"room": "GHJKMN", "entries": []},
    ]
    again = run("admin", "export", str(file), *DATABASE)
    assert (again.code, again.err) == (2, f"tilerummy: {file}: File exists\n")
    assert len(file.read_text().splitlines()) == 2


def test_a_backup_is_a_new_file(monkeypatch, tmp_path):
    asked = answers(monkeypatch, "backup", None)
    file = tmp_path / "copy.sqlite"
    said = run("admin", "backup", str(file), *DATABASE)
    assert (said.code, said.out) == (0, f"Copied to {file}.\n")
    assert asked == [(ADDRESS, file)]
    file.write_text("")
    said = run("admin", "backup", str(file), *DATABASE)
    assert (said.code, said.out) == (2, "")
    assert said.err == f"tilerummy: {file} exists already; a backup is a new file\n"
    assert len(asked) == 1


def test_without_an_address_it_is_the_file_of_this_user(monkeypatch, tmp_path):
    monkeypatch.delenv("TILERUMMY_DATABASE", raising=False)
    monkeypatch.setattr("tilerummy.server.config.data_folder", lambda: tmp_path / "games")
    asked = answers(monkeypatch, "examine", Health(Revision("0003", "0003")))
    assert run("admin", "check").code == 0
    assert asked == [(f"sqlite:///{tmp_path}/games/tilerummy.sqlite",)]
    monkeypatch.setenv("TILERUMMY_DATABASE", "sqlite:///elsewhere.sqlite")
    assert run("admin", "check").code == 0
    assert asked[1] == ("sqlite:///elsewhere.sqlite",)
    said = run("admin", "check", "--database", "mysql://there")
    assert said.code == 2
    assert len(asked) == 2
