"""The journal: a run that was stopped goes on, and a file of anything else stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from resource import RLIMIT_FSIZE, getrlimit, setrlimit

import pytest

from tilerummy.lab.arena import Plan, run
from tilerummy.lab.errors import LabError
from tilerummy.lab.journal import Journal
from tilerummy.lab.players import parse_players
from tilerummy.lab.rounds import PlayedRound
from tilerummy.lab.workers import Here
from tilerummy.rules import rulebook

JUMBO = rulebook("jumbo")
HEAD = '{"rules":"jumbo","house":{},"seed":"7","budget":1.0}'
ROUND = (
    '{"players":["greedy","patient"],"deal":0,"rotation":0,"winner":%s,"scores":%s,'
    '"turns":9,"reason":"out"}'
)


def plan(names: str, deals: int) -> Plan:
    return Plan(JUMBO, (parse_players(names),), deals, "7")


def played(chosen: Plan) -> list[PlayedRound]:
    return run(chosen, Here(), Journal(JUMBO, "7"), lambda count: None)


def resumed(
    chosen: Plan, path: Path, tick: Callable[[int], object] = lambda count: None
) -> list[PlayedRound]:
    with Journal(JUMBO, "7", 1.0, path) as journal:
        return run(chosen, Here(), journal, tick)


def test_a_run_goes_on_where_it_was_stopped(tmp_path):
    path = tmp_path / "journal.jsonl"
    few = plan("greedy,patient", deals=2)
    resumed(few, path)
    with path.open("ab") as file:
        file.write(b'{"players":["greedy","pat')
    ticks: list[int] = []
    more = plan("greedy,patient", deals=4)
    rounds = resumed(more, path, ticks.append)
    assert ticks == [4, 2, 2]
    assert rounds == played(more)
    assert len(path.read_text().splitlines()) == 1 + 8


def test_half_a_deal_in_the_journal_is_played_again(tmp_path):
    path = tmp_path / "journal.jsonl"
    chosen = plan("greedy,patient", deals=2)
    resumed(chosen, path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[:-1]) + "\n")
    ticks: list[int] = []
    rounds = resumed(chosen, path, ticks.append)
    assert ticks == [2, 2]
    assert rounds == played(chosen)


@pytest.mark.parametrize(
    ("rules", "seed", "budget"), [("twist", "7", 1), ("jumbo", "8", 1), ("jumbo", "7", 2)]
)
def test_a_journal_of_another_run_is_not_mixed_in(tmp_path, rules, seed, budget):
    path = tmp_path / "journal.jsonl"
    Journal(JUMBO, "7", 1.0, path).close()
    with pytest.raises(LabError, match="of another run"):
        Journal(rulebook(rules), seed, budget, path)


@pytest.mark.parametrize(
    "text",
    [
        "dear diary\n",
        "one line without an end",
        "\nan empty line first\n",
        "\n",
        HEAD + '\n{"players": ["a"]}\n',
        HEAD + f"\n{ROUND % ('5', '[3, -3]')}\n",
        HEAD + f"\n{ROUND % ('1', '[]')}\n",
        HEAD + "\nnot a round\n" + '{"players": [',
        '{"rules":"jumbo","house":{},"seed":"8","budget":1.0}\nunfinished',
    ],
)
def test_a_file_that_is_no_journal_of_this_run_is_refused_and_left_alone(tmp_path, text):
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(LabError, match=r"is not a journal|is of another run"):
        Journal(JUMBO, "7", 1.0, path)
    assert path.read_text() == text


@pytest.mark.parametrize("text", ["", HEAD, HEAD + "\n", HEAD + '\n{"play'])
def test_a_journal_begins_with_its_head(tmp_path, text):
    path = tmp_path / "journal.jsonl"
    path.write_text(text)
    Journal(JUMBO, "7", 1.0, path).close()
    assert path.read_text() == HEAD + "\n"


def test_two_runs_do_not_write_the_same_journal(tmp_path):
    path = tmp_path / "journal.jsonl"
    with (
        Journal(JUMBO, "7", 1.0, path),
        pytest.raises(LabError, match="is in use by another run"),
    ):
        Journal(JUMBO, "7", 1.0, path)
    Journal(JUMBO, "7", 1.0, path).close()


def test_a_full_disk_is_one_sentence(tmp_path):
    path = tmp_path / "journal.jsonl"
    soft, hard = getrlimit(RLIMIT_FSIZE)
    with Journal(JUMBO, "7", 1.0, path) as journal:
        setrlimit(RLIMIT_FSIZE, (100, hard))
        try:
            with pytest.raises(LabError, match=r"journal.jsonl: File too large"):
                run(plan("greedy,greedy", 2), Here(), journal, lambda count: None)
        finally:
            setrlimit(RLIMIT_FSIZE, (soft, hard))
    assert resumed(plan("greedy,greedy", 2), path) == played(plan("greedy,greedy", 2))


def test_a_journal_that_cannot_be_written_says_so(tmp_path):
    with pytest.raises(LabError, match="No such file"):
        Journal(JUMBO, "7", 1.0, tmp_path / "nowhere" / "journal.jsonl")
