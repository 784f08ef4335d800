"""A pytest plugin that notes which test runs which line of the package, and how long it takes.

    python -m pytest -p line_coverage --lines FILE tests/rules

FILE is written as JSON: for each module its lines, and for each line the tests that run it. Tests
that fail are left out: they could not notice anything.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from coverage import Coverage

SOURCE = Path("src", "tilerummy").resolve()
_IMPORTS = "imports"
"""The context of lines that run outside any test: modules being loaded."""


class _Lines:
    """Switches the context of the measurement with every test."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._seconds: dict[str, float] = {}
        self._left_out: set[str] = set()
        self._coverage = Coverage(
            data_file=None,
            config_file=False,
            source=[str(SOURCE)],
            concurrency=["thread", "greenlet"],
            messages=False,
        )
        self._coverage.start()
        self._coverage.switch_context(_IMPORTS)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid)
        started = time.monotonic()
        result = yield
        self._seconds[item.nodeid] = time.monotonic() - started
        self._coverage.switch_context(_IMPORTS)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self._left_out.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        data = self._coverage.get_data()
        tests = sorted(self._seconds.keys() - self._left_out)
        number = {name: index for index, name in enumerate(tests)}
        lines = {
            str(Path(name).relative_to(SOURCE)): {
                line: [number[test] for test in contexts if test in number]
                for line, contexts in data.contexts_by_lineno(name).items()
            }
            for name in data.measured_files()
        }
        seconds = [self._seconds[test] for test in tests]
        self._target.write_text(json.dumps({"tests": tests, "seconds": seconds, "lines": lines}))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--lines", type=Path, required=True, help="the file to write")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Begin before tests/conftest.py loads the first modules of the package."""
    target = early_config.known_args_namespace.lines
    early_config.pluginmanager.register(_Lines(target), "lines")
