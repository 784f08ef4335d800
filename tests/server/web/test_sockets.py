"""Sockets: watching, drafts, hints, limits, and whatever nonsense a client can send."""

import asyncio
import json
from contextlib import suppress
from random import Random

import httpx
import pytest
import websockets
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.cluster import one_server
from tests.server.player import Player, level, play_on, seat_all, start
from tilerummy.rules.library import rulebook
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.violations import Code

MESSAGES = [
    {"type": "hello", "after": 3},
    {"type": "sit", "id": 1, "seat": 0, "name": "X"},
    {"type": "stand", "id": 1},
    {"type": "ready", "id": 1, "ready": True},
    {"type": "start", "id": 1, "bots": "greedy"},
    {"type": "bot", "id": 1, "seat": 1, "level": "greedy"},
    {"type": "free", "id": 1, "seat": 1},
    {"type": "configure", "id": 1, "settings": {"rulebook": "jumbo"}},
    {"type": "rematch", "id": 1},
    {"type": "draft", "id": 1, "table": ["b4 b5"], "opening": None, "seen": 1},
    {"type": "play", "id": 1, "table": ["b4 b5 b6"], "opening": ["b4 b5 b6"], "seen": 1},
    {"type": "redeal", "id": 1, "seen": 1},
    {"type": "hint", "id": 1},
    {"type": "chances", "id": 1},
    {"type": "react", "id": 1, "reaction": "wow"},
    {"type": "ping", "id": 1},
]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)


@st.composite
def broken_messages(draw):
    """A message with one field dropped, added or replaced by something else."""
    message = dict(draw(st.sampled_from(MESSAGES)))
    key = draw(st.sampled_from(sorted(message)))
    match draw(st.integers(0, 2)):
        case 0:
            del message[key]
        case 1:
            message[key] = draw(JSON)
        case _:
            message[draw(st.text(max_size=8))] = draw(JSON)
    return json.dumps(message)


FRAMES = st.text(max_size=200) | broken_messages() | JSON.map(json.dumps)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with one_server(tmp_path_factory.mktemp("sockets")) as cluster:
        yield cluster


async def table(cluster, people=2, **wanted):
    players = [Player(f"P{seat}") for seat in range(people)]
    code = await seat_all(players, [cluster.url()], rulebook="jumbo", **wanted)
    return players, code


async def drop(*people):
    for person in people:
        await person.drop()


@given(frames=st.lists(FRAMES, min_size=5, max_size=20))
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_nonsense_is_answered_and_changes_nothing(cluster, frames):
    async def scenario():
        players, code = await table(cluster)
        await start(players)
        stranger = Player("stranger")
        await stranger.enter(cluster.url(), code)
        before = players[0].picture.number
        address = f"{cluster.url().replace('http', 'ws', 1)}/ws/{code}"
        async with websockets.connect(address, additional_headers=stranger.headers) as socket:
            await socket.send('{"type":"hello"}')
            for frame in frames:
                await socket.send(frame)
            await socket.send('{"type":"ping","id":77}')
            while json.loads(await asyncio.wait_for(socket.recv(), 10)) != {
                "type": "pong",
                "id": 77,
            }:
                pass
        await players[0].do(type="chat", text="still here")
        assert players[0].picture.number == before + 1
        await drop(stranger, *players)

    asyncio.run(scenario())


async def test_nothing_is_heard_before_hello(cluster):
    players, code = await table(cluster)
    address = f"{cluster.url().replace('http', 'ws', 1)}/ws/{code}"
    async with websockets.connect(address, additional_headers=players[1].headers) as socket:
        await socket.send('{"type":"ready","id":5}')
        answer = json.loads(await socket.recv())
        assert (answer["id"], answer["reasons"][0]["code"]) == (5, "HELLO_FIRST")
    await drop(*players)


@pytest.mark.parametrize("frame", ["x" * 20_000, b"\x00\xff"], ids=["too-long", "binary"])
async def test_a_frame_that_cannot_be_a_message_is_refused(cluster, frame):
    players, code = await table(cluster)
    address = f"{cluster.url().replace('http', 'ws', 1)}/ws/{code}"
    async with websockets.connect(address, additional_headers=players[1].headers) as socket:
        await socket.send(frame)
        answer = json.loads(await socket.recv())
        assert answer["reasons"][0]["code"] == "BAD_MESSAGE"
    await drop(*players)


