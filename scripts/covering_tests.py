"""Which tests run a line of the package: measured once for each file of tests, then looked up.

What was measured of a file of tests holds until that file, anything in `tests/` that is not a file
of tests, or a module in which its tests run a line is changed.
"""

import ast
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

__all__ = ["Batch", "CoveringTests", "TimedTests"]

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "src" / "tilerummy"
TESTS = ROOT / "tests"
KEPT = ROOT / "build" / "mutants"
MARKERS = "not services and not browser and not browsers"
LEFT_OUT = {"browser", "browsers", "client", "differential", "oracle", "services"}
"""Folders of tests that start other programs, or compare the solver with others at length."""
LONGEST = "8"
"""Tests that compute for longer while they are measured are not asked: few faults are worth it."""
STARTS_SERVERS = ("tests.server.cluster", "tests.servers")
"""What the files of tests import that start servers."""

Timed = tuple[float, str]
"""The seconds that a test computes on sound code, and its id."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Tests that run together, and how long they take on sound code."""

    tests: Sequence[str]
    seconds: float


@dataclass(frozen=True, slots=True)
class TimedTests:
    """Tests in the order in which they are asked, each with its seconds on sound code."""

    timed: Sequence[Timed]

    def __bool__(self) -> bool:
        return bool(self.timed)

    def batches(self, first: float, most: float) -> list[Batch]:
        """A batch of the first tests, and one of those that follow within `most` seconds.

        A test that would take longer than what is left of them is passed over.
        """
        spent = 0.0
        early: list[Timed] = []
        later: list[Timed] = []
        for seconds, test in self.timed:
            if spent + seconds <= first or not early:
                early.append((seconds, test))
            elif spent + seconds <= most:
                later.append((seconds, test))
            else:
                continue
            spent += seconds
        return [_batch(timed) for timed in (early, later) if timed]


@dataclass(frozen=True, slots=True)
class _File:
    """The tests of one file as measured: for each module which of them run which line."""

    digest: str
    modules: dict[str, str]
    """The digest of every module in which these tests run a line."""
    tests: Sequence[str]
    seconds: Sequence[float]
    lines: dict[str, dict[str, list[int]]]

    @classmethod
    def measured(cls, path: Path, everything: dict[str, Any]) -> Self:
        """What the plugin `line_coverage` has written, as far as it is about this file."""
        name = str(path.relative_to(ROOT))
        own = [
            number
            for number, test in enumerate(everything["tests"])
            if test.partition("::")[0] == name
        ]
        places = {number: place for place, number in enumerate(own)}
        lines = {
            module: {
                line: [places[number] for number in run_by if number in places]
                for line, run_by in found.items()
                if not places.keys().isdisjoint(run_by)
            }
            for module, found in everything["lines"].items()
        }
        run = {module: found for module, found in lines.items() if found}
        return cls(
            digest=_digest_of_tests(path),
            modules={module: _digest([PACKAGES / module]) for module in run},
            tests=[everything["tests"][number] for number in own],
            seconds=[everything["seconds"][number] for number in own],
            lines=run,
        )

    def holds(self, path: Path) -> bool:
        """Whether neither the file nor anything that its tests run has changed."""
        return self.digest == _digest_of_tests(path) and all(
            _digest([PACKAGES / module]) == digest for module, digest in self.modules.items()
        )

    def tests_of(self, module: str, lines: Sequence[int] | None = None) -> list[Timed]:
        """The tests that run any of these lines, or anything of the module."""
        known = self.lines.get(module, {})
        run = known.values() if lines is None else [known.get(str(line), []) for line in lines]
        numbers = {number for numbers in run for number in numbers}
        return [(self.seconds[number], self.tests[number]) for number in numbers]


@dataclass(frozen=True, slots=True)
class _Folder:
    """The tests of one folder."""

    files: Sequence[_File]

    def tests_of(self, module: str, lines: Sequence[int] | None = None) -> list[Timed]:
        """The tests that run any of these lines, or anything of the module; quick ones first."""
        return sorted(test for file in self.files for test in file.tests_of(module, lines))

    def beside(self, module: str, lines: Sequence[int]) -> list[Timed]:
        """All tests of the files in which a test runs any of these lines."""
        running = [file for file in self.files if file.tests_of(module, lines)]
        return _Folder(running).everything

    @property
    def everything(self) -> list[Timed]:
        """All tests, quick ones first."""
        return sorted(
            test for file in self.files for test in zip(file.seconds, file.tests, strict=True)
        )


