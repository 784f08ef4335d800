"""Records: written, read, replayed, and refused when they are damaged."""

import re
from pathlib import Path

import pytest

from tilerummy.engine.actions import ClaimRedeal, Draw, Leave, Pass, Play, TimeOut
from tilerummy.engine.errors import RecordError, SetupError
from tilerummy.engine.records import Record, record_of, replay
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import load, rulebook
from tilerummy.rules.melds import parse_melds

JUMBO = rulebook("jumbo")

MOVES = [
    "1. A draw k3",
    "2. B time-out draw r11 y7 y8: k1 k2 | k3",
    "3. C leave",
    "4. A leave",
    '[Result "alone B: A -135, B +236, C -101"]',
]


def played_out(rules, *, seats=2, seed=8):
    """A round in which nobody ever lays."""
    now = Round.deal(rules, seats=seats, seed=seed)
    while not now.over:
        now = now.apply(Draw() if now.pool_size else Pass())
    return now


@pytest.fixture
def short():
    now = Round.deal(JUMBO, seats=3, seed=8)
    first = now.turn
    for action in (
        Draw(),
        TimeOut(parse_melds("k1 k2 | k3")),
        Leave((first + 2) % 3),
        Leave(first),
    ):
        now = now.apply(action)
    return str(record_of([now], ["Anna", "Ben", "Cleo"]))


def test_a_record_is_read_by_people(short):
    lines = short.splitlines()
    assert lines[:8] == [
        '[Record "tilerummy 2"]',
        '[Rulebook "jumbo"]',
        '[A "Anna"]',
        '[B "Ben"]',
        '[C "Cleo"]',
        "",
        '[Round "1"]',
        '[Seed "8"]',
    ]
    assert lines[9:] == MOVES


def test_a_match_comes_back_from_its_text():
    rules = JUMBO.replace({"opening.points": 25, "tiles.jokers.normal": 3, "pool.must_lay": False})
    rounds = [played_out(rules, seats=3, seed=seed) for seed in (8, "nine", b"\x0a")]
    record = record_of(rounds, ["Anna", 'Ben "the pen" \\', "Cleo; or not"], date="2026-12-31")
    text = str(record)
    assert Record.parse(text) == record
    assert str(Record.parse(text)) == text
    assert [states[-1] for states in replay(Record.parse(text))] == rounds
    assert '[House "opening.points = 25"]' in text
    assert '[Totals "A ' in text
    assert sum(record.totals) == 0


def test_every_kind_of_house_rule_comes_back():
    rules = JUMBO.replace(
        {
            "tiles.colours": ("green", "red", "blue", "orange"),
            "jokers.colour_must_match": True,
            "jokers.melds": "frozen",
            "deal.tiles": 13,
        }
    )
    record = record_of([played_out(rules)])
    assert Record.parse(str(record)) == record


def test_a_rulebook_of_ones_own_is_written_as_house_rules(tmp_path: Path):
    file = tmp_path / "ours.toml"
    file.write_text('extends = "jumbo"\nid = "ours"\n[opening]\npoints = 20\n', "utf-8")
    text = str(record_of([played_out(load(file))]))
    assert '[Rulebook "jumbo"]\n[House "opening.points = 20"]' in text
    assert replay(Record.parse(text))[0][-1].over


def test_a_redeal_is_recorded():
    rules = rulebook("ravensburger-travel-de").replace({"pool.must_lay": False})
    now = next(
        dealt
        for seed in range(200)
        if not (dealt := Round.deal(rules, seed=seed)).judge(ClaimRedeal(1))
    ).apply(ClaimRedeal(1))
    text = str(record_of([now]))
    assert "\n1. B redeal\n" in text
    assert '[Result "unfinished"]' in text
    assert replay(Record.parse(text))[0][-1] == now


def test_comments_blank_lines_and_missing_tiles_are_fine(short):
    text = short.replace("draw ", "draw ; ").replace("\n2.", "\n\n   2.")
    text = "\n".join(line for line in text.splitlines() if "Commitment" not in line)
    assert replay(Record.parse(text))[0][-1].over


def test_a_round_set_up_by_hand_has_no_record():
    now = Round.from_hands(JUMBO, ["k1", "k2"], pool="k3").apply(Draw())
    with pytest.raises(SetupError, match="set up by hand"):
        record_of([now])


def test_a_record_names_every_player():
    with pytest.raises(SetupError, match="each of its 2 players"):
        record_of([Round.deal(JUMBO, seed=8)], ["Anna"])
    with pytest.raises(SetupError, match="at least one round"):
        record_of([])


