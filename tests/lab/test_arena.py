"""The arena: mirrored deals, the same figures however they are played, runs that go on."""

from __future__ import annotations

import sys

import msgspec
import pytest

from tilerummy.bots import Budget, Dice
from tilerummy.engine import Action, Draw, Pass, Play, Round, View
from tilerummy.lab.arena import Plan, pairs, report_of, run
from tilerummy.lab.errors import BotFailed, LabError
from tilerummy.lab.journal import Journal
from tilerummy.lab.players import Player, parse_players
from tilerummy.lab.rounds import MirroredDeal, PlayedRound, play_deal, seating
from tilerummy.lab.workers import Here, Processes
from tilerummy.rules import rulebook

JUMBO = rulebook("jumbo")
SEEN: list[View] = []


class Drawing:
    """A bot that never lays, and remembers what it was shown."""

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        SEEN.append(view)
        return Draw() if view.pool_size else Pass()


class Cheat:
    """A bot that lays nothing and calls it a play."""

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        return Play(view.table)


class Silent:
    """A bot that forgets to answer."""

    def act(self, view: View, dice: Dice, budget: Budget) -> None:
        return None


class Nervous:
    """A bot that breaks down."""

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        return {}["rack"]


class Quitting:
    """A bot that ends the program."""

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        sys.exit("enough")


class Costly:
    """A bot that cannot be made without an argument."""

    def __init__(self, price: int) -> None:
        self.price = price


class Numb:
    """A bot whose act is none."""

    act = None


DRAWING = Drawing()
NO_BOT = 5


def plan(names: str, deals: int = 3, seed: str = "7") -> Plan:
    return Plan(JUMBO, (parse_players(names),), deals, seed)


def played(chosen: Plan) -> list[PlayedRound]:
    journal = Journal(chosen.rules, chosen.seed)
    return run(chosen, Here(), journal, lambda count: None)


def test_everybody_sits_everywhere_once():
    players = parse_players("greedy,patient,casual")
    rows = [[player.name for player in seating(players, turn)] for turn in range(3)]
    assert rows == [
        ["greedy", "patient", "casual"],
        ["patient", "casual", "greedy"],
        ["casual", "greedy", "patient"],
    ]


def test_a_mirrored_deal_gives_the_same_racks_to_the_same_seats():
    SEEN.clear()
    players = parse_players(f"{__name__}:DRAWING,{__name__}:Drawing")
    play_deal(MirroredDeal(JUMBO, players, "7", 0))
    first = [view for view in SEEN if view.number < 2]
    by_seat = [{view.rack for view in first if view.seat == seat} for seat in (0, 1)]
    assert len(first) == 4
    assert all(len(racks) <= 2 for racks in by_seat)
    dealt = Round.deal(JUMBO, seats=2, seed="7/0")
    assert dealt.hidden.racks[dealt.turn] in by_seat[dealt.turn]


def test_identical_players_win_half_of_mirrored_deals_exactly():
    rounds = played(plan("greedy,greedy"))
    (standing,) = report_of(plan("greedy,greedy"), rounds).bots
    assert (standing.games, standing.wins) == (12, 6)
    assert standing.mean_score == 0
    assert standing.standard_error == 0


def test_the_same_seed_plays_the_same_rounds():
    assert played(plan("casual,beginner")) == played(plan("casual,beginner"))
    assert played(plan("casual,beginner")) != played(plan("casual,beginner", seed="8"))


def test_processes_play_what_this_process_plays():
    chosen = plan("greedy,patient")
    journal = Journal(JUMBO, chosen.seed)
    assert run(chosen, Processes(2), journal, lambda count: None) == played(chosen)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Cheat", r"nothing was laid|at least one tile"),
        ("Silent", "answered None, which is not an action"),
        ("Nervous", r"KeyError: 'rack' \(test_arena.py, line \d+\)"),
        ("Quitting", r"SystemExit: enough \(test_arena.py, line \d+\)"),
    ],
)
@pytest.mark.parametrize("workers", [Here(), Processes(2)], ids=["here", "processes"])
def test_a_bot_that_fails_is_named_with_what_it_did(name, reason, workers):
    chosen = plan(f"greedy,{__name__}:{name}")
    where = rf"{name}, deal \d of seed 7, turn \d: "
    with pytest.raises(BotFailed, match=f"{where}.*({reason})"):
        run(chosen, workers, Journal(JUMBO, "7"), lambda count: None)


