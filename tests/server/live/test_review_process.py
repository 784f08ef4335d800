"""The process that makes a review: a record comes in, better and better reviews go out."""

import io
from types import SimpleNamespace

import msgspec
import pytest

from tests.evaluation.games import played
from tilerummy.engine.records import record_of
from tilerummy.evaluation.reviewer import plan_for
from tilerummy.rules import rulebook
from tilerummy.server.live import review_process
from tilerummy.server.wire.reviews import ReviewState

RECORD = str(record_of([played("greedy,greedy", 1)]))


@pytest.fixture
def run(monkeypatch):
    """Run the program with this input; its lines, errors and exit code, and how it behaved."""
    behaved = SimpleNamespace(nice=[], plans=[])
    monkeypatch.setattr(review_process.os, "nice", behaved.nice.append)
    real = review_process.sharpen_review

    def sharpen_review(record, *, plan):
        behaved.plans.append(plan)
        return real(record, plan=plan)

    monkeypatch.setattr(review_process, "sharpen_review", sharpen_review)

    def run(text, effort="0.01"):
        out, errors = io.StringIO(), io.StringIO()
        source = SimpleNamespace(buffer=io.BytesIO(text.encode()))
        with monkeypatch.context() as patch:
            patch.setattr(review_process.sys, "stdin", source)
            patch.setattr(review_process.sys, "stdout", out)
            patch.setattr(review_process.sys, "stderr", errors)
            patch.setattr(review_process.sys, "argv", ["review", effort])
            code = review_process.main()
        return code, out.getvalue(), errors.getvalue()

    run.behaved = behaved
    return run


def test_every_line_is_a_review_and_the_last_is_settled(run):
    code, out, errors = run(RECORD)
    assert (code, errors) == (0, "")
    states = [msgspec.json.decode(line, type=ReviewState) for line in out.splitlines()]
    progress = [state.progress for state in states]
    assert progress == sorted(progress)
    assert progress[-1] == 1
    assert {state.waiting for state in states} == {0}
    assert len(states[-1].review.rounds) == 1
    assert run.behaved.plans == [plan_for(rulebook("ravensburger-travel-de")).scaled(0.01)]


def test_tables_do_not_wait_for_it(run, monkeypatch):
    run("nonsense")
    assert run.behaved.nice == [10]

    def refuse(_):
        raise PermissionError

    monkeypatch.setattr(review_process.os, "nice", refuse)
    assert run("nonsense")[0] == 2


def test_what_is_not_a_record_is_one_line_of_errors(run):
    code, out, errors = run("nonsense")
    assert (code, out) == (2, "")
    assert errors.count("\n") == 1
    assert "line 1" in errors