async def test_who_talks_too_fast_is_told_and_then_cut_off(cluster):
    players, _ = await table(cluster)
    hasty = players[1]
    with suppress(websockets.ConnectionClosed):
        for _ in range(5_000):
            await hasty.send(type="ping")
    await hasty.until(lambda: any(message["type"] == "notice" for message in hasty.log))
    refused = [message for message in hasty.log if message["type"] == "refused"]
    assert {message["reasons"][0]["code"] for message in refused} == {"TOO_FAST"}
    assert all(message["id"] is not None for message in refused), "each names its request"
    await drop(players[0])


async def test_chat_has_a_slower_pace_than_playing(cluster):
    players, _ = await table(cluster)
    answers = [await players[0].ask(type="chat", text="spam") for _ in range(40)]
    codes = [answer["reasons"][0]["code"] for answer in answers if answer["type"] == "refused"]
    assert codes
    assert set(codes) == {"TOO_FAST"}
    await drop(*players)


async def test_what_all_see_or_is_dear_to_answer_has_the_slower_pace_too(cluster):
    players, _ = await table(cluster)
    await start(players)
    mover = next(player for player in players if player.my_turn)
    for dear in ({"type": "react", "reaction": "wow"}, {"type": "hint"}):
        answers = [await mover.ask(**dear) for _ in range(24)]
        refused = [answer for answer in answers if answer["type"] == "refused"]
        assert refused
        assert {answer["reasons"][0]["code"] for answer in refused} == {"TOO_FAST"}
    assert (await mover.ask(type="draw", seen=mover.picture.number))["type"] == "done"
    for _ in range(5):
        await mover.send_text('{"type": "hello"}')
    await mover.until(lambda: mover.log[-1]["type"] == "refused")
    assert mover.log[-1]["reasons"][0]["code"] == "TOO_FAST"
    await drop(*players)


async def test_sockets_of_other_sites_and_to_no_room_are_closed(cluster):
    players, code = await table(cluster)
    address = f"{cluster.url().replace('http', 'ws', 1)}/ws/"
    with pytest.raises(websockets.InvalidStatus):
        await websockets.connect(address + code, origin="https://elsewhere.example")
    for nothing in ("ZZZZZZ", f"{code}X", "%00%00%00%00%00%00", "a" * 3_000, "%F0%9F%82%A1"):
        assert await close_code(address + nothing) == 4404
    await drop(*players)


async def close_code(address):
    """How the server ends a visit that it does not want."""
    async with websockets.connect(address) as socket:
        with pytest.raises(websockets.ConnectionClosed):
            await socket.recv()
        return socket.close_code


async def test_nobody_finds_a_room_by_trying_codes(tmp_path):
    with one_server(tmp_path) as cluster:
        (ann,), code = await table(cluster, people=1, seats=2)
        address = f"{cluster.url().replace('http', 'ws', 1)}/ws/"
        closed = [await close_code(f"{address}ZZZZZ{number % 9}") for number in range(61)]
        assert closed == [4404] * 60 + [4429]
        assert await close_code(address + code) == 4429
        await ann.again()
        await drop(ann)


async def test_an_address_has_so_many_connections_and_no_more(tmp_path):
    with one_server(tmp_path, "--sockets-per-address", "3") as cluster:
        players, code = await table(cluster)
        address = f"{cluster.url().replace('http', 'ws', 1)}/ws/{code}"
        async with websockets.connect(address) as third:
            assert await close_code(address) == 4429
            await third.send('{"type":"hello"}')
            assert json.loads(await third.recv())["type"] == "welcome"
        async with asyncio.timeout(30):
            while not await lets_in(address):
                pass
        await drop(*players)


async def lets_in(address):
    async with websockets.connect(address) as socket:
        with suppress(websockets.ConnectionClosed):
            await socket.send('{"type":"hello"}')
            return json.loads(await socket.recv())["type"] == "welcome"


async def test_a_name_gives_nobody_a_seat(cluster):
    players, code = await table(cluster)
    thief = Player(players[1].name)
    await thief.enter(cluster.url(), code)
    answer = await thief.ask(type="sit", seat=1, name=players[1].name)
    assert answer["reasons"][0]["code"] == "SEAT_TAKEN"
    assert thief.picture.room["you"] is None
    await drop(thief, *players)


