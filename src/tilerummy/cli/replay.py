"""`tilerummy replay`: a recorded game, turn by turn."""

from __future__ import annotations

from typing import Annotated

import msgspec
from cyclopts import App, Parameter
from rich.console import Console
from rich.text import Text

from tilerummy.cli.event_text import describe_event
from tilerummy.cli.inputs import read_text, told
from tilerummy.cli.options import Json
from tilerummy.cli.output import console, print_json
from tilerummy.engine.codec import EVENTS
from tilerummy.engine.errors import RecordError
from tilerummy.engine.events import Dealt, Played, TimedOut
from tilerummy.engine.records import Record, replay
from tilerummy.engine.rounds import Round
from tilerummy.rules.errors import TilerummyError
from tilerummy.rules.positions import Table

__all__ = ["RecordFile", "app", "read_record", "replay_record"]

app = App(
    name="replay",
    help_epilogue="""Examples:

    tilerummy replay game.record
    tilerummy replay --json game.record
""",
)

RecordFile = Annotated[
    str, Parameter(help="A record; - is standard input.", allow_leading_hyphen=True)
]


@app.default
def replay_record(file: RecordFile, /, *, json: Json = False) -> None:
    """Show a recorded game turn by turn, with the table after every play."""
    record = read_record(file)
    try:
        rounds = [states[-1] for states in replay(record)]
    except RecordError as error:
        raise TilerummyError(f"{told(file)}, {error}") from None
    if json:
        print_json(
            {
                "rulebook": record.rules.id,
                "players": record.players,
                "rounds": [
                    [msgspec.Raw(EVENTS.encode(event)) for event in played.events]
                    for played in rounds
                ],
                "totals": record.totals,
            }
        )
        return
    screen = console()
    names = ", ".join(record.players)
    screen.print(Text.assemble((record.rules.title, "bold"), f"  {names}  {record.date or ''}"))
    for number, played in enumerate(rounds, start=1):
        screen.print(f"\nRound {number}" if len(rounds) > 1 else "")
        _tell_round(screen, record, played)
    if len(rounds) > 1:
        totals = zip(record.players, record.totals, strict=True)
        screen.print("\nTotals  " + ", ".join(f"{name} {total:+d}" for name, total in totals))


def read_record(file: str) -> Record:
    """The record in the file; one that is damaged is refused with file, line and reason."""
    try:
        return Record.parse(read_text(file))
    except RecordError as error:
        raise TilerummyError(f"{told(file)}, {error}") from None


def _tell_round(screen: Console, record: Record, played: Round) -> None:
    table: Table = ()
    for event in played.events:
        screen.print(describe_event(event, record.players, table))
        if isinstance(event, Played | TimedOut):
            table = event.table
        elif isinstance(event, Dealt):
            table = ()
