"""Run chosen tests again and again, each time in a new process that has the libraries loaded.

Reads requests from standard input, one JSON object a line: the ids of the tests in the order in
which they are to run, and how many seconds they may compute. Answers each with `passed`, `failed`
or `late`. Libraries are imported once, here; the package under test and its tests are imported by
the process forked for a request, so it sees the files as they are then. Time is what the process
has computed, not what has passed: on a busy machine, or stopped for a while, tests are not late.
"""

import importlib
import json
import os
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pytest

LIBRARIES = (
    *("_pytest.python", "hypothesis.strategies", "hypothesis.stateful", "asyncio", "sqlite3"),
    *("litestar", "litestar.testing", "uvicorn", "websockets.sync.client", "httpx"),
    *("sqlalchemy.ext.asyncio", "alembic.command", "redis.asyncio"),
    *("numpy", "gymnasium", "pettingzoo", "rich.table", "click", "msgspec", "pebble"),
)
UNHURRIED = ("-o", "faulthandler_timeout=0")
POLL = 0.01
LOOK = 1.0
LONGEST_WAIT = 30.0
"""Seconds of waiting after which tests are taken to wait for ever."""
HARDLY = 0.01
"""A smaller share of a processor is no progress: a server that nobody asks looks around."""
PASSED = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)


class Chosen:
    """Keeps the chosen tests alone, in the order asked for."""

    def __init__(self, tests: Sequence[str]) -> None:
        self._places = {test: place for place, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        kept = [item for item in items if item.nodeid in self._places]
        items[:] = sorted(kept, key=lambda item: self._places[item.nodeid])


def run(tests: Sequence[str]) -> int:
    """In a process of its own: the tests until one fails."""
    files = dict.fromkeys(test.partition("::")[0] for test in tests)
    options = ("-x", "-q", "--no-header", "--tb=no", "--assert=plain", "-p", "no:cacheprovider")
    return pytest.main([*options, *UNHURRIED, *files], plugins=[Chosen(tests)])


def answer(tests: Sequence[str], seconds: float) -> str:
    """Whether these tests pass in a forked process within that time."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.setsid()
            silence()
            code = run(tests)
        finally:
            os._exit(code)
    try:
        return await_exit(child, seconds)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)


def await_exit(child: int, seconds: float) -> str:
    computed = before = waited = 0.0
    looked = time.monotonic()
    while computed <= seconds and waited <= LONGEST_WAIT:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return "passed" if os.waitstatus_to_exitcode(status) in PASSED else "failed"
        time.sleep(POLL)
        computed = seconds_computed(child)
        if computed - before > HARDLY * LONGEST_WAIT:
            before, waited = computed, 0.0
        if time.monotonic() - looked >= LOOK:
            looked = time.monotonic()
            # On a busy machine tests that could go on may not be let: those do not wait.
            waited += 0.0 if is_runnable(child) else LOOK
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "late"


def seconds_computed(process: int) -> float:
    """By all threads of the process, and by the processes it started that have ended."""
    fields = _fields(Path(f"/proc/{process}/stat"))
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def is_runnable(session: int) -> bool:
    """Whether any thread of any process of this session would compute if it were let."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if int(_fields(process / "stat")[3]) == session and any(
                _fields(thread)[0] in "RD" for thread in process.glob("task/*/stat")
            ):
                return True
    return False


def _fields(path: Path) -> list[str]:
    """What the system tells of a process or thread, from its state on."""
    return path.read_text().rpartition(")")[2].split()


def silence() -> None:
    """Connect the standard streams of the forked process to nothing."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(null, stream)


def main() -> None:
    for name in LIBRARIES:
        with suppress(ImportError):
            importlib.import_module(name)
    for line in sys.stdin:
        request = json.loads(line)
        print(answer(request["tests"], request["seconds"]), flush=True)


if __name__ == "__main__":
    main()
