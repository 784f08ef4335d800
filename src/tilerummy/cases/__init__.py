"""Rule cases: small situations with the answer expected, one JSON object a line.

A case names a rulebook and its kind: a meld, a turn, a score and so on. Each kind is a
type in this package that knows how to compare what is expected with what the rules say.
`conformance/cases` is full of them; `tilerummy check` and the tests run them.
"""

from tilerummy.cases.case import Case, CaseError
from tilerummy.cases.files import NumberedCase, parse_cases

__all__ = ["Case", "CaseError", "NumberedCase", "parse_cases"]
