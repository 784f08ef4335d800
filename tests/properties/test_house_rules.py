"""House rules may put together what no booklet has: the solver's plays stay legal to the judge."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.players import game
from tests.rules.strategies import rulebooks
from tilerummy.engine.rounds import Round
from tilerummy.rules.judge import judge
from tilerummy.rules.library import rulebook
from tilerummy.rules.positions import Position
from tilerummy.rules.rulebook import JokerMelds
from tilerummy.solver import solve

house_rules = st.fixed_dictionaries(
    {},
    optional={
        "tiles.copies": st.integers(1, 3),
        "tiles.jokers.normal": st.integers(0, 4),
        "tiles.jokers.double": st.integers(0, 2),
        "tiles.jokers.colour_change": st.integers(0, 2),
        "tiles.jokers.mirror": st.integers(0, 2),
        "opening.points": st.integers(0, 60),
        "opening.goes_on": st.booleans(),
        "jokers.reuse": st.sampled_from(["anywhere", "other-meld", "new-meld"]),
        "jokers.melds": st.sampled_from(["free", "undivided", "frozen"]),
        "jokers.special_replaces_other": st.booleans(),
        "jokers.mirror_value": st.sampled_from(["middle", "zero"]),
    },
)


@settings(max_examples=60)
@given(rules=rulebooks, house=house_rules, seed=st.integers(0, 2**32))
def test_rounds_of_solved_plays_are_legal_under_any_house_rules(rules, house, seed):
    if rules.jokers.melds is not JokerMelds.FREE or house.get("jokers.melds", "free") != "free":
        house["tiles.jokers.mirror"] = 0
    changed = rules.replace({**house, "deal.tiles": 9})
    *_, (_, now) = game(Round.deal(changed, seats=2, seed=seed), Random(seed))
    assert now.over


def test_a_special_joker_never_gets_the_colour_of_a_printed_one():
    rules = rulebook("lets-play-rummy-de").replace({"tiles.jokers.double": 1})
    position = Position.parse(rules, rack="b1 b4 *2 g9 g10 *r", opened=True)
    best = solve(position)
    assert best.tiles == 6
    assert best.play is not None
    assert judge(position, best.play) == []
