"""A TCP proxy that passes everything on, after a delay that can be changed."""

import queue
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

Waiting = queue.SimpleQueue[tuple[float, bytes]]


class Proxy:
    """Listens on an address of its own and passes on to a port of this machine."""

    def __init__(self, target: int, host: str = "127.0.0.1") -> None:
        self.delay = 0.0
        self._target = target
        self._listener = socket.create_server((host, 0))
        self._sockets = [self._listener]
        self.port: int = self._listener.getsockname()[1]
        self._start(self._accept)

    def close(self) -> None:
        for one in self._sockets:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _start(self, work, *arguments: object) -> None:
        threading.Thread(target=work, args=arguments, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                try:
                    far = socket.create_connection(("127.0.0.1", self._target))
                except OSError:
                    near.close()
                    continue
                self._sockets += (near, far)
                for source, sink in ((near, far), (far, near)):
                    waiting: Waiting = queue.SimpleQueue()
                    self._start(self._receive, source, waiting)
                    self._start(self._send, waiting, sink)

    def _receive(self, source: socket.socket, waiting: Waiting) -> None:
        data = b" "
        with suppress(OSError):
            while data:
                data = source.recv(65_536)
                waiting.put((time.monotonic() + self.delay, data))
        waiting.put((0.0, b""))

    def _send(self, waiting: Waiting, sink: socket.socket) -> None:
        with suppress(OSError):
            while True:
                due, data = waiting.get()
                if not data:
                    break
                time.sleep(max(0.0, due - time.monotonic()))
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)


@contextmanager
def proxy(target: int, host: str = "127.0.0.1") -> Iterator[Proxy]:
    passing = Proxy(target, host)
    try:
        yield passing
    finally:
        passing.close()
