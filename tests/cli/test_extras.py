"""What the bare package brings, and what it says about the parts that are installed separately."""

import subprocess
import sys

import pytest

WEB = (
    "alembic",
    "asyncpg",
    "litestar",
    "redis",
    "sqlalchemy",
    "uvicorn",
    "websockets",
)
WITHOUT = f"""
import importlib.abc, sys

class Missing(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] in {WEB!r}:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Missing())
find_spec = __import__("importlib.util").util.find_spec
__import__("importlib.util").util.find_spec = (
    lambda name, package=None: None if name in {WEB!r} else find_spec(name, package)
)
from tilerummy.cli import main
sys.exit(main(sys.argv[1:]))
"""


def run(*words):
    return subprocess.run((sys.executable, "-c", WITHOUT, *words), capture_output=True, text=True)


@pytest.mark.parametrize(
    "words",
    [
        ("rules", "list"),
        ("solve", "--rules", "jumbo", "--table", "k4 k5 k6", "--rack", "k7 b5", "--json"),
        (
            "judge",
            "--rules",
            "jumbo",
            "--table",
            "k4 k5 k6",
            "--rack",
            "k7",
            "--after",
            "k4 k5 k6 k7",
        ),
        ("arena", "--rules", "jumbo", "--seats", "greedy,beginner", "--deals", "1", "--json"),
    ],
    ids=lambda words: words[0],
)
def test_rules_solver_and_bots_work_without_the_web_game(words):
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["play", "serve"])
def test_the_web_game_says_what_to_install(command):
    done = run(command)
    assert done.returncode == 2
    assert done.stderr == (
        "tilerummy: the web game is not installed; install it with: pip install 'tilerummy[web]'\n"
    )


@pytest.mark.parametrize("command", ["play", "serve"])
def test_a_build_without_the_client_refuses_to_start(command, tmp_path, monkeypatch, capsys):
    from tilerummy.cli import main
    from tilerummy.server import config

    monkeypatch.setattr(config, "CLIENT_FILES", tmp_path)
    assert main([command]) == 2
    assert "this build has no web client" in capsys.readouterr().err
