"""The example in docs/bots.md is a bot that plays."""

import doctest
from pathlib import Path

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "bots.md"


def test_the_example_of_a_bot_runs():
    text = DOCUMENT.read_text().partition("```python\n")[2].partition("```")[0]
    example = doctest.DocTestParser().get_doctest(text, {}, "bots.md", "bots.md", 0)
    results = doctest.DocTestRunner().run(example)
    assert results.attempted > 5
    assert results.failed == 0
