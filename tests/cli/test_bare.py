"""The bare package in an environment of its own: no web stack, no NumPy, and the README is true."""

import subprocess
import venv
from importlib.metadata import distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]


def brought(name, seen):
    """The packages that `pip install` of this one brings, itself included."""
    if name.lower() not in seen:
        seen.add(name.lower())
        for line in distribution(name).requires or ():
            needed = Requirement(line)
            if needed.marker is None or needed.marker.evaluate({"extra": ""}):
                brought(needed.name, seen)
    return seen


def test_the_examples_of_the_readme_run_with_nothing_but_what_the_package_brings(tmp_path):
    venv.create(tmp_path, symlinks=True)
    (site,) = tmp_path.glob("lib/python3*/site-packages")
    (site / "tilerummy").symlink_to(ROOT / "src" / "tilerummy")
    for name in brought("tilerummy", set()) - {"tilerummy"}:
        found = distribution(name)
        tops = {file.parts[0] for file in found.files or () if ".." not in file.parts}
        for top in tops - {"__pycache__"}:
            (site / top).symlink_to(found.locate_file(top))
    command = (tmp_path / "bin" / "python", ROOT / "scripts" / "check_wheel.py")
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{site}/tilerummy" in done.stdout
    assert "examples, 0 failed" in done.stdout
