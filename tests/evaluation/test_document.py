"""The example in docs/evaluation.md runs, and so do those of the docstrings."""

import doctest
from pathlib import Path

from tilerummy.evaluation import analysis

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "evaluation.md"


def test_the_example_of_the_document_runs() -> None:
    text = DOCUMENT.read_text().partition("```python\n")[2].partition("```")[0]
    example = doctest.DocTestParser().get_doctest(text, {}, "evaluation.md", "evaluation.md", 0)
    results = doctest.DocTestRunner().run(example)
    assert results.attempted > 3
    assert results.failed == 0


def test_the_examples_of_the_docstrings_run() -> None:
    results = doctest.testmod(analysis)
    assert results.attempted > 3
    assert results.failed == 0
