"""What is legal: tiles and notation, melds, rulebooks, positions and the judge.

This package knows nothing of turns, players or randomness. It answers three questions: what do
these tiles mean, what does this booklet say, and is this play allowed?
"""

from tilerummy.rules.arrange import arrange
from tilerummy.rules.errors import NotationError, PositionError, RulebookError, TilerummyError
from tilerummy.rules.judge import judge
from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.melds import Meld, format_melds, parse_melds
from tilerummy.rules.notation import format_tiles, parse_tiles
from tilerummy.rules.openings import opening_melds, opening_points
from tilerummy.rules.positions import Play, Position, Table
from tilerummy.rules.readings import Face, Fault, FaultCode, MeldKind, Reading
from tilerummy.rules.rulebook import Rulebook
from tilerummy.rules.tiles import Colour, JokerKind, Tile
from tilerummy.rules.violations import Code, Violation

__all__ = [
    "RULEBOOK_IDS",
    "Code",
    "Colour",
    "Face",
    "Fault",
    "FaultCode",
    "JokerKind",
    "Meld",
    "MeldKind",
    "NotationError",
    "Play",
    "Position",
    "PositionError",
    "Reading",
    "Rulebook",
    "RulebookError",
    "Table",
    "Tile",
    "TilerummyError",
    "Violation",
    "arrange",
    "format_melds",
    "format_tiles",
    "judge",
    "opening_melds",
    "opening_points",
    "parse_melds",
    "parse_tiles",
    "rulebook",
]