class CoveringTests:
    """For each line of the package the tests that run it."""

    def __init__(self, folders: dict[str, _Folder]) -> None:
        self._folders = folders

    @classmethod
    def measured(
        cls, tree: Path, environment: dict[str, str], near: Sequence[str] | None = None
    ) -> Self:
        """Read what was measured before, and measure in this copy of the tree what is missing.

        With `near`, only in the folders of tests of these packages, without starting servers.
        """
        KEPT.mkdir(parents=True, exist_ok=True)
        return cls(
            {
                str(folder.relative_to(ROOT)): _measured(folder, tree, environment, near is None)
                for folder in _test_folders()
                if near is None or any(_is_near(folder, package) for package in near)
            }
        )

    def of(self, module: Path, line: int) -> TimedTests:
        """The tests that run the statement of this line: those of the module's own folder first.

        After them the others, and those of that folder which run anything of the module: a line
        that fills a cache is run by one test only, one outside functions when the module is loaded,
        and one in a process that the tests did not start themselves is not seen at all. What a
        fixture runs for all tests of a file, only the first of them is seen to run, so the
        others of that file are asked too. What no test runs by itself, because it runs when the
        module is loaded, may matter to every test of the folder.
        """
        name, lines = str(module), statement_lines(PACKAGES / module, line)
        own = self._folders.get(f"tests/{module.parent}")
        near = own.tests_of(name, lines) if own else []
        others = [folder for folder in self._folders.values() if folder is not own]
        far = [test for folder in others for test in folder.tests_of(name, lines)]
        sources = others if own is None else [own]
        wide = [test for folder in sources for test in folder.tests_of(name)]
        beside = [test for folder in sources for test in folder.beside(name, lines)]
        least = own.everything if own and not (near or far) else []
        return TimedTests(tuple(dict.fromkeys([*near, *sorted([*far, *wide, *beside]), *least])))


def statement_lines(path: Path, line: int) -> range:
    """The lines of the statement at this line; of a compound statement those of its head."""
    within = [
        node
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or line)
    ]
    innermost = max(within, key=lambda node: node.lineno)
    body = getattr(innermost, "body", None)
    end = body[0].lineno - 1 if body else innermost.end_lineno
    return range(innermost.lineno, max(line, end or line) + 1)


def _batch(timed: Sequence[Timed]) -> Batch:
    return Batch([test for _, test in timed], sum(seconds for seconds, _ in timed))


def _test_folders() -> list[Path]:
    folders = {path.parent for path in TESTS.rglob("test_*.py")}
    return sorted(folder for folder in folders if folder.name not in LEFT_OUT)


def _is_near(folder: Path, package: str) -> bool:
    place = TESTS / package
    return folder.is_relative_to(place.parent if place.suffix else place)


def _starts_servers(path: Path) -> bool:
    text = path.read_text("utf-8")
    return any(name in text for name in STARTS_SERVERS)


def _measured(folder: Path, tree: Path, environment: dict[str, str], servers: bool) -> _Folder:
    """What runs which line in the tests of this folder, as kept or measured now."""
    kept = KEPT / f"{str(folder.relative_to(ROOT)).replace('/', '-')}.json"
    told = json.loads(kept.read_text("utf-8")) if kept.exists() else {}
    known = {name: _File(**file) for name, file in told.items()}
    paths = [
        path for path in sorted(folder.glob("test_*.py")) if servers or not _starts_servers(path)
    ]
    missing = [path for path in paths if path.name not in known or not known[path.name].holds(path)]
    if missing:
        everything = _measure(missing, tree, environment)
        known |= {path.name: _File.measured(path, everything) for path in missing}
        kept.write_text(json.dumps({name: asdict(file) for name, file in known.items()}), "utf-8")
    return _Folder([known[path.name] for path in paths])


def _measure(paths: Sequence[Path], tree: Path, environment: dict[str, str]) -> dict[str, Any]:
    names = [str(path.relative_to(ROOT)) for path in paths]
    print(f"measuring {' '.join(names)}", file=sys.stderr, flush=True)
    with TemporaryDirectory(prefix="measured-") as folder:
        target = Path(folder, "lines.json")
        options = ("-q", "-p", "line_coverage", "--lines", target, "-p", "no:cacheprovider")
        python = (tree / ".venv/bin/python", "-m", "pytest", "-o", "faulthandler_timeout=0")
        command = (*python, *options, "--longest", LONGEST, "-m", MARKERS, *names)
        ended = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
        if not target.exists():
            sys.exit(f"the tests cannot be run:\n{ended.stdout[-2000:]}{ended.stderr}")
        if ended.returncode:
            failed = "\n".join(line for line in ended.stdout.splitlines() if "FAILED" in line)
            print(f"left out, as they fail or take too long:\n{failed}", file=sys.stderr)
        measured: dict[str, Any] = json.loads(target.read_text("utf-8"))
        return measured


def _digest_of_tests(path: Path) -> str:
    """Of a file of tests, and of what tests may use from others."""
    return _digest([path, *_shared_by_tests()])


@cache
def _shared_by_tests() -> tuple[Path, ...]:
    return tuple(path for path in TESTS.rglob("*.py") if not path.name.startswith("test_"))


@cache
def _contents(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + _contents(path) + b"\0")
    return digest.hexdigest()[:12]
