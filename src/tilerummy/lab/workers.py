"""Workers: who does the arena's work: this process, several, or a Dask cluster.

All of them take deals and give back rounds, in whatever order they finish.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Protocol

from tilerummy.lab.errors import LabError
from tilerummy.lab.rounds import MirroredDeal, PlayedRound, play_deal

__all__ = ["Cluster", "Here", "Processes", "Workers"]

_CONNECT_SECONDS = 20


class Workers(Protocol):
    """Anything that plays deals."""

    def play(self, work: Sequence[MirroredDeal]) -> Iterator[list[PlayedRound]]:
        """The rounds of each deal, as they finish."""
        ...


class Here:
    """This process, one deal after the other."""

    def play(self, work: Sequence[MirroredDeal]) -> Iterator[list[PlayedRound]]:
        """The deals in their order."""
        return map(play_deal, work)


class Processes:
    """So many processes of this machine."""

    def __init__(self, count: int) -> None:
        self._count = count

    def play(self, work: Sequence[MirroredDeal]) -> Iterator[list[PlayedRound]]:
        """The deals as they finish."""
        with ProcessPoolExecutor(self._count, mp_context=get_context("spawn")) as pool:
            futures = [pool.submit(play_deal, deal) for deal in work]
            try:
                for future in as_completed(futures):
                    yield future.result()
            finally:
                pool.shutdown(wait=False, cancel_futures=True)


class Cluster:
    """The workers of a Dask cluster; they need this package installed."""

    def __init__(self, address: str) -> None:
        self._address = address

    def play(self, work: Sequence[MirroredDeal]) -> Iterator[list[PlayedRound]]:
        """The deals as they finish."""
        try:
            from distributed import Client
            from distributed import as_completed as as_finished
        except ImportError:
            raise LabError("a cluster needs the extra tilerummy[cluster]") from None
        try:
            client = Client(self._address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except OSError as error:
            raise LabError(f"no Dask scheduler answers at {self._address}: {error}") from None
        with client:
            futures = client.map(play_deal, work, pure=False)
            for future in as_finished(futures, loop=client.loop):
                rounds: list[PlayedRound] = future.result()
                future.release()
                yield rounds
