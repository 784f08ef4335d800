"""`tilerummy arena`: a table for people, JSON, Parquet and pictures for the rest."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import polars as pl
import pytest

from tests.cli.running import run
from tilerummy.bots import LADDER
from tilerummy.cli.arena import _points, _rate, compare_bots
from tilerummy.lab.errors import LabError
from tilerummy.lab.rounds import PlayedRound
from tilerummy.lab.statistics import Standing

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "bots.md"
SMALL = ("arena", "--rules", "jumbo", "--deals", "2", "--jobs", "1", "--seed", "5")


def test_the_figures_as_a_table():
    said = run(*SMALL, "--seats", "patient,greedy")
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0] == "jumbo, seed 5: 2 mirrored deals"
    titles = ["bot", "rounds", "won", "won", "in", "%", "points", "a", "round"]
    assert lines[1].split() == [*titles, "plays", "in", "%", "silent", "largest"]
    assert [line.split()[0] for line in lines[2:4]] == ["patient", "greedy"]
    assert lines[4].endswith(" turns a round")
    assert said.err == ""


def test_the_figures_as_json():
    data = run(*SMALL, "--seats", "greedy,beginner,beginner", "--json").data
    assert (data["rules"], data["deals"], data["rounds"], data["void"]) == ("jumbo", 2, 6, 0)
    greedy, beginner = data["bots"]
    assert (greedy["bot"], greedy["games"], beginner["games"]) == ("greedy", 6, 12)
    assert greedy["wins"] + beginner["wins"] == 6
    assert greedy["win_rate"] == greedy["wins"] / 6
    assert greedy["standard_error"] >= 0
    assert greedy["mean_score"] == pytest.approx(-2 * beginner["mean_score"])


def test_a_league_shows_every_pair_and_ratings():
    lines = run(*SMALL, "--league", "beginner,casual,greedy").out.splitlines()
    assert any(line.startswith("beginner - greedy: ") for line in lines)
    assert lines[-4].split() == ["bot", "Elo"]
    assert [line.split()[0] for line in lines[-3:]] == ["greedy", "casual", "beginner"]
    assert len({line.index("±") for line in lines[-3:]}) == 1


def test_a_league_of_two_is_rated_too():
    lines = run(*SMALL, "--league", "beginner,greedy").out.splitlines()
    assert lines[-3].split() == ["bot", "Elo"]
    data = run(*SMALL, "--league", "beginner,greedy", "--json").data
    assert [rating["bot"] for rating in data["ratings"]] == ["greedy", "beginner"]
    assert "ratings" not in run(*SMALL, "--seats", "beginner,greedy", "--json").data


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bot_of_your_own_is_found_in_the_folder_you_are_in(tmp_path, jobs):
    """As docs/bots.md says, with the command as it is installed."""
    bot = DOCUMENT.read_text().partition("```python\n")[2].partition(">>> now")[0]
    lines = [line[4:] for line in bot.splitlines() if line.startswith((">>> ", "... "))]
    (tmp_path / "my_module.py").write_text("\n".join(lines))
    command = Path(sys.executable).with_name("tilerummy")
    arguments = ("--rules", "jumbo", "--deals", "2", "--jobs", jobs, "--json")
    said = subprocess.run(
        (command, "arena", "--seats", "greedy,my_module:ThreeAtOnce", *arguments),
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert (said.returncode, said.stderr) == (0, "")
    assert [bot["bot"] for bot in json.loads(said.stdout)["bots"]] == [
        "greedy",
        "my_module:ThreeAtOnce",
    ]


def test_rounds_as_parquet_and_a_picture(tmp_path):
    table, picture = tmp_path / "rounds.parquet", tmp_path / "rounds.svg"
    files = ("--parquet", str(table), "--plot", str(picture))
    assert run(*SMALL, "--league", "casual,greedy", *files).code == 0
    frame = pl.read_parquet(table)
    assert frame.height == 2 * 2 * 2
    assert (
        frame.group_by("deal", "rotation").agg(pl.col("score").sum())["score"].to_list() == [0] * 4
    )
    assert frame["won"].sum() == 4
    assert picture.read_text().lstrip().startswith("<?xml")


def test_a_run_is_resumed(tmp_path):
    journal = ("--resume", str(tmp_path / "run.jsonl"))
    fresh = run(*SMALL, "--seats", "casual,greedy", *journal, "--json")
    again = run(*SMALL, "--seats", "casual,greedy", *journal, "--json")
    assert again.out == fresh.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((), "behind --seats or behind --league"),
        (("--seats", "greedy,oracle"), "no bot is called 'oracle'"),
        (("--seats", "greedy,greedy,greedy,greedy,greedy,greedy,greedy"), "2 to"),
        (("--seats", "greedy,greedy", "--budget", "0"), "the budget must be greater than 0"),
    ],
)
def test_bad_input_is_one_sentence(arguments, sentence):
    said = run(*SMALL, *arguments)
    assert said.code == 2
    assert sentence in said.err


@pytest.mark.parametrize("league", [False, True])
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("/nowhere/bot --fast", "cannot be started: No such file or directory: /nowhere/bot"),
        (f"{sys.executable} -c 'raise SystemExit(7)'", "ended with exit code 7"),
        ("sh -c 'echo {}; read hello; read more'", "did not begin with a hello of protocol 1"),
    ],
)
def test_a_program_that_does_not_start_is_told_before_anything_is_played(
    monkeypatch, command, reason, league
):
    monkeypatch.setattr("tilerummy.cli.arena.run", None)
    said = run(*SMALL, "--league" if league else "--seats", f"greedy,program:{command}@0.5")
    assert (said.code, said.out) == (2, "")
    assert said.err == f"tilerummy: program:{command}: {reason}\n"


def test_a_program_that_starts_may_still_forfeit(tmp_path):
    path = tmp_path / "shy.py"
    path.write_text("""print('{"type": "hello", "protocol": 1}', flush=True); input(); input()""")
    said = run(*SMALL, "--seats", f"greedy,program:{sys.executable} {path}", "--json")
    assert said.code == 0
    assert [forfeit["rounds"] for forfeit in said.data["forfeits"]] == [4]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--plot", "picture.doc"), "picture.doc does not end in .svg, .png or .pdf"),
        (("--plot", "nowhere/picture.svg"), "there is no folder nowhere"),
        (("--parquet", "nowhere/rounds.parquet"), "there is no folder nowhere"),
        (("--parquet", "."), ". is a folder"),
        (("--parquet", "same.svg", "--plot", "./same.svg"), "files of their own"),
        (("--parquet", "run.jsonl", "--resume", "run.jsonl"), "files of their own"),
    ],
)
def test_files_that_cannot_be_written_are_told_before_anything_is_played(
    tmp_path, monkeypatch, arguments, sentence
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tilerummy.cli.arena.run", None)
    said = run(*SMALL, "--seats", "greedy,greedy", *arguments)
    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
    assert list(tmp_path.iterdir()) == []


def test_the_figures_are_told_even_if_a_file_cannot_be_written(tmp_path, monkeypatch):
    def fail(*_, fair):
        raise LabError("the disk is full")

    monkeypatch.setattr("tilerummy.cli.arena.draw", fail)
    said = run(*SMALL, "--seats", "greedy,greedy", "--plot", str(tmp_path / "picture.svg"))
    assert said.code == 2
    assert said.out.startswith("jumbo, seed 5: 2 mirrored deals\n")
    assert said.err == "tilerummy: the disk is full\n"


def test_no_error_of_zero_is_printed():
    for seats in ("greedy,greedy", "greedy,greedy,greedy"):
        assert "± 0.0" not in run(*SMALL, "--seats", seats).out
    standing = Standing("a", 4, 4, 1.0, 0.0, 3.0, 0.0)
    assert (_rate(standing), _points(standing)) == ("100.0", "+3.0")
    standing = Standing("a", 4, 4, 1.0, 0.0001, 3.0, 0.01)
    assert (_rate(standing), _points(standing)) == ("100.0 ± 0.1", "+3.0 ± 0.1")


def test_the_figures_are_told_before_files_are_written(planned, monkeypatch, tmp_path):
    """Whoever reads them through a pipe need not wait for a picture."""
    done = []
    monkeypatch.setattr("tilerummy.cli.arena._show", lambda report: done.append("told"))
    monkeypatch.setattr(
        "tilerummy.cli.arena.sys.stdout", SimpleNamespace(flush=lambda: done.append("written"))
    )
    monkeypatch.setattr("tilerummy.cli.arena.draw", lambda *_, fair: done.append("drawn"))
    plot = tmp_path / "a.svg"
    compare_bots(rules="jumbo", seats="greedy,patient", jobs=1, plot=plot)
    assert done == ["told", "written", "drawn"]


@pytest.fixture
def planned(monkeypatch):
    """The plans that would be played, and what is drawn and written of them."""
    found = []

    def played(plan, workers, journal, tick):
        names = [str(player) for player in plan.tables[0]]
        scores = (5, -5, *[0] * (len(names) - 2))
        tick(plan.size)
        found.append(plan)
        return [PlayedRound(tuple(names), 0, 0, 0, scores, 30, "out")]

    monkeypatch.setattr("tilerummy.cli.arena.run", played)
    monkeypatch.setattr(
        "tilerummy.cli.arena.draw", lambda path, report, fair: found.append((path.name, fair))
    )
    return found


def test_what_is_planned_where_nothing_else_is_said(planned):
    assert run("arena", "--rules", "jumbo", "--seats", "greedy,patient").code == 0
    (plan,) = planned
    assert (plan.rules.id, plan.deals, plan.seed, plan.effort) == ("jumbo", 100, "1", 1.0)
    assert [[str(one) for one in table] for table in plan.tables] == [["greedy", "patient"]]
    assert not plan.league


def test_a_league_of_the_whole_ladder_at_tables_of_four(planned, tmp_path):
    picture = tmp_path / "league.svg"
    told = run(*SMALL, "--league", "ladder", "--at", "4", "--plot", str(picture), "--json")
    assert told.code == 0
    plan, drawn = planned
    assert plan.league
    assert len(plan.tables) == len(LADDER) * (len(LADDER) - 1) // 2
    first, second = LADDER[0].name, LADDER[1].name
    assert [str(one) for one in plan.tables[0]] == [first, second, first, second]
    assert drawn == ("league.svg", 1 / 4), "a fair share of a table of four"


def test_a_bar_is_shown_where_somebody_sees_it(planned, monkeypatch):
    bars = []

    class Bar:
        def __init__(self, *columns, disable, transient, console):
            bars.append([disable, transient])

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def add_task(self, name, total):
            bars[-1] += [name, total]
            return 7

        def advance(self, task, count):
            bars[-1] += [task, count]

    monkeypatch.setattr("tilerummy.cli.arena.Progress", Bar)
    assert run(*SMALL, "--seats", "greedy,patient").code == 0
    assert bars == [[True, True, "rounds", 4, 7, 4]], "none in a pipe"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("--seats", "greedy,patient", "--league", "greedy,patient"),
            "--seats and --league cannot both be given",
        ),
        (("--seats", ""), "name the bots behind --seats or behind --league"),
    ],
)
def test_either_a_table_or_a_league_is_named(planned, arguments, sentence):
    said = run(*SMALL, *arguments)
    assert (said.code, planned) == (2, [])
    assert said.err == f"tilerummy: {sentence}\n"
