"""How tables stand on the screen: names at the left edge and whole, figures under each other."""

import io
from types import SimpleNamespace

import pytest
from rich.console import Console

from tests.cli.running import run
from tilerummy.bots import ROSTER
from tilerummy.cli import arena, review, rules
from tilerummy.lab.ratings import Rating
from tilerummy.rules.library import RULEBOOK_IDS, fields, rulebook


def lines_of(*command):
    return [line.rstrip() for line in run(*command).out.splitlines()]


def column_of(lines, place):
    """The cells that begin or end at a place of the lines, without what is beside them."""
    return [line[:place].split()[-1] for line in lines]


@pytest.mark.parametrize(
    ("command", "head"),
    [
        (("rules",), "rulebook  "),
        (("rules", "show", "jumbo"), " field  "),
        (("rules", "diff", "jumbo", "twist"), " field  "),
        (("bots",), "bot  "),
        (("score", "--rules", "jumbo", "--out", "A", "--rack", "B=r5"), " player  "),
        (
            ("analyse", "--rules", "jumbo", "--rack", "k1 k2 k3", "--deals", "2", "--others", "3"),
            "choice  ",
        ),
    ],
)
def test_a_table_begins_at_the_left_edge(command, head):
    assert any(line.startswith(head) for line in lines_of(*command))


def test_the_figures_of_the_bots_stand_under_each_other():
    head, *lines = lines_of("bots")
    for title, figures in (
        ("step", [entry.ladder for entry in ROSTER]),
        ("Elo", [entry.elo for entry in ROSTER]),
        ("hands", [entry.hands for entry in ROSTER]),
    ):
        end = head.index(title) + len(title)
        shown = ["-" if number is None else str(number) for number in figures]
        assert column_of(lines, end) == shown


def test_scores_stand_under_each_other():
    lines = lines_of("score", "--rules", "jumbo", "--out", "A", "--rack", "B=r5 r13 *")
    (head,) = [line for line in lines if line.startswith(" player")]
    rows = [line for line in lines if line.startswith((" A ", " B "))]
    assert column_of(rows, head.index("points") + len("points")) == ["43", "0"]
    assert column_of(rows, head.index("score") + len("score")) == ["-43", "+43"]


def narrow(monkeypatch, module, width, *command):
    """What is printed in a terminal of that width."""
    out = io.StringIO()
    monkeypatch.setattr(module, "console", lambda: Console(file=out, width=width))
    assert run(*command).code == 0
    return [line.split() for line in out.getvalue().splitlines() if line.strip()]


def test_names_of_fields_and_rulebooks_are_whole_in_a_narrow_terminal(monkeypatch):
    names = [field for field, _ in fields(rulebook("jumbo"))]
    shown = narrow(monkeypatch, rules, 60, "rules", "show", "jumbo")
    assert [words[0] for words in shown if words[0] in names] == names
    shown = narrow(monkeypatch, rules, 60, "rules", "diff", "jumbo", "twist")
    assert "tiles.jokers.colour_change" in [words[0] for words in shown]
    shown = narrow(monkeypatch, rules, 70, "rules")
    assert [words[0] for words in shown if words[0] in RULEBOOK_IDS] == list(RULEBOOK_IDS)


def test_every_rulebook_has_one_line_of_the_list_however_narrow_the_terminal(monkeypatch):
    out = io.StringIO()
    monkeypatch.setattr(rules, "console", lambda: Console(file=out, width=50))
    assert run("rules").code == 0
    table, _, _ = out.getvalue().partition("\n\n")
    assert len(table.splitlines()) == 1 + len(RULEBOOK_IDS)


def test_the_columns_of_the_list_are_two_blanks_apart():
    (line,) = [line for line in lines_of("rules", "list") if line.startswith("lets-play-rummy-nl")]
    title = rulebook("lets-play-rummy-nl").title.ljust(29)
    assert line == f"lets-play-rummy-nl      {title}  {'108':>5}      2-4      40+     25   none"


def test_a_rulebook_is_shown_with_its_special_rules_and_words():
    book = rulebook("jumbo")
    first, *rest = lines_of("rules", "show", "jumbo")
    assert first == f"{book.title}  jumbo, {book.edition}"
    assert rest[: len(book.special)] == [f"  - {line}" for line in book.special]
    assert rest[-1] == (f"The booklet's words: run = {book.words.run}, group = {book.words.group}")
    assert " opening.points " in "\n".join(rest)


def test_ratings_stand_under_each_other():
    table = arena._elo([Rating("ada", 1550.4, 20.6), Rating("pip", 949.6, 5.2)])
    out = io.StringIO()
    Console(file=out, width=60).print(table)
    assert out.getvalue().splitlines() == ["bot        Elo", "ada  1550 ± 21", "pip    950 ± 5"]


class Watched(io.StringIO):
    """A terminal."""

    def isatty(self):
        return True


@pytest.mark.parametrize("terminal", [False, True])
def test_a_terminal_sees_how_far_a_review_is(monkeypatch, terminal):
    seen = []

    class Bar:
        def __init__(self, *_, console, transient, disable):
            seen.append((transient, not disable))

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def add_task(self, name, total):
            seen.append((name, total))
            return 3

        def update(self, task, completed):
            seen.append((task, completed))

    class Step:
        def __init__(self, progress):
            self.progress = progress

    steps = [Step(0.25), Step(0.5), Step(1.0)]
    monkeypatch.setattr(review, "sharpen_review", lambda record, seed: iter(steps))
    monkeypatch.setattr(review, "Progress", Bar)
    monkeypatch.setattr(review.sys, "stderr", Watched() if terminal else io.StringIO())
    assert review._reviewed(None, "1") is steps[-1]
    updates = [(3, 0.25), (3, 0.5), (3, 1.0)]
    assert seen == [(True, terminal), ("review", 1.0), *updates]


@pytest.mark.parametrize("terminal", [False, True])
def test_only_a_terminal_gets_a_bar(monkeypatch, terminal):
    error = Watched() if terminal else io.StringIO()
    steps = [SimpleNamespace(progress=0.5), SimpleNamespace(progress=1.0)]
    monkeypatch.setattr(review, "sharpen_review", lambda record, seed: iter(steps))
    monkeypatch.setattr(review.sys, "stderr", error)
    monkeypatch.setenv("TERM", "xterm")  # one that can draw
    assert review._reviewed(None, "1") is steps[-1]
    assert ("reviewing" in error.getvalue()) is terminal
