"""Logs: one line for each thing worth knowing, as JSON for machines or plain for people.

Messages name rooms by their code and never hold identities, tokens, racks or seeds. Errors of
rules and engine name tiles, and those of Python name the value that was wrong, so of those a trace
has the type alone, and not the sentence. Worker processes log in the same way.
"""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from types import TracebackType
from typing import Final, Literal, TypeAlias

import msgspec

from tilerummy.rules.errors import TilerummyError

ExcInfo: TypeAlias = (
    tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
)

__all__ = ["LogForm", "form_in_use", "start_logging"]

LogForm = Literal["json", "text"]
_TELLING: Final = (
    TilerummyError,
    msgspec.MsgspecError,
    ValueError,
    LookupError,
    TypeError,
    AssertionError,
)
"""Errors whose sentences may hold values."""


class _Lines(logging.Formatter):
    def formatException(self, ei: ExcInfo) -> str:  # noqa: N802 (the name is the library's)
        """The trace, without the sentences of errors that name tiles."""
        trace = super().formatException(ei)
        error = ei[1]
        seen: set[int] = set()
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            if isinstance(error, _TELLING) and str(error):
                trace = trace.replace(str(error), "(not shown)")
            error = error.__cause__ or error.__context__
        return trace


class _JsonLines(_Lines):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


_CLIENTS_FAULTS: Final = ("Invalid HTTP", "Invalid UTF-8", "Unsupported upgrade")


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether this is more than nonsense from a client, with which anybody could fill a disk."""
    return not record.getMessage().startswith(_CLIENTS_FAULTS)


def form_in_use() -> LogForm:
    """The form in which this process logs."""
    handlers = logging.getLogger().handlers
    return "text" if any(type(handler.formatter) is _Lines for handler in handlers) else "json"


def start_logging(form: LogForm, level: int = logging.INFO) -> None:
    """Send every log to standard error in that form."""
    handler = logging.StreamHandler(sys.stderr)
    plain = _Lines("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(_JsonLines() if form == "json" else plain)
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_ours)
    # One line says that the database does not answer; the pool would add one for each connection.
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)
