"""The faults that `make mutants` puts into the code."""

import signal
import sys
from pathlib import Path
from types import SimpleNamespace

import coverage
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

import covering_tests
import line_coverage
from covering_tests import CoveringTests, TimedTests, _File, _Folder, statement_lines
from mutations import mutations


def faults(source: str) -> set[str]:
    return {f"{mutation.before} -> {mutation.after}" for mutation in mutations(source)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", {"a < b -> a <= b"}),
        ("a is None", {"a is None -> a is not None"}),
        ("x = a + b", {"a + b -> a - b"}),
        ("x = a and b", {"a and b -> a or b", "a and b -> a"}),
        ("x = not a", {"not a -> a"}),
        ("x = 3", {"3 -> 4"}),
        ("x = True", {"True -> False"}),
        ("if a: b", {"a -> not (a)"}),
        ("if a < b: c", {"a < b -> a <= b", "a < b -> not (a < b)"}),
        ("if a == b: c", {"a == b -> a != b"}),
        ("if a is b: c", {"a is b -> a is not b"}),
        ("x = b if not a else c", {"not a -> a"}),
        ("x = max(a, b)", {"max -> min"}),
        ("call()", {"call() -> pass"}),
        ("x += y", {"x += y -> pass"}),
    ],
)
def test_a_fault_is_one_small_change(source, expected):
    assert faults(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring."""',
        '__all__ = ["a"]',
        "x: int | None",
        "from a import b",
        "if TYPE_CHECKING: x = 1",
        'if __name__ == "__main__": main()',
        'raise ValueError("no" + "thing")',
        "_logger.info(1)",
        "class A(Struct, frozen=True, kw_only=True): pass",
        "for _ in zip(a, b, strict=True): pass",
    ],
)
def test_what_does_not_run_is_left_alone(source):
    assert faults(source) == set()


def test_no_fault_is_made_twice():
    source = "if not a: b\nx = c if a in b else d\nreturn a is not None"
    found = [f"{fault.before} -> {fault.after}" for fault in mutations(source)]
    assert len(found) == len(set(found))


def test_the_rest_of_the_source_stays_as_it_is():
    source = 'def f(ä: int) -> str:\n    # ü\n    return "é" if ä == 1 else "o"  # why\n'
    changed = {mutation.source for mutation in mutations(source)}
    assert 'def f(ä: int) -> str:\n    # ü\n    return "é" if ä != 1 else "o"  # why\n' in changed
    assert 'def f(ä: int) -> str:\n    # ü\n    return "é" if ä == 2 else "o"  # why\n' in changed
    assert source not in changed
    assert {mutation.line for mutation in mutations(source)} == {3}


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        (1, range(1, 2)),  # the head of a function
        (2, range(2, 4)),  # the head of a condition
        (3, range(2, 4)),
        (4, range(4, 5)),
        (5, range(5, 7)),  # a statement of two lines
        (6, range(5, 7)),
    ],
)
def test_the_lines_of_a_statement_are_asked_about_together(tmp_path, line, lines):
    path = tmp_path / "module.py"
    path.write_text(
        "def f(a, b):\n    if (a\n        and b):\n        return 1\n    g(a,\n      b)\n"
    )
    assert statement_lines(path, line) == lines


def test_the_first_tests_are_asked_before_the_others_and_not_for_ever():
    tests = TimedTests([(0.5, "a"), (0.4, "b"), (2.0, "c"), (9.0, "d"), (0.1, "e")])
    batches = tests.batches(first=1.0, most=4.0)
    assert [list(batch.tests) for batch in batches] == [["a", "b"], ["c", "e"]]
    assert [batch.seconds for batch in batches] == pytest.approx([0.9, 2.1])


def test_a_slow_test_alone_is_asked_all_the_same():
    assert [batch.tests for batch in TimedTests([(60.0, "a")]).batches(1.0, 20.0)] == [["a"]]
    assert TimedTests([]).batches(1.0, 20.0) == []


def measured(seconds, **lines):
    """A file whose tests, named by letters, run these lines of a module."""
    tests = sorted(seconds)
    run = {line[1:]: [tests.index(test) for test in run_by] for line, run_by in lines.items()}
    times = [seconds[test] for test in tests]
    return _File("", {}, tests, times, {"rules/module.py": run} if run else {})


def test_who_may_notice_a_fault_of_a_line(tmp_path, monkeypatch):
    """Those that run it, then whoever runs the module or sits beside them, quick ones first."""
    monkeypatch.setattr(covering_tests, "PACKAGES", tmp_path)
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "module.py").write_text("A = 1\nB = 2\nC = 3\nD = 4\n")
    own = _Folder(
        [
            measured({"a": 0.3, "b": 0.2, "c": 0.1}, _1="ab"),
            measured({"d": 0.5, "e": 0.6}, _2="d"),
            measured({"f": 0.7}),
        ]
    )
    other = _Folder([measured({"g": 2.0, "h": 0.4}, _1="g", _3="h")])
    covering = CoveringTests({"tests/rules": own, "tests/cli": other})

    def asked(line):
        return "".join(test for _, test in covering.of(Path("rules/module.py"), line).timed)

    assert asked(1) == "bacdg", "b and a run it; c may share a fixture, d runs the module"
    assert asked(2) == "dbae"
    assert asked(3) == "bahd"
    assert asked(4) == "badcef", "nobody runs it: it may matter to all"


def test_a_test_that_takes_too_long_is_ended_but_not_while_it_is_being_measured(monkeypatch):
    """The measuring holds a lock then, which nobody would give back."""
    again = []
    monkeypatch.setattr(line_coverage.signal, "setitimer", lambda *how: again.append(how))
    here = SimpleNamespace(f_code=SimpleNamespace(co_filename=__file__), f_back=None)
    inside = str(Path(coverage.__file__).parent / "collector.py")
    measuring = SimpleNamespace(f_code=SimpleNamespace(co_filename=inside), f_back=here)
    called = SimpleNamespace(f_code=SimpleNamespace(co_filename="<string>"), f_back=measuring)
    for frame in (measuring, called):
        line_coverage._stop(signal.SIGPROF, frame)
    assert again == [(signal.ITIMER_PROF, line_coverage._AGAIN)] * 2
    with pytest.raises(pytest.fail.Exception, match="takes too long"):
        line_coverage._stop(signal.SIGPROF, here)
