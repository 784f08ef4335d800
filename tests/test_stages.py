"""The stages of `make test`: lanes beside each other, and what failed is tried again only where
that can tell something.
"""

import importlib.util
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.conftest import TESTS, pytest_collection_modifyitems

SCRIPT = Path(__file__).parents[1] / "scripts" / "run_stages.py"


@pytest.fixture(scope="module")
def stages():
    found = importlib.util.spec_from_file_location("run_stages", SCRIPT)
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("end", "runs", "passed"),
    [
        ("exit 0", 1, True),
        ("exit 1", 2, False),
        ("test $(wc -l < runs) = 2", 2, True),
        ("exit 2", 1, False),
        ("kill -9 $$", 1, False),
    ],
)
def test_only_tests_that_failed_are_tried_again(stages, tmp_path, end, runs, passed):
    command = ("sh", "-c", f"echo run >> runs; {end}")
    stage = stages.Stage("trial", "a trial", (command,), folder=str(tmp_path), again=True)
    assert stages.Run().everything([stage]) is passed
    assert len((tmp_path / "runs").read_text().splitlines()) == runs


def test_what_failed_is_tried_again_when_nothing_else_runs(stages, tmp_path, capfd):
    flaky = "echo run >> runs; test -e done"
    late = stages.Stage(
        "late", "a trial", (("sh", "-c", flaky),), folder=str(tmp_path), lane="a", again=True
    )
    slow = f"{waits_for('runs')}; test $(wc -l < runs) = 1 && sleep 0.2 && touch done"
    run = stages.Run()
    assert run.everything([late, trial(stages, tmp_path, "slow", slow, "b")])
    assert (tmp_path / "runs").read_text() == "run\nrun\n"
    printed = capfd.readouterr().out
    assert "--- late: ended in" in printed
    assert printed.index("--- slow: passed") < printed.index("--- late: passed")


def test_what_depends_on_nothing_outside_is_never_tried_again(stages):
    assert [stage.name for stage in stages.STAGES if stage.again] == [
        "server",
        "services",
        "browser",
    ]


def trial(stages, folder, name, script, lane):
    return stages.Stage(name, "a trial", (("sh", "-c", script),), folder=str(folder), lane=lane)


def waits_for(name):
    return f"until test -e {name}; do sleep 0.02; done"


def test_lanes_run_beside_each_other_after_what_has_none(stages, tmp_path, capfd):
    run = stages.Run()
    assert run.everything(
        [
            trial(stages, tmp_path, "left", f"touch l; echo one; {waits_for('r')}; echo two", "a"),
            trial(stages, tmp_path, "right", f"{waits_for('l')}; touch r; test -e first", "b"),
            trial(stages, tmp_path, "after", "test -e r", "b"),
            trial(stages, tmp_path, "first", "touch first", ""),
        ]
    )
    assert set(run.took) == {"first", "left", "right", "after"}
    printed = capfd.readouterr().out
    assert "one\ntwo\n--- left: passed" in printed, "the output of a stage is not torn apart"


def test_a_failure_ends_what_is_under_way_and_nothing_begins(stages, tmp_path, capfd):
    run, started = stages.Run(), time.monotonic()
    assert not run.everything(
        [
            trial(stages, tmp_path, "long", "touch begun; sleep 300", "a"),
            trial(stages, tmp_path, "later", "touch later", "a"),
            trial(stages, tmp_path, "bad", f"{waits_for('begun')}; echo why; exit 3", "b"),
            trial(stages, tmp_path, "worse", "touch worse", "b"),
        ]
    )
    assert run.failed == "bad"
    assert time.monotonic() - started < 60
    assert not (tmp_path / "later").exists()
    assert not (tmp_path / "worse").exists()
    printed = capfd.readouterr().out
    assert "why\n--- bad: failed with exit code 3" in printed
    assert "=== long" not in printed, "what was ended early says nothing about the failure"


def test_tests_at_the_same_time_note_their_failures_apart(stages):
    commands = [command for stage in stages.STAGES for command in stage.commands]
    notes = [part for command in commands for part in command if part.startswith("cache_dir=")]
    assert len(notes) == sum("pytest" in command for command in commands)
    assert len(notes) == len(set(notes))


def test_every_test_is_of_a_stage_that_looks_into_its_folder():
    """Each stage looks into its own folders alone, so a test that it would miss is an error."""
    for place, fixture in (("lab/test_x.py", "redis_url"), ("services/test_x.py", "tmp_path")):
        with pytest.raises(pytest.UsageError, match="no stage"):
            pytest_collection_modifyitems([item(place, fixture)])
    for place, fixture, mark in (
        ("lab/test_x.py", "tmp_path", []),
        ("server/web/test_x.py", "postgresql_url", ["services"]),
        ("server/web/test_x.py", "tmp_path", []),
        ("services/test_x.py", "redis", ["services"]),
        ("browser/test_x.py", "page", ["browser"]),
    ):
        found = item(place, fixture)
        pytest_collection_modifyitems([found])
        assert found.marks == mark


def item(place, fixture):
    marks = []
    return SimpleNamespace(
        path=TESTS / place,
        nodeid=place,
        fixturenames=[fixture],
        marks=marks,
        add_marker=marks.append,
        get_closest_marker=lambda name: name if name in marks else None,
    )
