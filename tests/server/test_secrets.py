"""Nothing hidden reaches a client that may not see it.

First on the pure parts: everything a viewer cannot know is shuffled, and what the viewer is told
stays the same to the letter. Then with random clients over real sockets: every message is compared
with what the record, opened at the end, says that client could know at that moment.
"""

import asyncio
from pathlib import Path
from random import Random

import httpx
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

import tilerummy.server
from tests.properties.players import legal_action
from tests.server.cluster import one_server
from tests.server.player import Player, seat_all, start
from tests.server.rooms import after, lobby
from tests.server.twins import entry_of
from tilerummy.engine.actions import ClaimRedeal, Leave
from tilerummy.engine.records import Record, replay
from tilerummy.engine.rounds import Hidden
from tilerummy.rules.melds import format_melds
from tilerummy.rules.notation import format_tiles
from tilerummy.rules.tiles import in_order
from tilerummy.server.room import log
from tilerummy.server.room.projection import Present, event_for, welcome
from tilerummy.server.wire import messages

PEOPLE = ("ann", "ben", "cleo")
NOBODY = "somebody else"
PRESENT = Present(PEOPLE)


def shuffled(room, known, chance):
    """The room with all tiles dealt anew but the racks of these seats.

    Who may know the next tiles of the pool, because they are about to draw them, finds them there.
    """
    hidden = room.round.hidden
    others = [seat for seat in range(len(hidden.racks)) if seat not in known]
    kept, rest = (hidden.pool[:4], hidden.pool[4:]) if len(known) == 1 else ((), hidden.pool)
    tiles = [tile for seat in others for tile in hidden.racks[seat]] + list(rest)
    chance.shuffle(tiles)
    racks = list(hidden.racks)
    for seat in others:
        size = len(racks[seat])
        racks[seat], tiles = in_order(tiles[:size]), tiles[size:]
    other = Hidden(tuple(racks), (*kept, *tiles), "another seed")
    return replace(room, round=msgspec.structs.replace(room.round, hidden=other))


@given(
    name=st.sampled_from(["jumbo", "ravensburger-travel-de", "lets-play-rummy-it", "jumbo-xp"]),
    seed=st.integers(0, 10**9),
    moves=st.integers(1, 40),
)
@settings(max_examples=25)
def test_what_is_told_does_not_depend_on_what_is_hidden(name, seed, moves):
    chance = Random(seed)
    room = after(lobby(*PEOPLE, rulebook=name, seats=3), log.Dealt(at=0, seed=str(seed)))
    for count in range(moves):
        action = legal_action(room.round, chance)
        if isinstance(action, Leave | ClaimRedeal):
            continue
        before, mover, entry = room, room.round.turn, entry_of(action, count)
        room = after(room, entry)
        if room.phase != "playing":
            return
        for who in (*PEOPLE, NOBODY):
            # Whoever acts needs the tiles to do it; everything else is dealt anew.
            twin_before = shuffled(before, {mover, room.seat_of(who)} - {None}, chance)
            twin = after(twin_before, entry)
            told = welcome(room, who, PRESENT, 5, None)
            assert messages.encode(told) == messages.encode(welcome(twin, who, PRESENT, 5, None))
            news = messages.encode(event_for(before, entry, room, who, PRESENT, 5))
            assert news == messages.encode(event_for(twin_before, entry, twin, who, PRESENT, 5))


SERVER = Path(tilerummy.server.__file__).parent


@pytest.mark.parametrize("file", sorted(str(p.relative_to(SERVER)) for p in SERVER.rglob("*.py")))
def test_the_server_knows_no_other_way_to_racks_and_pool_than_views(file):
    assert ".hidden" not in (SERVER / file).read_text("utf-8")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with one_server(tmp_path_factory.mktemp("secrets")) as cluster:
        yield cluster


async def fidget(player, chance):
    """Do something random: sensible, useless or forbidden."""
    picture = player.picture
    seen = picture.number
    rack = picture.round["rack"].split()
    handful = chance.sample(rack, min(len(rack), chance.randrange(1, 4))) if rack else ["k1"]
    table = [*picture.round["table"], " ".join(handful)]
    options = [
        {"type": "draft", "table": table, "seen": seen},
        {"type": "play", "table": table, "seen": seen},
        {"type": "draw", "seen": seen},
        {"type": "pass", "seen": seen},
        {"type": "redeal", "seen": seen},
        {"type": "hint"},
        {"type": "chances"},
        {"type": "chat", "text": "hm"},
        {"type": "react", "reaction": "thinking"},
        {"type": "hello"},
    ]
    message = chance.choice(options)
    if message["type"] == "hello":
        await player.again(resume=chance.random() < 0.5)
    else:
        await player.ask(**message)


@pytest.mark.parametrize("seed", range(4))
async def test_random_clients_hear_only_what_they_may_know(cluster, seed):
    chance = Random(seed)
    players = [Player(f"P{seat}") for seat in range(3)]
    watcher = Player("W")
    rules = chance.choice(["ravensburger-travel-de", "jumbo", "lets-play-rummy-it"])
    code = await seat_all(players, [cluster.url()], rulebook=rules, live=True)
    await watcher.enter(cluster.url(), code)
    first = players[0].picture.number
    await start(players)
    people = [*players, watcher]
    while players[0].picture.room["phase"] == "playing":
        for person in people:
            if chance.random() < 0.3 and person.picture.room["phase"] == "playing":
                await fidget(person, chance)
        mover = next((player for player in players if player.my_turn), None)
        if mover is not None:
            await mover.ask(**mover.choice())
        await asyncio.sleep(0)
    for person in people:
        await person.until(lambda p=person: p.picture.room["phase"] != "playing")
    result = players[0].picture.room["rounds"][0]
    async with httpx.AsyncClient(base_url=cluster.url()) as client:
        record = Record.parse((await client.get(f"/api/records/{result['record']}")).text)
    (states,) = replay(record)
    ended = next(
        m["number"]
        for m in watcher.log
        if m["type"] == "happened" and any(e["type"] == "ended" for e in m["events"])
    )
    for person in people:
        for frame, message in zip(person.frames, person.log, strict=True):
            if message["type"] in ("happened", "welcome") and message["number"] >= ended:
                break
            check_message(frame, message, person, states, result)
        await person.drop()
    assert first < ended


def check_message(frame, message, person, states, result):
    """The message holds no seed and no tiles but those the client may know."""
    assert result["seed"] not in frame
    seat = person.picture.room["you"]
    mine = set() if seat is None else {format_tiles(state.view(seat).rack) for state in states}
    shown = {format_melds(state.table) for state in states}
    for key, value in tiles_in(message):
        if key == "rack":
            assert value in mine or (seat is None and value == "")
        elif key == "table" and message["type"] in ("welcome", "happened"):
            assert " | ".join(value) in shown
    for event in message.get("events", ()):
        if event["type"] in ("drew", "timed-out") and event["seat"] != seat:
            assert event["tiles"] is None
            assert event["rack"] is None
    if message["type"] in ("hint", "chances"):
        known = {str(tile) for state in states for tile in state.view(seat).rack}
        choices = message.get("choices") or [message, message["simple"] or message]
        assert all(tile in known for choice in choices for tile in choice["laid"].split())


def tiles_in(message, key=""):
    """Every rack and table anywhere in a message."""
    if isinstance(message, dict):
        for name, value in message.items():
            if name in ("rack", "table") and value is not None:
                yield name, value
            else:
                yield from tiles_in(value, name)
    elif isinstance(message, list):
        for value in message:
            yield from tiles_in(value, key)
