"""A play is explained as people explain it: take this, add that, lay those."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilerummy.engine.actions import Draw, Pass
from tilerummy.engine.rounds import Round
from tilerummy.rules import Play, Position, format_tiles, rulebook
from tilerummy.rules.changes import compare
from tilerummy.rules.tiles import in_order
from tilerummy.solver import explain, moves, solve


def sentences(table: str, rack: str, after: str) -> list[str]:
    position = Position.parse(rulebook("ravensburger-travel-de"), table=table, rack=rack)
    return [step.sentence for step in explain(position, Play.parse(after))]


@pytest.mark.parametrize(
    ("table", "rack", "after", "steps"),
    [
        ("", "r10 b10 k10", "r10 b10 k10", ["lay r10 b10 k10"]),
        ("b4 b5 b6", "b3 b7", "b3 b4 b5 b6 b7", ["add b3 b7 to b4 b5 b6"]),
        (
            "b8 b9 b10",
            "b11 k8 y8",
            "b9 b10 b11 | b8 k8 y8",
            ["take b8 from b8 b9 b10, add b11", "lay b8 with k8 y8"],
        ),
        (
            "r4 r5 r6 r7 r8",
            "r6",
            "r4 r5 r6 | r6 r7 r8",
            ["take r7 r8 from r4 r5 r6 r7 r8", "lay r7 r8 with r6"],
        ),
        (
            "k4 r4 b4 y4",
            "b3 b5 b6",
            "k4 r4 y4 | b3 b4 b5 b6",
            ["take b4 from k4 r4 b4 y4", "lay b4 with b3 b5 b6"],
        ),
        ("b4 b5 b6 | k1 k2 k3", "k4", "b4 b5 b6 | k1 k2 k3 k4", ["add k4 to k1 k2 k3"]),
    ],
)
def test_the_booklets_plays_in_words(table: str, rack: str, after: str, steps: list[str]) -> None:
    assert sentences(table, rack, after) == steps


@given(seed=st.integers(0, 200), name=st.sampled_from(["jumbo", "jumbo-xp", "lets-play-rummy-de"]))
def test_steps_account_for_every_tile(seed: int, name: str) -> None:
    now = Round.deal(rulebook(name), seats=2, seed=seed)
    while not now.over:
        play = solve(now.view(now.turn).position).play
        if play is None:
            now = now.apply(Draw() if now.pool_size else Pass())
            continue
        steps = explain(now.view(now.turn).position, play)
        change = compare(now.table, play.table)
        assert in_order(tile for step in steps for tile in step.laid) == change.laid
        assert Counter(step.target for step in steps) == Counter(meld for _, meld in change.fresh)
        for step in steps:
            whole = Counter(step.source.tiles if step.source else ())
            whole -= Counter(step.taken)
            assert whole + Counter(step.laid) + Counter(step.moved) == Counter(step.target.tiles)
        now = now.apply(play)


@pytest.mark.parametrize(
    ("table", "rack", "after", "steps"),
    [
        # Taken first, then laid from the rack alone, then what needs tiles of others.
        (
            "b4 b5 b6 b7 | r4 r5 r6 r7 | k4 k5 k6 k7",
            "y1 y2 y3",
            "b4 r4 k4 | y1 y2 y3 | b5 b6 b7 | r5 r6 r7 | k5 k6 k7",
            [
                *("take b4 from b4 b5 b6 b7", "take r4 from r4 r5 r6 r7"),
                *("take k4 from k4 k5 k6 k7", "lay y1 y2 y3", "put k4 r4 b4 together"),
            ],
        ),
        # A meld goes on as the one that it shares most with, if that is two tiles or more.
        (
            "k4 k5 k6 | k7 k8 k9 k10",
            "k11",
            "k4 k5 k6 k7 k8 | k9 k10 k11",
            ["take k7 k8 from k7 k8 k9 k10, add k11", "add k7 k8 to k4 k5 k6"],
        ),
        (
            "k4 r4 b4 | y4 y5 y6",
            "k5 k6 r5 r6 b5 b6",
            "k4 k5 k6 | r4 r5 r6 | b4 b5 b6 | y4 y5 y6",
            ["lay k4 with k5 k6", "lay r4 with r5 r6", "lay b4 with b5 b6"],
        ),
    ],
)
def test_what_frees_tiles_comes_before_what_uses_them(
    table: str, rack: str, after: str, steps: list[str]
) -> None:
    assert sentences(table, rack, after) == steps


def test_a_step_names_the_meld_it_was_made_of_and_where_its_tiles_come_from() -> None:
    position = Position.parse(
        rulebook("ravensburger-travel-de"), table="b8 b9 b10", rack="b11 k8 y8"
    )
    first, second = explain(position, Play.parse("b9 b10 b11 | b8 k8 y8"))
    assert (first.kind, str(first.source), str(first.target)) == (
        *("take", "b8 b9 b10"),
        "b9 b10 b11",
    )
    assert [format_tiles(part) for part in (first.laid, first.moved, first.taken)] == [
        *("b11", ""),
        "b8",
    ]
    assert (second.kind, second.source, str(second.target)) == ("join", None, "b8 k8 y8")
    assert [format_tiles(part) for part in (second.laid, second.moved, second.taken)] == [
        *("k8 y8", "b8"),
        "",
    ]


@pytest.mark.parametrize("asked", [explain, moves])
def test_only_plays_in_positions_are_told(asked) -> None:
    position = Position.parse(rulebook("jumbo"), table="b4 b5 b6", rack="b7")
    play = Play.parse("b4 b5 b6 b7")
    assert asked(position, play)
    with pytest.raises(TypeError, match="position has to be a Position"):
        asked("b4 b5 b6", play)
    with pytest.raises(TypeError, match="play has to be a Play"):
        asked(position, "b4 b5 b6 b7")