async def test_a_draft_gets_a_verdict_for_each_row_and_for_the_turn(cluster):
    players, _ = await table(cluster)
    await start(players)
    mover = next(player for player in players if player.my_turn)
    rack = mover.picture.round["rack"].split()
    verdict = await mover.ask(type="draft", table=[" ".join(rack[:2])], seen=mover.picture.number)
    assert verdict["laid"] == 2
    assert (verdict["opening"], verdict["needed"]) == (0, 30)
    assert not verdict["legal"]
    assert not verdict["melds"][0]["stands"]
    assert {reason["code"] for reason in verdict["reasons"]} >= {Code.INVALID_MELD}
    other = next(player for player in players if player is not mover)
    assert not any(message["type"] == "live" for message in other.log)
    await drop(*players)


async def test_others_see_the_draft_where_the_room_shows_it(cluster):
    players, _ = await table(cluster, live=True)
    await start(players)
    mover = next(player for player in players if player.my_turn)
    other = next(player for player in players if player is not mover)
    tile = mover.picture.round["rack"].split()[0]
    await mover.ask(type="draft", table=[tile], seen=mover.picture.number)
    await other.until(lambda: any(message["type"] == "live" for message in other.log))
    live = next(message for message in other.log if message["type"] == "live")
    assert live["table"] == [tile]
    assert not any(message["type"] == "live" for message in mover.log)
    await drop(*players)


async def test_a_hint_is_a_play_that_is_then_accepted(cluster):
    players, _ = await table(cluster)
    await start(players)
    for _ in range(60):
        mover = next(player for player in players if player.my_turn)
        hint = await mover.ask(type="hint")
        seen = mover.picture.number
        if hint["table"]:
            (best, *_) = (await mover.ask(type="chances"))["choices"]
            for shown in (hint, hint["simple"] or hint, best):
                assert {step["target"] for step in shown["steps"]} <= set(shown["table"])
                laid = [tile for step in shown["steps"] for tile in step["tiles"].split()]
                assert sorted(laid) == sorted(shown["laid"].split())
            play = {"type": "play", "table": hint["table"], "opening": hint["opening"]}
            await mover.do(**play, seen=seen)
            break
        await mover.do(type="draw", seen=seen)
        await level(players)
    else:
        pytest.fail("nobody could open")
    await drop(*players)


async def test_a_room_without_hints_gives_none(cluster):
    players, _ = await table(cluster, hints=False)
    await start(players)
    mover = next(player for player in players if player.my_turn)
    answer = await mover.ask(type="hint")
    assert answer["reasons"][0]["code"] == "NO_HINTS"
    await drop(*players)


async def test_spectators_see_the_public_game(cluster):
    players, code = await table(cluster)
    await start(players)
    await play_on(players, moves=10)
    watcher = Player("W")
    await watcher.enter(cluster.url(), code)
    assert watcher.picture.round["rack"] == ""
    assert watcher.picture.round["table"] == players[0].picture.round["table"]
    await play_on(players, moves=4)
    await watcher.until(lambda: watcher.picture.number == players[0].picture.number)
    assert watcher.picture.round["counts"] == players[0].picture.round["counts"]
    answer = await watcher.ask(type="draw", seen=watcher.picture.number)
    assert answer["reasons"][0]["code"] == "NOT_SEATED"
    await drop(watcher, *players)


async def test_spectators_of_a_room_with_a_delay_see_everything_later(cluster):
    players, code = await table(cluster, delay=6)
    await start(players)
    watcher = Player("W")
    await watcher.enter(cluster.url(), code)
    await play_on(players, moves=6)
    assert watcher.picture.number < players[0].picture.number
    assert watcher.picture.round is None
    await watcher.until(lambda: watcher.picture.number == players[0].picture.number)
    assert watcher.picture.round["table"] == players[0].picture.round["table"]
    late = Player("L")
    await late.enter(cluster.url(), code)
    await late.until(lambda: late.picture.number == players[0].picture.number)
    await drop(watcher, late, *players)


async def test_a_room_without_spectators_shows_nothing_to_strangers(cluster):
    players, code = await table(cluster, spectators=False)
    stranger = Player("S")
    await stranger.enter(cluster.url(), code)
    await start(players)
    await stranger.until(lambda: any(message["type"] == "notice" for message in stranger.log))
    assert stranger.picture.round is None
    again = Player("A")
    await again.enter(cluster.url(), code)
    assert again.log[0]["reasons"][0]["code"] == "NO_SPECTATORS"
    await drop(*players)


