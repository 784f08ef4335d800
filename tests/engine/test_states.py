"""Rounds as the core stores them, read back byte by byte; and what engine errors say."""

import pytest

from tilerummy.engine.actions import Draw, Leave, Pass, Play, TimeOut
from tilerummy.engine.errors import IllegalAction, RecordError
from tilerummy.engine.rounds import Round
from tilerummy.engine.states import stored, stored_view
from tilerummy.rules.library import rulebook
from tilerummy.rules.notation import format_tiles
from tilerummy.solver.codes import DIVIDER, translator

JUMBO = rulebook("jumbo")


def a_round(rules=JUMBO, racks=("k4 r9", "b7 b8", "y1"), pool="r1 r2 r3", opened=(0, 2)):
    return Round.from_hands(rules, list(racks), pool=pool, table="k1 k2 k3", opened=opened)


class Reader:
    """Takes the stored bytes apart."""

    def __init__(self, data, rules=JUMBO):
        self._data, self._at, self._code = data, 0, translator(rules)

    def bytes(self, count):
        self._at += count
        return self._data[self._at - count : self._at]

    def number(self, width, *, signed=False):
        return int.from_bytes(self.bytes(width), "little", signed=signed)

    def counted(self):
        counts = self.bytes(60)
        return format_tiles(
            self._code.loose(bytes([code for code, n in enumerate(counts) for _ in range(n)]))
        )

    def read(self):
        seats, start, turn, drawn, over = self.bytes(5)
        sets = [{seat for seat in range(8) if mask >> seat & 1} for mask in self.bytes(4)]
        told = {
            "seats": seats,
            "start": start,
            "turn": turn,
            "drawn": drawn,
            "over": over,
            **dict(zip(("opened", "left", "passed", "last_turns"), sets, strict=True)),
            "winner": self.number(1),
            "number": self.number(4),
            "scores": [self.number(4, signed=True) for _ in range(seats)],
            "racks": [self.counted() for _ in range(seats)],
        }
        pool = self.number(2)
        told["pool"] = [*self.bytes(pool)]
        table = self.number(2)
        told["table"] = [*self.bytes(table).split(DIVIDER)] if table else []
        told["latest"] = [(*self.bytes(3), self.counted()) for _ in range(seats)]
        assert self._at == len(self._data)
        return told


def read(now, rules=JUMBO):
    return Reader(stored(now), rules).read()


def test_a_round_that_begins():
    code = translator(JUMBO)
    now = a_round()
    told = read(now)
    assert (told["seats"], told["start"], told["turn"]) == (3, 0, 0)
    assert (told["drawn"], told["over"], told["winner"], told["number"]) == (0, 0, 255, 0)
    assert (told["opened"], told["left"], told["passed"]) == ({0, 2}, set(), set())
    assert told["last_turns"] == set()
    assert told["scores"] == [0, 0, 0]
    assert told["racks"] == ["k4 r9", "b7 b8", "y1"]
    assert bytes(told["pool"]) == code.tiles(now.hidden.pool)
    assert told["table"] == code.rows(now.table)
    assert told["latest"] == [(0, 0, 0, "")] * 3


def test_what_every_seat_did_in_its_latest_turn():
    now = a_round().apply(Play.parse("k1 k2 k3 k4")).apply(Draw()).apply(Draw())
    told = read(now)
    assert told["latest"] == [(0, 1, 0, "k4"), (1, 0, 0, ""), (1, 0, 0, "")]
    assert (told["turn"], told["number"]) == (0, 3)
    again = read(now.apply(Draw()))
    assert again["latest"][0] == (1, 0, 0, "")


def test_passing_and_an_empty_pool():
    now = a_round(pool="").apply(Pass())
    told = read(now)
    assert told["latest"][0] == (0, 0, 1, "")
    assert told["passed"] == set(now.passed) == {0}
    assert told["last_turns"] == set(now.last_turns)
    assert told["pool"] == []


def test_a_play_after_a_draw_that_goes_on_belongs_to_the_same_turn():
    rules = JUMBO.replace({"draw.then_open": True})
    racks = ("k10 r10", "b7 b8", "y1")
    now = a_round(rules, racks, pool="b10 r2", opened=()).apply(Draw())
    told = read(now, rules)
    assert (told["turn"], told["drawn"], told["latest"][0]) == (0, 1, (1, 0, 0, ""))
    opened = read(now.apply(Play.parse("k1 k2 k3 | k10 r10 b10")), rules)
    assert opened["latest"][0] == (1, 1, 0, "k10 r10 b10")
    passed = read(now.apply(Pass()), rules)
    assert passed["latest"][0] == (1, 0, 1, "")


def test_time_that_ran_out_is_a_draw_or_a_play():
    rules = rulebook("ravensburger-travel-de")
    begun = Round.from_hands(
        rules, ["k4 r9", "b7 b8"], pool="r1 r2 r3 r4", table="k1 k2 k3", opened=(0, 1)
    )
    told = read(begun.apply(TimeOut(None)), rules)
    drew = told["latest"][0][0]
    assert told["latest"][0] == (drew, 0, 0, "")
    assert drew == 4 - len(told["pool"]) > 0
    late = begun.apply(TimeOut(Play.parse("k1 k2 k3 k4").table))
    assert read(late, rules)["latest"][0] == (0, 1, 0, "k4")


def test_a_round_that_is_over():
    now = a_round(racks=("k4", "b7 b8", "y1")).apply(Play.parse("k1 k2 k3 k4"))
    told = read(now)
    assert (told["over"], told["winner"], told["scores"]) == (1, 0, [16, -15, -1])
    left = read(a_round().apply(Leave(1)))
    assert (left["left"], left["over"]) == ({1}, 0)


def test_a_view_is_stored_with_the_own_rack_and_sizes_of_the_others():
    now = a_round()
    told = Reader(stored_view(now.view(1))).read()
    assert told["racks"][1] == "b7 b8"
    assert [len(rack.split()) for rack in told["racks"]] == [2, 2, 1]
    assert len(told["pool"]) == len(JUMBO.deck) - 3 - 5
    others = sorted([*told["racks"][0].split(), *told["racks"][2].split()])
    assert len(others) == 3


def test_errors_say_what_is_wrong():
    with pytest.raises(IllegalAction) as caught:
        a_round().apply(Play.parse("k1 k2 | k3 y9"))
    assert str(caught.value) == "; ".join(v.message for v in caught.value.violations)
    assert len(caught.value.violations) > 1
    error = RecordError(7, "no such tile")
    assert (str(error), error.line, error.reason) == ("line 7: no such tile", 7, "no such tile")
