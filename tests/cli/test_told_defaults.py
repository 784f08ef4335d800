"""What the help says that options are if they are left out, where that means something."""

import re

import pytest

from tests.cli.running import run
from tilerummy.cli import _COMMANDS
from tilerummy.solver import NODES

SERVED = ("127.0.0.1", "8321")
DEFAULTS = {
    "arena": ["2", "100", "1", "0", "1.0"],
    "solve": [str(NODES)],
    "analyse": ["14", "400", "1"],
    "puzzle": ["medium"],
    "review": ["1"],
    "play": [*SERVED, "True"],
    "serve": [
        *(*SERVED, "127.0.0.1", "600", "200", "1000", "500", "20000", "60", "60"),
        *("1", "1.0", "30", "True", "json", "info", "False"),
    ],
}


@pytest.mark.parametrize("command", _COMMANDS)
def test_the_help_tells_the_defaults_that_mean_something(command):
    plain = " ".join(re.sub(r"[│╭╮╰╯─]", " ", run(command, "--help").out).split())
    found = re.findall(r"\[default: ([^]]*)\]", plain)
    assert found == DEFAULTS.get(command, [])
