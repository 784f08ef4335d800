"""`tilerummy completion`: a real shell completes commands, options and their choices."""

import shutil
import subprocess

import pytest

from tests.cli.running import run

ASK = """
source /dev/stdin <<'SCRIPT'
{script}
SCRIPT
ask() {{
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${{#COMP_LINE}}
    COMPREPLY=()
    $(complete -p tilerummy | sed 's/.*-F \\([^ ]*\\) .*/\\1/') tilerummy
    echo "${{COMPREPLY[@]}}"
}}
ask tilerummy so
ask tilerummy solve --obj
ask tilerummy solve --objective ""
ask tilerummy admin ""
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
def test_bash_completes_commands_options_and_choices():
    script = run("completion", "bash").out
    done = subprocess.run(
        ("bash", "-c", ASK.format(script=script)), capture_output=True, text=True, check=True
    )
    answers = done.stdout.splitlines()
    assert answers[:3] == ["solve", "--objective", "tiles points"]
    assert set(answers[3].split()) >= {"check", "backup"}


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_have_a_script_too(shell):
    said = run("completion", shell)
    assert (said.code, said.err) == (0, "")
    assert "--objective" in said.out or "objective" in said.out


def test_another_shell_is_refused():
    assert run("completion", "tcsh").code == 2
