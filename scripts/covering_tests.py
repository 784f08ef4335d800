"""Which tests run a line of the package: measured once for each folder of tests, then looked up."""

import ast
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

__all__ = ["Batch", "CoveringTests", "TimedTests"]

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ROOT / "src" / "tilerummy"
KEPT = ROOT / "build" / "mutants"
MARKERS = "not services and not browser and not browsers"
LEFT_OUT = {"browser", "browsers", "client", "differential", "oracle", "services"}
"""Folders of tests that start other programs, or compare the solver with others at length."""
STARTS_SERVERS = "tests.server.cluster"
"""What the files of tests import that start server programs."""

Timed = tuple[float, str]
"""The seconds of a test on sound code, and its id."""


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
        """A batch of the first tests, and one of those that follow within `most` seconds."""
        spent = 0.0
        early: list[Timed] = []
        later: list[Timed] = []
        for seconds, test in self.timed:
            if spent + seconds <= first or not early:
                early.append((seconds, test))
            elif spent + seconds <= most:
                later.append((seconds, test))
            spent += seconds
        return [_batch(timed) for timed in (early, later) if timed]


@dataclass(frozen=True, slots=True)
class _Folder:
    """The tests of one folder, and for each module which of them run which line."""

    tests: Sequence[str]
    seconds: Sequence[float]
    lines: dict[str, dict[str, list[int]]]

    def tests_of(self, module: str, lines: Sequence[int] | None = None) -> list[Timed]:
        """The tests that run any of these lines, or anything of the module; quick ones first."""
        known = self.lines.get(module, {})
        run = known.values() if lines is None else [known.get(str(line), []) for line in lines]
        numbers = {number for numbers in run for number in numbers}
        return sorted((self.seconds[number], self.tests[number]) for number in numbers)

    @property
    def everything(self) -> list[Timed]:
        """All tests, quick ones first."""
        return sorted(zip(self.seconds, self.tests, strict=True))


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
        code = _digest(PACKAGES.rglob("*.py"))
        folders = [name for name in _test_folders() if near is None or name[6:] in near]
        without = None if near is None else STARTS_SERVERS
        return cls({name: _measured(name, code, tree, environment, without) for name in folders})

    def of(self, module: Path, line: int) -> TimedTests:
        """The tests that run the statement of this line: those of the module's own folder first.

        After them those of that folder which run anything of the module: a line that fills a cache
        is run by one test only, one outside functions when the module is loaded, and one in a
        process that the tests did not start themselves is not seen at all. A module that only
        declares something runs when it is loaded: about it every test of the folder is asked.
        """
        name, lines = str(module), statement_lines(PACKAGES / module, line)
        own = self._folders.get(f"tests/{module.parent}")
        near = own.tests_of(name, lines) if own else []
        others = [folder for folder in self._folders.values() if folder is not own]
        far = sorted(test for folder in others for test in folder.tests_of(name, lines))
        sources = others if own is None else [own]
        wide = sorted(test for folder in sources for test in folder.tests_of(name))
        if own and not (near or far or wide):
            wide = own.everything
        return TimedTests(tuple(dict.fromkeys([*near, *far, *wide])))


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


def _test_folders() -> list[str]:
    folders = {path.parent for path in (ROOT / "tests").rglob("test_*.py")}
    return sorted(
        str(folder.relative_to(ROOT)) for folder in folders if folder.name not in LEFT_OUT
    )


def _measured(
    name: str, code: str, tree: Path, environment: dict[str, str], without: str | None
) -> _Folder:
    """What runs which line in the tests of this folder, as kept or measured now."""
    key = _digest((ROOT / name).glob("*.py"))
    kind = "-near" if without else ""
    kept = KEPT / f"{name.replace('/', '-')}{kind}-{code}-{key}.json"
    if not kept.exists():
        print(f"measuring {name}", file=sys.stderr, flush=True)
        files = sorted(
            str(path.relative_to(ROOT))
            for path in (ROOT / name).glob("test_*.py")
            if without is None or without not in path.read_text("utf-8")
        )
        options = ("-q", "-p", "line_coverage", "--lines", kept, "-p", "no:cacheprovider")
        command = (tree / ".venv/bin/python", "-m", "pytest", *options, "-m", MARKERS, *files)
        ended = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True)
        if not kept.exists():
            sys.exit(f"the tests in {name} cannot be run:\n{ended.stdout[-2000:]}{ended.stderr}")
        if ended.returncode:
            print(f"tests in {name} fail without any fault and are left out", file=sys.stderr)
    return _Folder(**json.loads(kept.read_text("utf-8")))


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]
