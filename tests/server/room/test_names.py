"""Nobody has an invisible name, and nobody has another player's."""

import sys
import unicodedata

import pytest
from confusable_homoglyphs.confusables import confusables_data
from hypothesis import given
from hypothesis import strategies as st

from tests.server.rooms import ANN, BEN, after, ask, lobby
from tilerummy.server.room import commands, log
from tilerummy.server.room.names import (
    clean_line,
    clean_name,
    distinct_name,
    looks_like,
    mixes_scripts,
)
from tilerummy.server.room.settings import LONGEST_NAME


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \t\n",
        "\u200b\u200d\u2060\ufeff",
        "\u2800\u2800",
        "\u3164",
        "\uffa0\u115f",
        "\u202e\u2066",
        "\u0301\u0302",
        "\U000e0041\U000e0042",
        "\ufe0f",
    ],
)
def test_a_name_that_nobody_sees_is_not_a_name(text):
    assert clean_name(text) == ""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Ann \n Lee ", "Ann Lee"),
        ("Ａｎｎ", "Ann"),
        ("A\u202enn", "Ann"),
        ("An\u00adn\u200b", "Ann"),
        ("Zoe\u0308", "Zoë"),
        ("花子", "花子"),
        ("Σοφία", "Σοφία"),
        ("Anna 😀", "Anna 😀"),
        ("H" + "\u0300\u0301\u0302\u0303\u0304" + "i", "H\u0300\u0301i"),
        ("x" * 40, "x" * LONGEST_NAME),
        ("\ufdfa", "صلى الله عليه وسلم"),
    ],
)
def test_a_name_is_shown_on_one_line_in_its_composed_form(text, name):
    assert clean_name(text) == name


@given(st.text(max_size=60))
def test_cleaning_again_changes_nothing(text):
    name = clean_name(text)
    assert clean_name(name) == name
    assert len(name) <= LONGEST_NAME


@pytest.mark.parametrize(
    "imitation",
    ["anna", "Anná", "Аnnа", "Αnna", "A nna", "𝐀nna", "Ann\u0430", "ANNA"],
)
def test_imitations_look_like_the_name(imitation):
    assert looks_like("Anna", imitation)
    assert distinct_name(imitation, ["Anna"]) == f"{imitation} 2"


def in_all_forms():
    """Every character of Unicode with the ASCII letters and digits that it is shown like."""
    for number in range(0x80, sys.maxunicode + 1):
        char = chr(number)
        if (
            unicodedata.category(char)[0] not in "LMN"
            or unicodedata.normalize("NFKC", char) != char
        ):
            continue
        for form in {char, char.casefold(), char.upper(), unicodedata.normalize("NFKD", char)}:
            for entry in confusables_data.get(form, ()):
                shape = entry["c"].strip("\u200e")
                if len(shape) == 1 and shape.isascii() and shape.isalnum():
                    yield char, shape


def test_no_letter_of_any_script_makes_an_imitation_another_name():
    pairs = set(in_all_forms())
    assert len(pairs) > 400
    passed = [
        (char, shape)
        for char, shape in pairs
        if not looks_like(f"Q{char}z", f"Q{shape}z") and not mixes_scripts(f"Q{char}z")
    ]
    assert passed == []


@pytest.mark.parametrize("name", ["ꭺnna", "ꓮnna", "𐊠nna", "ꭺꮲꮲꮮꭼ", "Ꭺnnа"])
def test_chains_of_letters_that_look_alike_end_at_the_same_letter(name):
    latin = "Apple" if len(name) == 5 else "Anna"
    assert looks_like(name, latin)


@pytest.mark.parametrize(
    ("name", "mixed"),
    [
        ("Anna", False),
        ("Анна 7", False),
        ("Σοφία ♥", False),
        ("花子 Hanako はなこ ハナコ", False),
        ("김 Kim 金", False),
        ("ㄓ 張 Zhang", False),
        ("Zoë-Ann 2 😀", False),
        ("Аnna", True),
        ("ꭺnna", True),
        ("Anna π", True),
        ("花Анна", True),
        ("はなㄓ", True),
        ("Qംz", True),
    ],
)
def test_a_name_is_written_in_one_script_or_in_those_that_belong_together(name, mixed):
    assert mixes_scripts(name) is mixed
    sat = ask(lobby(ANN), BEN, commands.Sit(id=1, seat=1, name=name))
    assert (sat == ["BAD_MESSAGE"]) is mixed


