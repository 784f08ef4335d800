"""The baselines: training is repeatable, the shipped agent beats greedy, the suite is frozen."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from tilerummy.bots import Budget, Dice
from tilerummy.engine import Round
from tilerummy.lab.baselines import Learned, LinearPolicy
from tilerummy.lab.baselines.agent import SHIPPED, AgentFile, CurvePoint
from tilerummy.lab.baselines.policy import FEATURES
from tilerummy.lab.baselines.suite import SUITE, SUITE_NAME, Result, enter, league_line
from tilerummy.lab.baselines.training import measure, train
from tilerummy.lab.errors import LabError
from tilerummy.lab.workers import Here
from tilerummy.rules import RULEBOOK_IDS, rulebook

ROOT = Path(__file__).resolve().parents[2]
JUMBO = rulebook("jumbo")


def test_training_from_a_seed_can_be_repeated():
    runs = [list(islice(train(JUMBO, deals=4, seed=5), 2)) for _ in range(2)]
    assert [batch.won for batch in runs[0]] == [batch.won for batch in runs[1]]
    assert np.array_equal(runs[0][-1].policy.weights, runs[1][-1].policy.weights)
    other = next(train(JUMBO, deals=4, seed=6))
    assert not np.array_equal(runs[0][0].policy.weights, other.policy.weights)


def test_the_shipped_agent_beats_greedy_by_more_than_four_standard_errors():
    agent = AgentFile.read(SHIPPED)
    found = measure(rulebook(agent.rules), agent.policy(), deals=40, seed="test")
    assert found.standard_error > 0
    assert found.won - 4 * found.standard_error > 1 / 2
    assert agent.curve[-1].won > agent.curve[0].won
    assert agent.curve[-1].seconds < 3600


def test_who_knows_nothing_does_not():
    assert measure(JUMBO, LinearPolicy.new(), deals=20).won < 0.75


@pytest.mark.parametrize("name", RULEBOOK_IDS)
def test_the_learned_agent_plays_every_rulebook(name):
    bot = Learned()
    now = Round.deal(rulebook(name), seats=3, seed=2)
    while not now.over:
        now = now.apply(bot.act(now.view(now.turn), Dice(1), Budget()))


def test_the_suite_is_frozen():
    text = "\n".join(f"{table.rules} {table.opponents} {table.deals}" for table in SUITE)
    assert (SUITE_NAME, sha256(text.encode()).hexdigest()[:16]) == ("2026-11", "8636a62e52c4f707")


def test_a_bot_enters_the_league():
    results = list(enter("greedy", Here(), share=0.01))
    assert [result.table for result in results] == [str(table) for table in SUITE]
    assert [result.told == "itself" for result in results] == [True, False, True, True, True]
    assert league_line("greedy", results).startswith("| greedy | itself | ")


def test_a_league_never_tells_an_error_of_nothing():
    assert Result("a table", 200, 1.0, 0.0, 70.0, 0.5).told == "200 of 200"
    assert Result("a table", 200, 0.5, 0.02, 0.0, 0.5).told == "50.0 ± 2.0"


def test_a_file_that_is_not_an_agent_is_refused(tmp_path):
    path = tmp_path / "agent.json"
    path.write_text("{}")
    with pytest.raises(LabError, match="is not a trained agent"):
        Learned(path)


def run(*words):
    return subprocess.run(
        (sys.executable, *words), cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_one_command_trains_and_another_evaluates(tmp_path):
    out, plot = tmp_path / "agent.json", tmp_path / "curve.svg"
    few = ("--batches", "2", "--deals", "2", "--every", "1")
    where = ("--out", str(out), "--plot", str(plot))
    done = run("-m", "tilerummy.lab.baselines", "train", *few, *where)
    assert done.returncode == 0, done.stderr
    assert len(AgentFile.read(out).curve) == 2
    assert plot.stat().st_size > 1000
    done = run("-m", "tilerummy.lab.baselines", "evaluate", str(SHIPPED), "--deals", "20")
    assert done.returncode == 0, done.stderr
    assert "standard errors above 50 %" in done.stdout
    done = run("-m", "tilerummy.lab.baselines", "evaluate", str(tmp_path / "none.json"))
    assert done.returncode == 2


@pytest.mark.parametrize("library", ["pettingzoo", "gymnasium", "openspiel"])
def test_the_examples_train(library):
    done = run(f"examples/train_{library}.py", "--rounds", "8")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("won ")


def test_the_benchmark_prints_its_figures():
    done = run("-m", "benchmarks.environment", "--json", "--seconds", "0.05")
    assert done.returncode == 0, done.stderr
    assert "micro_steps_per_second" in done.stdout


def test_an_agent_is_kept_as_it_was_trained(tmp_path):
    weights = {name: place / 8 for place, name in enumerate(FEATURES)}
    curve = [CurvePoint(10, 1.5, 0.5, 0.1, -2.0)]
    kept = AgentFile("jumbo", 3, 7, weights, curve)
    kept.write(tmp_path / "agent.json")
    text = (tmp_path / "agent.json").read_text()
    assert text.startswith('{\n "rules": "jumbo",\n "seats": 3,')
    assert text.endswith("}\n")
    found = AgentFile.read(tmp_path / "agent.json")
    assert found == kept
    assert found.policy().weights.tolist() == list(weights.values())


@pytest.mark.parametrize("change", [{"another": 1.0}, None])
def test_an_agent_of_other_features_cannot_play(change):
    weights = dict.fromkeys(FEATURES, 0.0)
    if change is None:
        del weights[FEATURES[0]]
    else:
        weights |= change
    with pytest.raises(LabError, match="trained with other features"):
        AgentFile("jumbo", 2, 1, weights, []).policy()


def test_one_sight_serves_all_turns_of_a_game():
    bot, now = Learned(), Round.deal(JUMBO, seats=3, seed=2)
    for _ in range(4):
        now = now.apply(bot.act(now.view(now.turn), Dice(1), Budget()))
    assert len(bot._sights) == 1
    other = Round.deal(JUMBO, seats=2, seed=2)
    bot.act(other.view(other.turn), Dice(1), Budget())
    assert list(bot._sights) == [(JUMBO, 3), (JUMBO, 2)]
