"""A pytest plugin that notes which test runs which line of the package, and how long it computes.

    python -m pytest -p line_coverage --lines FILE tests/rules

FILE is written as JSON: for each module its lines, and for each line the tests that run it. Tests
that fail are left out, for they could not notice anything; so are those that compute for longer
than `--longest` seconds, which is a few times as long as without the measuring. Programs that a
test starts are measured too if their Python calls `coverage.process_startup()` when it starts.
"""

import json
import os
import signal
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import coverage
import pytest
from coverage import Coverage, CoverageData

SOURCE = Path("src", "tilerummy").resolve()
_MEASURING = str(Path(coverage.__file__).parent)
_AGAIN = 0.05
"""After so many seconds a test that could not be ended is to be ended again."""
_IMPORTS = "imports"
"""The context of lines that run outside any test: modules being loaded."""
_WHOLE = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)
"""How a run ends that came to its end; of another one nothing is written."""
_TEST = "LINE_COVERAGE_TEST"
"""The variable that tells programs which test started them."""
_SETTINGS_OF_PROGRAMS = """
[run]
parallel = true
sigterm = true
concurrency = thread, greenlet
source = {source}
data_file = {folder}/lines
context = ${{{test}}}
disable_warnings = no-data-collected, module-not-measured, module-not-imported
"""


class _Lines:
    """Switches the context of the measurement with every test."""

    def __init__(self, target: Path, longest: float) -> None:
        self._target = target
        self._longest = longest
        self._seconds: dict[str, float] = {}
        self._left_out: set[str] = set()
        self._folder = TemporaryDirectory(prefix="lines-")
        settings = Path(self._folder.name, "settings.ini")
        settings.write_text(
            _SETTINGS_OF_PROGRAMS.format(source=SOURCE, folder=self._folder.name, test=_TEST)
        )
        self._coverage = Coverage(
            data_file=None,
            config_file=False,
            source=[str(SOURCE)],
            concurrency=["thread", "greenlet"],
            messages=False,
        )
        signal.signal(signal.SIGPROF, _stop)
        self._coverage.start()
        self._switch(_IMPORTS)
        os.environ["COVERAGE_PROCESS_START"] = str(settings)

    def _switch(self, context: str) -> None:
        self._coverage.switch_context(context)
        os.environ[_TEST] = context

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._switch(item.nodeid)
        started = _seconds_computed()
        signal.setitimer(signal.ITIMER_PROF, self._longest)
        result = yield
        signal.setitimer(signal.ITIMER_PROF, 0)
        self._seconds[item.nodeid] = _seconds_computed() - started
        self._switch(_IMPORTS)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self._left_out.add(report.nodeid)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        self._coverage.stop()
        if exitstatus not in _WHOLE:
            self._folder.cleanup()
            return
        tests = sorted(self._seconds.keys() - self._left_out)
        number = {name: index for index, name in enumerate(tests)}
        lines: dict[str, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
        for data in self._measured():
            for name in data.measured_files():
                module = lines[str(Path(name).relative_to(SOURCE))]
                for line, contexts in data.contexts_by_lineno(name).items():
                    module[line] |= {number[test] for test in contexts if test in number}
        told = {
            "tests": tests,
            "seconds": [self._seconds[test] for test in tests],
            "lines": {
                module: {line: sorted(run_by) for line, run_by in found.items()}
                for module, found in lines.items()
            },
        }
        self._target.write_text(json.dumps(told))
        self._folder.cleanup()

    def _measured(self) -> Iterator[CoverageData]:
        """What ran in this process and in those that the tests started."""
        yield self._coverage.get_data()
        for path in Path(self._folder.name).glob("lines.*"):
            data = CoverageData(str(path))
            data.read()
            yield data


def _stop(_: int, frame: FrameType | None) -> None:
    """End the test; but if it is being measured at this moment, only after that.

    The measuring holds a lock, which an exception raised there would leave locked for ever.
    """
    while frame is not None:
        if frame.f_code.co_filename.startswith(_MEASURING):
            signal.setitimer(signal.ITIMER_PROF, _AGAIN)
            return
        frame = frame.f_back
    pytest.fail("takes too long")


def _seconds_computed() -> float:
    """By this process and by those that it started and that have ended, on any busy machine."""
    return sum(os.times()[:4])


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--lines", type=Path, required=True, help="the file to write")
    parser.addoption("--longest", type=float, default=60, help="the most seconds of a test")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Begin before tests/conftest.py loads the first modules of the package."""
    options = early_config.known_args_namespace
    early_config.pluginmanager.register(_Lines(options.lines, options.longest), "lines")
