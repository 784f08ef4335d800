"""Identity: who is who, without accounts.

A person is a random id in a cookie that the server signed; nobody can make one up, and no
script can read it. The same text is the token of a program. Neither the id nor the token is
ever shown to anybody else.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

__all__ = ["COOKIE", "Signer"]

COOKIE: Final = "tilerummy"
_DIGITS: Final = 32


@dataclass(frozen=True, slots=True)
class Signer:
    """Makes and checks signed identities."""

    key: bytes

    def fresh(self) -> str:
        return secrets.token_hex(_DIGITS // 2)

    def sign(self, who: str) -> str:
        """The identity with its signature, for a cookie or a token."""
        return f"{who}.{self._signature(who)}"

    def check(self, signed: str | None) -> str | None:
        """The identity, if the signature is ours."""
        if not signed or not signed.isascii():
            return None
        who, _, signature = signed.partition(".")
        if len(who) == _DIGITS and hmac.compare_digest(signature, self._signature(who)):
            return who
        return None

    def _signature(self, who: str) -> str:
        return hmac.new(self.key, who.encode(), sha256).hexdigest()
