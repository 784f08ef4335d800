"""Nobody can make an identity up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from litestar.datastructures import Headers

from tilerummy.server.web.identity import Signer
from tilerummy.server.web.middleware import origin_allowed

SIGNER = Signer(b"key")


def test_a_signed_identity_is_recognised():
    who = SIGNER.fresh()
    assert SIGNER.check(SIGNER.sign(who)) == who


def test_a_signature_of_another_key_is_not():
    assert SIGNER.check(Signer(b"other").sign(SIGNER.fresh())) is None


@pytest.mark.parametrize(
    "signed",
    [None, "", "0" * 32, f"{'0' * 32}.", f"{'0' * 32}.é", f"{'é' * 32}.0", SIGNER.sign("0" * 31)],
)
def test_what_is_not_signed_by_us_is_nobody(signed):
    assert SIGNER.check(signed) is None


@given(st.text())
def test_nothing_else_is_an_identity(text):
    assert SIGNER.check(text) is None


@given(st.integers(0, 96), st.characters(codec="ascii"))
def test_changing_one_character_breaks_it(place, character):
    signed = SIGNER.sign("0" * 32)
    changed = signed[:place] + character + signed[place + 1 :]
    assert (SIGNER.check(changed) is None) == (changed != signed)


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"origin": "http://here", "host": "here"}, True),
        ({"origin": "http://there", "host": "here"}, False),
        ({"origin": "null", "host": ""}, False),
        ({"origin": "", "host": ""}, False),
        ({"origin": "null"}, False),
    ],
)
def test_only_our_own_pages_send_requests(headers, allowed):
    assert origin_allowed(Headers(headers), None) is allowed
