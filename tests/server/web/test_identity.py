"""Nobody can make an identity up."""

from hypothesis import given
from hypothesis import strategies as st

from tilerummy.server.web.identity import Signer

SIGNER = Signer(b"key")


def test_a_signed_identity_is_recognised():
    who = SIGNER.fresh()
    assert SIGNER.check(SIGNER.sign(who)) == who


def test_a_signature_of_another_key_is_not():
    assert SIGNER.check(Signer(b"other").sign(SIGNER.fresh())) is None


@given(st.text())
def test_nothing_else_is_an_identity(text):
    assert SIGNER.check(text) is None


@given(st.integers(0, 96), st.characters(codec="ascii"))
def test_changing_one_character_breaks_it(place, character):
    signed = SIGNER.sign("0" * 32)
    changed = signed[:place] + character + signed[place + 1 :]
    assert (SIGNER.check(changed) is None) == (changed != signed)
