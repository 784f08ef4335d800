"""docs/rules.md is complete and true: every field, ruling, code, file and test it should name."""

import ast
import re
from pathlib import Path

import pytest

from tilerummy.rules.library import RULEBOOK_IDS, fields, rulebook
from tilerummy.rules.violations import Code

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "rules.md").read_text("utf-8")
QUOTED = set(re.findall(r"`([^`\n]+)`", TEXT))


@pytest.mark.parametrize("field", [field for field, _ in fields(rulebook("twist"))])
def test_every_field_is_explained_in_its_clause_and_listed(field):
    assert TEXT.count(f"`{field}`") >= 2


@pytest.mark.parametrize("clause", [f"## A{number} " for number in range(1, 14)])
def test_every_clause_has_a_section(clause):
    assert clause in TEXT


@pytest.mark.parametrize("ruling", [f"**B-{number:02} " for number in range(1, 35)])
def test_every_ruling_is_there_and_says_whether_it_is_a_field_or_fixed(ruling):
    (paragraph,) = [part for part in TEXT.split("\n\n") if part.startswith(ruling)]
    assert re.search(r"\*(Fixed|Fields?|field)\*", paragraph)


@pytest.mark.parametrize("code", list(Code))
def test_every_violation_is_listed(code):
    assert f"| `{code.value}` |" in TEXT


@pytest.mark.parametrize("book", RULEBOOK_IDS)
def test_every_ruling_cited_by_a_rulebook_is_there(book):
    for source in rulebook(book).sources.values():
        if source.startswith("ruling "):
            assert f"**{source.removeprefix('ruling ')} " in TEXT


def names(tree):
    """The functions and classes of a module."""
    kinds = (ast.FunctionDef, ast.ClassDef)
    return {node.name for node in ast.walk(tree) if isinstance(node, kinds)}


@pytest.mark.parametrize(
    "path", sorted(q for q in QUOTED if re.match(r"(src|tests|conformance|docs)/", q))
)
def test_every_file_and_test_it_names_exists(path):
    file, _, name = path.partition("::")
    assert (ROOT / file).exists()
    if name:
        assert name in names(ast.parse((ROOT / file).read_text("utf-8")))


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(#([^)]+)\)", TEXT))))
def test_every_link_leads_to_a_section(link):
    headings = re.findall(r"^## (.+)$", TEXT, re.MULTILINE)
    slugs = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert link in slugs
