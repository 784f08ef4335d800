"""How long the engine takes for a turn, in microseconds, the players' thinking not counted.

    python -m benchmarks.engine [--rounds N] [--seats N] [--rules ID ...]

Rounds are played first by players who lay the most tiles; then the same actions are judged and
applied again. What counts is processor time, so that a busy machine does not matter much. A turn
by bots that only draw and lay given plays is `apply`, which judges too.
"""

import argparse
from collections.abc import Callable
from itertools import pairwise
from time import process_time

from tilerummy.engine import Draw, Pass, Phase, Play, Round
from tilerummy.engine.records import Record, record_of, replay
from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.rulebook import Rulebook
from tilerummy.solver import solve

LIMIT = 100.0
"""Simulation is not bound by the engine as long as a turn costs less."""


def played(rules: Rulebook, seats: int, seed: int) -> list[Round]:
    """Every state of a round in which everybody lays what they can."""
    states = [Round.deal(rules, seats=seats, seed=seed)]
    while not (now := states[-1]).over:
        play = solve(now.view(now.turn).position).play
        fallback = Draw() if now.pool_size and now.phase is Phase.ACT else Pass()
        states.append(now.apply(play or fallback))
    return states


def microseconds(run: Callable[[], object], times: int) -> float:
    """The best of three runs, a time each."""
    best = min(clocked(run) for _ in range(3))
    return best / max(times, 1) * 1e6


def clocked(run: Callable[[], object]) -> float:
    start = process_time()
    run()
    return process_time() - start


def measure(rules: Rulebook, seats: int, rounds: int) -> float:
    """Print one line of figures; the time a turn is returned."""
    games = [played(rules, seats, seed) for seed in range(rounds)]
    before = [(now, after.actions[-1]) for states in games for now, after in pairwise(states)]
    plays = [(now, action) for now, action in before if isinstance(action, Play)]
    others = [(now, action) for now, action in before if not isinstance(action, Play)]
    last = [states[-1] for states in games]
    text = str(record_of(last[:1]))

    def deal_all() -> None:
        for seed in range(rounds):
            Round.deal(rules, seats=seats, seed=seed)

    turn = microseconds(lambda: [now.apply(action) for now, action in before], len(before))
    figures = (
        turn,
        microseconds(lambda: [now.apply(action) for now, action in plays], len(plays)),
        microseconds(lambda: [now.judge(action) for now, action in plays], len(plays)),
        microseconds(lambda: [now.apply(action) for now, action in others], len(others)),
        microseconds(lambda: [now.view(0) for now, _ in before], len(before)),
        microseconds(deal_all, rounds),
        microseconds(lambda: replay(Record.parse(text)), len(last[0].actions)),
    )
    cells = "".join(f"{figure:9.1f}" for figure in figures)
    print(f"{rules.id:24}{len(before):7}{cells}", flush=True)
    return turn


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=20, help="rounds for each rulebook")
    options.add_argument("--seats", type=int, default=2)
    options.add_argument("--rules", nargs="+", default=RULEBOOK_IDS, choices=RULEBOOK_IDS)
    chosen = options.parse_args()
    names = ("turn", "play", "judge", "draw", "view", "deal", "replay")
    print(f"microseconds on one core{'turns':>7}" + "".join(f"{name:>9}" for name in names))
    turns = [measure(rulebook(name), chosen.seats, chosen.rounds) for name in chosen.rules]
    print(f"slowest rulebook: {max(turns):.1f} microseconds a turn (goal: below {LIMIT:.0f})")


if __name__ == "__main__":
    main()
