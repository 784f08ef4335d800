"""Run every check and test, stage by stage, and stop at the first stage that fails.

A stage is a name and a few commands; each has a header and a time, so that a reader of the output
sees at once what ran and where it stopped. A stage whose subject is not in the tree is left out.
Stages without a lane run first, alone. Then the lanes run beside each other, each its stages in
order: tests of servers and browsers wait a lot, and what only computes fills the gaps, with a lower
priority. The output of a stage in a lane is printed whole when the stage has ended. Tests of real
servers and browsers can be late on a busy machine: those that failed run once more at the end, when
nothing else does.

    python3 scripts/run_stages.py                 all of it: what `make test` does
    python3 scripts/run_stages.py --only lint     one stage, without preparing anything
    python3 scripts/run_stages.py --list          the names of the stages
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"
SANITISED = "build/sanitised"
MAKE = ("make", "--no-print-directory")
CPP = "'core/*.cpp' 'core/*.hpp'"
HERE = "not services and not browser and not browsers"
ELSEWHERE = ("server", "services", "browser", "browsers")
"""Folders of tests with stages of their own. Merely collecting them takes seconds per process."""
LONGEST_SECONDS = 1800
PROGRESS_SECONDS = 60
NICE = 5
"""What only computes leaves the processor to what has to answer in time."""
TESTS_FAILED = 1
"""So pytest ends when tests failed and it noted which; ended otherwise, its notes are old."""
UNWANTED = ("FORCE_COLOR", "PYTHONDONTWRITEBYTECODE")
"""Hundreds of tests start Python anew: what is compiled once has to be kept."""
COLOURS = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\))")


def pytest(stage: str, *options: str) -> tuple[str, ...]:
    """Tests at the same time must not note in one file which of them failed."""
    notes = ("-o", f"cache_dir=build/pytest/{stage}")
    quiet = ("-q", "--no-header", "--durations=5", "--durations-min=3")
    return ("python", "-m", "pytest", *quiet, *notes, *options)


def apart(count: int) -> tuple[str, ...]:
    """So many processes: neighbours share what a module starts, and whoever is done helps out."""
    return (f"-n{count}", "--dist", "worksteal")


@dataclass(frozen=True, slots=True)
class Stage:
    """Commands that belong together, run in `folder` if `subject` matches anything in the tree."""

    name: str
    title: str
    commands: tuple[tuple[str, ...], ...]
    subject: str = "pyproject.toml"
    folder: str = "."
    again: bool = False
    """Real servers and browsers can be late on a busy machine: what failed is tried at the end."""
    lane: str = ""
    nice: int = 0

    def exists(self) -> bool:
        return any(ROOT.glob(self.subject))


STAGES = (
    Stage(
        "build",
        "install what is missing, compile the core, build the client",
        ((*MAKE, "-j4", "--output-sync", "prepare", "build", "client"),),
    ),
    Stage(
        "server",
        "rooms, and real servers over real sockets",
        (pytest("server", *apart(4), "-m", HERE, "tests/server"),),
        subject="tests/server/**/test_*.py",
        again=True,
        lane="servers",
    ),
    Stage(
        "services",
        "on real PostgreSQL and Redis servers",
        (
            pytest(
                *("services", "-n3", "--dist", "loadfile", "-m", "services"),
                *("tests/server", "tests/services"),
            ),
        ),
        subject="tests/services/test_*.py",
        again=True,
        lane="servers",
    ),
    Stage(
        "browser",
        "in a real browser",
        (pytest("browser", *apart(2), "-m", "browser", "tests/browser"),),
        subject="tests/browser/test_*.py",
        again=True,
        lane="browser",
    ),
    Stage(
        "lint",
        "format and lint",
        (
            ("ruff", "format", "--check", "--quiet", "."),
            ("ruff", "check", "--quiet", "--output-format=concise", "."),
            ("sh", "-c", f"git ls-files {CPP} | xargs -r clang-format --dry-run -Werror"),
            ("python", "scripts/check_tree.py"),
        ),
        lane="checks",
        nice=NICE,
    ),
    Stage("types", "types of the Python package", (("mypy",),), lane="checks", nice=NICE),
    Stage(
        "imports",
        "direction of imports",
        (("lint-imports", "--no-logo"),),
        lane="checks",
        nice=NICE,
    ),
    Stage(
        "docs",
        "the documentation as a site, its links and its reference",
        (("mkdocs", "build", "--strict", "--quiet"),),
        subject="mkdocs.yml",
        lane="checks",
        nice=NICE,
    ),
    Stage(
        "client",
        "types, lint and tests of the web client",
        (("npm", "run", "--silent", "check"), ("npm", "run", "--silent", "test")),
        subject="client/package-lock.json",
        folder="client",
        lane="checks",
        nice=NICE,
    ),
    Stage(
        "core",
        "C++ tests under the address and undefined-behaviour sanitisers",
        (
            (
                *("cmake", "-S", ".", "-B", SANITISED, "-G", "Ninja", "--log-level=WARNING"),
                *("-DTILERUMMY_PYTHON=OFF", "-DTILERUMMY_TESTS=ON", "-DTILERUMMY_SANITIZE=ON"),
            ),
            ("cmake", "--build", SANITISED, "--", "--quiet"),
            ("ctest", "--test-dir", SANITISED, "--output-on-failure", "-j2"),
        ),
        subject="core/CMakeLists.txt",
        lane="checks",
        nice=NICE,
    ),
    Stage(
        "python",
        "Python tests and properties",
        (
            pytest(
                "python", *apart(2), "-m", HERE, *(f"--ignore=tests/{name}" for name in ELSEWHERE)
            ),
        ),
        subject="tests/**/test_*.py",
        lane="checks",
        nice=NICE,
    ),
)


def environment() -> dict[str, str]:
    path = f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"
    plain = {"NO_COLOR": "1", "TERM": "dumb", "CI": "1", "NO_MKDOCS_2_WARNING": "1"}
    kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    return kept | plain | {"PATH": path, "HYPOTHESIS_PROFILE": "ci"}


def say(text: str) -> None:
    print(text, end="", flush=True)


class Run:
    """One run of some stages; once one has failed, all that is under way is ended."""

    def __init__(self) -> None:
        self.failed = ""
        self.took: dict[str, float] = {}
        self._again: list[tuple[Stage, tuple[str, ...]]] = []
        self._begun = time.monotonic()
        self._processes: dict[str, subprocess.Popen[str]] = {}
        self._lock = threading.RLock()

    def everything(self, stages: Sequence[Stage]) -> bool:
        """The stages without a lane, all lanes beside each other, then what failed once more."""
        for stage in stages:
            if not stage.lane and not self.stage(stage):
                return False
        names = dict.fromkeys(stage.lane for stage in stages if stage.lane)
        lanes = [[stage for stage in stages if stage.lane == name] for name in names]
        if len(lanes) == 1:
            passed = all(self.stage(stage) for stage in lanes[0])
        else:
            passed = self._beside_each_other(lanes)
        return passed and all(self._once_more(stage, command) for stage, command in self._again)

    def _beside_each_other(self, lanes: Sequence[Sequence[Stage]]) -> bool:
        threads = [threading.Thread(target=self._lane, args=(lane,)) for lane in lanes]
        try:
            for thread in threads:
                thread.start()
            self._tell_progress(threads)
        except BaseException:
            self.stop("interrupted")
            raise
        return not self.failed

    def stage(self, stage: Stage, tell: Callable[[str], None] = say) -> bool:
        """Run one stage and tell all that it prints."""
        started = time.monotonic()
        tell(f"\n=== {stage.name}: {stage.title} ".ljust(88, "=") + "\n")
        if not all(self._command(stage, command, tell) for command in stage.commands):
            self.stop(stage.name)
            return False
        took = time.monotonic() - started
        self.took[stage.name] = self.took.get(stage.name, 0.0) + took
        ended = "ended" if any(stage is other for other, _ in self._again) else "passed"
        tell(f"--- {stage.name}: {ended} in {took:.1f} s\n")
        return True

    def stop(self, failed: str) -> None:
        """Note what failed first, and end all that is under way."""
        with self._lock:
            self.failed = self.failed or failed
            for process in self._processes.values():
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGTERM)

    def _lane(self, lane: Sequence[Stage]) -> None:
        for stage in lane:
            if self.failed:
                return
            output: list[str] = []
            passed = self.stage(stage, output.append)
            if passed or self.failed == stage.name:
                say("".join(output))

    def _tell_progress(self, lanes: Sequence[threading.Thread]) -> None:
        due = time.monotonic()
        while any(lane.is_alive() for lane in lanes):
            time.sleep(0.05)
            if time.monotonic() >= due:
                due += PROGRESS_SECONDS
                minutes = (time.monotonic() - self._begun) / 60
                say(f"... {minutes:.0f} min: {', '.join(self._processes)}\n")

    def _command(self, stage: Stage, command: tuple[str, ...], tell: Callable[[str], None]) -> bool:
        shown = " ".join(command)
        tell(f"$ {shown}\n")
        code = self._execute(stage, command, tell)
        if code == TESTS_FAILED and stage.again and not self.failed:
            tell(f"--- {stage.name}: what failed is tried once more at the end\n")
            self._again.append((stage, (*command, "-n0", "--last-failed")))
            return True
        if code:
            why = f"failed with exit code {code}" if code > 0 else f"ended by signal {-code}"
            tell(f"--- {stage.name}: {why}: {shown}\n")
        return code == 0

    def _once_more(self, stage: Stage, command: tuple[str, ...]) -> bool:
        return self.stage(
            replace(stage, title="what failed, alone", commands=(command,), again=False)
        )

    def _execute(self, stage: Stage, command: tuple[str, ...], tell: Callable[[str], None]) -> int:
        """Run a command and tell its output without colours; end it if it takes far too long."""
        with self._lock:
            if self.failed:
                return -signal.SIGTERM
            process = self._processes[stage.name] = subprocess.Popen(
                ("nice", "-n", str(stage.nice), *command),
                cwd=ROOT / stage.folder,
                env=environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                start_new_session=True,
            )
        with process:
            alarm = threading.Timer(LONGEST_SECONDS, os.killpg, (process.pid, signal.SIGKILL))
            alarm.start()
            try:
                for line in process.stdout or ():
                    tell(COLOURS.sub("", line))
                return process.wait()
            finally:
                alarm.cancel()
                with self._lock:
                    del self._processes[stage.name]
                    if process.poll() is None:
                        os.killpg(process.pid, signal.SIGTERM)


def main() -> int:
    parser = argparse.ArgumentParser(description="Run every check and test, stage by stage.")
    parser.add_argument("--only", metavar="NAME", action="append", help="run this stage alone")
    parser.add_argument("--list", action="store_true", help="print the names of the stages")
    options = parser.parse_args()
    names = [stage.name for stage in STAGES]
    if options.list:
        print("\n".join(f"{stage.name:10}{stage.title}" for stage in STAGES))
        return 0
    unknown = [name for name in options.only or () if name not in names]
    if unknown:
        parser.error(f"no stage {unknown[0]!r}; there are {', '.join(names)}")
    chosen = [stage for stage in STAGES if stage.name in (options.only or names) and stage.exists()]
    run, started = Run(), time.monotonic()
    if not run.everything(chosen):
        print(f"\nFAILED in stage {run.failed}.", flush=True)
        return 1
    print("\n" + ", ".join(f"{name} {seconds:.0f} s" for name, seconds in run.took.items()))
    minutes, seconds = divmod(round(time.monotonic() - started), 60)
    what = ", ".join(options.only) if options.only else "everything"
    print(f"PASSED: {what}, in {minutes} min {seconds} s.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
