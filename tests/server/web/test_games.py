"""Finished games: the list of those one played, their reviews, chances of a position."""

import asyncio

import httpx
import pytest

from tests.evaluation.games import played
from tests.server.cluster import one_server
from tests.server.player import Player, play_on, seat_all, start
from tilerummy.engine.records import record_of

SHORT = {"deal.tiles": 4, "opening.points": 0}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games")
    with one_server(folder, "--reviews-per-day", "2", "--review-effort", "0.01") as cluster:
        yield cluster


async def settled(client, path, **asked):
    """Ask until the review is settled; every answer on the way."""
    answers = []
    for _ in range(600):
        answer = await client.post(path, **asked)
        assert answer.status_code == 200, answer.text
        answers.append(answer.json())
        if answers[-1]["progress"] == 1:
            return answers
        await asyncio.sleep(0.2)
    raise AssertionError("no review came")


async def test_a_finished_round_is_found_again_and_reviewed(cluster):
    players = [Player("Ann"), Player("Ben")]
    await seat_all(players, [cluster.url()], rulebook="jumbo", house=SHORT)
    await start(players)
    await play_on(players)
    result = players[0].picture.room["rounds"][0]
    async with httpx.AsyncClient(base_url=cluster.url(), headers=players[1].headers) as client:
        (line,) = (await client.get("/api/games")).json()
        assert line["record"] == result["record"]
        assert line["players"] == ["Ann", "Ben"] and line["bots"] == [False, False]
        assert line["seat"] == 1 and line["scores"] == result["scores"]
        path = f"/api/records/{line['record']}/review"
        answers = await settled(client, path)
        assert [a["progress"] for a in answers] == sorted(a["progress"] for a in answers)
        (review,) = answers[-1]["review"]["rounds"]
        for player in review["players"]:
            total = player["start"] + player["luck"] + player["skill"]
            assert total == pytest.approx(player["result"], abs=1e-3)
        replay = (await client.get(f"/api/records/{line['record']}/replay")).json()
        steps = replay["rounds"][0]["steps"]
        assert {turn["step"] for turn in review["turns"]} == set(range(1, len(steps)))
        # Kept with the game: asked again, by anybody, it is there at once.
        async with httpx.AsyncClient(base_url=cluster.url()) as other:
            again = await other.post(path)
            assert again.json() == answers[-1]
            assert (await other.get("/api/games")).json() == []
    for player in players:
        await player.drop()


async def test_a_person_has_so_many_reviews_a_day(cluster):
    records = [str(record_of([played("greedy,greedy", seed)])) for seed in range(3)]
    async with httpx.AsyncClient(base_url=cluster.url(), headers=Player("Cay").headers) as client:
        codes = [
            (await client.post("/api/review", json={"record": record})).status_code
            for record in records
        ]
        assert codes == [200, 200, 429]
        # One that was begun is told as often as one likes.
        again = await client.post("/api/review", json={"record": records[0]})
        assert again.status_code == 200


async def test_a_file_that_is_not_a_record_is_refused(cluster):
    async with httpx.AsyncClient(base_url=cluster.url(), headers=Player("Dan").headers) as client:
        for _ in range(600):
            answer = await client.post("/api/review", json={"record": "nonsense"})
            if answer.status_code != 200:
                break
            await asyncio.sleep(0.2)
        assert answer.status_code == 400
        missing = await client.post(f"/api/records/{'0' * 20}/review")
        assert missing.status_code == 404


async def test_chances_of_a_position_are_told(cluster):
    asked = {
        "rulebook": "piatnik-travel",
        "table": ["k4 k5 k6", "b6 b7 b8"],
        "rack": "k7 b5",
        "others": [6],
    }
    async with httpx.AsyncClient(base_url=cluster.url()) as client:
        answer = await client.post("/api/chances", json=asked)
        best = answer.json()["choices"][0]
        assert (best["action"], best["laid"], best["chance"]) == ("play", "k7 b5", 1)
        many = await client.post("/api/chances", json=asked | {"others": [100]})
        assert many.status_code == 400


async def test_a_what_if_line_goes_on_from_any_position_against_a_bot(cluster):
    over = played("greedy,casual", 2)
    record = str(record_of([over]))
    asked = {"record": record, "step": 4, "bot": "greedy"}
    async with httpx.AsyncClient(base_url=cluster.url()) as client:
        answer = (await client.post("/api/what-if", json=asked)).json()
        assert (answer["line"], answer["steps"], answer["result"]) == ([], [], None)
        own = (await client.post("/api/replay", json={"record": record})).json()["rounds"][0]
        seat = own["steps"][4]["turn"]
        for turns in (1, 2):
            line = [*answer["line"], {"action": "draw"}]
            answer = (await client.post("/api/what-if", json=asked | {"line": line})).json()
            assert [step["seat"] for step in answer["steps"]] == [seat, 1 - seat] * turns
            assert answer["seat"] == seat and "draw" in answer["may"]
        assert answer["steps"][0]["pool"] == own["steps"][4]["pool"] - 1
        # The last move of the record ends the line as it ended the round.
        final = own["steps"][-1]
        line = [{"action": "play", "table": final["table"]}]
        last = {"record": record, "step": len(own["steps"]) - 2, "line": line}
        answer = (await client.post("/api/what-if", json=last)).json()
        assert answer["may"] == [] and answer["steps"] == [final]
        assert answer["result"]["winner"] == over.outcome.winner


async def test_a_what_if_line_that_cannot_be_is_refused(cluster):
    record = str(record_of([played("greedy,casual", 2)]))
    wrong = (
        {"step": 2_000},
        {"step": 1, "round": 3},
        {"step": 1, "bot": "nobody"},
        {"step": 1, "bot": "match"},
        {"step": 1, "line": [{"action": "play", "table": ["k1 k2 k3"]}]},
        {"step": 1, "line": [{"action": "pass"}]},
    )
    async with httpx.AsyncClient(base_url=cluster.url()) as client:
        for asked in wrong:
            answer = await client.post("/api/what-if", json={"record": record} | asked)
            assert answer.status_code == 400, asked
            assert answer.json()["message"]