async def test_bots_play_a_whole_round_against_a_person(cluster):
    ann = Player("Ann")
    wanted = {"rulebook": "jumbo", "seats": 3, "pace": "fast", "house": {"opening.points": 5}}
    code = await ann.create(
        cluster.url(), settings=wanted, bots=["beginner", "patient"], start=True
    )
    await ann.enter(cluster.url(), code)
    for _ in range(6):
        await ann.until(lambda: ann.my_turn or ann.picture.turn is None)
        if ann.picture.turn is None:
            break
        await ann.do(**ann.choice())
    moves = [event for message in ann.log for event in message.get("events", ())]
    seats = {event["seat"] for event in moves if event["type"] in ("played", "drew")}
    assert seats == {0, 1, 2}
    await drop(ann)


async def test_a_bot_plays_on_for_who_leaves(cluster):
    players, _ = await table(cluster, pace="fast")
    await start(players)
    leaver = next(player for player in players if player.my_turn)
    other = next(player for player in players if player is not leaver)
    await leaver.do(type="leave")
    await other.until(lambda: other.my_turn)
    seat = leaver.picture.room["seats"].index(
        next(s for s in leaver.picture.room["seats"] if s["kind"] == "bot")
    )
    assert other.picture.room["seats"][seat]["kind"] == "bot"
    await drop(*players)


async def test_the_same_person_in_two_windows_has_one_seat(cluster):
    players, code = await table(cluster)
    window = Player("P0")
    window.token = players[0].token
    await window.enter(cluster.url(), code)
    assert window.picture.room["you"] == 0
    await players[0].drop()
    await start([window, players[1]])
    assert window.picture.round["rack"]
    await drop(window, players[1])


async def test_markup_in_names_and_chat_stays_text(cluster):
    ann = Player("<script>alert(1)</script>"[:24])
    code = await ann.create(cluster.url(), settings={"rulebook": "jumbo"})
    await ann.enter(cluster.url(), code)
    assert ann.picture.room["seats"][0]["name"] == ann.name
    await ann.do(type="chat", text="<img src=x>")
    assert ann.picture.chat[-1]["text"] == "<img src=x>"
    async with httpx.AsyncClient(base_url=cluster.url()) as client:
        answer = await client.get(f"/api/rooms/{code}")
    assert answer.headers["content-type"] == "application/json"
    await drop(ann)


async def test_the_log_of_the_server_holds_no_secrets(cluster):
    players, _ = await table(cluster)
    await start(players)
    chance = Random(1)
    for player in players:
        await player.send(type="play", table=[player.picture.round["rack"]], seen=0)
        await player.send(type="nonsense", data=chance.random())
    await play_on(players, moves=3)
    for player in players:
        assert player.token not in cluster.log
        assert player.picture.round["rack"] not in cluster.log
    await drop(*players)


async def test_windows_of_one_person_do_not_hold_up_another_room(tmp_path):
    """Of the drafts that many windows send at once, the newest is judged."""
    with one_server(tmp_path) as cluster:
        players, code = await table(cluster)
        await start(players)
        greedy = next(player for player in players if player.my_turn)
        windows = [Player(greedy.name) for _ in range(7)]
        for window in windows:
            window.token = greedy.token
            await window.enter(cluster.url(), code)
        deck = format_tiles(rulebook("jumbo").deck).split()
        rows = [" ".join(deck[place : place + 3]) for place in range(0, 99, 3)]
        seen = greedy.picture.number
        asked = [
            asyncio.create_task(window.ask(type="draft", table=rows, seen=seen))
            for _ in range(7)
            for window in windows
        ]
        answers = await asyncio.gather(*asked)
        kinds = {answer["type"] for answer in answers}
        assert kinds == {"verdict", "refused"}
        codes = {
            reason["code"] for a in answers if a["type"] == "refused" for reason in a["reasons"]
        }
        assert codes <= {"STALE", "TOO_FAST"}
        many = await greedy.ask(type="draft", table=[*rows, *rows], seen=seen)
        assert many["reasons"][0]["code"] == "BAD_NOTATION"
        await drop(*players, *windows)


async def test_a_room_in_which_nobody_is_sleeps_until_a_visit(tmp_path):
    with one_server(tmp_path) as cluster:
        ann = Player("Ann")
        settings = {"rulebook": "jumbo", "pace": "fast", "seats": 3, "clock": {"type": "none"}}
        bots = ["greedy", "greedy"]
        code = await ann.create(cluster.url(), settings=settings, bots=bots, start=True)
        await ann.enter(cluster.url(), code)
        await ann.until(lambda: ann.my_turn)
        await ann.do(**ann.choice())
        await ann.drop()
        await asyncio.sleep(1.5)
        await ann.again(resume=False)
        mine = ann.my_turn
        await ann.until(lambda: ann.my_turn)
        assert not mine, "the bots waited for Ann to come back"
        await ann.drop()
