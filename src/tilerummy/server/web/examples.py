"""Examples of the OpenAPI document: questions, and the answers that this server gives."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

__all__ = ["EXAMPLES", "Example"]

_Json = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Example:
    """A question with its answer, and how a wrong one is refused."""

    request: _Json
    answer: _Json
    wrong: _Json | None = None
    problem: _Json | None = None


_ADD: Final = {
    "kind": "add",
    "sentence": "add k7 * to k4 k5 k6",
    "laid": "k7 *",
    "moved": "",
    "taken": "",
    "source": "k4 k5 k6",
    "target": "k4 k5 k6 k7 *",
}
_SOLVED: Final = {
    "play": "k4 k5 k6 k7 * | r8 b8 o8",
    "opening": None,
    "laid": "k7 *",
    "tiles": 2,
    "points": 7,
    "moved": 2,
    "optimal": True,
    "steps": [_ADD],
    "id": "a",
    "seconds": 0.0001,
    "plays": None,
    "complete": None,
}
_POSITION: Final = {
    "id": "a",
    "rules": "piatnik-travel",
    "table": "k4 k5 k6 | r8 b8 o8",
    "rack": "k7 b5 *",
}
_NOT_KEPT: Final = "cannot keep r9: not on the rack"

EXAMPLES: Final = {
    "/api/v1/solve": Example(
        request=_POSITION,
        answer=_SOLVED,
        wrong={**_POSITION, "keep": "r9"},
        problem={"status": 400, "code": "Solver", "message": _NOT_KEPT, "field": "keep"},
    ),
    "/api/v1/solve/batch": Example(
        request={"positions": [_POSITION, {**_POSITION, "id": "b", "keep": "r9"}]},
        answer={
            "answers": [
                {"id": "a", "answer": _SOLVED, "error": None, "field": None},
                {"id": "b", "answer": None, "error": _NOT_KEPT, "field": "keep"},
            ]
        },
    ),
    "/api/v1/judge": Example(
        request={
            "rules": "jumbo",
            "table": "b4 b5 b6",
            "rack": "b7 r1",
            "after": "b4 b5 b6 b7 | r1",
        },
        answer={
            "legal": False,
            "violations": [
                {
                    "code": "INVALID_MELD",
                    "message": "r1 is not a meld: a meld needs at least three tiles",
                    "clause": "clause A5",
                    "tiles": "r1",
                }
            ],
            "opening_points": 0,
        },
        wrong={"rules": "jumbo", "after": "b4 b5 q"},
        problem={
            "status": 400,
            "code": "Notation",
            "message": "at position 7: expected a tile such as k13, r1, * or *2, found “q”",
            "field": "after",
        },
    ),
    "/api/v1/analyse/turn": Example(
        request={
            "rules": "piatnik-travel",
            "table": "k4 k5 k6 | b6 b7 b8",
            "rack": "k7 b5",
            "others": [6],
            "deals": 10,
        },
        answer={
            "deals": 10,
            "choices": [
                {
                    "action": "play",
                    "laid": "k7 b5",
                    "play": "k4 k5 k6 k7 | b5 b6 b7 b8",
                    "chance": 1.0,
                    "error": 0.0,
                    "score": 49.2,
                    "deals": 10,
                }
            ],
        },
        wrong={"rules": "piatnik-travel", "rack": "k7", "others": [0]},
        problem={
            "status": 400,
            "code": "Position",
            "message": "each of the others has at least one tile",
            "field": "others",
        },
    ),
    "/api/v1/arrange": Example(
        request={"rules": "jumbo", "tiles": "b6 b4 *"},
        answer={
            "meld": "b4 * b6",
            "verdict": {
                "stands": True,
                "kind": "run",
                "value": 15,
                "faces": ["b4", "b5", "b6"],
                "both": False,
                "short": False,
                "reason": None,
            },
        },
    ),
}
