"""Rule cases: small situations with the answer expected, one JSON object a line.

A case names a rulebook and its kind: a meld, a turn, a score and so on. Each kind is a
type in this package that knows how to compare what is expected with what the rules say.
`conformance/cases` is full of them.
"""

from tilerummy.cli.cases.case import Case, CaseError
from tilerummy.cli.cases.files import NumberedCase, read_cases

__all__ = ["Case", "CaseError", "NumberedCase", "read_cases"]