def test_every_pair_of_a_league_meets():
    tables = pairs(parse_players("beginner,casual,greedy"))
    chosen = Plan(JUMBO, tables, 2, "7", league=True)
    report = report_of(chosen, played(chosen))
    assert [[bot.bot for bot in pair] for pair in report.pairs] == [
        ["beginner", "casual"],
        ["beginner", "greedy"],
        ["casual", "greedy"],
    ]
    assert {bot.bot: bot.games for bot in report.bots} == {"beginner": 8, "casual": 8, "greedy": 8}
    assert report.ratings[0].bot == "greedy"
    assert msgspec.json.decode(msgspec.json.encode(report))["rounds"] == 12


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("grandmaster", "no bot is called 'grandmaster'"),
        ("", "no bot is called ''"),
        ("greedy@much", "is a number"),
        ("greedy@0", "greater than 0"),
        ("no.such.module:Bot", "no bot 'no.such.module:Bot'"),
        (f"{__name__}:Nobody", "test_arena has no Nobody"),
        (f"{__name__}:NO_BOT", "has no act"),
        ("builtins:list", "has no act"),
        (f"{__name__}:Numb", "has no act"),
        (f"{__name__}:Costly", "no bot .*: TypeError: .*price"),
        ("os:kill", r"no bot 'os:kill': TypeError: kill"),
        (":Bot", "no bot ':Bot': ValueError: Empty module name$"),
    ],
)
def test_players_that_do_not_exist(text, sentence):
    with pytest.raises(ValueError, match=sentence):
        Player.parse(text)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("class Bot\n", r"SyntaxError: .* \(ownbot.py, line 1\)$"),
        ("\nraise OSError\n", r"no bot 'ownbot:Bot': OSError \(ownbot.py, line 2\)$"),
        ("\ndef Bot():\n    return 1 / 0\n", r"ZeroDivisionError: .* \(ownbot.py, line 3\)$"),
    ],
)
def test_a_module_with_a_mistake_is_told_with_its_line(tmp_path, monkeypatch, text, sentence):
    (tmp_path / "ownbot.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "ownbot", raising=False)
    with pytest.raises(LabError, match=sentence):
        Player.parse("ownbot:Bot")


def test_players_are_written_as_they_are_read():
    for text in ("greedy", "expert@0.25", f"{__name__}:Drawing"):
        assert str(Player.parse(text)) == text
    assert Player.parse("expert@0.25").budget(4).effort == 0.25
    assert Player.parse("expert").budget(4).effort == 4


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (lambda: plan("greedy,patient", deals=0), "at least one deal"),
        (lambda: plan("greedy"), "2 to"),
        (lambda: Plan(JUMBO, (parse_players("greedy,greedy"),), 1, "7", -1), "the budget must be"),
        (lambda: pairs(parse_players("greedy,greedy")), "only once"),
        (lambda: pairs(parse_players("greedy")), "at least two"),
    ],
)
def test_plans_that_make_no_sense(broken, sentence):
    with pytest.raises(ValueError, match=sentence):
        broken()


@pytest.mark.parametrize(("empty", "turns"), [("void", 78), ("play-on", 80)])
def test_every_turn_of_a_round_is_noted_also_the_one_that_ends_it(empty, turns):
    """106 tiles, two racks of 14: the last of 78 draws ends a void round, else both pass."""
    rules = JUMBO.replace({"pool.empty": empty})
    players = parse_players(f"{__name__}:DRAWING,{__name__}:Drawing")
    first, _ = play_deal(MirroredDeal(rules, players, "7", 0))
    assert first.reason == ("void" if empty == "void" else "blocked")
    assert [habits.turns for habits in first.habits] == [turns // 2] * 2
    assert [habits.plays for habits in first.habits] == [0, 0]


def test_a_plan_counts_its_rounds_and_deals_every_table_the_same():
    tables = pairs(parse_players("beginner,casual,greedy"))
    chosen = Plan(JUMBO, tables, 2, "7")
    assert chosen.size == 3 * 2 * 2
    assert [(deal.deal, deal.players) for deal in chosen.work()] == [
        (number, players) for number in (0, 1) for players in tables
    ]


@pytest.mark.parametrize("effort", [0, -1, 1000.1])
def test_a_budget_has_bounds(effort):
    with pytest.raises(LabError, match="greater than 0 and at most 1000"):
        Plan(JUMBO, (parse_players("greedy,greedy"),), 1, "7", effort)
    assert Plan(JUMBO, (parse_players("greedy,greedy"),), 1, "7", 1000).effort == 1000


def test_the_rest_of_a_report():
    rounds = [
        PlayedRound(("a", "b"), 0, 0, 0, (5, -5), 20, "out", forfeits=("b: slow",)),
        PlayedRound(("b", "a"), 0, 1, None, (0, 0), 35, "void", forfeits=("b: slow", "a: gone")),
    ]
    report = report_of(Plan(JUMBO, (parse_players("greedy,greedy"),), 1, "7", 0.5), rounds)
    assert (report.rules, report.seed, report.deals, report.budget) == ("jumbo", "7", 1, 0.5)
    assert (report.rounds, report.void, report.turns_a_round) == (2, 1, 27.5)
    assert [(one.what, one.rounds) for one in report.forfeits] == [("b: slow", 2), ("a: gone", 1)]
    assert (report.pairs, report.ratings) == ([], [])


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"rotation": 2}, "a rotation and a score for each"),
        ({"scores": (1,)}, "a rotation and a score for each"),
        ({"winner": 2}, "there is no seat 2"),
        ({"winner": -1}, "there is no seat -1"),
    ],
)
def test_a_round_that_cannot_have_been_played(fields, sentence):
    sound = {"rotation": 1, "winner": 1, "scores": (-5, 5)}
    told = {"players": ("a", "b"), "deal": 0, "turns": 3, "reason": "out", **sound}
    assert PlayedRound(**told).winner == 1
    with pytest.raises(LabError, match=sentence):
        PlayedRound(**{**told, **fields})


def test_a_round_that_does_not_end_is_given_up(monkeypatch):
    monkeypatch.setattr("tilerummy.lab.rounds._LONGEST", 10)
    chosen = plan(f"{__name__}:DRAWING,{__name__}:Drawing", deals=1)
    with pytest.raises(BotFailed, match=r"^deal 0 of seed 7 does not end$"):
        played(chosen)


def test_the_efforts_that_a_player_may_name():
    assert Player.parse("expert@1000").effort == 1000
    for text in ("greedy@1000.5", "greedy@-1", "greedy@nan"):
        with pytest.raises(LabError, match="greater than 0 and at most 1000"):
            Player.parse(text)
    assert [Player.parse(text).is_program for text in ("greedy", "program:cat")] == [False, True]
    assert [str(one) for one in parse_players(" greedy , patient@2 ")] == ["greedy", "patient@2"]
