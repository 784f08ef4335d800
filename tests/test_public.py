"""The public surface: what `import tilerummy` offers, and that it can be read about."""

import ast
import dataclasses
import doctest
import inspect
import sys
import textwrap
from itertools import pairwise

import pytest

import tilerummy as tr

tables = sys.modules["tilerummy.rules.rulebook"]

STABLE = """
MOST_POINTS MOST_TILES RULEBOOK_IDS Action Analysis BestPlays Bot Budget ClaimRedeal Code Colour
Dice Draw EndReason Fault IllegalAction JokerKind Leave LegalActions Match MatchReview Meld
MeldKind Moves NotToAct NotationError Outcome Pass Phase Play Plays Position PositionError Reading
Record RecordError Round Rulebook RulebookError SetupError Solution SolverError Standing Step
StepKind Tile TilerummyError TimeOut UnknownBot View Violation Weights analyse arrange best_plays
bot can_go_out explain format_melds format_tiles judge moves opening_melds opening_points
parse_melds parse_tiles record_of replay review rulebook simplest solve solve_many
"""


def test_the_package_offers_what_it_has_promised():
    assert tr.__all__ == STABLE.split()


def test_the_examples_of_the_package_are_true():
    results = doctest.testmod(tr)
    assert results.failed == 0
    assert results.attempted > 8


@pytest.mark.parametrize("name", tr.__all__)
def test_everything_offered_has_a_docstring_of_its_own(name):
    thing = getattr(tr, name)
    if inspect.isclass(thing) or inspect.isroutine(thing):
        assert thing.__doc__
        assert not thing.__doc__.startswith(f"{thing.__name__}(")
        for method in vars(thing).values() if inspect.isclass(thing) else ():
            if inspect.isfunction(method) and not method.__name__.startswith("_"):
                assert method.__doc__, method


@pytest.mark.parametrize("name", [*tr.__all__, *(f"rulebook.{name}" for name in tables.__all__)])
def test_every_field_is_described(name):
    thing = getattr(tables, name.partition(".")[2]) if "." in name else getattr(tr, name)
    if not inspect.isclass(thing):
        return
    fields = getattr(thing, "__struct_fields__", ())
    if dataclasses.is_dataclass(thing):
        fields = [field.name for field in dataclasses.fields(thing)]
    body = ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0].body
    described = {
        line.target.id
        for line, after in pairwise(body)
        if isinstance(line, ast.AnnAssign) and isinstance(after, ast.Expr)
    }
    assert {field for field in fields if not field.startswith("_")} - described == set()


def test_every_error_has_one_root():
    errors = [thing for thing in vars(tr).values() if inspect.isclass(thing)]
    errors = [error for error in errors if issubclass(error, Exception)]
    assert len(errors) == 10
    assert all(issubclass(error, tr.TilerummyError) for error in errors)
    assert all(error.__name__ in tr.__doc__ for error in errors)


JUMBO = tr.rulebook("jumbo")
POSITION = tr.Position.parse(JUMBO, table="k4 k5 k6", rack="k7 b5 *")
PLAY = tr.Play.parse("k4 k5 k6 k7")
ROUND = tr.Round.deal(JUMBO, seats=2, seed=8)
OTHER_TYPES = {
    "a rulebook's name": lambda: tr.Position.parse("jumbo", rack="k1"),
    "a name to deal": lambda: tr.Round.deal("jumbo", seats=2, seed=1),
    "a name and hands": lambda: tr.Round.from_hands("jumbo", ["k1", "k2"]),
    "a round to solve": lambda: tr.solve(ROUND),
    "a view to rank": lambda: tr.best_plays(ROUND.view(0), 2),
    "a view to go out": lambda: tr.can_go_out(ROUND.view(0)),
    "views to solve": lambda: tr.solve_many([ROUND.view(0)]),
    "text to judge": lambda: tr.judge(POSITION, "k4 k5 k6 k7"),
    "text to count": lambda: tr.moves(POSITION, "k4 k5 k6 k7"),
    "text to explain": lambda: tr.explain(POSITION, "k4 k5 k6 k7"),
    "text that opens": lambda: tr.opening_points(POSITION, "k4 k5 k6 k7"),
    "a rulebook to arrange by": lambda: tr.arrange(tr.parse_tiles("k1 k2 k3"), JUMBO),
    "texts to keep": lambda: tr.solve(POSITION, keep=["k7"]),
    "numbers to weigh": lambda: tr.Weights.of({7: 1}),
    "half a weight": lambda: tr.Weights.of({"k7": 0.5}),
    "no number as a weight": lambda: tr.Weights.of({"k7": float("nan")}),
    "half a node": lambda: tr.solve(POSITION, nodes=0.5),
    "no seed": lambda: tr.Round.deal(JUMBO, seats=2, seed=None),
    "half a seed": lambda: tr.Round.deal(JUMBO, seats=2, seed=0.5),
    "melds to parse": lambda: tr.Play.parse(PLAY),
    "a tile to parse": lambda: tr.Tile.parse(7),
    "nothing to parse": lambda: tr.parse_melds(None),
    "bytes of a record": lambda: tr.Record.parse(b"x"),
    "text to replay": lambda: tr.replay("x"),
    "a view as a round": lambda: tr.record_of([ROUND.view(0)]),
    "a round to analyse": lambda: tr.analyse(ROUND, deals=1),
    "text as an action": lambda: tr.analyse(ROUND.view(0), ["draw"], deals=1),
    "nothing to review": lambda: tr.review(None),
}


@pytest.mark.parametrize("name", OTHER_TYPES)
def test_an_argument_of_another_type_is_a_type_error(name):
    with pytest.raises(TypeError):
        OTHER_TYPES[name]()


REFUSED = {
    "no action": lambda: tr.analyse(ROUND.view(0), [], deals=1),
    "an illegal action": lambda: tr.analyse(ROUND.view(0), [tr.Pass()], deals=1),
    "no deals": lambda: tr.analyse(ROUND.view(0), deals=0),
    "no time at all": lambda: tr.analyse(ROUND.view(0), deals=1, seconds=float("nan")),
    "an effort below nothing": lambda: tr.Budget(effort=-1),
    "an effort that is no number": lambda: tr.Budget(effort=float("nan")),
    "a date in words": lambda: tr.record_of([ROUND], date="yesterday"),
    "a file that cannot be named": lambda: tr.rulebook("\0.toml"),
    "a name that is not text": lambda: tr.rulebook("\ud800.toml"),
    "a weight of nothing": lambda: tr.Weights.of({"zz": 1}),
    "tiles that are not there": lambda: tr.solve(POSITION, keep="y1"),
    "very many plays": lambda: tr.best_plays(POSITION, 1 << 40),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_asked_is_an_error_of_the_package(name):
    with pytest.raises(tr.TilerummyError):
        REFUSED[name]()


def test_tiles_may_be_named_in_the_notation():
    assert tr.format_tiles(tr.solve(POSITION, keep="k7").laid) == "*"
    weights = tr.Weights.of({"k7": 5, "*": -1})
    assert weights == tr.Weights.of({tr.Tile.parse("k7"): 5, tr.Tile.parse("*"): -1})
    assert tr.format_tiles(tr.solve(POSITION, weights).laid) == "k7"
