"""Try an installed tilerummy: the README's Python examples, with nothing but what it brings.

    python scripts/check_wheel.py

Run by `cibuildwheel` in a fresh environment for every wheel, and by the tests. It needs neither the
sources nor pytest: only the README beside it and the package that is installed.
"""

import doctest
import importlib.util
import re
import sys
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"
BLOCK = re.compile(r"```python\n(.*?)```", re.DOTALL)
LAB = "tilerummy.lab"
"""Examples that use it need `tilerummy[lab]`."""
NOT_BROUGHT = ("litestar", "uvicorn", "sqlalchemy", "asyncpg", "redis", "numpy")


def main() -> int:
    found = [name for name in NOT_BROUGHT if importlib.util.find_spec(name) is not None]
    if found:
        print(f"not a bare environment: {', '.join(found)} can be imported")
        return 1
    import tilerummy

    text = "\n".join(
        block for block in BLOCK.findall(README.read_text("utf-8")) if LAB not in block
    )
    examples = doctest.DocTestParser().get_doctest(text, {}, "README.md", "README.md", 0)
    results = doctest.DocTestRunner().run(examples)
    print(f"{tilerummy.__file__}: {results.attempted} examples, {results.failed} failed")
    return 1 if results.failed or not results.attempted else 0


if __name__ == "__main__":
    sys.exit(main())
