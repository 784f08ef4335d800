"""Look for what no other linter sees: things that do not belong into the tree.

Lock files must not say where a package was downloaded from; no file may name a path of the machine
it was written on, carry a note about unfinished work or an unresolved merge; and a file of source
code holds one idea, so it has an end.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK_FILES = {"package-lock.json", "constraints.txt", ".npmrc"}
SOURCES = {".py", ".cpp", ".hpp", ".h", ".ts", ".svelte"}
BINARY = {".ico", ".png", ".jpg", ".webp", ".woff", ".woff2", ".parquet", ".gz"}
LONGEST = 450

ADDRESS = re.compile(r"\bfile:|//registry\.|/simple\b|pythonhosted|\.tgz\b|\"resolved\"| @ ")
EVERYWHERE = (
    ("path of one machine", re.compile(r"(?<![\w.}/-])/(?:work|root|tmp|opt/pypi|home/[a-z]\w*)/")),
    ("unfinished work", re.compile(r"\b(?:TO[D]O|FI[X]ME|X[X]X|HA[C]K)\b")),
    ("unresolved merge", re.compile(r"^(?:<{7}|>{7}) ")),
)


def files() -> list[Path]:
    listing = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    names = sorted(set(filter(None, listing.stdout.split("\0"))))
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def faults(path: Path) -> Iterator[str]:
    """What is wrong in one file, as `line: what`."""
    if path.suffix in BINARY:
        return
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        if path.name in LOCK_FILES and ADDRESS.search(line):
            yield f"{number}: download address: {line.strip()[:80]}"
        for what, pattern in EVERYWHERE:
            if pattern.search(line):
                yield f"{number}: {what}: {line.strip()[:80]}"
    if path.suffix in SOURCES and ".gen." not in path.name and len(lines) > LONGEST:
        yield f"{len(lines)}: more than {LONGEST} lines: divide it"


def main() -> int:
    found = [f"{path.relative_to(ROOT)}:{fault}" for path in files() for fault in faults(path)]
    print("\n".join(found) if found else "check_tree: nothing in the tree that does not belong")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
