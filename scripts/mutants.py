"""Put small faults into the code, one at a time, and count how many of them the tests notice.

    python scripts/mutants.py                     a sample of every package
    python scripts/mutants.py rules engine -n 40  forty faults in each of these packages
    python scripts/mutants.py server --seed 7     another sample
    python scripts/mutants.py server/room         one part of a package
    python scripts/mutants.py server/room --near  asked of the tests in its own folder alone
    python scripts/mutants.py rules/judge.py      one module

A fault that the tests do not notice is printed with its place and the code before and after, so
that a test can be written for it. Some cannot be noticed because they change nothing; the report
counts them as not noticed, and a reader decides.

First every file of tests runs once with its lines measured (`covering_tests.py`; kept in
`build/mutants` until those tests or the modules they run change). About a fault only the tests that
run its line are asked: those of the package's own folder first, quick ones before slow ones, then
those of that folder that run anything of the module, until they have taken `--most` seconds on
sound code. Everything happens in copies of the tree; the tree itself is not touched.
"""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import venv
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Self

from covering_tests import Batch, CoveringTests
from mutations import Mutation, mutations

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "src" / "tilerummy"
PARTS = (
    *("rules", "solver", "engine", "bots", "evaluation", "cases", "lab", "cli"),
    *("server/room", "server/live", "server/storage", "server/wire", "server/web"),
)
SLOWEST = 5.0
"""Seconds added to four times those that sound code computes before a run counts as hanging."""
FIRST = 1.0
"""Seconds of the quickest tests that are asked before the others are collected at all."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A mutation of one file."""

    path: Path
    mutation: Mutation

    def __str__(self) -> str:
        place = f"{self.path.relative_to(ROOT)}:{self.mutation.line}"
        return f"{place}\n    - {self.mutation.before}\n    + {self.mutation.after}"


class Copy:
    """A copy of the tree, and a process in it that runs tests with its libraries loaded."""

    def __init__(self, folder: Path) -> None:
        self.folder = copy_of_the_tree(folder)
        self._runner = subprocess.Popen(
            (python_of(folder), "scripts/warm_tests.py"),
            cwd=folder,
            env=environment_of(folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def _pass(self, batch: Batch) -> bool:
        assert self._runner.stdin is not None and self._runner.stdout is not None
        request = {"tests": batch.tests, "seconds": 4 * batch.seconds + SLOWEST}
        json.dump(request, self._runner.stdin)
        self._runner.stdin.write("\n")
        self._runner.stdin.flush()
        return self._runner.stdout.readline().strip() == "passed"

    def notices(self, fault: Fault, batches: Sequence[Batch]) -> bool:
        """Whether any of these tests fails with the fault in place."""
        target = self.folder / fault.path.relative_to(ROOT)
        sound, times = target.read_text("utf-8"), target.stat()
        target.write_text(fault.mutation.source, "utf-8")
        try:
            return not all(self._pass(batch) for batch in batches)
        finally:
            target.write_text(sound, "utf-8")
            os.utime(target, ns=(times.st_atime_ns, times.st_mtime_ns))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.terminate()
        self._runner.communicate()


def candidates(package: str) -> Iterator[Fault]:
    """Every fault of the package that this script knows to make."""
    place = PACKAGES / package
    for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
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
    measured = "import coverage; coverage.process_startup()"
    (purelib / "copy.pth").write_text(f"{tree / 'src'}\n{installed}\n{measured}\n", "utf-8")
    program = Path(sys.executable).with_name("tilerummy").read_text("utf-8")
    (folder / "bin" / "tilerummy").write_text(
        program.replace(program.splitlines()[0], f"#!{python_of(tree)}", 1), "utf-8"
    )
    (folder / "bin" / "tilerummy").chmod(0o755)


def python_of(tree: Path) -> Path:
    return tree / ".venv" / "bin" / "python"


def environment_of(tree: Path) -> dict[str, str]:
    """Without bytecode, whose times are whole seconds: two faults may fall into the same one."""
    path = f"{python_of(tree).parent}:{os.environ['PATH']}"
    own = {"PATH": path, "PYTHONPATH": "scripts", "PYTHONDONTWRITEBYTECODE": "1"}
    return {**os.environ, **own, "HYPOTHESIS_PROFILE": "ci"}


def main() -> int:
    parser = argparse.ArgumentParser(description="Count the small faults that the tests notice.")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=", ".join(PARTS))
    parser.add_argument("-n", "--count", type=int, default=20, help="faults in each package")
    parser.add_argument("--seed", type=int, default=1, help="which sample is drawn")
    parser.add_argument("--jobs", type=int, default=2, help="copies of the tree that work at once")
    parser.add_argument("--goal", type=float, default=0, help="fail below this percentage")
    parser.add_argument("--most", type=float, default=20, help="seconds of tests asked of a fault")
    parser.add_argument(
        "--near",
        action="store_true",
        help="ask only the tests in the package's own folder that start no server: a lower bound",
    )
    options = parser.parse_args()
    unknown = [name for name in options.packages if not (PACKAGES / name).exists()]
    if unknown:
        parser.error(f"there is no package {unknown[0]!r}; there are {', '.join(PARTS)}")
    report: dict[str, Counter[bool]] = {}
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, ExitStack() as stack:
        copies = [
            stack.enter_context(Copy(Path(folder, str(number)))) for number in range(options.jobs)
        ]
        packages = options.packages or PARTS
        covering = CoveringTests.measured(
            copies[0].folder,
            environment_of(copies[0].folder),
            packages if options.near else None,
        )
        for package in packages:
            faults = sample(package, options.count, options.seed)
            report[package] = examine(package, faults, copies, covering, options.most)
    print("\npackage         noticed")
    shares = [show(package, count) for package, count in report.items()]
    return 1 if min(shares, default=100) < options.goal else 0


def examine(
    package: str, faults: list[Fault], copies: list[Copy], covering: CoveringTests, most: float
) -> Counter[bool]:
    """Try every fault of a sample; those that nobody notices are printed as they are found."""
    print(f"{package}: {len(faults)} faults", flush=True)
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def examine_one(fault: Fault) -> bool:
        tests = covering.of(fault.path.relative_to(PACKAGES), fault.mutation.line)
        copy = free.get()
        try:
            noticed = copy.notices(fault, tests.batches(FIRST, most))
        finally:
            free.put(copy)
        if not noticed:
            why = "not noticed" if tests else "no test runs its module"
            print(f"  {why}: {fault}", flush=True)
        return noticed

    with ThreadPoolExecutor(len(copies)) as pool:
        return Counter(pool.map(examine_one, faults))


def show(package: str, count: Counter[bool]) -> float:
    """A line of the report; its share in per cent."""
    total = count.total()
    share = 100 * count[True] / total if total else 100.0
    print(f"{package:15} {count[True]:3} of {total:3}  {share:3.0f} %", flush=True)
    return share


if __name__ == "__main__":
    sys.exit(main())
