"""What a server answers to the examples of the OpenAPI document, however it is asked."""

from tilerummy.server.web.examples import EXAMPLES


def timeless(answer):
    """The answer without the time it took, however deep."""
    if isinstance(answer, dict):
        return {name: timeless(part) for name, part in answer.items() if name != "seconds"}
    return [timeless(part) for part in answer] if isinstance(answer, list) else answer


def check_example(client, path):
    example = EXAMPLES[path]
    said = client.post(path, json=example.request)
    assert (said.status_code, timeless(said.json())) == (200, timeless(example.answer))
    if example.wrong is not None:
        refused = client.post(path, json=example.wrong)
        assert (refused.status_code, refused.json()) == (400, example.problem)
