"""The process that makes one review: a record on standard input, reviews on standard output.

    python -m tilerummy.server.live.review_process EFFORT < game.record

EFFORT scales the number of deals (1 is usual). One line of JSON for every step, each better than
the one before; an error is one line on standard error. It runs beside the server with a low
priority, so that no table waits for it.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import msgspec

from tilerummy.engine.records import Record
from tilerummy.evaluation import sharpen_review
from tilerummy.evaluation.reviewer import plan_for
from tilerummy.rules.errors import TilerummyError
from tilerummy.server.wire.review_encoding import encode_review
from tilerummy.server.wire.reviews import ReviewState

__all__ = ["main"]

_POLITE = 10


def main() -> int:
    """Review what comes in."""
    with suppress(OSError):
        os.nice(_POLITE)
    try:
        record = Record.parse(sys.stdin.buffer.read().decode())
        plan = plan_for(record.rules).scaled(float(sys.argv[1]))
        for step in sharpen_review(record, plan=plan):
            state = ReviewState(progress=step.progress, waiting=0, review=encode_review(step))
            sys.stdout.write(msgspec.json.encode(state).decode() + "\n")
            sys.stdout.flush()
    except TilerummyError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
