"""Ctrl+C: every command stops at once, says so in one line and leaves nothing running."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress

import pytest

PATIENCE_SECONDS = 60
MANY = ("--deals", "100000", "--seed", "5")


@contextmanager
def started(*arguments):
    """A command in a process group of its own, as a shell starts it."""
    program = "import sys; from tilerummy.cli import main; sys.exit(main())"
    with subprocess.Popen(
        (sys.executable, "-c", program, *arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def wait_until(true):
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def group_is_empty(number):
    try:
        os.killpg(number, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize("interrupt", [os.kill, os.killpg], ids=["by a signal", "by Ctrl+C"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_arena_stops_and_keeps_what_was_played(tmp_path, interrupt, jobs):
    journal = tmp_path / "run.jsonl"
    arena = ("arena", "--rules", "jumbo", "--seats", "greedy,casual", "--jobs", jobs)
    with started(*arena, *MANY, "--resume", str(journal)) as process:
        wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 4)
        interrupt(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE_SECONDS)
        assert (process.returncode, out, err) == (130, "", "tilerummy: stopped\n")
        wait_until(lambda: group_is_empty(process.pid))
    assert journal.read_bytes().count(b"\n") < 100_000


def test_an_arena_that_is_killed_leaves_no_processes(tmp_path):
    journal = tmp_path / "run.jsonl"
    arena = ("arena", "--rules", "jumbo", "--seats", "greedy,casual", "--jobs", "2")
    with started(*arena, *MANY, "--resume", str(journal)) as process:
        wait_until(lambda: journal.exists() and journal.read_bytes().count(b"\n") > 4)
        process.kill()
        process.communicate(timeout=PATIENCE_SECONDS)
        wait_until(lambda: group_is_empty(process.pid))


def test_a_command_that_waits_for_input_stops():
    with started("solve", "--jsonl", "-", "--rules", "jumbo") as process:
        process.stdin.write('{"rack": "r1 r2 r3"}\n')
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE_SECONDS)
    assert (process.returncode, out, err) == (130, "", "tilerummy: stopped\n")
