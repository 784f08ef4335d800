"""Tiles, melds and racks for property tests."""

from hypothesis import strategies as st

from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.melds import Meld
from tilerummy.rules.readings import MeldKind
from tilerummy.rules.tiles import ALL_TILES

rulebooks = st.sampled_from(RULEBOOK_IDS).map(rulebook)
tiles = st.sampled_from(ALL_TILES)
melds = st.builds(
    Meld,
    st.lists(tiles, min_size=1, max_size=8).map(tuple),
    st.sampled_from([None, MeldKind.RUN, MeldKind.GROUP]),
)
tables = st.lists(melds, max_size=5).map(tuple)


def handfuls(rules, least=3, most=8):
    """Tiles that one box can give, in any order; jokers and near numbers, so that many fit."""

    def near(lowest):
        deck = [t for t in rules.deck if t.is_joker or lowest <= t.number < lowest + 4]
        places = st.integers(0, len(deck) - 1)
        chosen = st.lists(places, min_size=least, max_size=most, unique=True)
        return chosen.map(lambda indices: tuple(deck[index] for index in indices))

    return st.integers(1, rules.tiles.numbers - 3).flatmap(near)
