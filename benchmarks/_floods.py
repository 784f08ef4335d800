"""Floods: attacks below the protocol, written on bare sockets so that they cost little."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import secrets
import struct
from typing import Final

__all__ = ["bare_connections", "flood", "frames"]

_HERE: Final = ("127.0.0.2", 0)
_PIPELINED: Final = 8
_HEAD: Final = 4096


async def _connect(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, local_addr=_HERE)


async def flood(port: int, line: str) -> None:
    """The same request again and again, several on their way at once."""
    request = f"{line} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n".encode() * _PIPELINED
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await _connect(port)
            try:
                while True:
                    writer.write(request)
                    await writer.drain()
                    if not await reader.read(1 << 16):
                        break
            finally:
                writer.close()
        await asyncio.sleep(0.01)


async def frames(
    port: int,
    code: str,
    token: str,
    payloads: list[bytes],
    pause: float,
    *,
    opcode: int = 0x81,
    many: int = 1,
) -> None:
    """A socket that sends frames and never reads what comes back; it comes back when closed."""
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await _connect(port)
            key = base64.b64encode(secrets.token_bytes(16)).decode()
            writer.write(
                f"GET /ws/{code} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n"
                f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n"
                f"Authorization: Bearer {token}\r\n\r\n".encode()
            )
            try:
                await reader.readuntil(b"\r\n\r\n")
                writer.write(_frame(b'{"type":"hello"}', 0x81))
                if opcode == 0x00:
                    writer.write(_frame(b"x", 0x01))
                while not reader.at_eof():
                    for payload in payloads:
                        writer.write(_frame(payload, opcode) * many)
                        await writer.drain()
                    await asyncio.sleep(pause)
            except asyncio.IncompleteReadError:
                pass
            finally:
                writer.close()
        await asyncio.sleep(0.05)


def _frame(payload: bytes, opcode: int) -> bytes:
    size = len(payload)
    if size < 126:
        return struct.pack("!BB4x", opcode, 0x80 | size) + payload
    return struct.pack("!BBH4x", opcode, 0x80 | 126, size) + payload


async def bare_connections(port: int, *, silent: int, endless: int) -> None:
    """Connections that say nothing, and some whose request never ends."""
    await asyncio.gather(
        *[_silent(port) for _ in range(silent)], *[_endless(port) for _ in range(endless)]
    )


async def _silent(port: int) -> None:
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await _connect(port)
            try:
                await reader.read(1)
            finally:
                writer.close()
        await asyncio.sleep(1)


async def _endless(port: int) -> None:
    line = b"x-more: " + b"x" * _HEAD + b"\r\n"
    while True:
        with contextlib.suppress(OSError):
            _, writer = await _connect(port)
            try:
                writer.write(b"GET / HTTP/1.1\r\n")
                while True:
                    writer.write(line)
                    await writer.drain()
            finally:
                writer.close()
        await asyncio.sleep(0.05)
