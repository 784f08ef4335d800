"""Thousands of positions whose optima other methods found, stored in benchmarks/positions.

    python -m benchmarks.positions.make

makes them again; `test_live` finds some of the optima anew.
"""

from __future__ import annotations

import pytest

from benchmarks.positions.records import FOLDER, load, without_duties
from tests.differential.compare import WEIGHS, complaints
from tests.oracle.program import worth
from tilerummy.rules import RULEBOOK_IDS, judge, rulebook
from tilerummy.solver import best_plays, can_go_out, solve, solve_many

STORED = sorted(path.stem for path in FOLDER.glob("*.jsonl"))
PLAYED = sorted(set(STORED) - {"small"})
WITH_DUTIES = [
    name for name in RULEBOOK_IDS if rulebook(name).jokers != without_duties(name).jokers
]


def test_every_rulebook_has_small_positions():
    assert {record.rules for record in load("small")} == set(RULEBOOK_IDS)


def test_every_set_of_tiles_has_positions_from_games_and_hard_ones():
    sizes = {
        kind: {
            len(rulebook(record.rules).deck)
            for name in PLAYED
            if name.startswith(kind)
            for record in load(name)
        }
        for kind in ("game", "hard")
    }
    assert sizes == {"game": {106, 108, 112, 160}, "hard": {106, 108, 112, 160}}


@pytest.mark.parametrize("objective", ["tiles", "points"])
@pytest.mark.parametrize("name", STORED)
def test_answers_are_legal_proved_and_as_good_as_the_known_optimum(name: str, objective: str):
    wrong: list[str] = []
    for record in load(name):
        position = record.position
        solution = solve(position, "tiles" if objective == "tiles" else "points")
        expected = record.best.tiles if objective == "tiles" else record.best.points
        value = expected.worth(WEIGHS[objective])
        found = complaints(position, solution, WEIGHS[objective], value)
        if found:
            wrong.append(f"{record.id}: {position}: {solution.play}: {'; '.join(found)}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", ["game-twist", "hard-twist"])
def test_duties_towards_jokers_only_take_plays_away(name: str):
    for record in load(name):
        position = record.under(rulebook(record.rules))
        solution = solve(position)
        assert solution.play is None or judge(position, solution.play) == [], record.id
        most = record.best.tiles.worth(WEIGHS["tiles"])
        assert worth(solution.laid, WEIGHS["tiles"]) <= most, record.id


@pytest.mark.parametrize("rules", WITH_DUTIES)
def test_a_proposal_without_duties_that_the_judge_accepts_is_not_beaten(rules: str):
    printed, freed = rulebook(rules), without_duties(rules)
    proposals = [name for name in PLAYED if not name.startswith("duties")]
    records = [record for name in proposals for record in load(name)]
    same_tiles = [record for record in records if rulebook(record.rules).tiles == printed.tiles]
    compared = 0
    for record in same_tiles:
        position = record.under(printed)
        bound, solution = solve(record.under(freed)), solve(position)
        assert solution.play is None or judge(position, solution.play) == [], record.id
        assert (solution.tiles, solution.points) <= (bound.tiles, bound.points), record.id
        if solution.optimal and bound.play and not judge(position, bound.play):
            compared += 1
            got = solution.tiles, solution.points
            assert got == (bound.tiles, bound.points), record.id
    assert compared or len(same_tiles) < 10  # of so few, all may break a duty


@pytest.mark.parametrize("nodes", [1, 100, 3_000])
@pytest.mark.parametrize("name", ["game", "hard", "hard-twist", "small"])
def test_a_small_budget_gives_legal_plays_and_never_claims_too_much(name: str, nodes: int):
    for record in load(name)[::5]:
        position = record.position
        solution = solve(position, nodes=nodes)
        assert solution.play is None or judge(position, solution.play) == [], record.id
        got, most = (solution.tiles, solution.points), record.best.tiles
        assert got <= (most.tiles, most.points), record.id
        assert not solution.optimal or got == (most.tiles, most.points), record.id


@pytest.mark.parametrize("name", PLAYED)
def test_all_questions_about_a_position_agree(name: str):
    records = load(name)[:: 15 if name == "full-twist" else 4]
    positions = [record.position for record in records]
    for position, together in zip(positions, solve_many(positions), strict=True):
        alone, ranked = solve(position), best_plays(position, 3)
        values = [(solution.tiles, solution.points) for solution in ranked]
        assert (together.tiles, together.points) == (alone.tiles, alone.points), str(position)
        assert values == sorted(values, reverse=True), str(position)
        assert values[:1] == ([(alone.tiles, alone.points)] if alone.play else []), str(position)
        play = can_go_out(position)
        assert (play is not None) == (alone.tiles == len(position.rack)), str(position)
        assert play is None or judge(position, play) == [], str(position)
