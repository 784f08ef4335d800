"""How fast bots play: whole rounds through the engine, play-outs in the core, an expert's move.

    python -m benchmarks.bots [--rules ID ...] [--rounds N] [--expert-rounds N]

What counts is processor time of one core, so that a busy machine does not matter much.
"""

import argparse
from time import process_time

from tilerummy.bots import ROSTER, Bot, Budget, Dice, bot
from tilerummy.bots.greedy import GREEDY
from tilerummy.engine import Action, Round, View
from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.rulebook import Rulebook
from tilerummy.solver.playouts import Hands, Moment, play_out

RULES = ("ravensburger-travel-de", "piatnik-travel", "lets-play-rummy-de", "twist")
ROUNDS_GOAL = 100
PLAY_OUTS_GOAL = 400
MOVE_GOAL = 1.0


class Clocked:
    """A bot with a watch beside it."""

    def __init__(self, player: Bot) -> None:
        self._player = player
        self.seconds: list[float] = []

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        start = process_time()
        action = self._player.act(view, dice, budget)
        self.seconds.append(process_time() - start)
        return action


def play(rules: Rulebook, bots: list[Bot], seed: int) -> None:
    now = Round.deal(rules, seats=len(bots), seed=seed)
    dice = [Dice(seed * 10 + seat) for seat in range(len(bots))]
    while not now.over:
        seat = now.turn
        now = now.apply(bots[seat].act(now.view(seat), dice[seat], Budget()))


def rounds_a_second(rules: Rulebook, rounds: int) -> float:
    start = process_time()
    for seed in range(rounds):
        play(rules, [bot("greedy"), bot("greedy")], seed)
    return rounds / (process_time() - start)


def play_outs_a_second(rules: Rulebook, rounds: int) -> float:
    deals = [Round.deal(rules, seats=2, seed=seed).hidden for seed in range(rounds)]
    hands = [Hands(deal.racks, deal.pool) for deal in deals]
    start = process_time()
    play_out(Moment(rules, (), 0), hands, [GREEDY, GREEDY])
    return rounds / (process_time() - start)


def seconds_a_move(rules: Rulebook, name: str, rounds: int) -> list[float]:
    """The times of a bot's moves against greedy players, in order."""
    clocked = Clocked(bot(name))
    for seed in range(rounds):
        seats = 2 + 2 * (seed % 2)
        play(rules, [clocked, *[bot("greedy")] * (seats - 1)], seed)
    return sorted(clocked.seconds)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rules", nargs="+", default=RULES, choices=RULEBOOK_IDS)
    options.add_argument("--rounds", type=int, default=40, help="rounds and play-outs")
    options.add_argument("--expert-rounds", type=int, default=4, help="rounds of the expert")
    chosen = options.parse_args()
    print(f"{'':24}{'greedy rounds':>15}{'play-outs':>12}{'expert, a move in seconds':>34}")
    print(f"{'':24}{'a second':>15}{'a second':>12}{'mean':>12}{'95 %':>11}{'worst':>11}")
    for name in chosen.rules:
        rules = rulebook(name)
        rounds = rounds_a_second(rules, chosen.rounds)
        outs = play_outs_a_second(rules, chosen.rounds)
        moves = seconds_a_move(rules, ROSTER[-1].name, chosen.expert_rounds)
        late = moves[int(0.95 * len(moves))]
        figures = f"{sum(moves) / len(moves):12.3f}{late:11.3f}{moves[-1]:11.3f}"
        print(f"{name:24}{rounds:15.0f}{outs:12.0f}{figures}", flush=True)
    print(
        f"goals: {ROUNDS_GOAL} rounds and {PLAY_OUTS_GOAL} play-outs a second on "
        f"{RULES[0]}, a move in {MOVE_GOAL:g} s at 95 %"
    )


if __name__ == "__main__":
    main()
