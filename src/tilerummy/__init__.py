"""Tile rummy: rules as data, an exact solver, an engine, players and a web game.

    >>> import tilerummy as tr
    >>> rules = tr.rulebook("piatnik-travel")
    >>> position = tr.Position.parse(rules, table="k4 k5 k6 | r8 b8 o8", rack="k7 b5 *")
    >>> str(tr.solve(position).play)
    'k4 k5 k6 k7 * | r8 b8 o8'

What is exported here is stable; the packages below it have more. By what one wants to do:

Rules: `rulebook` finds one of `RULEBOOK_IDS` or reads a TOML file; `Rulebook.replace` makes house
rules. `Tile`, `Meld`, `Position` and `Play` parse the notation and print it again. `judge` says
what is wrong with a play: a `Violation` with a `Code` for each broken rule. `arrange` puts tiles in
the order in which they make a meld.

    >>> play = tr.Play.parse("k4 k5 | k6 k7 * | r8 b8 o8")
    >>> [str(violation.code) for violation in tr.judge(position, play)]
    ['INVALID_MELD']

Solver: `solve` finds the best play and proves it, `solve_many` does so for many positions,
`best_plays` finds the k best and `Plays` one after the other, `can_go_out` asks for the whole rack,
`simplest` for the fewest moves. `explain` describes a play in steps, `moves` counts what it takes.

    >>> [tr.format_tiles(found.laid) for found in tr.best_plays(position, 3)]
    ['k7 *', 'k7', '*']

Engine: a `Round` is a frozen value. `Round.deal` begins one, `legal_actions` lists what may be
done, `apply` gives the round after an action, `view` what a seat may know. `Match` adds rounds up,
`Record` writes games down, `replay` plays them again.

    >>> now = tr.Round.deal(rules, seats=2, seed=8)
    >>> actions = now.legal_actions()
    >>> next(actions), tr.Pass() in actions
    (Draw(), False)
    >>> now = now.apply(tr.Draw())

Players: `bot` finds one by its name; its `act` takes a view, `Dice` and a `Budget`. `analyse` says
what each choice of a turn is worth, `review` what every turn of a finished game was worth.

    >>> mira = tr.bot("mira")
    >>> action = mira.act(now.view(now.turn), tr.Dice(1), tr.Budget())

Errors have one root, and each message is a sentence that says what is wrong and where:

    TilerummyError (a ValueError)
    ├── NotationError     text that is not tiles, melds or a play
    ├── RulebookError     a rulebook file or a house rule that cannot be right
    ├── PositionError     tiles that cannot lie like that under this rulebook
    ├── SolverError       a question that cannot be asked
    ├── SetupError        a round or match that cannot begin like that
    ├── IllegalAction     an action that the rules forbid, with every violation
    ├── RecordError       a record that is damaged, with the line and the reason
    ├── NotToAct          an analysis for a seat that is not in turn
    ├── UnknownBot        a name that no bot has
    └── LabError          (tilerummy.lab) unknown players, arrays that do not fit

A play that breaks a rule is not an error of `judge`, which answers with violations. An argument
of the wrong type is a TypeError, as everywhere in Python.
"""

from tilerummy.bots import Bot, Budget, Dice, UnknownBot, bot
from tilerummy.engine import IllegalAction, Round, View
from tilerummy.engine.actions import Action, ClaimRedeal, Draw, Leave, Pass, TimeOut
from tilerummy.engine.choices import LegalActions
from tilerummy.engine.errors import RecordError, SetupError
from tilerummy.engine.matches import Match, Standing
from tilerummy.engine.phases import Phase
from tilerummy.engine.records import Record, record_of, replay
from tilerummy.engine.scoring import EndReason, Outcome
from tilerummy.evaluation import Analysis, MatchReview, NotToAct, analyse, review
from tilerummy.rules import (
    RULEBOOK_IDS,
    Code,
    Colour,
    Fault,
    JokerKind,
    Meld,
    MeldKind,
    NotationError,
    Play,
    Position,
    PositionError,
    Reading,
    Rulebook,
    RulebookError,
    Tile,
    TilerummyError,
    Violation,
    arrange,
    format_melds,
    format_tiles,
    judge,
    opening_melds,
    opening_points,
    parse_melds,
    parse_tiles,
    rulebook,
)
from tilerummy.solver import (
    MOST_POINTS,
    MOST_TILES,
    BestPlays,
    Moves,
    Plays,
    Solution,
    SolverError,
    Step,
    StepKind,
    Weights,
    best_plays,
    can_go_out,
    explain,
    moves,
    simplest,
    solve,
    solve_many,
)

__version__ = "0.2.0"

__all__ = [
    "MOST_POINTS",
    "MOST_TILES",
    "RULEBOOK_IDS",
    "Action",
    "Analysis",
    "BestPlays",
    "Bot",
    "Budget",
    "ClaimRedeal",
    "Code",
    "Colour",
    "Dice",
    "Draw",
    "EndReason",
    "Fault",
    "IllegalAction",
    "JokerKind",
    "Leave",
    "LegalActions",
    "Match",
    "MatchReview",
    "Meld",
    "MeldKind",
    "Moves",
    "NotToAct",
    "NotationError",
    "Outcome",
    "Pass",
    "Phase",
    "Play",
    "Plays",
    "Position",
    "PositionError",
    "Reading",
    "Record",
    "RecordError",
    "Round",
    "Rulebook",
    "RulebookError",
    "SetupError",
    "Solution",
    "SolverError",
    "Standing",
    "Step",
    "StepKind",
    "Tile",
    "TilerummyError",
    "TimeOut",
    "UnknownBot",
    "View",
    "Violation",
    "Weights",
    "analyse",
    "arrange",
    "best_plays",
    "bot",
    "can_go_out",
    "explain",
    "format_melds",
    "format_tiles",
    "judge",
    "moves",
    "opening_melds",
    "opening_points",
    "parse_melds",
    "parse_tiles",
    "record_of",
    "replay",
    "review",
    "rulebook",
    "simplest",
    "solve",
    "solve_many",
]
