"""Playing, drawing and passing, one turn after the other."""

import pytest

from tilerummy.engine.actions import Draw, Pass, Play, TimeOut
from tilerummy.engine.errors import IllegalAction, SetupError
from tilerummy.engine.events import Drew, Passed, Played
from tilerummy.engine.phases import Phase
from tilerummy.engine.rounds import Round
from tilerummy.rules.errors import PositionError
from tilerummy.rules.library import rulebook
from tilerummy.rules.melds import format_melds, parse_melds
from tilerummy.rules.notation import format_tiles, parse_tiles
from tilerummy.rules.violations import Code

PIATNIK = rulebook("piatnik-travel")
DE = rulebook("ravensburger-travel-de")


def codes(now, action, seat=None):
    return [violation.code for violation in now.judge(action, seat=seat)]


def test_a_play_lays_tiles_and_ends_the_turn():
    now = Round.from_hands(
        PIATNIK, ["k7 b5 b6", "r1"], table="k4 k5 k6", pool="r9", opened=[0], turn=0
    )
    after = now.apply(Play.parse("k4 k5 k6 k7"))
    assert format_melds(after.table) == "k4 k5 k6 k7"
    assert format_tiles(after.hidden.racks[0]) == "b5 b6"
    assert after.turn == 1
    assert after.number == 1
    assert after.events[-1] == Played(0, parse_tiles("k7"), parse_melds("k4 k5 k6 k7"), None, 0)


def test_an_opening_says_so():
    now = Round.from_hands(PIATNIK, ["r10 r11 r12 k1", "r1"], pool="r9")
    after = now.apply(Play.parse("r10 r11 r12"))
    assert after.opened == {0}
    played = after.events[-1]
    assert isinstance(played, Played)
    assert played.opening == parse_melds("r10 r11 r12")
    assert played.points == 33


def test_an_opening_that_goes_on_names_its_melds():
    now = Round.from_hands(
        rulebook("jumbo"), ["r10 r11 r12 k7 b1", "r1"], table="k4 k5 k6", pool="r9"
    )
    after = now.apply(Play.parse("k4 k5 k6 k7 | r10 r11 r12 / r10 r11 r12"))
    assert after.events[-1].opening == parse_melds("r10 r11 r12")
    assert after.events[-1].laid == parse_tiles("k7 r10 r11 r12")


def test_a_meld_left_alone_keeps_its_declared_reading():
    now = Round.from_hands(
        rulebook("jumbo"), ["k7 b1", "r1"], table="k4 k5 k6 | r5 * * =group", pool="r9", opened=[0]
    )
    after = now.apply(Play.parse("k4 k5 k6 k7 | r5 * *"))
    assert format_melds(after.table) == "k4 k5 k6 k7 | r5 * * =group"


def test_a_draw_takes_the_next_tile_of_the_pool_and_ends_the_turn():
    now = Round.from_hands(PIATNIK, ["k7", "r1"], pool="r9 b2")
    after = now.apply(Draw())
    assert format_tiles(after.hidden.racks[0]) == "k7 r9"
    assert after.pool_size == 1
    assert after.turn == 1
    assert after.events[-1] == Drew(0, *parse_tiles("r9"), 1, goes_on=False)


def test_a_player_who_could_lay_may_draw():
    now = Round.from_hands(PIATNIK, ["k7 b1", "r1"], table="k4 k5 k6", pool="r9", opened=[0])
    assert codes(now, Draw()) == []


def test_the_turn_goes_round():
    now = Round.from_hands(PIATNIK, ["k1", "k2", "k3"], pool="r1 r2 r3 r4 r5", turn=1)
    turns = []
    for _ in range(4):
        turns.append(now.turn)
        now = now.apply(Draw())
    assert turns == [1, 2, 0, 1]


def test_only_the_seat_in_turn_plays():
    now = Round.from_hands(PIATNIK, ["k1", "k2"], pool="r1")
    assert codes(now, Draw(), seat=1) == [Code.NOT_YOUR_TURN]
    assert codes(now, Draw(), seat=0) == []
    with pytest.raises(IllegalAction, match="another player's turn"):
        now.apply(Draw(), seat=1)


