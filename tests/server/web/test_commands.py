"""The commands `play` and `serve`, as people start and stop them."""

import re
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from tests.servers import free_port

PROGRAM = Path(sys.executable).with_name("tilerummy")


@pytest.fixture
def options():
    return ()


@pytest.fixture
def game(tmp_path, options):
    port = free_port()
    command = [PROGRAM, "play", "--port", str(port), "--no-browser", "--data", tmp_path / "games"]
    command += options
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    yield process, port
    process.kill()
    process.communicate()


def test_play_says_where_and_keeps_games_in_the_folder(game, tmp_path):
    process, port = game
    assert process.stdout.readline() == f"Play at http://127.0.0.1:{port} (Ctrl+C stops it)\n"
    assert httpx.get(f"http://127.0.0.1:{port}/ready").text == "ready"
    assert (tmp_path / "games" / "tilerummy.sqlite").exists()


@pytest.mark.parametrize("options", [("--host", "0.0.0.0")])
def test_play_for_the_network_says_an_address_that_others_can_use(game):
    process, port = game
    address = re.fullmatch(
        r"Play at (http://\S+) \(Ctrl\+C stops it\)\n", process.stdout.readline()
    )
    assert address and address[1].endswith(f":{port}") and "0.0.0.0" not in address[1]
    assert httpx.get(f"{address[1]}/ready", trust_env=False).text == "ready"


def test_ctrl_c_ends_it_without_a_word(game):
    process, _ = game
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=30)
    assert (process.returncode, out, errors) == (0, "", "")


def test_more_people_come_than_a_shell_allows_open_files(tmp_path):
    port = free_port()
    few_files = ("sh", "-c", 'ulimit -S -n 100; exec "$@"', "sh")
    command = [*few_files, PROGRAM, "play", "--port", str(port), "--no-browser", "--data", tmp_path]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE) as process,
        ExitStack() as open_sockets,
    ):
        process.stdout.readline()
        for _ in range(150):
            open_sockets.enter_context(socket.create_connection(("127.0.0.1", port)))
        assert httpx.get(f"http://127.0.0.1:{port}/health").text == "ok"
        process.terminate()


def test_a_port_that_is_taken_is_one_sentence(game):
    process, port = game
    process.stdout.readline()
    second = subprocess.run(
        [PROGRAM, "serve", "--port", str(port), "--database", "sqlite://"],
        capture_output=True,
        text=True,
    )
    assert second.returncode == 2
    assert second.stderr == (
        f"tilerummy: cannot listen on 127.0.0.1:{port}: Address already in use\n"
    )


@pytest.mark.parametrize(
    "options",
    [
        ("--database", "nonsense"),
        ("--bus", "nonsense"),
        ("--database", "mysql://x"),
        ("--database", "sqlite:////no/such/folder/x.sqlite"),
        ("--database", f"sqlite:///{__file__}"),
        ("--database", "sqlite+nonsense:///x"),
        ("--database", "postgresql+asyncpg://ann:secret@127.0.0.1:9/x"),
        ("--requests-per-minute", "0"),
        ("--rooms-per-address", "-5"),
        ("--takeover-seconds", "-1"),
        ("--public-url", "not a url"),
        ("--public-url", "ftp://example.org"),
        ("--public-url", "https://example.org:many"),
        ("--port", "99999"),
        ("--port", "-1"),
    ],
    ids=" ".join,
)
def test_a_choice_with_which_nothing_can_start_is_one_sentence(options, tmp_path):
    own = () if "--database" in options else ("--database", f"sqlite:///{tmp_path / 'x.sqlite'}")
    port = () if "--port" in options else ("--port", str(free_port()))
    answer = subprocess.run(
        [PROGRAM, "serve", *port, *own, *options],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert answer.returncode == 2
    assert answer.stderr.startswith("tilerummy: ")
    assert answer.stderr.count("\n") == 1
    assert "secret" not in answer.stderr


def test_a_file_is_no_folder_for_games(tmp_path):
    file = tmp_path / "file"
    file.touch()
    answer = subprocess.run(
        [PROGRAM, "play", "--no-browser", "--data", file], capture_output=True, text=True
    )
    assert answer.returncode == 2
    assert answer.stderr == f"tilerummy: cannot keep games in {file}: File exists\n"


def test_a_folder_may_have_any_name(tmp_path):
    folder = tmp_path / "a?b#c %20"
    port = free_port()
    command = [PROGRAM, "play", "--port", str(port), "--no-browser", "--data", folder]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        process.terminate()
    assert [file.name for file in tmp_path.rglob("*.sqlite")] == ["tilerummy.sqlite"]
    assert (folder / "tilerummy.sqlite").exists()
