"""Run every check and test, stage by stage, and stop at the first stage that fails.

A stage is a name and a few commands; each has a header and a time, so that a reader of the output
sees at once what ran and where it stopped. A stage whose subject is not in the tree is left out.

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
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"
SANITISED = "build/sanitised"
MAKE = ("make", "--no-print-directory")
CPP = "'core/*.cpp' 'core/*.hpp'"
PYTEST = ("python", "-m", "pytest", "-q", "--no-header", "--durations=5", "--durations-min=3")
LONGEST_SECONDS = 900
TESTS_FAILED = 1
"""So pytest ends when tests failed and it noted which; ended otherwise, its notes are old."""
COLOURS = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\))")


@dataclass(frozen=True, slots=True)
class Stage:
    """Commands that belong together, run in `folder` if `subject` matches anything in the tree."""

    name: str
    title: str
    commands: tuple[tuple[str, ...], ...]
    subject: str = "pyproject.toml"
    folder: str = "."
    again: bool = False
    """Real servers and browsers can be late on a busy machine: what failed is tried once more."""

    def exists(self) -> bool:
        return any(ROOT.glob(self.subject))


STAGES = (
    Stage("prepare", "install what is missing", ((*MAKE, "prepare"),)),
    Stage("build", "compile the core, build the client", ((*MAKE, "build", "client"),)),
    Stage(
        "lint",
        "format and lint",
        (
            ("ruff", "format", "--check", "--quiet", "."),
            ("ruff", "check", "--quiet", "--output-format=concise", "."),
            ("sh", "-c", f"git ls-files {CPP} | xargs -r clang-format --dry-run -Werror"),
            ("python", "scripts/check_tree.py"),
        ),
    ),
    Stage("types", "types of the Python package", (("mypy",),)),
    Stage("imports", "direction of imports", (("lint-imports", "--no-logo"),)),
    Stage(
        "docs",
        "the documentation as a site, its links and its reference",
        (("mkdocs", "build", "--strict", "--quiet"),),
        subject="mkdocs.yml",
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
    ),
    Stage(
        "python",
        "Python tests and properties",
        (
            (
                *PYTEST,
                "-n2",
                "-m",
                "not services and not browser and not browsers",
                "--ignore=tests/server",
            ),
        ),
        subject="tests/**/test_*.py",
    ),
    Stage(
        "server",
        "rooms, and real servers over real sockets",
        ((*PYTEST, "-n4", "-m", "not services and not browser and not browsers", "tests/server"),),
        subject="tests/server/**/test_*.py",
        again=True,
    ),
    Stage(
        "client",
        "types, lint and tests of the web client",
        (("npm", "run", "--silent", "check"), ("npm", "run", "--silent", "test")),
        subject="client/package-lock.json",
        folder="client",
    ),
    Stage(
        "services",
        "on real PostgreSQL and Redis servers",
        ((*PYTEST, "-n3", "--dist", "loadfile", "-m", "services"),),
        subject="tests/services/test_*.py",
        again=True,
    ),
    Stage(
        "browser",
        "in a real browser",
        ((*PYTEST, "-n2", "-m", "browser"),),
        subject="tests/browser/test_*.py",
        again=True,
    ),
)


def environment() -> dict[str, str]:
    path = f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}"
    plain = {"NO_COLOR": "1", "TERM": "dumb", "CI": "1", "NO_MKDOCS_2_WARNING": "1"}
    kept = {name: value for name, value in os.environ.items() if name != "FORCE_COLOR"}
    return kept | plain | {"PATH": path, "HYPOTHESIS_PROFILE": "ci"}


def execute(command: tuple[str, ...], folder: Path) -> int:
    """Run a command and pass its output on without colours; end it if it takes far too long."""
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as process:
        alarm = threading.Timer(LONGEST_SECONDS, os.killpg, (process.pid, signal.SIGKILL))
        alarm.start()
        try:
            for line in process.stdout or ():
                print(COLOURS.sub("", line), end="", flush=True)
            return process.wait()
        finally:
            alarm.cancel()
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)


def run(stage: Stage) -> bool:
    print(f"\n=== {stage.name}: {stage.title} ".ljust(88, "="), flush=True)
    for command in stage.commands:
        shown = " ".join(command)
        print(f"$ {shown}", flush=True)
        code = execute(command, ROOT / stage.folder)
        if code == TESTS_FAILED and stage.again:
            print(f"--- {stage.name}: what failed is tried once more, alone", flush=True)
            code = execute((*command, "-n0", "--last-failed"), ROOT / stage.folder)
        if code:
            why = f"failed with exit code {code}" if code > 0 else f"ended by signal {-code}"
            print(f"--- {stage.name}: {why}: {shown}", flush=True)
            return False
    return True


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
    took: list[tuple[str, float]] = []
    for stage in chosen:
        started = time.monotonic()
        if not run(stage):
            print(f"\nFAILED in stage {stage.name}.", flush=True)
            return 1
        took.append((stage.name, time.monotonic() - started))
        print(f"--- {stage.name}: passed in {took[-1][1]:.1f} s", flush=True)
    print("\n" + ", ".join(f"{name} {seconds:.0f} s" for name, seconds in took))
    minutes, seconds = divmod(round(sum(seconds for _, seconds in took)), 60)
    what = ", ".join(options.only) if options.only else "everything"
    print(f"PASSED: {what}, in {minutes} min {seconds} s.", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
