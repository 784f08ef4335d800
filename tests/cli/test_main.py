"""What all commands share: help, exit codes, one sentence for bad input, no colours when piped."""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.cli.running import run

COMMANDS = (
    *("rules", "judge", "solve", "score", "check", "arena", "puzzle", "replay", "verify"),
    *("play", "serve"),
)
JUDGE = ("judge", "--rules", "jumbo", "--table", "b4 b5 b6", "--rack", "b7")


def test_help_names_every_command():
    said = run("--help")
    assert said.code == 0
    for command in COMMANDS:
        assert command in said.out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples(command):
    said = run(command, "--help")
    assert said.code == 0
    assert f"    tilerummy {command}" in said.out
    assert said.err == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_examples_are_not_broken_in_a_narrow_terminal(command):
    told = import_module(f"tilerummy.cli.{command}").app.help_epilogue
    assert [line for line in told.splitlines() if len(line) > 79] == []


def test_the_version_is_told():
    assert run("--version").out.strip()[0].isdigit()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("frobnicate",), "frobnicate"),
        (("judge",), "--rules"),
        ((*JUDGE, "--after", "b4 b5 x6"), "--after, at position 7: expected a tile"),
        ((*JUDGE, "--after", "b4 b5 b6 |"), "--after, at position 11: expected a meld"),
        (("judge", "--rules", "jumbo", "--rack", "q", "--after", ""), "--rack, at position 1"),
        (
            ("judge", "--rules", "jumbo", "--table", "b4", "--after", ""),
            "b4 is not a valid meld on",
        ),
        (("judge", "--rules", "chess", "--after", ""), "rulebook 'chess': is unknown"),
        (("judge", "--rules", "no.toml", "--after", ""), "no.toml: cannot be read"),
        ((*JUDGE, "--after", "", "--house", "opening.points"), "is not of the form field=value"),
        ((*JUDGE, "--after", "", "--house", " = 3"), "is not of the form field=value"),
        (("judge", "--rules", "jumbo", "--table", "q", "--after", ""), "--table, at position 1"),
        ((*JUDGE, "--after", "", "--house", "opening.points=-3"), "a whole number from 0 to 200"),
        ((*JUDGE, "--after", "", "--house", "opening.pints=3"), "perhaps opening.points"),
        (("rules", "show", "chess"), "rulebook 'chess': is unknown"),
        (("rules", "shw"), "shw"),
        (("solve", "--rack", "r1"), "--rules is needed"),
        (("solve", "--rules", "jumbo", "--rack", "r1", "--keep", "q"), "--keep, at position 1"),
        (
            ("solve", "--rules", "jumbo", "--rack", "r1", "--keep", "g9"),
            "--keep, cannot keep g9: not on",
        ),
        (
            ("solve", "--rules", "jumbo", "--rack", "r1", "--keep", "r1 r1"),
            "--keep, cannot keep r1: not on",
        ),
        (("solve", "--rules", "jumbo", "--objective", "fun"), "--objective"),
        (("solve", "--jsonl", "a.jsonl", "--unopened"), "--best belong in each line"),
        (("solve", "--jsonl", "nowhere.jsonl"), "nowhere.jsonl: No such file"),
        (("check",), "name at least one file"),
        (("check", "nowhere.jsonl"), "nowhere.jsonl: No such file"),
        (("replay", "nowhere.record"), "nowhere.record: No such file"),
        (("score", "--rules", "jumbo", "--rack", "r5"), "not of the form name=tiles"),
        (("score", "--rules", "jumbo", "--rack", "A=r5"), "at least 2 players"),
        (("score", "--rules", "jumbo", "--rack", "A=r5", "--rack", "A=r6"), "names A twice"),
        (("score", "--rules", "jumbo", "--rack", "A=r5", "--rack", "B="), "name them with --out"),
        (("score", "--rules", "jumbo", "--rack", "A=r5", "--rack", "B=z"), "--rack B, at position"),
        (("score", "--rules", "jumbo", "--rack", "A=r5", "--out", "A"), "A went out and cannot"),
        (("score", "--rules", "jumbo", "--rack", "A=r5", "--out", ""), "--out names nobody"),
        (("arena", "--rules", "jumbo", "--seats", "greedy,casual", "--jobs", "-1"), "--jobs is 0"),
        (("puzzle", "--rules", "jumbo", "--seed", ""), "a seed is 1 to 200 printable"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(arguments, sentence):
    said = run(*arguments)
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith("tilerummy: ")
    assert said.err.count("\n") == 1
    assert sentence in said.err


def test_no_colour_codes_when_piped():
    assert "\x1b" not in run(*JUDGE, "--after", "b4 b5 b6 b7").out


def test_tiles_have_their_colours_in_a_terminal(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[" in run(*JUDGE, "--after", "b4 b5 b6 b7", terminal=True).out


def test_no_color_is_honoured_in_a_terminal(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b" not in run(*JUDGE, "--after", "b4 b5 b6 b7", terminal=True).out


def test_the_installed_command_gives_the_exit_code_to_the_shell():
    code = "import sys; from tilerummy.cli import main; sys.exit(main())"
    done = subprocess.run(
        (sys.executable, "-c", code, *JUDGE, "--after", "b4 b5 b6"), capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "NOTHING_LAID" in done.stdout


def test_starting_loads_no_command_that_was_not_asked_for():
    code = "import sys; from tilerummy.cli import main; main(['--version']); print(*sys.modules)"
    done = subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert not loaded & {"tilerummy.cli.judge", "tilerummy.server", "rich.table", "litestar"}


def installed(*arguments, **options):
    """The command as it is installed, in a process of its own."""
    command = Path(sys.executable).with_name("tilerummy")
    return subprocess.run((command, *arguments), stderr=subprocess.PIPE, text=True, **options)


@pytest.mark.parametrize("arguments", [("rules",), ("rules", "--json")])
def test_whoever_reads_the_output_may_stop(arguments):
    reading, writing = os.pipe()
    os.close(reading)
    try:
        said = installed(*arguments, stdout=writing)
    finally:
        os.close(writing)
    assert (said.returncode, said.stderr) == (0, "")


@pytest.mark.parametrize("arguments", [("rules",), ("rules", "--json")])
def test_a_full_disk_is_one_sentence(arguments):
    with Path("/dev/full").open("w") as full:
        said = installed(*arguments, stdout=full)
    assert (said.returncode, said.stderr) == (2, "tilerummy: No space left on device\n")


def test_a_terminal_without_a_character_shows_its_code():
    narrow = {**os.environ, "PYTHONIOENCODING": "ascii"}
    score = ("score", "--rules", "jumbo", "--out", "Zoë", "--rack", "Ben=r5")
    said = installed(*score, stdout=subprocess.PIPE, env=narrow)
    assert (said.returncode, said.stderr) == (0, "")
    assert "Zo\\xeb wins the round." in said.stdout
