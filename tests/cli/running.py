"""Running the command line in this process and looking at what it says."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass

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


def run(*arguments, terminal=False):
    """One command with its arguments, as a shell would give them."""
    out = Terminal() if terminal else io.StringIO()
    err = io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(arguments)
    return Said(code, out.getvalue(), err.getvalue())
