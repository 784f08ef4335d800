"""The web client has a sentence for every reason with which the judge or a room can refuse.

That each sentence exists in every language is checked beside the sentences themselves.
"""

import json
import re
from pathlib import Path

import pytest

from tilerummy.rules.readings import FaultCode
from tilerummy.rules.violations import Code
from tilerummy.server.room.refusals import RefusalCode

CLIENT = Path(__file__).parents[2] / "client"
SENTENCE = re.compile(r"""^\s*'?([\w-]+)'?: \(.*?\) =>\s*m\.(\w+)\(""", re.MULTILINE)
LANGUAGES = ("en", "de", "fr", "it", "nl", "es", "pt")

SENTENCES = dict(SENTENCE.findall((CLIENT / "src/table/refusals.ts").read_text(encoding="utf-8")))


@pytest.mark.parametrize("code", [*Code, *RefusalCode, *FaultCode])
def test_every_reason_has_a_sentence_in_every_language(code: str) -> None:
    assert code in SENTENCES, f"{code} has no sentence in the client"
    for language in LANGUAGES:
        texts = json.loads((CLIENT / f"messages/{language}.json").read_text(encoding="utf-8"))
        assert texts.get(SENTENCES[code]), (code, language)


def test_no_sentence_is_left_of_a_reason_that_is_gone() -> None:
    assert set(SENTENCES) == {*Code, *RefusalCode, *FaultCode}
