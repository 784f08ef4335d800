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
