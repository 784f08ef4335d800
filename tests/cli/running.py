"""Running the command line in this process and looking at what it says."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from unittest.mock import patch

from tilerummy.cli import main

__all__ = ["Said", "run"]


@dataclass(frozen=True, slots=True)
class Said:
    """What a command wrote, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def data(self):
        """The JSON it wrote."""
        return json.loads(self.out)


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True


def run(*arguments, terminal=False, given=b""):
    """One command with its arguments and standard input, as a shell would give them."""
    out = Terminal() if terminal else io.StringIO()
    err = io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
    with redirect_stdout(out), redirect_stderr(err), patch("sys.stdin", stdin):
        code = main(arguments)
    return Said(code, out.getvalue(), err.getvalue())
