"""The examples of the OpenAPI document are what the application answers."""

import pytest

from tests.server.web.in_process import served_here
from tilerummy.server.web.examples import EXAMPLES


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with served_here(tmp_path_factory.mktemp("examples")) as client:
        yield client


def timeless(answer):
    """The answer without the time it took, however deep."""
    if isinstance(answer, dict):
        return {name: timeless(part) for name, part in answer.items() if name != "seconds"}
    return [timeless(part) for part in answer] if isinstance(answer, list) else answer


@pytest.mark.parametrize("path", EXAMPLES)
def test_an_example_is_what_is_answered(client, path):
    example = EXAMPLES[path]
    said = client.post(path, json=example.request)
    assert (said.status_code, timeless(said.json())) == (200, timeless(example.answer))
    if example.wrong is not None:
        refused = client.post(path, json=example.wrong)
        assert (refused.status_code, refused.json()) == (400, example.problem)
