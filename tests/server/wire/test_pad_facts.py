"""The score pad's facts are the rulebooks' facts."""

from pathlib import Path

from tilerummy.server.wire.pad_facts import pad_facts

GENERATED = Path(__file__).parents[3] / "client" / "src" / "boxes" / "rulebooks.gen.ts"


def test_the_facts_in_the_client_are_up_to_date() -> None:
    command = "python -m tilerummy.server.wire.pad_facts > client/src/boxes/rulebooks.gen.ts"
    assert GENERATED.read_text("utf-8") == pad_facts(), f"stale: run {command}"
