"""Bots in any language: what is said, and what becomes of programs that fail."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from queue import Queue
from types import SimpleNamespace

import pytest

from tilerummy.bots import Budget, Dice
from tilerummy.engine import Draw, Pass, Play, Round
from tilerummy.lab import programs
from tilerummy.lab.arena import Plan, report_of, run
from tilerummy.lab.errors import Forfeit, LabError
from tilerummy.lab.journal import Journal
from tilerummy.lab.players import Player
from tilerummy.lab.programs import Program
from tilerummy.lab.workers import Here, Processes
from tilerummy.rules import RULEBOOK_IDS, rulebook

JUMBO = rulebook("jumbo")
ROOT = Path(__file__).resolve().parents[2]

TALK = """
import json, sys, time
def say(message): print(json.dumps(message), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"type": "hello", "protocol": 1})
    if message["type"] == "act":
        %s
"""
HONEST = 'say({"id": message["id"], "action": message["choices"][-1]["action"]})'
BAD = {
    "crashing": ("sys.exit(3)", "ended with exit code 3"),
    "hanging": ("time.sleep(60)", "did not answer within 0.3 seconds"),
    "lying": (
        'say({"id": message["id"], "action": {"type": "play", "table": "k1 k2 k3"}})',
        "rack",
    ),
    "babbling": ('print("I draw", flush=True)', "not an object of JSON"),
    "confused": (
        'say({"id": 99, "action": {"type": "draw"}})',
        "answered question 99 instead of 1",
    ),
    "dancing": ('say({"id": message["id"], "action": {"type": "dance"}})', "not an action"),
    "leaving": (
        'say({"id": message["id"], "action": {"type": "leave", "seat": 0}})',
        "plays, draws, passes",
    ),
    "endless": ('sys.stdout.write("x" * 3_000_000); sys.stdout.flush()', "longer than a megabyte"),
    "cheating": ('say({"id": message["id"], "action": {"type": "pass"}})', "draw one"),
}


@pytest.fixture
def program(tmp_path):
    def written(name, act):
        path = tmp_path / f"{name}.py"
        path.write_text(TALK % act)
        return f"program:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"

    return written


def arena(*names, deals=1, workers=None, rules=JUMBO):
    plan = Plan(rules, (tuple([Player.parse(name) for name in names]),), deals, "7")
    with Journal(rules, "7") as journal:
        rounds = run(plan, workers or Here(), journal, lambda _: None)
    return rounds, report_of(plan, rounds)


@pytest.mark.parametrize("name", BAD)
def test_a_program_that_fails_forfeits_its_round_and_the_arena_goes_on(program, name):
    act, why = BAD[name]
    bad = program(name, act) + ("@0.03" if name == "hanging" else "")
    rounds, report = arena(bad, "greedy", deals=2)
    assert len(rounds) == 4
    for played in rounds:
        assert played.reason == "alone"
        assert played.players[played.winner] == "greedy"
        assert sum(played.scores) == 0
        assert why in played.forfeits[0]
    assert sum(forfeit.rounds for forfeit in report.forfeits) == 4
    assert report.bots[0].wins == 0


def test_the_others_play_on_when_a_program_has_left(program):
    bad = program("crashing", BAD["crashing"][0])
    rounds, _ = arena("greedy", bad, "greedy")
    assert all(len(played.forfeits) == 1 for played in rounds)
    assert all(played.reason == "out" for played in rounds)
    assert all(played.players[played.winner] == "greedy" for played in rounds)


def test_a_program_that_cannot_be_started_forfeits(program):
    rounds, _ = arena("program:/nowhere/at/all", "greedy")
    assert "cannot be started" in rounds[0].forfeits[0]


@pytest.mark.parametrize("name", RULEBOOK_IDS)
def test_an_honest_program_plays_every_rulebook(program, name):
    honest = program("honest", HONEST)
    rounds, report = arena(honest, "greedy", honest, rules=rulebook(name))
    assert len(rounds) == 3
    assert report.forfeits == []


def test_processes_play_with_programs_too(program):
    honest = program("honest", HONEST)
    here, _ = arena(honest, "greedy", deals=2)
    there, _ = arena(honest, "greedy", deals=2, workers=Processes(2))
    assert here == there


@pytest.mark.parametrize(
    "words",
    [
        "{}",
        '{"type": "hello"}',
        '{"type": "hello", "protocol": 2}',
        '{"type": "welcome", "protocol": 1}',
        '{"protocol": 1}',
    ],
)
def test_a_program_without_a_hello_forfeits(tmp_path, words):
    path = tmp_path / "rude.py"
    path.write_text(f"print({words!r}, flush=True)\ninput()\ninput()\n")
    bot = Program(f"{sys.executable} {path}")
    with pytest.raises(Forfeit, match="hello of protocol 1"):
        bot.act(Round.deal(JUMBO, seed=1).view(0), Dice(1), Budget())


@pytest.mark.parametrize(
    ("budget", "seconds"),
    [
        (Budget(), 10),
        (Budget(effort=0.5), 5),
        (Budget(seconds=3.0), 3),
        (Budget(seconds=30.0), 10),
        (Budget(effort=0.125, seconds=3.0), 1.25),
    ],
)
def test_the_time_for_a_turn_follows_the_effort_and_ends_with_the_callers(
    monkeypatch, budget, seconds
):
    limits = []

    def ask(view, dice, budget, limit):
        limits.append(limit)
        return Draw()

    monkeypatch.setattr(programs._Talk, "begun", lambda command: SimpleNamespace(ask=ask))
    Program("bot").act(Round.deal(JUMBO, seed=1).view(0), Dice(1), budget)
    assert limits == [seconds]


def talk(*answers, **process):
    """A conversation with a program that has said all this, and nothing more."""
    said = Queue()
    for answer in answers:
        said.put(answer)
    return programs._Talk(SimpleNamespace(stdin=BytesIO(), **process), said, set())


def test_questions_are_numbered_and_the_rulebook_is_told_once():
    heard = talk(*[b'{"id": %d, "action": {"type": "draw"}}' % number for number in (1, 2)])
    view = Round.deal(JUMBO, seed=1).view(0)
    for _ in range(2):
        assert heard.ask(view, Dice(1), Budget(), 2.5) == Draw()
    told = [json.loads(line) for line in heard.process.stdin.getvalue().splitlines()]
    assert [(one["type"], one["id"]) for one in told] == [
        *(("rules", "jumbo"), ("act", 1), ("act", 2))
    ]
    assert [one["seconds"] for one in told[1:]] == [2.5, 2.5]


def still_running(timeout):
    raise subprocess.TimeoutExpired("bot", timeout)


@pytest.mark.parametrize(
    ("said", "wait", "words"),
    [
        (None, lambda timeout: 7, "ended with exit code 7"),
        (None, still_running, "closed its output"),
        (b"", None, "wrote a line longer than a megabyte"),
        (b"[]", None, r"answered a line that is not an object of JSON: b'\[\]'"),
    ],
)
def test_what_is_told_of_a_program_that_does_not_answer(said, wait, words):
    with pytest.raises(Forfeit, match=f"^{words}$"):
        talk(said, wait=wait)._receive(0.0)


@pytest.mark.parametrize("command", ["program:", "program:  ", "program:'half"])
def test_a_command_that_is_none_is_refused(command):
    with pytest.raises(LabError, match="command"):
        Player.parse(command)


def test_what_a_program_is_told_is_what_its_seat_may_know(tmp_path):
    notes = tmp_path / "notes.jsonl"
    path = tmp_path / "noting.py"
    path.write_text(TALK % f"open({str(notes)!r}, 'a').write(line); {HONEST}")
    arena(f"program:{sys.executable} {path}", "greedy")
    for line in notes.read_text().splitlines():
        told = json.loads(line)
        tiles = told["rack"].split()
        assert len(tiles) == told["rack_sizes"][told["seat"]]
        for event in told["events"]:
            if event["type"] == "drew":
                assert (event["tile"] is None) == (event["seat"] != told["seat"])
        assert {"hidden", "seed", "racks"}.isdisjoint(told)
        everywhere = tiles + told["unseen"].split()
        table = [tile for tile in told["table"].split() if tile != "|"]
        assert len(everywhere) + len(table) == 106


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_example_in_javascript_plays(capfd):
    now = Round.deal(JUMBO, seed=3)
    bot = Program(f"node {ROOT / 'examples' / 'bot.mjs'}")
    while not now.over:
        action = bot.act(now.view(now.turn), Dice(1), Budget())
        assert isinstance(action, Play | Draw | Pass)
        now = now.apply(action)
    bot.stop()


def test_the_command_line_says_who_forfeited_and_why(program):
    bad = program("crashing", BAD["crashing"][0])
    run_it = "import sys; from tilerummy.cli import main; sys.exit(main())"
    options = f"--rules jumbo --deals 1 --jobs 1 --seats '{bad},greedy'"
    done = subprocess.run(
        (sys.executable, "-c", run_it, "arena", *shlex.split(options)),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "forfeited 2 rounds" in done.stdout.replace("\n", " ")
    assert "exit code 3" in " ".join(done.stdout.split())
