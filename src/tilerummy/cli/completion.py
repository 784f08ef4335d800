"""`tilerummy completion`: the completion script of a shell."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

from cyclopts import App, Parameter

__all__ = ["app", "print_completion"]

app = App(
    name="completion",
    help_epilogue="""Examples:

    tilerummy completion bash \\
        > ~/.local/share/bash-completion/completions/tilerummy
    tilerummy completion zsh > ~/.zfunc/_tilerummy
    tilerummy completion fish > ~/.config/fish/completions/tilerummy.fish

The folder of the file has to exist; for zsh it has to be in $fpath. A new shell
knows it. Print it again after an update.
""",
)


@app.default
def print_completion(
    shell: Annotated[Literal["bash", "zsh", "fish"], Parameter(help="bash, zsh or fish.")], /
) -> None:
    """Print a script with which a shell completes commands, options and their choices."""
    from tilerummy.cli import app as everything

    sys.stdout.write(everything.generate_completion(shell=shell))