def test_whoever_acts_out_of_turn_is_not_judged_against_the_rack_in_turn():
    now = Round.from_hands(DE, ["k1 k2 k3", "r9"], opened=(0, 1))
    whole_deck = Play.parse(" ".join(str(tile) for tile in DE.deck))
    for action in (whole_deck, Pass(), Draw(), TimeOut(None)):
        assert codes(now, action, seat=1) == [Code.NOT_YOUR_TURN]
    assert Code.TILE_NOT_AVAILABLE in codes(now, whole_deck, seat=0)
    assert codes(now, Pass(), seat=0) == [Code.MUST_LAY]


def test_who_does_not_lay_must_draw():
    now = Round.from_hands(PIATNIK, ["k1", "k2"], pool="r1")
    assert codes(now, Pass()) == [Code.MUST_DRAW]


def test_an_empty_pool_cannot_be_drawn_from():
    now = Round.from_hands(PIATNIK, ["k1", "k2"])
    assert codes(now, Draw()) == [Code.POOL_EMPTY]
    assert codes(now, Pass()) == []
    assert now.apply(Pass()).events[-1] == Passed(0)


def test_an_illegal_play_raises_what_the_judge_says():
    now = Round.from_hands(PIATNIK, ["r10 r11 r13 k1", "r1"], pool="r9")
    play = Play.parse("r10 r11 r13")
    with pytest.raises(IllegalAction) as refused:
        now.apply(play)
    assert list(refused.value.violations) == now.judge(play)
    assert refused.value.violations[0].code is Code.INVALID_MELD


class TestDrawThenOpen:
    """Only the Italian rules of Let's play Rummy let a player open with the tile just drawn."""

    rack = "r10 b10 g10 b1"

    def drawn(self, language, opened=()):
        rules = rulebook(f"lets-play-rummy-{language}")
        now = Round.from_hands(rules, [self.rack, "b2"], pool="y10 g3 g4", opened=opened)
        return now.apply(Draw())

    def test_the_italian_turn_goes_on(self):
        now = self.drawn("it")
        assert (now.turn, now.phase) == (0, Phase.DRAWN)
        after = now.apply(Play.parse("r10 b10 g10 y10"))
        assert (after.turn, after.phase, after.opened) == (1, Phase.ACT, {0})

    def test_who_cannot_open_passes(self):
        after = self.drawn("it").apply(Pass())
        assert (after.turn, after.phase) == (1, Phase.ACT)

    def test_nobody_draws_twice(self):
        assert codes(self.drawn("it"), Draw()) == [Code.ALREADY_DRAWN]

    def test_who_has_opened_only_draws(self):
        assert self.drawn("it", opened=[0]).turn == 1

    @pytest.mark.parametrize("language", ["de", "fr", "nl"])
    def test_elsewhere_the_turn_is_over(self, language):
        assert self.drawn(language).turn == 1


@pytest.mark.parametrize(
    ("setup", "error"),
    [
        ({"racks": ["k1", "k1 k1"]}, PositionError),
        ({"racks": ["k1", "k2"], "table": "k1 k2"}, PositionError),
        ({"racks": ["k1", "k2"], "turn": 2}, SetupError),
        ({"racks": ["k1", "k2"], "opened": [-1]}, SetupError),
        ({"racks": ["k1"]}, SetupError),
    ],
    ids=["three k1", "no meld", "turn", "opened", "alone"],
)
def test_a_position_that_cannot_be_is_refused(setup, error):
    with pytest.raises(error):
        Round.from_hands(PIATNIK, **setup)


@pytest.mark.parametrize("thing", [None, "draw", Draw, {"type": "draw"}], ids=repr)
def test_what_is_no_action_is_refused_as_such(thing):
    now = Round.deal(PIATNIK, seed=8)
    with pytest.raises(TypeError, match="is not an action"):
        now.apply(thing)
    with pytest.raises(TypeError, match="is not an action"):
        now.judge(thing)
