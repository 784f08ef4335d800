"""How a command ends: with its code, with a sentence, or without a word."""

import inspect
import io
from dataclasses import fields

import pytest

import tilerummy.cli as module
from tests.cli.running import run
from tilerummy.cli import main
from tilerummy.cli.serve import start_server
from tilerummy.rules.errors import TilerummyError
from tilerummy.server.config import Config

CHOSEN = {
    "client": "false",
    "database": "sqlite:///x",
    "bus": "redis://cache",
    "public_url": "https://play.example.org",
}


def ends_with(monkeypatch, error=None, value=None):
    """Let every command end like this."""

    def app(*_, **how):
        assert how["exit_on_error"] is False
        assert how["print_error"] is False
        if error is not None:
            raise error
        return value

    monkeypatch.setattr(module, "app", app)


@pytest.mark.parametrize(("value", "code"), [(0, 0), (3, 3), (None, 0), ("text", 0)])
def test_a_command_says_its_exit_code(monkeypatch, value, code):
    ends_with(monkeypatch, value=value)
    assert main([]) == code


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [
        (TilerummyError("not\n  so"), 2, "tilerummy: not so\n"),
        (KeyboardInterrupt(), 130, "tilerummy: stopped\n"),
        (FileNotFoundError(2, "No such file", "a.txt"), 2, "tilerummy: a.txt: No such file\n"),
        (OSError(28, "No space left"), 2, "tilerummy: No space left\n"),
        (OSError("odd"), 2, "tilerummy: odd\n"),
        (BrokenPipeError(), 0, ""),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_what_goes_wrong_is_one_sentence(monkeypatch, error, code, words):
    quiet = []
    ends_with(monkeypatch, error)
    monkeypatch.setattr(module, "_write_no_more", lambda: quiet.append(True))
    said = run("rules")
    assert (said.code, said.err) == (code, words)
    assert bool(quiet) == isinstance(error, OSError)


def test_a_command_that_is_interrupted_stops_with_one_word(monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("tilerummy.cli.bots.print_json", interrupted)
    said = run("bots", "--json")
    assert (said.code, said.out, said.err) == (130, "", "tilerummy: stopped\n")


def test_what_could_not_be_written_is_not_tried_again(monkeypatch):
    done = []
    monkeypatch.setattr(module.os, "dup2", lambda null, out: done.append((null, out)))
    monkeypatch.setattr(module.os, "open", lambda path, mode: (path, mode))

    class Out(io.StringIO):
        def fileno(self):
            return 41

    monkeypatch.setattr(module.sys, "stdout", Out())
    module._write_no_more()
    assert done == [((module.os.devnull, module.os.O_WRONLY), 41)]


def test_a_terminal_that_lacks_a_character_shows_its_code(monkeypatch):
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(module.sys, "stdout", out)
    ends_with(monkeypatch, value=0)
    main([])
    out.write("±")
    out.flush()
    assert out.buffer.getvalue() == b"\\xb1"


@pytest.mark.parametrize(("wanted", "plain"), [("1", True), ("", False)])
def test_help_is_plain_where_no_colours_are_wanted(monkeypatch, wanted, plain):
    monkeypatch.setenv("NO_COLOR", wanted)
    assert (module._help_console() is not None) is plain


def test_without_options_a_server_is_configured_as_its_configuration_says():
    options = inspect.signature(start_server).parameters
    offered = {name: option.default for name, option in options.items()}
    assert offered == {"config": None, "log": "json", "log_level": "info", "access_log": False}
    assert Config().client is True


@pytest.mark.parametrize("option", [field.name for field in fields(Config)])
def test_every_choice_of_a_server_is_an_option_and_an_environment_variable(monkeypatch, option):
    found = []
    monkeypatch.setattr(
        "tilerummy.server.web.process.run", lambda config, *_, **__: found.append(config)
    )
    monkeypatch.setattr("tilerummy.server.logs.start_logging", lambda *_: None)
    monkeypatch.setattr("tilerummy.cli.serve.check_web_game", lambda **_: None)
    value = CHOSEN.get(option, "17")
    assert run("serve", f"--{option.replace('_', '-')}={value}").code == 0
    monkeypatch.setenv(f"TILERUMMY_{option.upper()}", value)
    assert run("serve").code == 0
    for config in found:
        changed = [f.name for f in fields(Config) if getattr(config, f.name) != f.default]
        assert changed == [option]
        assert str(getattr(config, option)) in (value, f"{value}.0", "False")
    assert len(found) == 2
