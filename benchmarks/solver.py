"""The solver beside CP-SAT, HiGHS and rummikub-solver, on the same positions in one run.

    python -m benchmarks.solver [--count N] [SET ...]

Positions come from games, from large racks of which not everything can be laid and from full
tables, for the sets of 106 and 160 tiles and With a Twist. Peers are asked for the most tiles, each
in a process of its own; they take so long that they get only the first positions of the larger
sets (`--peers`, 25), and `times` compares means over those. Answers are held against the optimum
stored with each position; under With a Twist this solver keeps the duties towards jokers, which
the others do not know, so it may lay less.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from time import perf_counter
from typing import Final

import msgspec

from benchmarks._peers import PEERS, Timing, chosen

__all__ = ["main"]

ROOT: Final = Path(__file__).resolve().parent.parent
TITLES: Final = {
    "game": "Positions from games, 106 tiles",
    "hard": "Hard positions (large racks, all jokers), 106 tiles",
    "full": "Full tables with large racks, 106 tiles",
    "game-xp": "Positions from games, XP, 160 tiles",
    "hard-xp": "Hard positions, XP, 160 tiles",
    "game-twist": "Positions from games, With a Twist, 112 tiles",
    "hard-twist": "Hard positions, With a Twist, 112 tiles",
    "full-twist": "Full tables with large racks, With a Twist, 112 tiles",
}
HEADER: Final = (
    "| solver | positions | mean | median | 95 % | 99 % | worst | times | not best | unfinished |\n"
    "|---|---|---|---|---|---|---|---|---|---|"
)
FIRST_ANSWERS: Final = {
    "tilerummy": (
        "import tilerummy as tr; "
        "tr.solve(tr.Position.parse(tr.rulebook('jumbo'), table='k4 k5 k6', rack='k7'))"
    ),
    "rummikub-solver": (
        "from rummikub_solver import RuleSet, MILPSolver; "
        "rules = RuleSet(solver_backend=MILPSolver.GLPK_MI); game = rules.new_game(); "
        "game.initial = False; game.add_table(4, 5, 6); game.add_rack(7); rules.solve(game)"
    ),
    "CP-SAT": (
        "from ortools.sat.python import cp_model; model = cp_model.CpModel(); "
        "model.maximize(model.new_int_var(0, 1, '')); cp_model.CpSolver().solve(model)"
    ),
    "HiGHS": (
        "import highspy; h = highspy.Highs(); h.setOptionValue('output_flag', False); "
        "h.addVar(0, 1); h.run()"
    ),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One solver on one set: its times in milliseconds, and how often it was not the best."""

    peer: str
    times: list[float]
    below: int
    unfinished: int

    @property
    def mean(self) -> float:
        return mean(self.times)

    def row(self, ours: Line) -> str:
        ordered = sorted(self.times)
        figures = (self.mean, median(ordered), at(ordered, 0.95), at(ordered, 0.99), ordered[-1])
        cells = " | ".join(f"{figure:.3f}" for figure in figures)
        counts = (
            f"{len(self.times)} | {cells} | {self.mean / mean(ours.times[: len(self.times)]):.0f}"
        )
        return f"| {self.peer} | {counts} | {self.below} | {self.unfinished} |"


def at(ordered: list[float], share: float) -> float:
    """The smallest time that this share of the positions stays within."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def measured(peer: str, name: str, count: int | None) -> Line:
    """Let the peer solve the set in a process of its own."""
    limit = [] if count is None else [str(count)]
    command = (sys.executable, "-m", "benchmarks._peers", peer, name, *limit)
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    timings = [msgspec.json.decode(line, type=Timing) for line in done.stdout.splitlines()]
    records = chosen(name, count)
    pairs = list(zip(records, timings, strict=True))
    below = sum(t.laid is not None and t.laid.tiles < r.best.tiles.tiles for r, t in pairs)
    wrong = [r for r, t in pairs if t.laid is not None and t.laid.tiles > r.best.tiles.tiles]
    if wrong or (peer == "tilerummy" and below and "twist" not in name):
        raise SystemExit(f"{peer} disagrees with the stored optimum in {name}: {wrong[:3]}")
    unfinished = sum(timing.laid is None for timing in timings)
    return Line(peer, [1000 * timing.seconds for timing in timings], below, unfinished)


def first_answer(code: str, *, times: int = 7) -> float:
    """Milliseconds from starting Python to its end, with a first answer between; the median."""
    found: list[float] = []
    for _ in range(times):
        started = perf_counter()
        subprocess.run((sys.executable, "-c", code), cwd=ROOT, check=True, capture_output=True)
        found.append(1000 * (perf_counter() - started))
    return median(found)


def processor() -> str:
    """What the machine calls its processor."""
    cpus = Path("/proc/cpuinfo")
    lines = cpus.read_text(encoding="utf-8").splitlines() if cpus.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]}, {len(names)} cores" if names else platform.processor()


def main(sets: list[str], count: int | None, peers: int) -> None:
    print(f"{processor()}, {platform.system()}, Python {platform.python_version()}")
    print("Milliseconds a position; `times` is the mean over tilerummy's on the same positions.")
    for name in sets:
        print(f"\n{TITLES[name]}: {len(chosen(name, count))}\n")
        print(HEADER, flush=True)
        ours = measured("tilerummy", name, count)
        print(ours.row(ours), flush=True)
        for peer in PEERS:
            if peer == "tilerummy" or (peer == "rummikub-solver" and "twist" in name):
                continue
            share = count if name == "game" else min(peers, count or peers)
            print(measured(peer, name, share).row(ours), flush=True)
    print("\nA fresh process, import and first answer, milliseconds:\n")
    print("| solver | median |\n|---|---|")
    bare = first_answer("pass")
    print(f"| (Python alone) | {bare:.0f} |")
    for peer, code in FIRST_ANSWERS.items():
        print(f"| {peer} | {first_answer(code):.0f} |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure the solver beside its peers.")
    parser.add_argument("sets", nargs="*", metavar="SET", help=f"of {', '.join(TITLES)}")
    parser.add_argument("--count", type=int, help="no more positions of a set than this")
    parser.add_argument("--peers", type=int, default=25, help="positions of a large set for peers")
    options = parser.parse_args()
    unknown = [name for name in options.sets if name not in TITLES]
    if unknown:
        parser.error(f"no set {unknown[0]!r}; there are {', '.join(TITLES)}")
    main(options.sets or list(TITLES), options.count, options.peers)
