"""Workers: who does the arena's work: this process, several, or a Dask cluster.

All of them take deals and give back rounds, in whatever order they finish. Whoever stops
asking for rounds, by an interrupt or an error, stops the work.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import active_children, get_context
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from threading import current_thread, main_thread
from typing import Protocol, TypeAlias

from tilerummy.lab.errors import LabError
from tilerummy.lab.parent_watch import end_with_parent
from tilerummy.lab.players import look_for_bots_in
from tilerummy.lab.rounds import MirroredDeal, PlayedRound, play_deal
from tilerummy.rules.errors import TilerummyError

__all__ = ["Cluster", "Here", "Processes", "Workers"]

Rounds: TypeAlias = Generator[list[PlayedRound], None, None]
"""The rounds of one deal after the other."""

_CONNECT_SECONDS = 20


class Workers(Protocol):
    """Anything that plays deals."""

    def play(self, work: Sequence[MirroredDeal]) -> Rounds:
        """The rounds of each deal, as they finish; closing it stops the work."""
        ...


class Here:
    """This process, one deal after the other."""

    def play(self, work: Sequence[MirroredDeal]) -> Rounds:
        """The deals in their order."""
        for deal in work:
            yield play_deal(deal)


class Processes:
    """Several processes of this machine."""

    def __init__(self, count: int) -> None:
        self._count = count

    def play(self, work: Sequence[MirroredDeal]) -> Rounds:
        """The deals as they finish, with one more waiting for each process."""
        others = active_children()
        pool = ProcessPoolExecutor(
            self._count, mp_context=get_context("spawn"), initializer=end_with_parent
        )
        waiting = iter(work)
        playing: set[Future[list[PlayedRound]]] = set()
        try:
            with _started_deaf():
                playing |= {pool.submit(play_deal, deal) for deal in islice(waiting, self._count)}
            playing |= {pool.submit(play_deal, deal) for deal in islice(waiting, self._count)}
            while playing:
                done, playing = wait(playing, return_when=FIRST_COMPLETED)
                playing |= {pool.submit(play_deal, deal) for deal in islice(waiting, len(done))}
                for future in done:
                    yield future.result()
        except BrokenProcessPool:
            raise LabError("one of the processes that play has died") from None
        finally:
            if playing:
                for process in active_children():
                    if process not in others:
                        process.terminate()
            pool.shutdown(cancel_futures=True)


@contextmanager
def _started_deaf() -> Iterator[None]:
    """Processes started here do not hear Ctrl+C: who started them stops them, without a word."""
    if current_thread() is not main_thread():
        yield
        return
    heard = signal(SIGINT, SIG_IGN)
    try:
        yield
    finally:
        signal(SIGINT, heard)


class Cluster:
    """The workers of a Dask cluster; they need this package installed.

    Bots of your own are found there as here if the workers see the folder this runs in.
    """

    def __init__(self, address: str) -> None:
        self._address = address

    def play(self, work: Sequence[MirroredDeal]) -> Rounds:
        """The deals as they finish."""
        try:
            from distributed import Client
            from distributed import as_completed as as_finished
            from distributed.comm import get_address_host
        except ImportError:
            raise LabError("a cluster needs the extra tilerummy[cluster]") from None
        try:
            get_address_host(self._address)
        except ValueError as error:
            raise LabError(
                f"{self._address!r} is not the address of a scheduler: {error}"
            ) from None
        try:
            client = Client(self._address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except OSError as error:
            raise LabError(f"no Dask scheduler answers at {self._address}: {error}") from None
        with client:
            futures = client.map(partial(_play_there, str(Path.cwd())), work, pure=False)
            for future in as_finished(futures, loop=client.loop):
                yield _answer_of(future, self._address)
                future.release()


def _answer_of(future: Future[list[PlayedRound]], address: str) -> list[PlayedRound]:
    """The rounds of a deal; whatever happens on a cluster becomes one sentence."""
    try:
        return future.result()
    except TilerummyError:
        raise
    except (Exception, CancelledError) as error:
        told = str(error) or type(error).__name__
        raise LabError(f"the cluster at {address} lost a deal: {told}") from error


def _play_there(folder: str, deal: MirroredDeal) -> list[PlayedRound]:
    look_for_bots_in(folder)
    return play_deal(deal)
