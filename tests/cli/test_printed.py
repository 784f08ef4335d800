"""What commands print of known results, line by line, and what they hand on by default."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stdout
from types import SimpleNamespace

import pytest

from tests.cli.running import Terminal, run
from tilerummy.bots import ROSTER
from tilerummy.cli import arena, output, play, review, rules, serve
from tilerummy.engine import Draw
from tilerummy.evaluation.classes import TurnClass
from tilerummy.evaluation.reviews import MatchReview, PlayerReview, RoundReview, TurnReview
from tilerummy.lab.arena import Forfeited, Report
from tilerummy.lab.ratings import Rating
from tilerummy.lab.statistics import Standing
from tilerummy.lab.workers import Here
from tilerummy.rules import TilerummyError, parse_melds, parse_tiles, rulebook
from tilerummy.server.config import Config, sqlite_in


def printed(show, *values):
    """The lines that are printed, each with single blanks; those without a letter left out."""
    out = io.StringIO()
    with redirect_stdout(out):
        show(*values)
    return words(out.getvalue())


def laid_out(show, *values):
    """The lines as they stand on the screen, without the blanks at their ends."""
    out = io.StringIO()
    with redirect_stdout(out):
        show(*values)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def words(text):
    lines = [" ".join(line.split()) for line in text.splitlines()]
    return [line for line in lines if any(letter.isalnum() for letter in line)]


FIRST = Standing("ada", 20, 15, 0.75, 0.05, 12.25, 3.0, 0.5, 3, 7)
SECOND = Standing("pip", 20, 5, 0.25, None, -12.25, 0.01)


def report(**more):
    told = {"rules": "jumbo", "seed": "7", "deals": 10, "budget": 1.0, "rounds": 20, "void": 0}
    return Report(**{**told, "turns_a_round": 31.25, "bots": [FIRST, SECOND], **more})


TABLE = [
    "bot rounds won won in % points a round plays in % silent largest",
    "ada 20 15 75.0 ± 5.0 +12.2 ± 3.0 50 3 7",
    "pip 20 5 25.0 -12.2 ± 0.1",
]


def test_the_figures_of_a_run():
    assert printed(arena._show, report()) == [
        "jumbo, seed 7: 10 mirrored deals",
        *TABLE,
        "31.2 turns a round",
    ]


def test_the_figures_of_a_run_stand_under_their_titles():
    _, *rows, _ = laid_out(arena._show, report())
    assert rows == [
        "bot  rounds  won    won in %  points a round  plays in %  silent  largest",
        "ada      20   15  75.0 ± 5.0     +12.2 ± 3.0          50       3        7",
        "pip      20    5        25.0     -12.2 ± 0.1",
    ]


def test_pairs_ratings_forfeits_and_void_rounds_follow():
    more = report(
        deals=1,
        void=3,
        pairs=[[FIRST, SECOND]],
        ratings=[
            Rating("ada", 1550.4, 20.6),
            Rating("pip", 1449.6, 0.2),
            Rating("x", 1500.0, None),
        ],
        forfeits=[Forfeited("[bold] crashed", 1), Forfeited("pip hung", 2)],
    )
    assert printed(arena._show, more) == [
        "jumbo, seed 7: 1 mirrored deal",
        *TABLE,
        "31.2 turns a round",
        "ada - pip: 75.0 ± 5.0 to 25.0, points a round +12.2 ± 3.0",
        "bot Elo",
        "ada 1550 ± 21",
        "pip 1450 ± 1",
        "x 1500",
        "forfeited 1 round: [bold] crashed",
        "forfeited 2 rounds: pip hung",
        "3 of 20 rounds were void.",
    ]


def test_so_many_workers_as_jobs(monkeypatch):
    asked = []
    monkeypatch.setattr(arena, "Cluster", lambda address: asked.append(address) or "cluster")
    monkeypatch.setattr(arena, "Processes", lambda count: count)
    assert arena._workers(2, "tcp://there") == "cluster"
    assert asked == ["tcp://there"]
    assert arena._workers(3, None) == 3
    assert isinstance(arena._workers(1, None), Here)
    monkeypatch.setattr(arena.os, "cpu_count", lambda: 5)
    assert arena._workers(0, None) == 5
    monkeypatch.setattr(arena.os, "cpu_count", lambda: None)
    assert isinstance(arena._workers(0, None), Here)
    with pytest.raises(TilerummyError, match="--jobs is 0 or the number of processes"):
        arena._workers(-1, None)


def a_turn(number, seat, name, loss=0.0, most=""):
    return TurnReview(
        number=number,
        seat=seat,
        action=Draw(),
        played="draw",
        chance=0.4,
        best="k1 k2 k3",
        best_action=Draw(),
        best_chance=0.4 + loss,
        loss=loss,
        gain=loss,
        behind=0.0,
        given=0.0,
        error=0.0123456789,
        name=name,
        choices=(),
        most=parse_tiles(most),
        luck=0.0,
        reasons=(),
    )


def a_review(rounds=1):
    players = (
        PlayerReview("Ann", 0, 0.5, 0.1, 0.123456789, 0.02, 0.376543211, 1.0, 0.0123456, 87.654),
        PlayerReview("Ben", 1, 0.5, -0.1, -0.123456789, 0.02, -0.376543211, 0.0, 0.0, 100.0),
    )
    turns = (
        a_turn(1, 0, TurnClass.EQUAL, most="k1 k2"),
        a_turn(2, 1, TurnClass.LARGE, 0.2),
        a_turn(3, 0, TurnClass.ONLY),
    )
    return MatchReview((RoundReview(players, turns, 1.0),) * rounds, 1.0)


ROUND = [
    "player start luck skill result mean loss accuracy",
    "Ann 50 % +12 ± 2 % +38 % 100 % 1.2 % 88",
    "Ben 50 % -12 ± 2 % -38 % 0 % 0.0 % 100",
    "Turning points",
    "2. Ben: draw (40 %); better k1 k2 k3 (60 %)",
    "player played chance best chance loss class most tiles",
    "1 Ann draw 40 % equal 2: k1 k2",
    "2 Ben draw 40 % k1 k2 k3 60 % 20.0 ± 1.2 large",
    "3 Ann draw 40 % only",
]
GAME = SimpleNamespace(players=("Ann", "Ben"))


def test_a_review_turn_by_turn():
    assert printed(review._print, GAME, a_review()) == ROUND
    assert printed(review._print, GAME, a_review(2)) == [
        *("Round 1", *ROUND, "Round 2", *ROUND),
        "Rounds won, adjusted for luck: Ann 1.75, Ben 0.25",
    ]


def test_the_tables_of_a_review_stand_at_the_left_edge():
    lines = laid_out(review._print, GAME, a_review())
    assert lines == [
        "player  start       luck  skill  result  mean loss  accuracy",
        "Ann      50 %  +12 ± 2 %  +38 %   100 %      1.2 %        88",
        "Ben      50 %  -12 ± 2 %  -38 %     0 %      0.0 %       100",
        "",
        "Turning points",
        "  2. Ben: draw (40 %); better k1 k2 k3 (60 %)",
        "",
        "   player  played  chance  best      chance        loss  class  most tiles",
        "1  Ann     draw      40 %                                equal  2: k1 k2",
        "2  Ben     draw      40 %  k1 k2 k3    60 %  20.0 ± 1.2  large",
        "3  Ann     draw      40 %                                only",
    ]


def test_a_review_for_programs_has_six_digits_that_add_up():
    (played,) = review.shown(a_review())["rounds"]
    ann, _ = played["players"]
    assert ann == {
        "player": "Ann",
        "start": 0.5,
        "luck": 0.123457,
        "skill": 0.376543,
        "result": 1.0,
        "mean_loss": 0.012346,
        "accuracy": 87.65,
    }
    assert played["turns"][1] == {
        "number": 2,
        "seat": 1,
        "played": "draw",
        "chance": 0.4,
        "best": "k1 k2 k3",
        "best_chance": 0.6,
        "loss": 0.2,
        "error": 0.012346,
        "class": "large",
    }


def test_every_bot_has_a_line_with_its_figures():
    said = run("bots")
    assert said.code == 0
    head, *lines = words(said.out)
    assert head == "bot step Elo hands how it plays"
    assert lines == [
        " ".join(
            [
                entry.name,
                *("-" if n is None else str(n) for n in (entry.ladder, entry.elo, entry.hands)),
                entry.line,
            ]
        )
        for entry in ROSTER
    ]
    assert run("bots", "--json").code == 0


def test_where_two_rulebooks_differ():
    said = run("rules", "diff", "jumbo", "jumbo-xp-quick")
    assert (said.code, words(said.out)) == (
        0,
        ["field jumbo jumbo-xp-quick", "tiles.jokers.normal 2 4"],
    )
    same = run("rules", "diff", "lets-play-rummy-de", "lets-play-rummy-nl")
    assert same.code == 0
    assert same.out == "lets-play-rummy-de and lets-play-rummy-nl play the same game.\n"
    assert run("rules", "diff", "jumbo", "jumbo", "--json").data["differences"] == []


@pytest.mark.parametrize(
    ("value", "text"), [(True, "true"), (False, "false"), (("a", "b"), "a, b"), (3, "3")]
)
def test_a_value_as_a_file_writes_it(value, text):
    assert rules._written(value) == text


@pytest.mark.parametrize(("book", "cost"), [("jumbo", "25"), ("twist", "30/10")])
def test_what_a_joker_costs(book, cost):
    assert rules._joker_cost(rulebook(book)) == cost


def test_the_table_of_scores_line_by_line():
    said = run("score", "--rules", "jumbo", "--out", "Ann", "--rack", "Ben=r5 *", "--rack", "Cy=k1")
    assert words(said.out) == [
        *("player left over points score", "Ben r5 * 30 -30", "Cy k1 1 -1", "Ann 0 +31"),
        "Ann wins the round.",
    ]


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--rack", "Ben"), "--rack 'Ben' is not of the form name=tiles"),
        (("--rack", "=r5"), "--rack '=r5' is not of the form name=tiles"),
        (("--rack", "A=r5", "--rack", "A=r6"), "--rack names A twice"),
        (("--out", "", "--rack", "A=r5"), "--out names nobody"),
        (("--out", "A", "--rack", "A=r5"), "A went out and cannot have tiles left over"),
        (("--rack", "A=r5"), "a round has at least 2 players"),
        (("--rack", "A=r5", "--rack", "B="), "somebody has no tiles left over"),
    ],
)
def test_racks_that_cannot_be_scored(options, sentence):
    said = run("score", "--rules", "jumbo", *options)
    assert said.code == 2
    assert sentence in said.err


def test_a_puzzle_ends_well():
    said = run("puzzle", "--rules", "jumbo", "--level", "easy", "--seed", "1", "--answer")
    assert said.code == 0
    assert said.out.startswith("Puzzle 1, easy: the whole rack can go.\n")
    assert "\nAnswer\n" in said.out
    assert "\n1. " in said.out
    assert "Answer" not in run("puzzle", "--rules", "jumbo", "--level", "easy", "--seed", "1").out


def test_a_table_with_what_changed():
    table = parse_melds("k1 k2 k3 | r5 * * =run")
    drawn = output.draw_table(table, before=table[:1]).plain
    assert drawn == "    k1 k2 k3\n  + r5 * * =run"
    assert output.draw_table(()).plain == "    (empty)"
    assert output.draw_melds(table).plain == "k1 k2 k3 | r5 * * =run"


INKS = {
    "k1": "black",
    "r1": "#c81e1e",
    "b1": "#1d4ed8",
    "y1": "#a16207",
    "o1": "#c2410c",
    "g1": "#15803d",
    "*": "#c81e1e",
    "*2": "#1d4ed8",
    "*c": "black",
    "*m": "#a16207",
    "*o": "#c2410c",
}


@pytest.mark.parametrize(("tile", "ink"), INKS.items())
def test_a_tile_is_bold_in_its_ink_on_paper(tile, ink):
    drawn = output.draw_tiles(parse_tiles(tile))
    assert drawn.plain == tile
    assert [span.style for span in drawn.spans] == [f"bold {ink} on #f5efe0"]


def test_a_terminal_shows_words_as_they_are_in_no_colour_of_their_own(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    screen = Terminal()
    made = output.console(screen)
    assert made.color_system == "256"
    made.print("30 points [bold] :smile: 'text'")
    assert screen.getvalue() == "30 points [bold] :smile: 'text'\n"


def test_a_console_without_a_terminal_is_plain_and_wide():
    made = output.console(io.StringIO())
    assert (made.color_system, made.width, made.soft_wrap) == (None, 160, True)


@pytest.fixture
def started(monkeypatch):
    """What a server would have been started with."""
    found = []
    monkeypatch.setattr(serve, "check_web_game", lambda **how: found.append(how))
    monkeypatch.setattr(play, "check_web_game", lambda **how: found.append(how))
    monkeypatch.setattr(
        "tilerummy.server.web.process.run",
        lambda config, ready, access_log=False: found.append((config, ready, access_log)) or 5,
    )
    monkeypatch.setattr(
        "tilerummy.server.logs.start_logging", lambda form, level: found.append((form, level))
    )
    return found


def test_what_a_server_is_started_with(started, capsys):
    assert serve.start_server(config=Config(database="sqlite://")) == 5
    asked, logging, (config, ready, access_log) = started
    assert (asked, logging) == ({"client": True}, ("json", 20))
    ready()
    assert capsys.readouterr().err == "tilerummy serves at http://127.0.0.1:8321\n"
    assert (config.host, config.port, config.proxies) == ("127.0.0.1", 8321, "127.0.0.1")
    assert access_log is False
    assert (config.database, config.bus, config.public_url) == ("sqlite://", None, None)
    assert (config.requests_per_minute, config.rooms_per_person) == (600, 200)
    assert (config.rooms_per_address, config.sockets_per_address) == (1_000, 500)
    assert (config.rooms_most, config.forget_days, config.reviews_per_day) == (20_000, 60, 60)
    assert (config.review_processes, config.review_effort) == (1, 1.0)
    assert config.takeover_seconds == 30


def test_playing_here_opens_the_browser_unless_told_otherwise(started, monkeypatch, tmp_path):
    opened = []
    monkeypatch.setattr(play.webbrowser, "open", opened.append)
    for browser in (False, True):
        assert play.play_here(data=tmp_path / "games", browser=browser) == 5
        config, ready, access_log = started[-1]
        ready()
        assert opened == ([config.address] if browser else [])
        assert access_log is False
    assert config.database == f"sqlite:///{tmp_path}/games/tilerummy.sqlite"
    assert (config.host, config.port) == ("127.0.0.1", 8321)
    assert ("text", 30) in started


class Pipe(io.StringIO):
    """A stream that knows what has been written through to its reader."""

    through = ""

    def flush(self):
        self.through = self.getvalue()


def test_the_address_is_told_at_once(started, monkeypatch, tmp_path):
    """Whoever started the server in the background waits for that line."""
    serve.start_server(config=Config(database="sqlite://"))
    play.play_here(data=tmp_path, browser=False)
    for stream, (_, ready, _) in zip(("stderr", "stdout"), (started[2], started[5]), strict=True):
        pipe = Pipe()
        monkeypatch.setattr(sys, stream, pipe)
        ready()
        assert ":8321" in pipe.through


def test_without_a_word_games_are_kept_where_this_user_keeps_them(started, monkeypatch, tmp_path):
    monkeypatch.setattr("tilerummy.server.config.data_folder", lambda: tmp_path / "mine")
    serve.start_server()
    play.play_here()
    kept = [found[0].database_url for found in started if len(found) == 3]
    assert kept == [f"sqlite:///{tmp_path}/mine/tilerummy.sqlite"] * 2


@pytest.mark.parametrize("built", [True, False])
@pytest.mark.parametrize("client", [True, False])
def test_the_web_client_is_asked_for_only_where_it_is_to_be_served(
    monkeypatch, tmp_path, built, client
):
    monkeypatch.setattr("tilerummy.server.config.CLIENT_FILES", tmp_path)
    if built:
        (tmp_path / "index.html").write_text("")
    if client and not built:
        with pytest.raises(TilerummyError, match="this build has no web client"):
            serve.check_web_game(client=client)
        with pytest.raises(TilerummyError, match="this build has no web client"):
            serve.check_web_game()
    else:
        serve.check_web_game(client=client)


def test_any_missing_module_of_the_web_game_is_told(monkeypatch):
    known = serve.find_spec
    missing = serve._WEB_MODULES[-1]
    monkeypatch.setattr(serve, "find_spec", lambda name: None if name == missing else known(name))
    with pytest.raises(TilerummyError, match=r"pip install 'tilerummy\[web\]'"):
        serve.check_web_game()


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(TilerummyError, match=r"cannot keep games in .*file"):
        sqlite_in(tmp_path / "file")
