"""Put small faults into the code, one at a time, and count how many of them the tests notice.

    python scripts/mutants.py                     a sample of every package
    python scripts/mutants.py rules engine -n 40  forty faults in each of these packages
    python scripts/mutants.py server --seed 7     another sample
    python scripts/mutants.py server/room         one part of a package

A fault that the tests do not notice is printed with its place and the code before and after, so
that a test can be written for it. Some cannot be noticed because they change nothing; the report
says how many were noticed, and a reader decides about the rest. Tests mirror the packages, so the
nearest tests are asked first: those of the module's own folder, then those of the whole package,
then those of no package; with --near only the first. Everything happens in copies of the tree; the
tree itself is not touched.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
import venv
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from mutations import Mutation, mutations

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "src" / "tilerummy"
MARKERS = "not services and not browser and not browsers"
WIDER = ("tests/conformance", "tests/properties")
"""Tests that are no package's own; they are asked about what the package's own tests let pass."""
SLOWEST = 30.0
"""Seconds added to three times the time of the sound code before a run counts as hanging."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A mutation of one file."""

    path: Path
    mutation: Mutation

    def __str__(self) -> str:
        place = f"{self.path.relative_to(ROOT)}:{self.mutation.line}"
        return f"{place}\n    - {self.mutation.before}\n    + {self.mutation.after}"


@dataclass(frozen=True, slots=True)
class Suite:
    """Tests that are asked together, and how long they take on sound code."""

    folders: tuple[str, ...]
    seconds: float

    def notices(self, tree: Path) -> bool:
        return not passes(tree, self.folders, 3 * self.seconds + SLOWEST)


class Suites:
    """The tests to ask about a module, nearest first; each is timed once on sound code."""

    def __init__(self, tree: Path, near: bool) -> None:
        self._tree = tree
        self._near = near
        self._timed: dict[tuple[str, ...], Suite] = {}

    def of(self, path: Path) -> list[Suite]:
        inner = path.parent.relative_to(PACKAGES)
        folders = [f"tests/{folder}" for folder in (inner, *inner.parents) if folder.name]
        own = [(folder,) for folder in folders if (ROOT / folder).is_dir()]
        every = [*(own or [("tests",)]), WIDER]
        return [self._timed_suite(asked) for asked in (every[:1] if self._near else every)]

    def _timed_suite(self, folders: tuple[str, ...]) -> Suite:
        if folders not in self._timed:
            started = time.monotonic()
            if not passes(self._tree, folders, 1800):
                sys.exit(f"{', '.join(folders)}: tests fail without any fault; mend them first")
            self._timed[folders] = Suite(folders, time.monotonic() - started)
        return self._timed[folders]


def candidates(package: str) -> Iterator[Fault]:
    """Every fault of the package that this script knows to make."""
    for path in sorted((PACKAGES / package).rglob("*.py")):
        if "migrations" in path.parts or path.name == "__main__.py":
            continue
        for mutation in mutations(path.read_text("utf-8")):
            yield Fault(path, mutation)


def sample(package: str, count: int, seed: int) -> list[Fault]:
    """Faults drawn evenly from all of the package."""
    everything = list(candidates(package))
    chance = random.Random(f"{seed} {package}")
    return chance.sample(everything, min(count, len(everything)))


def copy_of_the_tree(folder: Path) -> Path:
    """The tracked files and what was built, without the environments."""
    names = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\0")
    built = [str(path.relative_to(ROOT)) for path in PACKAGES.rglob("*.so")]
    built += [str(path.relative_to(ROOT)) for path in PACKAGES.rglob("static/**/*")]
    for name in {*filter(None, names), *built}:
        source, target = ROOT / name, folder / name
        if source.is_file():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    make_environment(folder)
    return folder


