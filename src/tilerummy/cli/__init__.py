"""The command line: `tilerummy COMMAND`.

Each command is a module of its own, imported only when it is asked for, so that the
command line starts at once. A command whose answer can be no (illegal, differs) returns its
exit code, 0 or 1; the others return nothing, which is 0. Bad input of any kind ends here as one
sentence on standard error and exit code 2, Ctrl+C as one word and exit code 130.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import version
from io import TextIOWrapper
from typing import TYPE_CHECKING, Final

from cyclopts import App, CycloptsError, UnusedCliTokensError

from tilerummy.rules.errors import TilerummyError

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["BAD_INPUT", "STOPPED", "app", "main"]

BAD_INPUT: Final = 2
"""The exit code for input that cannot be understood."""

STOPPED: Final = 130
"""The exit code after Ctrl+C, as shells have it."""

app = App(
    name="tilerummy",
    help="Tile rummy: the rules of twelve booklets, an exact solver, strong players, a web game.",
    help_format="plaintext",
    help_epilogue="Every command has its own --help with examples.",
    version=lambda: version("tilerummy"),
    result_action="return_value",
    suppress_keyboard_interrupt=False,
)

_COMMANDS: Final = {
    "rules": "List, show and compare the rulebooks.",
    "judge": "Say whether a play is legal, and if not, why not.",
    "solve": "Find the best play, and prove it.",
    "score": "Score a round from the racks left over.",
    "check": "Run rule cases and print what differs.",
    "bots": "List the bots: name, strength, hands and how each plays.",
    "arena": "Let bots play each other and say who is stronger.",
    "puzzle": "Print a puzzle: play the whole rack in one turn.",
    "replay": "Show a recorded game turn by turn.",
    "analyse": "Say what the choices of a turn are worth: chances to win.",
    "review": "Say what every turn of a recorded game was worth.",
    "verify": "Check a recorded game: every action, the result and the committed deal.",
    "play": "Play the web game on this machine.",
    "serve": "Serve the web game to everybody.",
    "admin": "Check, migrate, export and back up the database of a server.",
    "completion": "Print what makes a shell complete commands and options.",
}

for _place, (_name, _help) in enumerate(_COMMANDS.items()):
    app.command(f"tilerummy.cli.{_name}:app", name=_name, help=_help, sort_key=_place)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    if isinstance(sys.stdout, TextIOWrapper):
        # A terminal that lacks a character shows its code instead.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code: object = app(
            arguments, exit_on_error=False, print_error=False, console=_help_console()
        )
        sys.stdout.flush()
    except UnusedCliTokensError as error:
        unused = " ".join(error.unused_tokens or ())
        print(f"tilerummy: nothing is expected at “{unused}”", file=sys.stderr)
        return BAD_INPUT
    except (CycloptsError, TilerummyError) as error:
        print(f"tilerummy: {' '.join(str(error).split())}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("tilerummy: stopped", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        # The reader of the pipe has closed it.
        _write_no_more()
        return 0
    except OSError as error:
        _write_no_more()
        where = "" if error.filename is None else f"{error.filename}: "
        print(f"tilerummy: {where}{error.strerror or error}", file=sys.stderr)
        return BAD_INPUT
    return code if isinstance(code, int) else 0


def _write_no_more() -> None:
    """Keep the interpreter from flushing at its end what could not be written."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _help_console() -> Console | None:
    """What help is printed on: a plain console if colours are not wanted."""
    if not os.environ.get("NO_COLOR"):
        return None
    from tilerummy.cli.output import console

    return console()