@pytest.mark.parametrize("name", ["You", "you", "DU", "vous", "tu", "Υou"])
def test_nobody_is_called_what_players_are_called_themselves(name):
    assert distinct_name(name, []) == f"{name} 2"


@pytest.mark.parametrize(("one", "other"), [("Eva", "Ena"), ("Yuki", "Uuki"), ("Hanna", "Nanna")])
def test_chains_do_not_make_everything_alike(one, other):
    assert not looks_like(one, other)


@pytest.mark.parametrize("other", ["Anne", "Ana", "Hanna", "Anna 2"])
def test_other_names_do_not(other):
    assert not looks_like("Anna", other)
    assert distinct_name(other, ["Anna"]) == other


def test_letters_and_digits_that_look_alike_are_one():
    assert looks_like("Al", "AI")
    assert looks_like("Al", "A1")
    assert looks_like("Bob", "B0b")


def test_a_long_name_keeps_its_number():
    taken = ["x" * LONGEST_NAME]
    assert distinct_name("X" * LONGEST_NAME, taken) == "X" * (LONGEST_NAME - 2) + " 2"


def test_nobody_sits_down_as_somebody_else():
    room = after(lobby(ANN), log.BotSat(at=0, seat=1, level="greedy"))
    bot = room.seats[1].name
    room = after(room, log.Freed(at=0, seat=0))
    sat = ask(room, BEN, commands.Sit(id=1, seat=0, name=bot.lower()))
    assert sat.name == f"{bot.lower()} 2"
    assert ask(room, BEN, commands.Sit(id=1, seat=0, name="\u2800")) == ["BAD_MESSAGE"]


def test_a_bot_does_not_get_the_name_of_a_person():
    bot = after(lobby(ANN), log.BotSat(at=0, seat=1, level="greedy")).seats[1].name
    room = after(lobby(ANN), log.Sat(at=0, seat=0, who=ANN, name=f"{bot.upper()}"))
    assert after(room, log.BotSat(at=0, seat=1, level="greedy")).seats[1].name != bot


@pytest.mark.parametrize(
    "imitation",
    ["Anna.", "'Anna'", "A-nna", "\u1d00nna", "\U0001f170nna", "Anna\ufffc", "An\u0338na"],
)
def test_signs_and_letters_in_disguise_make_no_other_name(imitation):
    assert looks_like(clean_name(imitation), "Anna")


@pytest.mark.parametrize(("one", "other"), [("Will", "VVill"), ("modern", "modem"), ("Tom", "T0m")])
def test_letters_that_look_like_one_make_no_other_name(one, other):
    assert looks_like(one, other)


@pytest.mark.parametrize(("one", "other"), [("Anna", "Anna 2"), ("Ann", "Anna"), (":-)", ":-(")])
def test_names_that_look_different_are_different(one, other):
    assert not looks_like(one, other)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (" Hello\n there ", "Hello there"),
        ("\u202eolleH", "olleH"),
        ("½ of it … \u2764\ufe0f", "½ of it … \u2764\ufe0f"),
        ("Z" + "\u0301" * 50, "Z\u0301\u0301"),
        ("\u200d\ufe0f", ""),
        ("\u3164\u2800", ""),
    ],
)
def test_a_line_of_chat_is_seen_and_stays_on_its_line(text, line):
    assert clean_line(text) == line


@pytest.mark.parametrize("sign", ["\ufe00", "\ufe0f", "\U000e0100", "\u200b", "\u2060", "\ufeff"])
def test_what_only_changes_how_other_characters_are_shown_is_left_out(sign):
    """Selectors of variations, and characters of no width."""
    assert clean_name(f"An{sign}na") == "Anna"
    assert clean_name(sign * 3) == ""