def make_environment(tree: Path) -> None:
    """A Python that imports the copy, and every other package from where it is installed."""
    folder = tree / ".venv"
    venv.create(folder, with_pip=False)
    installed = sysconfig.get_paths()["purelib"]
    purelib = next((folder / "lib").glob("python*/site-packages"))
    # A path in a .pth file is searched, but the .pth files in it, ours among them, are not read.
    (purelib / "copy.pth").write_text(f"{tree / 'src'}\n{installed}\n", "utf-8")
    program = Path(sys.executable).with_name("tilerummy").read_text("utf-8")
    python = folder / "bin" / "python"
    (folder / "bin" / "tilerummy").write_text(
        program.replace(program.splitlines()[0], f"#!{python}", 1), "utf-8"
    )
    (folder / "bin" / "tilerummy").chmod(0o755)


def passes(tree: Path, folders: tuple[str, ...], seconds: float) -> bool:
    """Whether these tests pass in that copy; what takes too long does not pass."""
    python = tree / ".venv" / "bin" / "python"
    options = ("-x", "-q", "--no-header", "-p", "no:cacheprovider", "-m", MARKERS)
    process = subprocess.Popen(
        (python, "-m", "pytest", *options, *folders),
        cwd=tree,
        env={**os.environ, "PATH": f"{python.parent}:{os.environ['PATH']}", "PYTHONPATH": ""},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(seconds) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def is_noticed(fault: Fault, tree: Path, suites: list[Suite]) -> bool:
    """Whether any test fails with the fault in place."""
    target = tree / fault.path.relative_to(ROOT)
    sound = target.read_text("utf-8")
    target.write_text(fault.mutation.source, "utf-8")
    try:
        return any(suite.notices(tree) for suite in suites)
    finally:
        target.write_text(sound, "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Count the small faults that the tests notice.")
    everything = sorted(path.parent.name for path in PACKAGES.glob("*/__init__.py"))
    parts = {str(path.parent.relative_to(PACKAGES)) for path in PACKAGES.rglob("__init__.py")}
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=", ".join(everything))
    parser.add_argument("-n", "--count", type=int, default=20, help="faults in each package")
    parser.add_argument("--seed", type=int, default=1, help="which sample is drawn")
    parser.add_argument("--jobs", type=int, default=2, help="copies of the tree that work at once")
    parser.add_argument("--goal", type=float, default=0, help="fail below this percentage")
    parser.add_argument("--near", action="store_true", help="ask only the nearest tests")
    options = parser.parse_args()
    unknown = [name for name in options.packages if name not in parts]
    if unknown:
        parser.error(f"there is no package {unknown[0]!r}; there are {', '.join(everything)}")
    report: dict[str, Counter[bool]] = {}
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        trees = [copy_of_the_tree(Path(folder, str(number))) for number in range(options.jobs)]
        suites = Suites(trees[0], options.near)
        for package in options.packages or everything:
            report[package] = examine(package, trees, suites, options.count, options.seed)
    print("\npackage      noticed")
    shares = [show(package, count) for package, count in report.items()]
    return 1 if min(shares, default=100) < options.goal else 0


def examine(
    package: str, trees: list[Path], suites: Suites, count: int, seed: int
) -> Counter[bool]:
    """Try every fault of a sample; those that nobody notices are printed as they are found."""
    faults = sample(package, count, seed)
    asked = {fault.path: suites.of(fault.path) for fault in faults}
    print(f"{package}: {len(faults)} faults", flush=True)
    free: SimpleQueue[Path] = SimpleQueue()
    for tree in trees:
        free.put(tree)

    def examine_one(fault: Fault) -> bool:
        tree = free.get()
        try:
            noticed = is_noticed(fault, tree, asked[fault.path])
        finally:
            free.put(tree)
        if not noticed:
            print(f"  not noticed: {fault}", flush=True)
        return noticed

    with ThreadPoolExecutor(len(trees)) as pool:
        return Counter(pool.map(examine_one, faults))


def show(package: str, count: Counter[bool]) -> float:
    """A line of the report; its share in per cent."""
    total = count.total()
    share = 100 * count[True] / total if total else 100.0
    print(f"{package:12} {count[True]:3} of {total:3}  {share:3.0f} %", flush=True)
    return share


if __name__ == "__main__":
    sys.exit(main())
