"""Whatever happens to the text of a record, it is read or refused with a line and a reason."""

from pathlib import Path
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tilerummy.engine.errors import RecordError
from tilerummy.engine.records import Record, replay

GAMES = Path(__file__).parents[2] / "conformance" / "games"
SHORT = [
    (GAMES / f"{name}.record").read_text("utf-8")
    for name in ("jumbo-xp-quick", "lets-play-rummy-fr", "lets-play-rummy-nl")
]


def accepted(text: str) -> bool:
    """Whether the record is fine; an error has to be the right one."""
    try:
        replay(Record.parse(text))
    except RecordError as refused:
        lines = len(text.splitlines())
        if not 1 <= refused.line <= lines + 1 or not refused.reason:
            raise AssertionError(str(refused)) from refused
        return False
    return True


@given(text=st.text(max_size=200) | st.text('[]"\\\\;|/:=*.0123456789ABkrby \n', max_size=200))
def test_any_text_is_refused(text):
    assert not accepted(text)


@given(text=st.sampled_from(SHORT), seed=st.integers(0, 2**32), inserted=st.characters())
def test_a_slip_of_the_pen_is_no_crash(text, seed, inserted):
    place = Random(seed).randrange(len(text))
    for damaged in (
        text[:place] + inserted + text[place + 1 :],
        text[:place] + text[place + 1 :],
        text[:place] + inserted + text[place:],
    ):
        accepted(damaged)


@given(text=st.sampled_from(SHORT), seed=st.integers(0, 2**32))
def test_lines_out_of_order_are_refused(text, seed):
    lines = text.splitlines()
    actions = [index for index, line in enumerate(lines) if line[:1].isdigit()]
    one, other = Random(seed).sample(actions, 2)
    lines[one], lines[other] = lines[other], lines[one]
    assert not accepted("\n".join(lines))


@given(digits=st.integers(5, 5000))
def test_endless_numbers_are_refused(digits):
    text = SHORT[0].replace("\n1. ", f"\n{'1' * (digits + 2)}. ", 1)
    assert text != SHORT[0]
    assert not accepted(text)
    assert not accepted(SHORT[0].replace("+", f"+{'9' * digits}", 1))
