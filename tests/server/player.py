"""A scripted player: a client over a real socket that believes only what it is told.

It keeps its own picture of the room from the messages alone, checks that events arrive in order
and that nothing meant for others is in them, and plays what the solver finds.
"""

import asyncio
import itertools
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import httpx
import websockets

from tests.server.cluster import SECRET
from tilerummy.rules.library import rulebook
from tilerummy.rules.melds import parse_melds
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.positions import Position
from tilerummy.rules.tiles import in_order
from tilerummy.server.web.identity import Signer
from tilerummy.solver import solve

Message = dict
SIGNER = Signer(SECRET.encode())
PATIENCE = 60.0


@dataclass
class Picture:
    """What the player knows."""

    number: int = 0
    room: Message = field(default_factory=dict)
    round: Message | None = None
    turn: Message | None = None
    draft: list[str] | None = None
    chat: list[Message] = field(default_factory=list)

    def welcome(self, message: Message) -> None:
        self.number, self.room = message["number"], message["room"]
        self.round, self.draft = message["round"], message["draft"]
        self.turn = self.round and self.round["turn"]
        self.chat = list(message["chat"])

    def happened(self, message: Message) -> None:
        assert message["number"] == self.number + 1, "a gap in the events"
        self.number, self.turn = message["number"], message["turn"]
        for event in message["events"]:
            getattr(self, "_" + event["type"].replace("-", "_"))(event)

    def _seats(self, event: Message) -> None:
        self.room |= {name: event[name] for name in ("seats", "you", "host")}

    def _settings(self, event: Message) -> None:
        self.room["settings"] = event["settings"]

    def _began(self, event: Message) -> None:
        self.round = event["round"]
        self.room["phase"] = "playing"

    def _redealt(self, event: Message) -> None:
        self.round = event["round"]

    def _moved(self, event: Message) -> None:
        self.draft = None
        for name in ("table", "pool"):
            if name in event:
                self.round[name] = event[name]
        self.round["counts"][event["seat"]] = event["count"]
        if event.get("opening") is not None:
            self.round["opened"][event["seat"]] = True
        mine = event["seat"] == self.room["you"]
        assert (event["rack"] is not None) == mine, "a rack for the wrong eyes"
        if mine:
            self.round["rack"] = event["rack"]
        elif "tiles" in event:
            assert event["tiles"] is None, "a drawn tile for the wrong eyes"

    _played = _drew = _timed_out = _moved

    def _passed(self, event: Message) -> None:
        self.draft = None

    def _left(self, event: Message) -> None:
        self.round["left"][event["seat"]] = True

    def _ended(self, event: Message) -> None:
        self.round["over"] = True
        self.room["rounds"].append(event["result"])
        self.room |= {"totals": event["totals"], "phase": event["phase"]}

    def _rematch(self, event: Message) -> None:
        self.room, self.round = event["room"], None

    def _chatted(self, event: Message) -> None:
        self.chat.append(event)

    @property
    def position(self) -> Position:
        settings, shown = self.room["settings"], self.round
        rules = rulebook(settings["rulebook"])
        if settings["house"]:
            rules = rules.replace(settings["house"])
        table = parse_melds(" | ".join(shown["table"]))
        rack = in_order(parse_tiles(shown["rack"]))
        return Position(rules, table, rack, shown["opened"][self.room["you"]])