DAMAGE = [
    ('[Record "tilerummy 2"]', '[Record "tilerummy 9"]', 1, "not a record of the form"),
    ('[Record "tilerummy 2"]\n', "", 1, r'\[Record "…"\] is missing'),
    ('"jumbo"', '"canasta"', 2, "'canasta' is not a rulebook"),
    ('"jumbo"]', '"jumbo"]\n[House "opening.points"]', 3, "a house rule looks like"),
    ('"jumbo"]', '"jumbo"]\n[House "opening.points = much"]', 3, "opening.points: 'much'"),
    ('"jumbo"]', '"jumbo"]\n[House "opening.dots = 3"]', 3, "opening.dots: is not a field"),
    ('"jumbo"]', '"jumbo"]\n[Date "yesterday"]', 3, "a date looks like"),
    ('[A "Anna"]', "[A Anna]", 3, "a tag looks like"),
    ('[A "Anna"]', '[A " "]', 3, "a player has a name"),
    ('[B "Ben"]\n[C "Cleo"]\n', "", 5, "1 players are named, but jumbo is for 2 to 4"),
    ('[C "Cleo"]\n', "", 11, "nobody sits at C"),
    ('[Round "1"]', '[Round "2"]', 7, "round 1 comes here, not 2"),
    ('[Seed "8"]\n', "", 8, r'\[Seed "…"\] is missing'),
    ('[Seed "8"]', '[Seed " 8"]', 8, "a seed is"),
    ('[Seed "8"]', '[Seed "9"]', 9, "the commitment does not fit"),
    ("1. A draw k3", "1. A fold", 10, "unknown action “fold”; allowed: lay, draw"),
    ("1. A draw k3", "A draw", 10, "an action looks like"),
    ("1. A draw k3", "2. A draw", 10, "action 1 comes here, not 2"),
    ("1. A draw k3", "1. A draw k14", 10, "at position 1: expected a tile"),
    ("1. A draw k3", "1. A draw k12", 10, "the tiles drawn are k3"),
    ("1. A draw k3", "1. B draw k3", 10, "another player's turn"),
    ("1. A draw k3", "1. A pass", 10, "if you do not play a tile"),
    ("1. A draw k3", "1. A pass k3", 10, "unexpected text after the action"),
    ("1. A draw k3", "1. A lay k1 k2 k3", 10, "a colon and the whole table"),
    ("1. A draw k3", "1. A lay k1 k2 k3: k1 k2 k3", 10, "A may not do this"),
    ("time-out draw", "time-out take", 11, "must be followed by “draw”"),
    ("3. C leave\n", "", 12, "action 3 comes here, not 4"),
    ("4. A leave\n", "", 13, "the round is unfinished"),
    ('[Result "alone B', '[Result "alone C', 14, "the round ends as “alone B"),
    ('[Result "alone B', '[Result "blessed B', 14, "a result looks like"),
    ("A -", "B -", 14, "scores look like"),
    ("B +", "B +1", 14, "the round ends as"),
]


@pytest.mark.parametrize(("whole", "damaged", "line", "reason"), DAMAGE)
def test_a_damaged_record_is_refused_with_line_and_reason(short, whole, damaged, line, reason):
    assert short.count(whole) >= 1
    with pytest.raises(RecordError, match=reason) as refused:
        replay(Record.parse(short.replace(whole, damaged, 1)))
    assert refused.value.line == line


def test_a_record_cut_off_anywhere_is_refused(short):
    lines = short.splitlines()
    for length in range(len(lines)):
        with pytest.raises(RecordError) as refused:
            Record.parse("\n".join(lines[:length]))
        in_the_round = length > lines.index('[Round "1"]')
        assert ("the game ends unfinished" in str(refused.value)) >= in_the_round


def test_nothing_may_follow_the_totals():
    rounds = [played_out(JUMBO, seed=seed) for seed in (1, 2)]
    text = str(record_of(rounds))
    with pytest.raises(RecordError, match="nothing more"):
        Record.parse(text + '[Round "3"]\n')


def test_totals_that_do_not_add_up_are_found_out_by_replaying():
    text = str(record_of([played_out(JUMBO, seed=seed) for seed in (1, 2)]))
    wrong = Record.parse(re.sub(r'Totals "A [+-]?', 'Totals "A +1', text))
    with pytest.raises(RecordError, match="the totals are") as refused:
        replay(wrong)
    assert refused.value.line == len(text.splitlines())
    replay(Record.parse(text))
    with pytest.raises(RecordError, match="one for every player"):
        Record.parse(re.sub(r'Totals "A ', 'Totals "B ', text))


def test_house_rules_that_need_each_other_come_back():
    rules = JUMBO.replace({"players.most": 6, "tiles.copies": 3, "deal.tiles": 18})
    record = record_of([Round.deal(rules, seats=6, seed=1)])
    assert Record.parse(str(record)) == record


def test_a_house_rule_that_does_not_go_with_the_others_is_refused_with_its_line(short):
    house = '"jumbo"]\n[House "deal.tiles = 18"]\n[House "players.most = 6"]'
    with pytest.raises(RecordError, match="needs 108 tiles") as refused:
        Record.parse(short.replace('"jumbo"]', house))
    assert refused.value.line == 3


def test_a_wrong_laid_tile_is_refused():
    now = Round.deal(JUMBO, seed=7).apply(Play.parse("r10 r11 r12"))
    text = str(record_of([now]))
    assert "\n1. B lay r10 r11 r12: r10 r11 r12\n" in text
    assert replay(Record.parse(text))[0][-1] == now
    wrong = text.replace("lay r10 r11 r12:", "lay r10 r11 r13:")
    with pytest.raises(RecordError, match="the tiles laid are"):
        replay(Record.parse(wrong))


def test_the_record_in_the_documentation_is_a_true_one():
    docs = Path(__file__).parents[2] / "docs" / "records.md"
    (block,) = re.findall(r"```\n(\[Record .*?)```", docs.read_text("utf-8"), re.DOTALL)
    assert replay(Record.parse(block))[0][-1].over


def test_a_record_of_a_rulebook_from_a_file_is_the_same_when_it_is_read_again(tmp_path):
    file = tmp_path / "ours.toml"
    file.write_text('extends = "jumbo"\nid = "ours"\n[opening]\npoints = 20\n')
    rules = rulebook(file)
    now = Round.deal(rules, seats=2, seed=4).apply(Draw()).apply(Draw())
    record = record_of([now])
    again = Record.parse(str(record))
    assert again == record
    assert replay(again) == replay(record)
