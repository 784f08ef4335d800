"""`tilerummy verify`: whether everything in a record is true."""

from __future__ import annotations

from cyclopts import App
from rich.text import Text

from tilerummy.cli.options import Json
from tilerummy.cli.output import console, counted, print_json
from tilerummy.cli.replay import RecordFile, read_record
from tilerummy.engine.errors import RecordError
from tilerummy.engine.records import replay
from tilerummy.rules.errors import TilerummyError

__all__ = ["app", "verify_records"]

app = App(
    name="verify",
    help_epilogue="""Examples:

    tilerummy verify game.record
    tilerummy verify --json *.record

The exit code is 0 if the record is true, 1 if not, 2 if it cannot be read.
""",
)


@app.default
def verify_records(*files: RecordFile, json: Json = False) -> int:
    """Check records: the deal, every action, the tiles told, the results and the totals."""
    if not files:
        raise TilerummyError("name at least one record")
    return max([_verify(file, json=json) for file in files])


def _verify(file: str, *, json: bool) -> int:
    record = read_record(file)
    try:
        replay(record)
    except RecordError as error:
        if json:
            print_json({"file": file, "true": False, "line": error.line, "reason": error.reason})
        else:
            wrong = f": line {error.line}: {error.reason}"
            console().print(Text.assemble((file, "bold"), " is ", ("not true", "bold red"), wrong))
        return 1
    committed = sum(played.commitment is not None for played in record.rounds)
    moves = sum(len(played.moves) for played in record.rounds)
    if json:
        print_json(
            {
                "file": file,
                "true": True,
                "rounds": len(record.rounds),
                "committed": committed,
                "actions": moves,
                "totals": dict(zip(record.players, record.totals, strict=True)),
            }
        )
    else:
        rounds = counted(len(record.rounds), "round")
        told = f": {rounds} of {record.rules.id}, {moves} actions, {committed} committed"
        console().print(Text.assemble((file, "bold"), " is ", ("true", "bold green"), told))
    return 0
