"""Fuzz the native core, guided by coverage, under the sanitisers.

    python scripts/fuzz_core.py [--seconds N] [--seed S]

Builds core/fuzz with clang into build/fuzz and runs it. Inputs that reach new code are kept in
build/fuzz/corpus, so that a later run begins where this one ended; an input that breaks something
is written beside it, and `build/fuzz/core/core_fuzz FILE` tries it again.
"""

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "fuzz"
LONGEST_INPUT = 400
LONGEST_SECONDS = 30
"""For one input, on a busy machine; the budget of a question ends far sooner."""


def build() -> None:
    options = ("-DTILERUMMY_PYTHON=OFF", "-DTILERUMMY_SANITIZE=ON", "-DTILERUMMY_FUZZ=ON")
    compiler = "-DCMAKE_CXX_COMPILER=clang++"
    configure = ("cmake", "-S", str(ROOT), "-B", str(BUILD), "-G", "Ninja", "--log-level=WARNING")
    subprocess.run((*configure, compiler, *options), check=True, stdout=subprocess.DEVNULL)
    subprocess.run(("cmake", "--build", str(BUILD), "--", "--quiet"), check=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Fuzz the native core, guided by coverage.")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long (60)")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other inputs (1)")
    options, _ = parser.parse_known_args()
    build()
    corpus = BUILD / "corpus"
    corpus.mkdir(exist_ok=True)
    command = (
        BUILD / "core" / "core_fuzz",
        f"-max_total_time={max(1, round(options.seconds))}",
        f"-seed={options.seed}",
        f"-max_len={LONGEST_INPUT}",
        f"-timeout={LONGEST_SECONDS}",
        f"-artifact_prefix={BUILD}/",
        "-verbosity=0",
        "-print_final_stats=1",
        corpus,
    )
    return subprocess.run(command, cwd=BUILD).returncode


if __name__ == "__main__":
    sys.exit(main())
