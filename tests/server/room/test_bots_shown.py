"""How bots present themselves: thinking times and reactions come from what everybody sees."""

from types import SimpleNamespace
from zlib import crc32

import pytest
from msgspec.structs import replace

from tests.server.rooms import ANN, after, dealt, lobby
from tilerummy.engine.actions import Draw, Play
from tilerummy.engine.events import Played
from tilerummy.engine.rounds import Round
from tilerummy.rules.melds import parse_melds
from tilerummy.server.room import log
from tilerummy.server.room.reactions import bot_reaction
from tilerummy.server.room.thinking_time import thinking_time

TABLE = "k4 k5 k6 k7 k8 | r9 b9 y9 | b1 b2 b3 b4 b5 b6"


def room(code="ABCDEF", **settings):
    sat = log.BotSat(at=0, seat=1, level="otto")
    begun = dealt(after(lobby(ANN, **settings), sat))
    return replace(begun, code=code)


def lying(racks, table="", opened=(0, 1), turn=1, **settings):
    """A room with these tiles; the bot has seat 1."""
    begun = room(**settings)
    tiles = Round.from_hands(
        begun.rules, racks, pool="y1 y2", table=table, opened=list(opened), turn=turn
    )
    return replace(begun, round=tiles)


@pytest.mark.parametrize("pace", ["calm", "normal", "fast"])
def test_thinking_tells_nothing_of_the_rack(pace):
    """It holds a play, or nothing, or a joker: the turn lasts the same."""
    racks = (["k9", "r10 b10 *"], ["b7", "k1 r3 y5"], ["k1", "k9 k10 k11"], ["k9", "* * b7"])
    times = {thinking_time(lying(list(rack), TABLE, pace=pace)) for rack in racks}
    assert len(times) == 1


def test_a_full_table_and_a_long_rack_take_longer():
    short = thinking_time(lying(["k9", "k1 r3 y5"]))
    full = thinking_time(lying(["k9", "k1 r3 y5"], TABLE))
    long = thinking_time(lying(["k9", "k1 r3 y5 y7 b7 b8 r11 r12 k13"], TABLE))
    assert short < full < long


def test_no_two_turns_are_quite_alike_and_paces_differ():
    times = {thinking_time(room(code=f"ABCDE{letter}")) for letter in "ABCDEFGH"}
    assert len(times) > 5
    fast, normal, calm = (thinking_time(room(pace=pace)) for pace in ("fast", "normal", "calm"))
    assert fast < normal < calm


@pytest.mark.parametrize(
    ("table", "rack", "laid", "share"),
    [
        (35, 10, 4, 0.4 * 0.5 + 0.2 * 0.5 + 0.2 * 0.5),
        (70, 20, 8, 0.4 + 0.2 + 0.2),
        (90, 25, 12, 0.4 + 0.2 + 0.2),
        (0, 0, None, 0.0),
    ],
)
@pytest.mark.parametrize(
    ("pace", "least", "most"), [("calm", 1800, 4500), ("normal", 900, 2600), ("fast", 250, 400)]
)
def test_a_turn_lasts_as_long_as_what_everybody_sees_makes_it(
    monkeypatch, table, rack, laid, share, pace, least, most
):
    """Seventy tiles, a rack of twenty, eight tiles at once: more does not make it longer."""
    events = [] if laid is None else [Played(0, (None,) * laid, (), None, 0)]
    view = SimpleNamespace(
        table=[SimpleNamespace(tiles=(None,) * table)], rack_sizes=[rack], turn=0, events=events
    )
    asked = []

    def seen(seat, since):
        asked.append((seat, since))
        return view

    playing = SimpleNamespace(view=seen, events=[None] * 9)
    here = SimpleNamespace(
        playing=playing, code="ABCDEF", turn=7, settings=SimpleNamespace(pace=pace)
    )
    chance = crc32(b"ABCDEF 7") / 2**32
    assert thinking_time(here) == round(least + (share + 0.2 * chance) * (most - least))
    assert asked == [(None, 7)], "as a spectator sees it, and of the past the last turn alone"


def reactions(before, entry):
    """What the bots of many such rooms show."""
    shown = []
    for number in range(300):
        here = replace(before, code=f"R{number:05}")
        shown.append(bot_reaction(here, entry, after(here, entry)))
    return [one for one in shown if one is not None]


def test_bots_answer_large_plays_few_tiles_and_the_end_now_and_then():
    large = lying(["k1 k2 k3 k4 k5 k6 r1 r2 r3 r5", "y9"], turn=0)
    told = reactions(large, log.Acted(at=1, action=Play(parse_melds("k1 k2 k3 k4 k5 k6"))))
    assert {one.reaction for one in told} == {"wow"} and 90 < len(told) < 210
    few = lying(["k1 k2 k3 r1 r5 r9", "y9"], turn=0)
    told = reactions(few, log.Acted(at=1, action=Play(parse_melds("k1 k2 k3"))))
    assert {one.reaction for one in told} == {"oops"} and 50 < len(told) < 160
    last = lying(["k1 k2 k3", "y9"], turn=0)
    told = reactions(last, log.Acted(at=1, action=Play(parse_melds("k1 k2 k3"))))
    assert {one.reaction for one in told} == {"well-played"}
    assert {one.seat for one in told} == {1}


def test_they_say_nothing_to_a_draw_nor_to_their_own_plays():
    assert reactions(lying(["k9", "y9"], turn=0), log.Acted(at=1, action=Draw())) == []
    own = lying(["k9", "k1 k2 k3 k4 k5 k6 r1 r2 r3 r5"])
    assert reactions(own, log.Acted(at=1, action=Play(parse_melds("k1 k2 k3 k4 k5 k6")))) == []


def test_what_they_show_does_not_depend_on_their_tiles():
    play = log.Acted(at=1, action=Play(parse_melds("k1 k2 k3 k4 k5 k6")))
    mine = "k1 k2 k3 k4 k5 k6 r1 r2 r3 r5"
    shown = [reactions(lying([mine, rack], turn=0), play) for rack in ("y9 y10", "* b1")]
    assert shown[0] == shown[1]
