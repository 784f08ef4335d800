"""The stages of `make test`: what failed is tried again only where that can tell something."""

import importlib.util
from pathlib import Path

import pytest

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
    assert stages.run(stage) is passed
    assert len((tmp_path / "runs").read_text().splitlines()) == runs


def test_what_depends_on_nothing_outside_is_never_tried_again(stages):
    assert [stage.name for stage in stages.STAGES if stage.again] == [
        "server",
        "services",
        "browser",
    ]
