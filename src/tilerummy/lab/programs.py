"""Programs: bots in any language, asked over standard input and output.

`program:COMMAND` in the arena starts the command and speaks with it in lines of JSON;
docs/bot-protocol.md describes them. A program that ends, answers too late, or says what is not
an answer forfeits the round it plays, and is started again for the next one. One that cannot
be started at all is an error of whoever named it: `start_once` tells before anything is played.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, Queue
from threading import Thread
from typing import Final
from weakref import finalize

import msgspec

from tilerummy.bots import Budget, Dice
from tilerummy.engine.actions import Action
from tilerummy.engine.codec import CodecError
from tilerummy.engine.views import View
from tilerummy.lab.errors import Forfeit, LabError
from tilerummy.lab.players import PREFIX, Player
from tilerummy.lab.program_messages import PROTOCOL, answer_of, question, rules_message
from tilerummy.rules.rulebook import Rulebook

__all__ = ["Program", "start_once"]

_SECONDS: Final = 10.0
"""For a turn at normal effort, and for starting."""
_LONGEST: Final = 1 << 20
"""Bytes of an answer."""
_TOO_LONG: Final = b""
"""What stands for a longer one."""


class Program:
    """A bot that is a program of its own."""

    def __init__(self, command: str) -> None:
        self._text = command
        try:
            self._command = shlex.split(command)
        except ValueError as error:
            raise LabError(f"{command!r} is not a command: {error}") from None
        if not self._command:
            raise LabError(f"{PREFIX} is followed by the command that starts the bot")
        self._talk: _Talk | None = None

    def act(self, view: View, dice: Dice, budget: Budget) -> Action:
        """Ask the program, starting it if it does not run."""
        limit = _SECONDS * budget.effort
        if budget.seconds is not None:
            limit = min(limit, budget.seconds)
        try:
            if self._talk is None:
                self._talk = _Talk.begun(self._command)
            return self._talk.ask(view, dice, budget, limit)
        except Forfeit:
            self.stop()
            raise

    def try_to_start(self) -> None:
        """Start the program, exchange greetings and end it: a mistyped command is told at once."""
        try:
            self._talk = _Talk.begun(self._command)
        except Forfeit as error:
            raise LabError(f"{PREFIX}{self._text}: {error}") from None
        finally:
            self.stop()

    def stop(self) -> None:
        """End the program, whatever it is doing."""
        if self._talk is not None:
            self._talk.end()
            self._talk = None


def start_once(players: Iterable[Player]) -> None:
    """Try to start each program among the players; `LabError` tells which one does not start."""
    for bot in dict.fromkeys([player.bot() for player in players if player.is_program]):
        if isinstance(bot, Program):
            bot.try_to_start()


@dataclass(slots=True, weakref_slot=True)
class _Talk:
    """A conversation with a running program."""

    process: subprocess.Popen[bytes]
    lines: Queue[bytes | None]
    told: set[Rulebook]
    asked: int = 0

    @staticmethod
    def begun(command: list[str]) -> _Talk:
        try:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise Forfeit(f"cannot be started: {error.strerror}: {command[0]}") from None
        lines: Queue[bytes | None] = Queue()
        Thread(target=_read, args=(process, lines), daemon=True).start()
        talk = _Talk(process, lines, set())
        finalize(talk, _end, process)
        talk._send({"type": "hello", "protocol": PROTOCOL})
        hello = talk._receive(_SECONDS)
        if hello.get("type") != "hello" or hello.get("protocol") != PROTOCOL:
            talk.end()
            raise Forfeit(f"did not begin with a hello of protocol {PROTOCOL}")
        return talk

    def ask(self, view: View, dice: Dice, budget: Budget, limit: float) -> Action:
        """One question, one answer, within this many seconds."""
        if view.rules not in self.told:
            self._send(rules_message(view.rules))
            self.told.add(view.rules)
        self.asked += 1
        self._send(question(view, dice, self.asked, limit, budget.effort))
        answer = self._receive(limit)
        if answer.get("id") != self.asked:
            raise Forfeit(f"answered question {answer.get('id')!r} instead of {self.asked}")
        try:
            return answer_of(answer)
        except CodecError as error:
            raise Forfeit(f"answered with something that is not an action: {error}") from None

    def end(self) -> None:
        _end(self.process)

    def _send(self, message: dict[str, object]) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(msgspec.json.encode(message) + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise Forfeit(self._ended()) from None

    def _receive(self, limit: float) -> dict[str, object]:
        try:
            line = self.lines.get(timeout=limit)
        except Empty:
            raise Forfeit(f"did not answer within {limit:g} seconds") from None
        if line is None:
            raise Forfeit(self._ended())
        if line == _TOO_LONG:
            raise Forfeit("wrote a line longer than a megabyte")
        try:
            return msgspec.json.decode(line, type=dict[str, object])
        except msgspec.MsgspecError:
            raise Forfeit(f"answered a line that is not an object of JSON: {line[:60]!r}") from None

    def _ended(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            return f"ended with exit code {self.process.wait(timeout=1)}"
        return "closed its output"


def _read(process: subprocess.Popen[bytes], lines: Queue[bytes | None]) -> None:
    """Pass on what the program writes; a line without an end would fill the memory."""
    assert process.stdout is not None
    with suppress(OSError, ValueError):
        while (line := process.stdout.readline(_LONGEST)).endswith(b"\n"):
            lines.put(line)
        if len(line) >= _LONGEST:
            lines.put(_TOO_LONG)
            process.kill()
    lines.put(None)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            if pipe is not None:
                pipe.close()
