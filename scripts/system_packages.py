"""Make sure that the machine has what the project cannot install for itself.

Everything else goes into .venv and client/node_modules. What is missing here is installed with
apt-get when we are root on a Debian machine; otherwise the packages are named and nothing is done.

    python3 scripts/system_packages.py play | test | fuzz | browsers
"""

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Requirement:
    """Something the machine must have: how to see it, and the Debian packages that bring it."""

    name: str
    packages: tuple[str, ...]
    present: Callable[[], bool]


def command(*names: str) -> Callable[[], bool]:
    return lambda: any(shutil.which(name) for name in names)


def has_venv() -> bool:
    return all(importlib.util.find_spec(name) for name in ("venv", "ensurepip"))


def has_python_headers() -> bool:
    return Path(sysconfig.get_path("include"), "Python.h").exists()


def has_postgresql() -> bool:
    """Debian keeps the server's programs out of the search path."""
    return bool(shutil.which("initdb") or list(Path("/usr/lib/postgresql").glob("*/bin/initdb")))


def has_faketime() -> bool:
    return any(Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))


PLAY = (
    Requirement("a C++ compiler", ("g++",), command("c++", "g++")),
    Requirement("Python's venv", ("python3-venv",), has_venv),
    Requirement("Python's headers", ("python3-dev",), has_python_headers),
    Requirement("Node", ("nodejs", "npm"), lambda: command("node")() and command("npm")()),
)
TEST = (
    *PLAY,
    Requirement("git", ("git",), command("git")),
    Requirement(
        "Chromium's headless shell",
        ("chromium-headless-shell", "fonts-liberation"),
        command("chromium-headless-shell"),
    ),
    Requirement("PostgreSQL", ("postgresql",), has_postgresql),
    Requirement("Redis", ("redis-server",), command("redis-server")),
    Requirement("network namespaces", ("iproute2",), command("ip")),
    Requirement("libfaketime", ("libfaketime",), has_faketime),
)
FUZZ = (
    *PLAY,
    Requirement("clang with libFuzzer", ("clang", "libclang-rt-dev"), command("clang++")),
)
BROWSERS = (
    *PLAY,
    Requirement("Firefox", ("firefox-esr",), command("firefox-esr")),
    Requirement("WebKitGTK", ("webkit2gtk-driver",), command("WebKitWebDriver")),
    Requirement("a screen for WebKitGTK", ("xvfb",), command("Xvfb")),
)
PURPOSES = {"play": PLAY, "test": TEST, "fuzz": FUZZ, "browsers": BROWSERS}


def install(packages: list[str]) -> int:
    quiet = ["apt-get", "-q", "-y", "-o", "Dpkg::Use-Pty=0"]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    log = Path("build/apt.log")
    log.parent.mkdir(exist_ok=True)
    with log.open("w") as output:
        for step in (["update"], ["install", "--no-install-recommends", *packages]):
            done = subprocess.run(
                [*quiet, *step], env=environment, stdout=output, stderr=subprocess.STDOUT
            )
    if done.returncode:
        print(log.read_text()[-3000:])
    return done.returncode


def main(purpose: str) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 (this runs before anything is installed)
        print("tilerummy needs Python 3.11 or later: make PYTHON=python3.11 ...")
        return 1
    missing = [need for need in PURPOSES[purpose] if not need.present()]
    if not missing:
        return 0
    packages = [package for need in missing for package in need.packages]
    names = ", ".join(need.name for need in missing)
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        print(f"Not on this machine: {names}. Please install it first, on Debian with")
        print(f"    sudo apt-get install {' '.join(packages)}")
        return 1
    print(f"Installing {names}: apt-get install {' '.join(packages)}", flush=True)
    if install(packages):
        print(f"apt-get could not install {' '.join(packages)}; its output is above.")
        return 1
    still = ", ".join(need.name for need in missing if not need.present())
    if still:
        print(f"Installed, but still not found: {still}.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else "play"))
