"""The archive: which finished rounds a person played, and the reviews of rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, select

from tilerummy.server.storage import schema
from tilerummy.server.storage.access import Access

__all__ = ["Archive", "FinishedGame"]


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished round as one of its players finds it again."""

    player: str
    record: str
    finished: int
    summary: str


class Archive:
    """Games and reviews in the database."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def add(self, connection: Connection, games: Sequence[FinishedGame]) -> None:
        """Keep the games, in the transaction that ends their round."""
        if games:
            connection.execute(
                self._access.insert(schema.games).on_conflict_do_nothing(),
                [asdict(game) for game in games],
            )

    async def games_of(self, player: str, before: int, limit: int) -> list[str]:
        """Summaries of the games that a person finished before that moment, the newest first."""
        games = schema.games
        query = (
            select(games.c.summary)
            .where(games.c.player == player, games.c.finished < before)
            .order_by(games.c.finished.desc())
            .limit(limit)
        )
        return await self._access.read(lambda connection: list(connection.execute(query).scalars()))

    async def review(self, record: str) -> str | None:
        """The review of a finished round, if there is one."""
        reviews = schema.reviews
        query = select(reviews.c.body).where(reviews.c.record == record)
        return await self._access.read(
            lambda connection: connection.execute(query).scalar_one_or_none()
        )

    async def keep_review(self, record: str, body: str) -> None:
        """Keep the review of a round; the first one stays."""
        adding = self._access.insert(schema.reviews).on_conflict_do_nothing()
        row = {"record": record, "body": body}
        await self._access.write(lambda connection: connection.execute(adding, row))
