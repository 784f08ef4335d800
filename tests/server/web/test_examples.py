"""The examples of the OpenAPI document are what the application answers."""

import pytest

from tests.server.web.example_answers import check_example
from tests.server.web.in_process import served_here
from tilerummy.server.web.examples import EXAMPLES


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    with served_here(tmp_path_factory.mktemp("examples")) as client:
        yield client


@pytest.mark.parametrize("path", EXAMPLES)
def test_an_example_is_what_is_answered(client, path):
    check_example(client, path)
