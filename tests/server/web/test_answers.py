"""Answers to questions that anybody may ask, without a server between."""

import gzip

import msgspec
import pytest
from msgspec import Struct

from tilerummy.engine.actions import Draw, Pass, Play
from tilerummy.evaluation.analysis import Analysis, Choice
from tilerummy.evaluation.estimates import Estimate
from tilerummy.rules.errors import TilerummyError
from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.notation import format_tiles, parse_tiles
from tilerummy.server.live.workers import QUESTION_SECONDS
from tilerummy.server.web import games, questions, questions_v1
from tilerummy.server.web.questions import arranged, check_size, judged, rules_for, solved
from tilerummy.server.wire.questions import (
    AnalyseTurn,
    AnalysisTold,
    ArrangeTiles,
    ChoiceTold,
    JudgePlay,
    SolveBatch,
    SolvePosition,
)
from tilerummy.server.wire.resources import ArrangeRequest, JudgeRequest, SolveRequest
from tilerummy.server.wire.review_encoding import encode_analysis
from tilerummy.server.wire.reviews import ChancesRequest

JUMBO = rulebook("jumbo")
TABLE = ["k4 k5 k6", "y8 b8 r8"]


class Text(Struct):
    text: str


@pytest.mark.parametrize(
    ("length", "accepted", "compressed"),
    [(2_000, True, True), (2_000, False, False), (989, True, True), (988, True, False)],
)
def test_answers_of_a_thousand_bytes_are_compressed_for_whoever_reads_it(
    length, accepted, compressed
):
    found = questions._encoded(accepted, lambda: Text("x" * length))
    assert found.compressed is compressed
    body = gzip.decompress(found.body) if compressed else found.body
    assert msgspec.json.decode(body, type=Text) == Text("x" * length)
    assert len(body) == length + 11


def test_an_answer_may_be_as_long_as_the_limit_and_no_longer(monkeypatch):
    monkeypatch.setattr(questions, "_MOST_ANSWERED", 31)
    assert questions._encoded(False, lambda: Text("x" * 20)).body
    with pytest.raises(TilerummyError, match="the answer would be too long"):
        questions._encoded(False, lambda: Text("x" * 21))


def test_rules_are_those_of_the_library_with_house_rules():
    for name in RULEBOOK_IDS:
        assert rules_for(name, {}) is rulebook(name)
    assert rules_for("jumbo", {"opening.points": 25}).opening.points == 25


@pytest.mark.parametrize(
    ("name", "house", "given", "field"),
    [
        ("nonsense", {}, "rulebook", "rulebook"),
        ("nonsense", {}, "rules", "rules"),
        ("../jumbo", {}, "rules", "rules"),
        ("jumbo", {"opening.points": -1}, "rules", "house.opening.points"),
    ],
)
def test_rules_that_do_not_exist_name_the_field(name, house, given, field):
    with pytest.raises(TilerummyError) as refused:
        rules_for(name, house, given)
    assert refused.value.field == field


def test_a_box_may_be_asked_about_whole_but_not_with_a_tile_more():
    deck = format_tiles(JUMBO.deck)
    check_size(JUMBO, [deck])
    with pytest.raises(TilerummyError, match="more tiles than the 106 of the box"):
        check_size(JUMBO, [deck, "k1"])


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"rulebook": "x"}, "rulebook"),
        ({"table": ["k4 q"]}, "table"),
        ({"table": ["k4"] * 107}, "table"),
        ({"rack": "k7 k7 k7"}, "rack"),
        ({"rack": "k7 " * 101}, "rack"),
        ({"after": ["q"]}, "after"),
        ({"after": ["k4"] * 107}, "after"),
        ({"opening": ["q"]}, "opening"),
        ({"opening": ["k4"] * 107}, "opening"),
    ],
    ids=str,
)
def test_what_cannot_be_judged_names_its_field(changed, field):
    asked = {"rulebook": "jumbo", "table": TABLE, "rack": "k7", "after": TABLE} | changed
    with pytest.raises(TilerummyError) as refused:
        judged(JudgeRequest(**asked))
    assert refused.value.field == field


def test_a_play_is_judged_meld_by_meld():
    after = ["k4 k5 k6 k7", "y8 b8 r8"]
    told = judged(JudgeRequest(rulebook="jumbo", table=TABLE, rack="k7 b1", after=after))
    assert (told.legal, told.laid, told.reasons) == (True, "k7", [])
    assert (told.opening, told.needed) == (None, None)
    assert [meld.stands for meld in told.melds] == [True, True]
    opens = judged(
        JudgeRequest(rulebook="jumbo", rack="k10 k11 k12", after=["k10 k11 k12"], opened=False)
    )
    assert (opens.legal, opens.opening, opens.needed) == (True, 33, 30)
    too_few = judged(JudgeRequest(rulebook="jumbo", rack="k1", after=["k1"], opened=False))
    assert not too_few.legal
    assert too_few.reasons
    assert [meld.stands for meld in too_few.melds] == [False]


