"""What the project promises about itself: a light import, pinned packages, a true README."""

import doctest
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
HEAVY = {"asyncio", "cyclopts", "dask", "litestar", "matplotlib", "numpy", "rich", "sqlalchemy"}
LINK = re.compile(r"\[[^\]\n]*\]\(([^)\s]+)\)")
PYTHON_BLOCK = re.compile(r"```(?:python|pycon)\n(.*?)```", re.DOTALL)


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def needed() -> set[str]:
    """The packages that pyproject.toml asks for, extras included."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    lines = [*project["dependencies"], *(line for extra in extras for line in extra)]
    names = {normal(re.split(r"[^\w.-]", line, maxsplit=1)[0]) for line in lines}
    return names - {"tilerummy"}


def pinned() -> set[str]:
    lines = (ROOT / "constraints.txt").read_text().split()
    return {normal(line.partition("==")[0]) for line in lines if "==" in line}


def test_importing_the_package_loads_nothing_heavy():
    code = "import sys, tilerummy; print(*sys.modules)"
    done = subprocess.run((sys.executable, "-c", code), capture_output=True, text=True, check=True)
    assert HEAVY.intersection(done.stdout.split()) == set()


def test_every_package_that_is_asked_for_is_pinned():
    assert needed() - pinned() == set()


def test_every_line_of_the_constraints_is_an_exact_version():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    assert [line for line in lines if not re.fullmatch(r"[\w.-]+==[\w.]+", line)] == []


def documents() -> list[str]:
    listed = subprocess.run(
        ("git", "ls-files", "*.md"), cwd=ROOT, capture_output=True, text=True, check=True
    )
    return listed.stdout.split()


@pytest.mark.parametrize("document", documents())
def test_links_between_documents_lead_somewhere(document):
    text = (ROOT / document).read_text("utf-8")
    targets = [target.partition("#")[0] for target in LINK.findall(text)]
    local = [target for target in targets if target and "://" not in target]
    folder = (ROOT / document).parent
    assert [target for target in local if not (folder / target).exists()] == []


ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
NAMED = re.compile(r"`([\w./-]+\.(?:py|ts|svelte|cpp|hpp|toml|json|txt|md))`")
FOLDERS = ("", "src/tilerummy", "src/tilerummy/server", "client/src", "core/src")


def test_every_file_that_the_architecture_names_is_there():
    named = set(NAMED.findall(ARCHITECTURE))
    assert len(named) > 90
    lost = [n for n in named if not any((ROOT / folder / n).exists() for folder in FOLDERS)]
    assert lost == []


def test_the_three_walks_go_from_file_to_file_and_come_to_none_twice():
    walks = [
        re.findall(r"^\d+\. (.*?):", part, re.MULTILINE)
        for part in ARCHITECTURE.split("\n### ")
        if "\n10. " in part
    ]
    assert len(walks) == 3
    for walk in walks:
        files = [file for hop in walk for file in NAMED.findall(hop)]
        assert len(files) >= len(walk)
        assert len(set(files)) == len(files)


@pytest.mark.parametrize("document", ["README.md", "docs/reference/index.md"])
def test_the_examples_in_the_documents_are_true(document):
    blocks = PYTHON_BLOCK.findall((ROOT / document).read_text())
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, document, document, 0)
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples)
    assert results.failed == 0
