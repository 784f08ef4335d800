"""What holds for every position and play: the judge always answers, and the same way.

Positions are made of melds that one box can give; plays change some of them, well or badly.
"""

from collections import Counter
from functools import cache
from itertools import combinations, islice

from hypothesis import given
from hypothesis import strategies as st

from tests.rules.strategies import rulebooks
from tilerummy.rules.arrange import arrange
from tilerummy.rules.judge import judge
from tilerummy.rules.melds import Meld
from tilerummy.rules.positions import Play, Position, loose
from tilerummy.rules.readings import Reading
from tilerummy.rules.tiles import in_order


@cache
def meld_of(tiles, grammar):
    """The meld of exactly these tiles, if there is one."""
    found = arrange(tiles, grammar)
    return found if isinstance(found, Meld) else None


def partitions(tiles, grammar):
    """Ways to lay all the tiles in melds of three or four."""
    if not tiles:
        yield ()
        return
    first, *others = tiles
    for size in (2, 3):
        for chosen in dict.fromkeys(combinations(others, size)):
            meld = meld_of(in_order((first, *chosen)), grammar)
            if meld is not None:
                rest = list(others)
                for tile in chosen:
                    rest.remove(tile)
                for more in partitions(rest, grammar):
                    yield (meld, *more)


@st.composite
def turns(draw):
    """A position with few numbers and many jokers, and a play of whole melds, often a legal one."""
    rules = draw(rulebooks)
    low = draw(st.integers(1, 11))
    near = [t for t in rules.deck if t.is_joker or low <= t.number <= low + 2]
    left = list(draw(st.permutations(near)))[:11]
    table = []
    for _ in range(draw(st.integers(1, 3))):
        melds = [m for n in (3, 4) for m in melds_among(left, n, rules.grammar)]
        if melds:
            table.append(draw(st.sampled_from(melds)))
            for tile in table[-1].tiles:
                left.remove(tile)
    rack = left[: draw(st.integers(1, 4))]
    position = Position(rules, tuple(table), in_order(rack), draw(st.integers(0, 3)) > 0)
    places = st.lists(st.sampled_from(range(len(rack))), unique=True, min_size=1)
    tiles = [*loose(position.table), *(rack[place] for place in draw(places))]
    ways = [*islice(partitions(draw(st.permutations(tiles)), rules.grammar), 12)]
    after = draw(st.sampled_from(ways or [(*position.table, Meld(tuple(rack)))]))
    return position, Play(after)


def melds_among(tiles, size, grammar):
    """The melds of that many of the tiles."""
    handfuls = dict.fromkeys(in_order(chosen) for chosen in combinations(tiles, size))
    return [meld for tiles in handfuls if (meld := meld_of(tiles, grammar))]


@given(turns())
def test_a_legal_play_conserves_tiles_and_leaves_whole_melds(turn):
    position, play = turn
    if judge(position, play):
        return
    before, after = Counter(loose(position.table)), Counter(loose(play.table))
    laid = after - before
    assert not before - after
    assert laid
    assert not laid - Counter(position.rack)
    for meld in play.table:
        assert isinstance(meld.read(position.rules.grammar), Reading)


@given(turns())
def test_an_illegal_play_says_why(turn):
    position, play = turn
    for violation in judge(position, play):
        assert violation.message
        assert violation.clause
        assert violation.key.startswith(violation.code.value)
        assert violation.meld is None or 0 <= violation.meld < len(play.table)


@given(turns(), st.randoms(use_true_random=False))
def test_the_order_of_melds_does_not_matter(turn, chance):
    position, play = turn
    before, after = list(position.table), list(play.table)
    chance.shuffle(before)
    chance.shuffle(after)
    other = Position(position.rules, tuple(before), position.rack, position.opened)
    first, second = judge(position, play), judge(other, Play(tuple(after)))
    assert {v.code for v in first} == {v.code for v in second}


@given(turns())
def test_leaving_the_table_as_it_is_lays_nothing(turn):
    position, _ = turn
    assert [v.code.value for v in judge(position, Play(position.table))] == ["NOTHING_LAID"]


@given(turns(), st.data())
def test_a_free_joker_rulebook_forbids_no_more_than_a_strict_one(turn, data):
    position, play = turn
    free = position.rules.replace(
        {"jokers.reuse": "anywhere", "jokers.melds": "free", "jokers.special_replaces_other": True}
    )
    loosened = Position(free, position.table, position.rack, position.opened)
    strict = {v.code for v in judge(position, play)}
    assert {v.code for v in judge(loosened, play)} <= strict