def test_the_best_play_is_told_with_its_table():
    told = solved(SolveRequest(rulebook="jumbo", table=TABLE, rack="k7 k8 b1"))
    assert (told.laid, told.tiles, told.points, told.optimal) == ("k7 k8", 2, 15, True)
    assert told.play == ["k4 k5 k6 k7 k8", "y8 b8 r8"]
    assert told.steps
    nothing = solved(SolveRequest(rulebook="jumbo", rack="b1"))
    assert (nothing.play, nothing.opening, nothing.tiles) == (None, None, 0)
    opens = solved(SolveRequest(rulebook="jumbo", rack="k10 k11 k12 b1", opened=False))
    assert opens.play == ["k10 k11 k12"]


@pytest.mark.parametrize(
    ("tiles", "meld", "stands"),
    [("k6 k4 k5", "k4 k5 k6", True), ("k6 k4", "k6 k4", False)],
)
def test_tiles_are_put_in_order_or_left_as_they_came(tiles, meld, stands):
    told = arranged(ArrangeRequest(rulebook="jumbo", tiles=tiles))
    assert (told.meld, told.verdict.stands) == (meld, stands)
    assert questions_v1._arranged(ArrangeTiles(rules="jumbo", tiles=tiles)) == told


@pytest.mark.parametrize("tiles", ["", "q", "k1 " * 107, "o1"])
def test_what_cannot_be_arranged_names_the_tiles(tiles):
    with pytest.raises(TilerummyError) as refused:
        arranged(ArrangeRequest(rulebook="jumbo", tiles=tiles))
    assert refused.value.field == "tiles"


def test_version_1_judges_in_the_words_of_the_command_line():
    asked = {"rules": "jumbo", "table": "k4 k5 k6", "rack": "k7 b1"}
    fine = questions_v1._judged(JudgePlay(**asked, after="k4 k5 k6 k7"))
    assert (fine.legal, fine.violations, fine.opening_points) == (True, [], 0)
    wrong = questions_v1._judged(JudgePlay(**asked, after="k4 k5 | k6 k7"))
    assert not wrong.legal
    first = wrong.violations[0]
    assert (first.code, first.tiles) == ("INVALID_MELD", "k4 k5")
    assert first.message and first.clause
    rack = {"rules": "jumbo", "rack": "k10 k11 k12 b1"}
    opens = questions_v1._judged(JudgePlay(**rack, after="k10 k11 k12", opened=False))
    assert (opens.legal, opens.opening_points) == (True, 33)
    named = JudgePlay(**rack, after="k10 k11 k12", opening="k10 k11 k12", opened=False)
    assert questions_v1._judged(named).opening_points == 33


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"rules": "x"}, "rules"),
        ({"after": "q"}, "after"),
        ({"after": "k4 |" * 107}, "after"),
        ({"opening": "q"}, "opening"),
        ({"opening": "k4 |" * 107}, "opening"),
    ],
    ids=str,
)
def test_what_version_1_cannot_judge_names_its_field(changed, field):
    asked = {"rules": "jumbo", "rack": "k7", "after": "k7"} | changed
    with pytest.raises(TilerummyError) as refused:
        questions_v1._judged(JudgePlay(**asked))
    assert refused.value.field == field


class Clock:
    """A clock that goes on by so much with every look."""

    def __init__(self, step):
        self.now, self.step = 100.0, step

    def monotonic(self):
        self.now += self.step
        return self.now


@pytest.mark.parametrize(
    ("step", "shares"),
    [
        # The time left is divided among the positions that are left.
        (0.0, [0.75 / 3, 0.75 / 2, 0.75]),
        (0.1, [0.65 / 3, 0.55 / 2, 0.45]),
        (1.0, [0.001, 0.001, 0.001]),
    ],
)
def test_the_positions_of_a_batch_share_the_time_of_one_question(monkeypatch, step, shares):
    given = []
    told = questions_v1._solved(SolvePosition(rules="jumbo", rack="k4 k5 k6"), 1.0)
    monkeypatch.setattr(questions_v1, "_SECONDS", 0.75)
    monkeypatch.setattr(questions_v1, "time", Clock(step))
    monkeypatch.setattr(questions_v1, "_solved", lambda _, seconds: given.append(seconds) or told)
    positions = [SolvePosition(id=name, rules="jumbo", rack="k4") for name in "abc"]
    answers = questions_v1._solved_batch(SolveBatch(positions=positions)).answers
    assert [answer.id for answer in answers] == ["a", "b", "c"]
    assert [answer.answer for answer in answers] == [told] * 3
    assert given == pytest.approx(shares)


