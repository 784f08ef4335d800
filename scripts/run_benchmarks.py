"""Run the benchmarks, one process each, so that none disturbs or depends on another.

    python scripts/run_benchmarks.py [NAME ...]

Every module of benchmarks/ that does not begin with an underscore is one; `python -m
benchmarks.NAME` runs it alone and takes its own options.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main(wanted: list[str]) -> int:
    names = sorted(path.stem for path in (ROOT / "benchmarks").glob("[!_]*.py"))
    unknown = [name for name in wanted if name not in names]
    if unknown:
        print(f"no benchmark {unknown[0]!r}; there are {', '.join(names)}")
        return 2
    failed = []
    for name in wanted or names:
        print(f"\n=== {name} ".ljust(88, "="), flush=True)
        if subprocess.run((sys.executable, "-m", f"benchmarks.{name}"), cwd=ROOT).returncode:
            failed.append(name)
    if failed:
        print(f"\nFAILED: {', '.join(failed)}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
