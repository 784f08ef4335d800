"""What holds in every round of every rulebook, whoever plays and however badly."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import astuple, replace

from tests.properties.players import GAMES, any_action, game
from tilerummy.engine.codec import ACTIONS, EVENTS
from tilerummy.engine.errors import IllegalAction
from tilerummy.engine.events import Dealt, Drew, Event, TimedOut
from tilerummy.engine.records import Record, record_of, replay
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import rulebook
from tilerummy.rules.positions import loose
from tilerummy.rules.readings import Fault
from tilerummy.rules.tiles import Tile, in_order

SEEDS = st.integers(0, 2**32)
every_game = pytest.mark.parametrize(("name", "seats"), GAMES)
few = settings(max_examples=3)


def all_tiles(now: Round) -> list[Tile]:
    racks = [tile for rack in now.hidden.racks for tile in rack]
    return sorted([*racks, *now.hidden.pool, *loose(now.table)])


@every_game
@few
@given(seed=SEEDS)
def test_tiles_are_conserved_and_melds_stand_after_every_action(name, seats, seed):
    rules = rulebook(name)
    dealt = Round.deal(rules, seats=seats, seed=seed)
    assert all_tiles(dealt) == list(rules.deck)
    for _, now in game(dealt, Random(seed)):
        assert all_tiles(now) == list(rules.deck)
        assert not any(isinstance(meld.read(rules.grammar), Fault) for meld in now.table)
        assert all(rack == in_order(rack) for rack in now.hidden.racks)


@every_game
@few
@given(seed=SEEDS)
def test_a_round_ends_and_its_scores_sum_to_zero(name, seats, seed):
    now = Round.deal(rulebook(name), seats=seats, seed=seed)
    *_, (_, now) = game(now, Random(seed))
    assert now.over
    outcome = now.outcome
    assert outcome is not None
    assert outcome.adds_up
    assert len(outcome.scores) == seats
    if outcome.winner is not None:
        assert outcome.winner not in now.left
        assert outcome.scores[outcome.winner] == max(outcome.scores)


@every_game
@few
@given(seed=SEEDS)
def test_judge_and_apply_agree_and_what_is_illegal_changes_nothing(name, seats, seed):
    chance = Random(seed)
    now = Round.deal(rulebook(name), seats=seats, seed=seed)
    for _, after in game(now, chance):
        action = any_action(now, chance)
        before = repr(action), everything(now)
        seat = chance.choice([None, *range(seats)])
        if found := now.judge(action, seat=seat):
            with pytest.raises(IllegalAction) as refused:
                now.apply(action, seat=seat)
            assert list(refused.value.violations) == found
        else:
            tried = now.apply(action, seat=seat)
            assert tried.actions == (*now.actions, action)
            assert len(tried.events) > len(now.events)
        assert (repr(action), everything(now)) == before
        now = after


def everything(now: Round) -> str:
    return repr((astuple(now), astuple(now.hidden)))


@every_game
@few
@given(seed=SEEDS)
def test_a_view_tells_nothing_that_is_hidden(name, seats, seed):
    chance = Random(seed)
    for _, now in game(Round.deal(rulebook(name), seats=seats, seed=seed), chance):
        if now.over:
            break
        seat = chance.choice([None, *range(seats)])
        assert reshuffled(now, seat, chance).view(seat) == now.view(seat)


def reshuffled(now: Round, seat: int | None, chance: Random) -> Round:
    """The round with everything that the seat does not know dealt otherwise."""
    racks, pool = now.hidden.racks, now.hidden.pool
    unknown = [*pool, *(tile for other, rack in enumerate(racks) if other != seat for tile in rack)]
    chance.shuffle(unknown)

    def take(count: int) -> tuple[Tile, ...]:
        taken = tuple(unknown[:count])
        del unknown[:count]
        return taken

    other_racks = tuple(
        rack if other == seat else in_order(take(len(rack))) for other, rack in enumerate(racks)
    )
    hidden = replace(now.hidden, racks=other_racks, pool=take(len(pool)), seed="another")
    events = tuple(otherwise(event, seat, now.rules.deck, chance) for event in now.events)
    return replace(now, hidden=hidden, events=events)


def otherwise(event: Event, seat: int | None, deck: tuple[Tile, ...], chance: Random) -> Event:
    """The event with other tiles where the seat cannot know them."""
    match event:
        case Drew() if event.seat != seat:
            return replace(event, tile=chance.choice(deck))
        case TimedOut() if event.seat != seat:
            return replace(event, drawn=tuple(chance.sample(deck, event.count)))
        case Dealt():
            racks = (
                rack if owner == seat or rack is None else tuple(chance.sample(deck, len(rack)))
                for owner, rack in enumerate(event.racks)
            )
            return replace(event, racks=tuple(racks))
        case _:
            return event


@every_game
@few
@given(seed=SEEDS)
def test_records_replay_to_the_same_state(name, seats, seed):
    now = Round.deal(rulebook(name), seats=seats, seed=seed)
    states = [now, *(after for _, after in game(now, Random(seed)))]
    record = record_of(states[-1:])
    text = str(record)
    assert Record.parse(text) == record
    assert replay(Record.parse(text)) == (tuple(states),)


@every_game
@few
@given(seed=SEEDS)
def test_actions_and_events_come_back_from_json(name, seats, seed):
    now = Round.deal(rulebook(name), seats=seats, seed=seed)
    *_, (_, now) = game(now, Random(seed))
    assert [ACTIONS.decode(ACTIONS.encode(each)) for each in now.actions] == list(now.actions)
    for seat in (None, 0):
        seen = now.view(seat).events
        assert tuple(EVENTS.decode(EVENTS.encode(each)) for each in seen) == seen


@every_game
@few
@given(seed=SEEDS)
def test_the_events_tell_the_whole_table(name, seats, seed):
    """A client that only listens knows table, opened seats, pool and the size of every rack."""
    for _, now in game(Round.deal(rulebook(name), seats=seats, seed=seed), Random(seed)):
        view = now.view(None)
        laid = Counter[int]()
        drawn = Counter[int]()
        opened = set()
        table = ()
        for event in view.events:
            if isinstance(event, Dealt):
                drawn = Counter(dict.fromkeys(range(seats), now.rules.deal.tiles))
            elif isinstance(event, Drew):
                drawn[event.seat] += 1
            elif getattr(event, "laid", None) is not None:
                laid[event.seat] += len(event.laid)
                table = event.table
                opened |= {event.seat} if event.opening is not None else set()
                drawn[event.seat] += getattr(event, "count", 0)
        assert table == view.table
        assert opened == view.opened
        assert tuple(drawn[seat] - laid[seat] for seat in range(seats)) == view.rack_sizes