def test_the_solver_is_stopped_before_its_process_is():
    assert questions_v1._SECONDS == 0.75 * QUESTION_SECONDS


def test_a_position_of_a_batch_that_cannot_be_does_not_spoil_the_others():
    positions = [
        SolvePosition(id=1, rules="jumbo", rack="k4 k5 k6"),
        SolvePosition(id=2, rules="jumbo", rack="q"),
        SolvePosition(id=3, rules="jumbo", rack="k4", keep="k4 " * 107),
        SolvePosition(id=4, rules="jumbo", rack="k4 k5 k6 b1", keep="k4"),
    ]
    answers = questions_v1._solved_batch(SolveBatch(positions=positions)).answers
    assert [answer.id for answer in answers] == [1, 2, 3, 4]
    assert [answer.field for answer in answers] == [None, "rack", "keep", None]
    assert [answer.error is None for answer in answers] == [True, False, False, True]
    assert (answers[0].answer.tiles, answers[3].answer.tiles) == (3, 0)


UNSURE = Estimate(0.123456, 0.012345)


@pytest.mark.parametrize(
    ("action", "laid", "told"),
    [
        (
            Play.parse("k4 k5 k6"),
            "k6",
            ChoiceTold(
                action="play",
                laid="k6",
                play="k4 k5 k6",
                chance=0.1235,
                error=0.0123,
                score=12.35,
                deals=7,
            ),
        ),
        (
            Draw(),
            "",
            ChoiceTold(
                action="draw", laid="", play=None, chance=0.1235, error=0.0123, score=12.35, deals=7
            ),
        ),
        (
            Pass(),
            "",
            ChoiceTold(
                action="pass", laid="", play=None, chance=0.1235, error=0.0123, score=12.35, deals=7
            ),
        ),
    ],
)
def test_a_choice_is_told_with_rounded_figures(action, laid, told):
    choice = Choice(action, parse_tiles(laid), UNSURE, Estimate(12.3456, 1.0), 7)
    assert encode_analysis(Analysis((choice,), 9, ())) == AnalysisTold(deals=9, choices=[told])


@pytest.mark.parametrize(
    ("opened", "table", "others_opened"),
    [(True, "", True), (True, "k4 k5 k6", True), (False, "k4 k5 k6", True), (False, "", False)],
)
def test_the_others_have_opened_if_anything_was_laid(monkeypatch, opened, table, others_opened):
    seen = {}
    real = questions_v1.analyse

    def analyse(view, **how):
        seen.update(how, view=view)
        return real(view, **how)

    monkeypatch.setattr(questions_v1, "analyse", analyse)
    asked = AnalyseTurn(
        rules="jumbo", table=table, rack="k7 b1", opened=opened, others=[3, 5], deals=2, seed="x"
    )
    told = questions_v1._analysed(asked)
    view = seen["view"]
    assert view.rack_sizes == (2, 3, 5)
    assert view.opened == frozenset({0} if opened else ()) | (
        {1, 2} if others_opened else frozenset()
    )
    assert (seen["seed"], seen["deals"]) == ("x", 2)
    assert seen["seconds"] == questions_v1._SECONDS
    assert told.deals == 2
    assert told.choices


def test_a_table_with_too_many_players_names_the_others():
    with pytest.raises(TilerummyError) as refused:
        questions_v1._analysed(AnalyseTurn(rules="jumbo", rack="k7", others=[3] * 5))
    assert refused.value.field == "others"


def test_the_chances_of_a_position_are_those_of_120_deals(monkeypatch):
    seen = {}
    real = games.analyse

    def analyse(view, *, deals):
        seen.update(view=view, deals=deals)
        return real(view, deals=3)

    monkeypatch.setattr(games, "analyse", analyse)
    asked = ChancesRequest(
        rulebook="jumbo", table=["k4 k5 k6"], rack="k7 b1", others=[4], others_opened=False
    )
    told = games._chances(asked)
    assert (seen["deals"], told.deals) == (120, 3)
    assert seen["view"].opened == frozenset({0})
    assert {choice.action for choice in told.choices} == {"play", "draw"}
