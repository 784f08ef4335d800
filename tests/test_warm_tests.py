"""How `make mutants` waits for tests: by what they compute, not by the clock on the wall."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

import warm_tests


def answer(work, seconds):
    program = (sys.executable, "-S", "-c", work)
    child = os.posix_spawn(sys.executable, program, os.environ, setsid=True)
    return warm_tests.await_exit(child, seconds)


@pytest.mark.parametrize(
    ("work", "expected"),
    [
        ("raise SystemExit(0)", "passed"),
        (f"raise SystemExit({int(pytest.ExitCode.NO_TESTS_COLLECTED)})", "passed"),
        ("raise SystemExit(1)", "failed"),
        (f"raise SystemExit({int(pytest.ExitCode.INTERNAL_ERROR)})", "failed"),
        ("while True: pass", "late"),
    ],
)
def test_how_the_tests_of_a_fault_end(work, expected):
    assert answer(work, 0.5) == expected


@pytest.mark.parametrize(
    "work", ["time.sleep(3600)", "while True: time.sleep(0.005); sum(range(9000))"]
)
def test_tests_that_wait_for_ever_are_late(monkeypatch, work):
    """A server that nobody asks computes a little now and then, but hardly anything."""
    monkeypatch.setattr(warm_tests, "LOOK", 0.02)
    monkeypatch.setattr(warm_tests, "LONGEST_WAIT", 0.5)
    monkeypatch.setattr(warm_tests, "HARDLY", 0.2)
    assert answer(f"import time\n{work}", 60) == "late"


@pytest.mark.parametrize("own", [True, False])
def test_tests_that_are_not_let_do_not_wait(monkeypatch, own):
    """As little as it is let compute, it is not late before it has computed its time."""
    monkeypatch.setattr(warm_tests, "LOOK", 0.02)
    monkeypatch.setattr(warm_tests, "LONGEST_WAIT", 0.3)
    monkeypatch.setattr(warm_tests, "seconds_computed", lambda process: 0.0)
    work = "import time\nend = time.monotonic() + 0.6\nwhile time.monotonic() < end: pass"
    other = f"import subprocess, sys\nsubprocess.run([sys.executable, '-S', '-c', {work!r}])"
    assert answer(work if own else other, 60) == "passed"
