"""The command line of the baselines: train, evaluate, enter the league."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from tilerummy.lab.baselines.agent import AgentFile, CurvePoint
from tilerummy.lab.baselines.curve import draw_curve
from tilerummy.lab.baselines.policy import FEATURES
from tilerummy.lab.baselines.suite import SUITE_NAME, enter, league_line
from tilerummy.lab.baselines.training import measure, train
from tilerummy.lab.players import look_for_bots_in
from tilerummy.lab.workers import Here, Processes
from tilerummy.rules import rulebook
from tilerummy.rules.errors import TilerummyError


def main() -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tilerummy.lab.baselines")
    commands = parser.add_subparsers(dest="command", required=True)
    learn = commands.add_parser("train", help="train an agent against greedy")
    learn.add_argument("--rules", default="jumbo")
    learn.add_argument("--seats", type=int, default=2)
    learn.add_argument("--batches", type=int, default=70)
    learn.add_argument("--deals", type=int, default=64, help="mirrored deals a batch")
    learn.add_argument("--seed", type=int, default=1)
    learn.add_argument("--every", type=int, default=10, help="batches between measurements")
    learn.add_argument("--out", type=Path, default=Path("agent.json"))
    learn.add_argument("--plot", type=Path, help="draw the curve: .svg, .png or .pdf")
    look = commands.add_parser("evaluate", help="measure a trained agent against greedy")
    look.add_argument("agent", type=Path)
    look.add_argument("--deals", type=int, default=500)
    league = commands.add_parser("league", help=f"play the suite {SUITE_NAME}")
    league.add_argument("bot", help="a bot as the arena takes it, or program:COMMAND")
    league.add_argument("--jobs", type=int, default=1)
    league.add_argument("--share", type=float, default=1.0, help="of the suite's deals")
    chosen = parser.parse_args()
    try:
        return {"train": _train, "evaluate": _evaluate, "league": _league}[chosen.command](chosen)
    except TilerummyError as error:
        print(error, file=sys.stderr)
        return 2


def _train(chosen: argparse.Namespace) -> int:
    rules = rulebook(chosen.rules)
    begun = time.monotonic()
    curve: list[CurvePoint] = []
    rounds = 0
    steps = train(
        rules, seats=chosen.seats, batches=chosen.batches, deals=chosen.deals, seed=chosen.seed
    )
    print(f"{'rounds':>8}{'seconds':>9}{'won in %':>16}{'points a round':>16}", flush=True)
    for batch in steps:
        rounds += batch.rounds
        if batch.number % chosen.every and batch.number != chosen.batches:
            continue
        found = measure(rules, batch.policy, seats=chosen.seats, deals=200)
        seconds = round(time.monotonic() - begun, 1)
        point = CurvePoint(rounds, seconds, found.won, found.standard_error, found.points)
        curve.append(point)
        won = f"{100 * found.won:.1f} ± {100 * found.standard_error:.1f}"
        print(f"{rounds:8}{seconds:9.0f}{won:>16}{found.points:16.1f}", flush=True)
        weights = dict(zip(FEATURES, map(float, batch.policy.weights), strict=True))
        AgentFile(rules.id, chosen.seats, chosen.seed, weights, curve).write(chosen.out)
    if chosen.plot is not None:
        draw_curve(chosen.plot, curve, fair=1 / chosen.seats)
    return 0


def _evaluate(chosen: argparse.Namespace) -> int:
    agent = AgentFile.read(chosen.agent)
    found = measure(
        rulebook(agent.rules), agent.policy(), seats=agent.seats, deals=chosen.deals, seed="final"
    )
    fair = 1 / agent.seats
    errors = (found.won - fair) / found.standard_error
    print(
        f"{agent.rules}: {found.rounds} rounds, won {100 * found.won:.1f} ± "
        f"{100 * found.standard_error:.1f} %, {errors:.1f} standard errors above {100 * fair:.0f} %"
    )
    return 0 if errors > 4 else 1


def _league(chosen: argparse.Namespace) -> int:
    look_for_bots_in(str(Path.cwd()))
    workers = Here() if chosen.jobs == 1 else Processes(chosen.jobs or os.cpu_count() or 1)
    results = []
    for result in enter(chosen.bot, workers, share=chosen.share):
        results.append(result)
        print(
            f"{result.table}: {result.rounds} rounds, won {result.told} "
            f"(fair {100 * result.fair:.0f} %), points {result.points:+.1f}",
            flush=True,
        )
    print(league_line(chosen.bot, results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
