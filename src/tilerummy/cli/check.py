"""`tilerummy check`: run rule cases and print what differs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.text import Text

from tilerummy.cases import CaseError, NumberedCase, parse_cases
from tilerummy.cli.inputs import read_text, told
from tilerummy.cli.options import Json
from tilerummy.cli.output import console, counted, print_json

__all__ = ["app", "check_cases"]

app = App(
    name="check",
    help_epilogue="""Examples:

    tilerummy check conformance/cases/*.jsonl
    tilerummy check --json my-cases.jsonl
    tilerummy check - < my-cases.jsonl

The exit code is 0 if all cases are as expected and 1 if any differs.
""",
)


@app.default
def check_cases(
    *files: Annotated[
        str,
        Parameter(
            help="JSON-lines files of cases; - is standard input.", allow_leading_hyphen=True
        ),
    ],
    json: Json = False,
) -> int:
    """Run rule cases and print what differs."""
    if not files:
        raise CaseError("name at least one file of cases")
    cases = [case for name in files for case in parse_cases(read_text(name), told(name))]
    found = [(case, case.differences()) for case in cases]
    differing = [(case, lines) for case, lines in found if lines]
    if json:
        print_json(
            {
                "cases": len(found),
                "differ": [
                    {"file": case.origin, "line": case.line, "id": case.name, "differences": lines}
                    for case, lines in differing
                ],
            }
        )
    else:
        _show(len(found), differing)
    return 1 if differing else 0


def _show(count: int, differing: list[tuple[NumberedCase, list[str]]]) -> None:
    screen = console()
    for case, lines in differing:
        where = f"{Path(case.origin).name}:{case.line}"
        screen.print(Text.assemble((case.name, "bold red"), f"  {case.case.rules}  {where}"))
        for line in lines:
            screen.print(f"    {line}")
    if differing:
        screen.print(f"{len(differing)} of {count} cases differ.")
    else:
        screen.print(f"{counted(count, 'case')}, all as expected.")
