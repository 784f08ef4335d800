"""What must be true of the game on any set of servers; each backend runs all of it."""

import asyncio

import httpx
import pytest

from tests.server.cluster import Cluster
from tests.server.player import Player, agree, check_picture, play_on, seat_all, start
from tilerummy.engine.records import Record, replay
from tilerummy.rules.library import RULEBOOK_IDS


class Scenarios:
    """Played by people on all servers of the cluster."""

    def urls(self, cluster: Cluster) -> list[str]:
        return [cluster.url(number) for number in range(cluster.servers)]

    @pytest.mark.parametrize("name", RULEBOOK_IDS)
    async def test_a_round_in_every_rulebook(self, cluster, name):
        players = [Player(f"P{seat}") for seat in range(3)]
        await seat_all(players, self.urls(cluster), rulebook=name, rounds=1)
        await start(players)
        await play_on(players)
        await agree(players)
        room = players[0].picture.room
        assert room["phase"] == "over"
        (result,) = room["rounds"]
        assert sum(result["scores"]) == 0
        await self.verify_record(players[0].url, result, name)
        for player in players:
            await check_picture(player)
            await player.drop()

    async def test_a_match_adds_its_rounds_up_and_can_be_played_again(self, cluster):
        players = [Player("Ann"), Player("Ben")]
        await seat_all(players, self.urls(cluster), rulebook="lets-play-rummy-de")
        for number in range(2):
            await start(players)
            await play_on(players)
            await agree(players)
            assert len(players[0].picture.room["rounds"]) == number + 1
        room = players[0].picture.room
        assert room["phase"] == "over"
        scores = [result["scores"] for result in room["rounds"]]
        assert room["totals"] == [sum(column) for column in zip(*scores, strict=True)]
        seeds = {result["seed"] for result in room["rounds"]}
        assert len(seeds) == 2
        await players[1].do(type="rematch")
        await players[0].until(lambda: players[0].picture.room["phase"] == "lobby")
        await players[0].do(type="ready")
        for player in players:
            await player.until(lambda p=player: p.picture.turn is not None)
            assert player.picture.room["totals"] == [0, 0]
            await check_picture(player)
            await player.drop()

    async def verify_record(self, url, result, name):
        async with httpx.AsyncClient(base_url=url) as client:
            answer = await client.get(f"/api/records/{result['record']}")
            shown = await client.get(f"/api/records/{result['record']}/replay")
        record = Record.parse(answer.text)
        (states,) = replay(record)
        assert record.rules.id == name
        assert states[-1].commitment == result["commitment"]
        assert list(states[-1].outcome.scores) == result["scores"]
        assert len(shown.json()["rounds"][0]["steps"]) == len(states)

    async def test_nobody_knows_more_than_their_own_tiles(self, cluster):
        players = [Player(f"P{seat}") for seat in range(3)]
        watcher = Player("W")
        code = await seat_all(players, self.urls(cluster), rulebook="jumbo")
        await watcher.enter(cluster.url(1), code)
        await start(players)
        await play_on(players)
        await agree(players)
        result = players[0].picture.room["rounds"][0]
        for person in [*players, watcher]:
            before_the_end = [f for f in person.frames if '"type":"ended"' not in f]
            assert not any(result["seed"] in frame for frame in before_the_end)
        assert watcher.picture.round["rack"] == ""
        for person in [*players, watcher]:
            await person.drop()

    async def test_a_connection_lost_at_any_point_of_a_turn_changes_nothing(self, cluster):
        players = [Player("Ann"), Player("Ben")]
        urls = self.urls(cluster)
        await seat_all(players, urls, rulebook="piatnik-travel")
        await players[0].again()
        await start(players)

        async def lose_it(count, mover):
            mine = dict(mover.picture.round)
            if count % 4 == 0:
                await mover.again(urls[count % len(urls)], resume=count % 8 == 0)
            if count % 4 == 1:
                table = [*mover.picture.round["table"], mover.picture.round["rack"].split()[0]]
                answer = await mover.ask(type="draft", table=table, seen=mover.picture.number)
                assert answer["type"] == "verdict"
                await mover.again(urls[(count + 1) % len(urls)], resume=False)
                if len(urls) == 1:
                    assert mover.picture.draft == table
            if count % 4 == 2:
                other = next(player for player in players if player is not mover)
                await other.again(urls[count % len(urls)])
            assert mover.picture.round["rack"] == mine["rack"]
            assert mover.my_turn

        await play_on(players, between=lose_it)
        await agree(players)
        for player in players:
            await check_picture(player)
            await player.drop()

    async def test_an_action_whose_answer_was_lost_is_not_done_twice(self, cluster):
        players = [Player("Ann"), Player("Ben")]
        await seat_all(players, self.urls(cluster), rulebook="jumbo")
        await start(players)
        mover = next(player for player in players if player.my_turn)
        seen = mover.picture.number
        await mover.send(type="draw", seen=seen)
        await mover.again()
        await mover.until(lambda: not mover.my_turn)
        answer = await mover.ask(type="draw", seen=seen)
        assert answer["reasons"][0]["code"] in ("STALE", "NOT_YOUR_TURN")
        assert mover.picture.round["counts"][mover.picture.room["you"]] == 15
        for player in players:
            await player.drop()

    async def test_of_two_actions_at_once_one_wins_and_the_other_is_told(self, cluster):
        players = [Player("Ann"), Player("Ben")]
        urls = self.urls(cluster)
        code = await seat_all(players, urls, rulebook="jumbo")
        await start(players)
        for _ in range(5):
            mover = next(player for player in players if player.my_turn)
            twin = Player(mover.name)
            twin.token = mover.token
            await twin.enter(urls[-1] if mover.url == urls[0] else urls[0], code)
            seen = mover.picture.number
            answers = await asyncio.gather(
                mover.ask(type="draw", seen=seen), twin.ask(type="draw", seen=seen)
            )
            assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
            await twin.drop()
            await agree(players)
        for player in players:
            await player.drop()

    async def test_everybody_may_talk_at_once(self, cluster):
        players = [Player(f"P{seat}") for seat in range(4)]
        await seat_all(players, self.urls(cluster), rulebook="jumbo")
        said = [f"{player.name} says {count}" for player in players for count in range(5)]
        answers = await asyncio.gather(
            *[
                player.ask(type="chat", text=text)
                for player in players
                for text in said
                if text.startswith(player.name)
            ]
        )
        assert [answer for answer in answers if answer["type"] != "done"] == []
        for player in players:
            await player.until(lambda p=player: len(p.picture.chat) == len(said))
            assert sorted(chat["text"] for chat in player.picture.chat) == sorted(said)
            await player.drop()

    async def test_a_late_turn_is_carried_out_once_with_the_draft_as_it_lay(self, cluster):
        players = [Player("Ann"), Player("Ben")]
        house = {"time.limit": 1, "deal.redeal": "none"}
        settings = {"rulebook": "ravensburger-travel-de", "house": house, "takeover": False}
        await seat_all(players, self.urls(cluster), **settings)
        await start(players)
        late = next(player for player in players if player.my_turn)
        tile = late.picture.round["rack"].split()[0]
        await late.ask(type="draft", table=[tile], seen=late.picture.number)
        number = late.picture.number
        for player in players:
            await player.until(lambda p=player: p.picture.number > number)
        event = next(message for message in late.log if message.get("number") == number + 1)[
            "events"
        ][0]
        assert event["type"] == "timed-out"
        assert event["penalty"] == 3
        assert event["table"] == []
        assert late.picture.round["counts"][late.picture.room["you"]] == 17
        for player in players:
            await player.drop()

    async def test_after_a_crash_every_room_is_as_the_players_last_saw_it(self, cluster):
        players = [Player("Ann"), Player("Ben")]
        urls = self.urls(cluster)
        await seat_all(players, urls, rulebook="jumbo", clock={"type": "limit", "seconds": 600})
        await start(players)
        for moves in (1, 4, 9):
            await play_on(players, moves=moves)
            await agree(players)
            before = [dict(player.picture.round) for player in players]
            left = players[0].picture.turn["clock"]["remaining"]
            mover = next(player for player in players if player.my_turn)
            draft = [*mover.picture.round["table"], mover.picture.round["rack"].split()[0]]
            await mover.ask(type="draft", table=draft, seen=mover.picture.number)
            await asyncio.sleep(0.1)
            for number in range(cluster.servers):
                cluster.kill(number)
            for number in range(cluster.servers):
                cluster.restart(number)
            for player, known in zip(players, before, strict=True):
                await player.again(resume=False)
                for name in ("rack", "table", "counts", "opened", "pool", "commitment"):
                    assert player.picture.round[name] == known[name]
            assert 0 < left - players[0].picture.turn["clock"]["remaining"] < 60_000
            assert mover.picture.draft == draft
        await play_on(players)
        await agree(players)
        for player in players:
            await player.drop()

    async def test_a_crash_during_a_write_loses_nothing_that_was_told(self, cluster):
        players = [Player("Ann"), Player("Ben")]
        await seat_all(players, self.urls(cluster), rulebook="jumbo")
        await start(players)
        for pause in (0.0, 0.001, 0.003, 0.006, 0.01):
            mover = next(player for player in players if player.my_turn)
            await mover.send(type="draw", seen=mover.picture.number)
            await asyncio.sleep(pause)
            for number in range(cluster.servers):
                cluster.kill(number)
            await asyncio.sleep(0.05)
            told = [player.picture.number for player in players]
            for number in range(cluster.servers):
                cluster.restart(number)
            for player, number in zip(players, told, strict=True):
                await player.again(resume=False)
                assert player.picture.number >= number
            await agree(players)
        for player in players:
            await player.drop()
