"""The program in the protocol's document takes a seat and plays, as it stands there."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from tests.server.cluster import one_server
from tests.server.player import Player

DOCUMENT = Path(__file__).parents[3] / "docs" / "protocol.md"


@pytest.fixture
def cluster(tmp_path):
    with one_server(tmp_path) as cluster:
        yield cluster


async def test_the_program_in_the_document_plays(cluster, tmp_path):
    (source,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL)
    address = cluster.url().removeprefix("http://")
    program = tmp_path / "program.py"
    program.write_text(source.replace("127.0.0.1:8321", address))
    ann = Player("Ann")
    code = await ann.create(cluster.url(), settings={"rulebook": "jumbo"})
    await ann.enter(cluster.url(), code)
    process = await asyncio.create_subprocess_exec(sys.executable, program, code)
    try:
        await ann.until(lambda: ann.picture.room["seats"][1]["kind"] == "person")
        await ann.do(type="ready")
        for _ in range(3):
            await ann.until(lambda: ann.my_turn)
            await ann.do(type="draw", seen=ann.picture.number)
        await ann.until(lambda: ann.picture.round["counts"][1] > 16)
    finally:
        process.terminate()
        await process.wait()
    assert ann.picture.room["seats"][1]["name"] == "my program"
    await ann.drop()
