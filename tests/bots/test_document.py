"""docs/bots.md: its example is a bot that plays, and its numbers are those of the ladder."""

import doctest
import re
from pathlib import Path

import pytest

from tilerummy.bots import LADDER, deal_sampler, trial
from tilerummy.bots.champion import Champion
from tilerummy.bots.expert import Expert
from tilerummy.bots.glancing import Glancing
from tilerummy.bots.patient import PATIENT
from tilerummy.bots.policies import MOST_SILENT
from tilerummy.bots.roster import entry
from tilerummy.solver.playouts import Policy

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "bots.md"


def test_the_example_of_a_bot_runs():
    text = DOCUMENT.read_text().partition("```python\n")[2].partition("```")[0]
    example = doctest.DocTestParser().get_doctest(text, {}, "bots.md", "bots.md", 0)
    results = doctest.DocTestRunner().run(example)
    assert results.attempted > 5
    assert results.failed == 0


def rows():
    """The table of the ladder: for each bot what stands in its columns."""
    _, head, table = DOCUMENT.read_text().partition("| step |")
    titles, _, *lines = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in (head + table.partition("\n\n")[0]).splitlines()
    ]
    found = [dict(zip(titles, cells, strict=True)) for cells in lines]
    return {row["bot"].strip("`"): row for row in found}


@pytest.mark.parametrize("entry", LADDER, ids=lambda entry: entry.name)
def test_the_document_tells_the_numbers_that_a_bot_plays_with(entry):
    """Its strength, its habits and the length of its rounds were measured with these."""
    row, bot = rows()[entry.name], entry.bot
    character = not isinstance(bot, Champion)
    assert int(row["step"]) == entry.ladder
    assert int(row["hands"]) == entry.hands == bot.hands
    assert float(row["misses"]) == (bot.overlooks if character else 0)
    assert float(row["for each more"]) == (bot.distracted if character else 0)
    assert int(row["opens with"]) == bot.opens
    assert int(row["waits for"]) == bot.wait
    assert int(row["silent at most"]) == bot.patience
    holds = [int(number) for number in re.findall(r"\d+", row["holds back"])]
    assert holds == ([bot.hold] if character else [bot.hold, bot.hold_special])
    if character:
        told = row["how it plays"]
        assert ("keeps jokers" in told) == bot.keeps_jokers
        assert ("stints" in told) == bot.stints
        assert ("changes ten melds in a turn" in told) == (bot.touches == 10)
        assert ("small numbers first" in told) == (bot.taste == "low")
        assert ("high numbers first" in told) == (bot.taste == "high")
        assert bot.touches in (None, 10)


def test_the_document_has_a_line_for_each_step():
    assert list(rows()) == [entry.name for entry in LADDER]


def test_the_document_tells_how_the_champion_thinks():
    champion = Champion()
    told = " ".join(DOCUMENT.read_text().partition("## How the champion")[2].split())
    assert "opens with twelve tiles or after six turns" in told
    assert (champion.opens, champion.patience) == (12, 6)
    assert f"holds {champion.hold} tiles or fewer back" in told
    assert f"with {champion.play_outs} play-outs a turn for each player at the table" in told
    assert "a lead of one and a half standard errors" in told
    assert champion.doubt == 1.5


def test_the_document_tells_how_the_players_kept_for_study_think():
    told = " ".join(DOCUMENT.read_text().split())
    assert "`patient` (waits until eight tiles can go at once)" in told
    assert Policy(wait=8, keep_jokers=True) == PATIENT
    saver = Expert()
    assert "leads by 1.5 standard errors" in told
    assert "plus 0.002 for each point" in told
    assert (saver.doubt, saver.points, saver.play_outs, saver.candidates) == (1.5, 0.002, 600, 6)
    assert "A play-out of more than thirty turns counts for several" in told
    assert trial._LONG == 30
    assert "plays in fewer than a third of its turns is taken for a builder" in told
    assert "who has not had eight turns since their opening" in told
    assert (deal_sampler._SELDOM, deal_sampler._TURNS) == (0.34, 8)
    assert "None draws for more than six turns running" in told
    assert MOST_SILENT == 6


@pytest.mark.parametrize(("name", "numbers"), [("beginner", (1, 4, 0.2)), ("casual", (3, 8, 0.05))])
def test_how_much_those_see_who_glance_at_the_table(name, numbers):
    """Their ratings were measured with these."""
    glancing = entry(name).bot
    assert isinstance(glancing, Glancing)
    assert (glancing.melds, glancing.glances, glancing.overlooks) == numbers
