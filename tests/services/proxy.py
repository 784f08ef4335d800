"""A TCP proxy that passes everything on, after a delay that can be changed."""

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager

Sent = asyncio.Queue[tuple[float, bytes]]


class Proxy:
    """Listens on an address of its own and passes on to a port of this machine."""

    def __init__(self, target: int, host: str = "127.0.0.1") -> None:
        self.delay = 0.0
        self.port = 0
        self._target = target
        self._host = host
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._started.wait()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._pass, self._host, 0))
        self.port = server.sockets[0].getsockname()[1]
        self._started.set()
        self._loop.run_forever()
        server.close()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0.1))
        self._loop.close()

    async def _pass(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        try:
            far, on = await asyncio.open_connection("127.0.0.1", self._target)
        except OSError:
            back.close()
            return
        await asyncio.gather(self._one_way(near, on), self._one_way(far, back))

    async def _one_way(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        waiting: Sent = asyncio.Queue()
        sender = asyncio.create_task(self._send(waiting, sink))
        data = b" "
        with contextlib.suppress(OSError):
            while data:
                data = await source.read(65_536)
                waiting.put_nowait((self._loop.time() + self.delay, data))
        waiting.put_nowait((0.0, b""))
        await sender

    async def _send(self, waiting: Sent, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while True:
                due, data = await waiting.get()
                await asyncio.sleep(max(0.0, due - self._loop.time()))
                if not data:
                    break
                sink.write(data)
                await sink.drain()
        sink.close()


@contextmanager
def proxy(target: int, host: str = "127.0.0.1") -> Iterator[Proxy]:
    passing = Proxy(target, host)
    passing.start()
    try:
        yield passing
    finally:
        passing.stop()
