"""What a seat may do: everything that is listed is legal, and nothing is missing."""

from itertools import combinations, islice

import pytest

import tilerummy as tr

JUMBO = tr.rulebook("jumbo")


def laid(now, play):
    before, after = (
        [tile for meld in table for tile in meld.tiles] for table in (now.table, play.table)
    )
    for tile in before:
        after.remove(tile)
    return tuple(sorted(after))


@pytest.mark.parametrize("name", tr.RULEBOOK_IDS)
def test_every_listed_action_is_legal_and_listed_once(name):
    now = tr.Round.deal(tr.rulebook(name), seats=2, seed=3)
    for _ in range(12):
        actions = list(islice(now.legal_actions(nodes=20_000), 60))
        assert actions
        assert [action for action in actions if now.judge(action)] == []
        plays = [laid(now, action) for action in actions if isinstance(action, tr.Play)]
        assert [len(tiles) for tiles in plays] == sorted(map(len, plays), reverse=True)
        now = now.apply(actions[-1] if now.number % 3 else actions[0])
        if now.over:
            break


def test_every_set_of_tiles_that_can_be_laid_is_listed():
    rack = "b3 b7 b8 r6 k6 *"
    now = tr.Round.from_hands(JUMBO, [rack, "r1"], pool="y9", table="b4 b5 b6", opened=[0])
    actions = now.legal_actions()
    assert next(actions) == tr.Draw()
    assert not actions.complete
    found = {laid(now, play) for play in actions}
    assert actions.complete
    tiles = tr.parse_tiles(rack)
    possible = set()
    for size in range(1, len(tiles) + 1):
        for some in combinations(tiles, size):
            position = tr.Position(JUMBO, now.table, tuple(sorted(some)))
            if tr.can_go_out(position) is not None:
                possible.add(position.rack)
    assert found == possible


def test_a_search_without_a_budget_does_not_claim_to_be_complete():
    now = tr.Round.from_hands(JUMBO, ["b3 b7", "r1"], pool="y9", table="b4 b5 b6", opened=[0])
    actions = now.legal_actions(nodes=0)
    assert tr.Draw() in list(actions)
    assert not actions.complete


def test_whether_an_action_is_among_them_is_asked_of_the_judge():
    now = tr.Round.from_hands(JUMBO, ["b3 b7", "r1"], pool="y9", table="b4 b5 b6", opened=[0])
    actions = now.legal_actions(nodes=0)
    assert tr.Play.parse("b3 b4 b5 b6 b7") in actions
    assert tr.Play.parse("b4 b5 b6 r1") not in actions
    assert tr.Draw() in actions
    assert tr.Leave(0) in actions
    assert tr.Pass() not in actions
    assert "draw" not in actions
    assert repr(actions) == "<LegalActions of seat 0, turn 1>"


def test_a_seat_that_is_not_in_turn_can_do_nothing_but_claim_a_new_deal():
    now = tr.Round.deal(JUMBO, seats=2, seed=1)
    assert list(now.legal_actions(seat=1 - now.turn)) == []
    rules = tr.rulebook("ravensburger-travel-de").replace({"deal.redeal": "three-pairs"})
    pairs = "r1 r1 b2 b2 k3 k3"
    now = tr.Round.from_hands(rules, ["k9 k10", pairs], pool="r5")
    assert list(now.legal_actions(seat=1)) == [tr.ClaimRedeal(1)]


def test_a_player_who_must_play_is_not_offered_to_draw():
    rules = JUMBO.replace({"draw.must_lay": True})
    now = tr.Round.from_hands(rules, ["b3 r9", "r1"], pool="y9", table="b4 b5 b6", opened=[0])
    assert [str(action) for action in now.legal_actions()] == ["b3 b4 b5 b6"]


def test_after_the_end_nothing_can_be_done():
    now = tr.Round.from_hands(JUMBO, ["b3", "r1"], pool="y9", table="b4 b5 b6", opened=[0])
    over = now.apply(tr.Play.parse("b3 b4 b5 b6"))
    actions = over.legal_actions()
    assert list(actions) == []
    assert actions.complete
