"""`tilerummy replay` and `tilerummy verify`: a game told, a game checked."""

import pytest

from tests.cli.running import run
from tilerummy.engine import Draw, Leave, Round
from tilerummy.engine.records import record_of
from tilerummy.rules.library import rulebook


def drawn(seed):
    """A short round in which everybody draws once and Ben leaves."""
    played = Round.deal(rulebook("jumbo"), seats=2, seed=seed)
    return played.apply(Draw()).apply(Draw()).apply(Leave(1))


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.record"
    path.write_text(str(record_of([drawn(8), drawn(9)], ["Anna", "Ben"])), "utf-8")
    return path


def test_a_game_is_told_turn_by_turn(record):
    said = run("replay", str(record))
    assert said.code == 0
    assert "Round 2" in said.out
    assert "Anna begins" in said.out
    assert "Ben leaves" in said.out
    assert "Anna is left alone and wins" in said.out
    assert "Totals  Anna +" in said.out


def test_a_game_as_json_is_its_events(record):
    data = run("replay", str(record), "--json").data
    assert data["players"] == ["Anna", "Ben"]
    assert [len(events) > 8 for events in data["rounds"]] == [True, True]
    assert data["rounds"][0][-1]["type"] == "seed-opened"
    assert sum(data["totals"]) == 0


def test_a_true_record_is_verified(record):
    said = run("verify", str(record))
    assert said.code == 0
    assert f"{record} is true: 2 rounds of jumbo, 6 actions, 2 committed" in said.out
    assert run("verify", str(record), "--json").data["true"] is True


def test_a_wrong_tile_is_found_out(record):
    text = record.read_text()
    line, first = next(
        (number, line) for number, line in enumerate(text.splitlines(), 1) if " draw " in line
    )
    drawn_tile = first.split()[-1]
    other = "k1" if drawn_tile != "k1" else "k2"
    record.write_text(text.replace(first, first.replace(drawn_tile, other)))
    said = run("verify", str(record))
    assert said.code == 1
    assert f"is not true: line {line}: the tiles drawn are {drawn_tile}" in said.out
    assert run("verify", str(record), "--json").data == {
        "file": str(record),
        "true": False,
        "line": line,
        "reason": f"the tiles drawn are {drawn_tile}",
    }
    assert run("replay", str(record)).code == 2


def test_totals_that_do_not_add_up_are_untrue(record):
    text = record.read_text()
    record.write_text(text.replace('[Totals "A +', '[Totals "A +1'))
    assert run("verify", str(record)).code == 1
    told = run("verify", str(record), "--json").data
    assert (told["true"], told["line"]) == (False, len(text.splitlines()))


def test_a_damaged_record_is_refused_with_file_line_and_reason(record):
    record.write_text("\n".join(record.read_text().splitlines()[:8]))
    for command in ("replay", "verify"):
        said = run(command, str(record))
        assert said.code == 2
        assert f"{record}, line " in said.err


def test_several_records_are_verified_at_once(record, tmp_path):
    other = tmp_path / "other.record"
    other.write_text(record.read_text().replace('[Seed "8"]', '[Seed "7"]'))
    said = run("verify", str(record), str(other), "--json")
    assert said.code == 1
    assert ['"true":true' in line for line in said.out.splitlines()] == [True, False]
    assert run("verify").code == 2


def test_names_are_told_as_they_are(tmp_path):
    path = tmp_path / "[x].record"
    path.write_text(str(record_of([drawn(8), drawn(9)], ["[/x]", "Ben [red] :smile:"])), "utf-8")
    said = run("replay", str(path))
    assert said.code == 0
    assert "[/x] begins" in said.out
    assert "Ben [red] :smile: leaves" in said.out
    assert "Totals  [/x] +" in said.out
    assert f"{path} is true" in run("verify", str(path)).out


def test_the_head_of_a_game_and_its_totals(record, tmp_path):
    lines = run("replay", str(record)).out.splitlines()
    title = rulebook("jumbo").title
    assert lines[0].startswith(f"{title}  Anna, Ben  ")
    assert [line for line in lines if line.startswith("Round ")] == ["Round 1", "Round 2"]
    data = run("replay", str(record), "--json").data
    assert data["rulebook"] == "jumbo"
    totals = [f"{name} {total:+d}" for name, total in zip("AB", data["totals"], strict=True)]
    told = lines[-1].replace("Anna", "A").replace("Ben", "B")
    assert told == f"Totals  {', '.join(totals)}"
    one = tmp_path / "one.record"
    one.write_text(str(record_of([drawn(8)], ["Anna", "Ben"])), "utf-8")
    alone = run("replay", str(one)).out
    assert "Round 1" not in alone
    assert "Totals" not in alone


def test_a_true_record_for_programs(record):
    totals = run("replay", str(record), "--json").data["totals"]
    assert run("verify", str(record), "--json").data == {
        "file": str(record),
        "true": True,
        "rounds": 2,
        "committed": 2,
        "actions": 6,
        "totals": dict(zip(("Anna", "Ben"), totals, strict=True)),
    }


def test_one_round_is_one_and_a_record_is_read_from_standard_input_too(tmp_path):
    one = str(record_of([drawn(8)], ["Anna", "Ben"])).encode()
    said = run("verify", "-", given=one)
    assert said.code == 0
    assert "- is true: 1 round of jumbo, 3 actions, 1 committed" in said.out
    assert run("replay", "-", given=one).code == 0
    said = run("replay", "-", given=b"nonsense")
    assert (said.code, said.out) == (2, "")
    assert said.err.startswith("tilerummy: standard input, line 1: ")