class Player:
    """One person at one server, in one room."""

    def __init__(self, name: str, who: str | None = None) -> None:
        self.name = name
        self.token = SIGNER.sign(who or SIGNER.fresh())
        self.picture = Picture()
        self.log: list[Message] = []
        """Every message that came, in order."""
        self.frames: list[str] = []
        self._socket: websockets.ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._ids = itertools.count(1)
        self._answers: dict[int, asyncio.Future[Message]] = {}
        self._news = asyncio.Condition()
        self.url = self.code = ""

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"}

    async def create(self, url: str, **wanted: object) -> str:
        """Make a room and return its code."""
        async with httpx.AsyncClient(base_url=url, headers=self.headers) as client:
            answer = await client.post("/api/rooms", json={"name": self.name, **wanted})
        assert answer.status_code == 201, answer.text
        return answer.json()["code"]

    def last_of(self, kind: str) -> Message:
        """The last event of that kind that this player was told of."""
        told = [event for message in self.log for event in message.get("events", ())]
        return [event for event in told if event["type"] == kind][-1]

    async def enter(
        self, url: str, code: str, *, after: int | None = None, join: str | None = None
    ) -> None:
        """Connect and say hello; `after` asks for the missed events only, `join` for a seat."""
        self.url, self.code = url, code
        address = f"{url.replace('http', 'ws', 1)}/ws/{code}"
        self._socket = await websockets.connect(address, additional_headers=self.headers)
        self._reader = asyncio.create_task(self._read())
        hello = {"type": "hello", "after": after, "join": join}
        already = len(self.log)
        await self._socket.send(json.dumps(hello))
        greeting = ("welcome", "resumed", "refused")
        await self.until(lambda: any(m["type"] in greeting for m in self.log[already:]))

    async def again(self, url: str | None = None, *, resume: bool = True) -> None:
        """Lose the connection and come back."""
        await self.drop()
        after = self.picture.number if resume else None
        await self.enter(url or self.url, self.code, after=after)

    async def drop(self) -> None:
        if self._socket is not None:
            self._reader.cancel()
            await self._socket.close()
            self._socket = None

    async def _read(self) -> None:
        try:
            async for frame in self._socket:
                self.frames.append(frame)
                message = json.loads(frame)
                self.log.append(message)
                if message["type"] == "welcome":
                    self.picture.welcome(message)
                elif message["type"] == "happened":
                    self.picture.happened(message)
                elif message["type"] == "presence":
                    for seat, here in zip(
                        self.picture.room["seats"], message["connected"], strict=True
                    ):
                        seat["connected"] = here
                future = self._answers.pop(message.get("id"), None)
                if future is not None and not future.done():
                    future.set_result(message)
                async with self._news:
                    self._news.notify_all()
        except websockets.ConnectionClosed:
            pass
        finally:
            for future in self._answers.values():
                future.cancel()
            self._answers.clear()

    async def send(self, **message: object) -> None:
        """Send without waiting for the answer."""
        await self._socket.send(json.dumps({"id": next(self._ids), **message}))

    async def send_text(self, text: str) -> None:
        """Send a frame as it is."""
        await self._socket.send(text)

    async def ask(self, **message: object) -> Message:
        """Send a request and return its answer."""
        number = next(self._ids)
        future: asyncio.Future[Message] = asyncio.get_running_loop().create_future()
        self._answers[number] = future
        await self._socket.send(json.dumps({"id": number, **message}))
        return await asyncio.wait_for(future, PATIENCE)

    async def do(self, **message: object) -> None:
        """Send a request that must be carried out, in the end; slower if it came too fast."""
        answer = await self.ask(**message)
        while answer["type"] == "refused" and answer["reasons"][0]["code"] == "TOO_FAST":
            await asyncio.sleep(0.2)
            answer = await self.ask(**message)
        assert answer["type"] == "done", answer

    async def until(self, true: Callable[[], object]) -> None:
        """Wait until something is true of what was heard."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: bool(true()))

    @property
    def my_turn(self) -> bool:
        turn = self.picture.turn
        return turn is not None and turn["seat"] == self.picture.room["you"]

    def choice(self) -> Message:
        """The best play the solver finds, or a draw, or a pass."""
        seen, may = self.picture.number, self.picture.turn["may"]
        if "redeal" in may:
            return {"type": "redeal", "seen": seen}
        play = solve(self.picture.position).play
        if play is None:
            return {"type": "draw" if "draw" in may else "pass", "seen": seen}
        opening = None if play.opening is None else [str(meld) for meld in play.opening]
        table = [str(meld) for meld in play.table]
        return {"type": "play", "table": table, "opening": opening, "seen": seen}


async def seat_all(players: list[Player], urls: list[str], **settings: object) -> str:
    """A room in which these players sit; nobody is ready yet."""
    host, *others = players
    code = await host.create(urls[0], settings={"seats": len(players), **settings})
    await host.enter(urls[0], code)
    for seat, player in enumerate(others, 1):
        await player.enter(urls[seat % len(urls)], code)
        await player.do(type="sit", seat=seat, name=player.name)
    return code


async def start(players: list[Player]) -> None:
    """Everybody gets ready; returns when all have their tiles."""
    for player in players:
        await player.do(type="ready")
    for player in players:
        await player.until(lambda p=player: p.picture.turn is not None)


async def play_on(
    players: list[Player],
    *,
    moves: int = 400,
    between: Callable[[int, Player], Awaitable[None]] | None = None,
) -> int:
    """Play until the round is over or so many moves are made; how many were."""
    for count in range(moves):
        await level(players)
        if players[0].picture.turn is None:
            return count
        mover = next(player for player in players if player.my_turn)
        if between is not None:
            await between(count, mover)
        await mover.do(**mover.choice())
    return moves


async def level(players: list[Player]) -> None:
    """Wait until all know as much as the one who knows most."""
    ahead = max(player.picture.number for player in players)
    for player in players:
        await player.until(lambda p=player: p.picture.number >= ahead)


async def agree(players: list[Player]) -> None:
    """Wait until all know the same events, and check that their pictures fit together."""
    await level(players)
    for player in players[1:]:
        for name in ("table", "counts", "opened", "left", "pool", "commitment", "over"):
            assert player.picture.round[name] == players[0].picture.round[name], name
        assert player.picture.room["totals"] == players[0].picture.room["totals"]


async def check_picture(player: Player) -> None:
    """What the player pieced together is what the server would tell a newcomer."""
    mine = player.picture
    fresh = Player(player.name)
    fresh.token = player.token
    await fresh.enter(player.url, player.code)
    await fresh.drop()
    theirs = fresh.picture
    assert mine.number == theirs.number
    assert _timeless(mine.round) == _timeless(theirs.round)
    for name in ("settings", "phase", "you", "host", "rounds", "totals"):
        assert mine.room[name] == theirs.room[name], name


def _timeless(shown: Message | None) -> Message | None:
    """A round without its clock, which goes on meanwhile."""
    return None if shown is None else {name: shown[name] for name in shown if name != "turn"}
