"""Static files: the built client, kept in memory and compressed once.

Files with a hash in their name never change and may be cached permanently; everything else is asked
for again each time. Paths that are no files belong to the client's own router and get its page.
"""

from __future__ import annotations

import asyncio
import gzip
import mimetypes
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from litestar import Response, route
from litestar.exceptions import NotFoundException
from litestar.handlers import HTTPRouteHandler

from tilerummy.server.web.rate_limits import LIGHT
from tilerummy.server.web.requests import Asking

__all__ = ["StaticFiles", "static_handler"]

_FOREVER: Final = "public, max-age=31536000, immutable"
_AGAIN: Final = "no-cache"
_PAGE: Final = "no-store"
"""The page itself sets the identity cookie, so no cache may keep it."""
_MISSING: Final = (
    b"<!doctype html><title>tilerummy</title><p>The client has not been built: run <code>make "
    b"client</code>.</p>"
)
_SQUEEZED: Final = (
    "text/",
    "application/json",
    "application/manifest+json",
    "image/svg",
    "application/wasm",
)


@dataclass(frozen=True, slots=True)
class _File:
    body: bytes
    squeezed: bytes | None
    kind: str
    etag: str
    cache: str


class StaticFiles:
    """The files below a folder; read again when the page there changes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, _File] = {}
        self._stamp = -1
        self._reading = asyncio.Lock()

    async def find(self, path: str) -> _File:
        """The file at that path, or the page for paths of the client's router."""
        await self.refresh()
        found = self._files.get(path)
        if found is None and ("." in path.rsplit("/", 1)[-1] or path.startswith("api/")):
            raise NotFoundException
        return found or self._files["index.html"]

    async def refresh(self) -> None:
        """Read the files if they have changed, in a thread: compressing them takes long."""
        if self._newest() == self._stamp:
            return
        async with self._reading:
            stamp = self._newest()
            if stamp != self._stamp:
                self._files = await asyncio.to_thread(_files_below, self._folder)
                self._stamp = stamp

    def _newest(self) -> int:
        page = self._folder / "index.html"
        return page.stat().st_mtime_ns if page.exists() else 0


def _files_below(folder: Path) -> dict[str, _File]:
    files = {"index.html": _file(Path("index.html"), _MISSING)}
    for file in folder.rglob("*"):
        if file.is_file():
            name = file.relative_to(folder)
            files[name.as_posix()] = _file(name, file.read_bytes())
    return files


def _file(name: Path, body: bytes) -> _File:
    kind = mimetypes.guess_type(name.name)[0] or "application/octet-stream"
    if name.suffix == ".webmanifest":
        kind = "application/manifest+json"
    squeezed = gzip.compress(body, 9, mtime=0) if kind.startswith(_SQUEEZED) else None
    cache = _AGAIN
    if name.name == "index.html":
        cache = _PAGE
    elif name.parts[0] == "assets":
        cache = _FOREVER
    return _File(body, squeezed, kind, f'"{sha256(body).hexdigest()[:20]}"', cache)


def static_handler(files: StaticFiles) -> HTTPRouteHandler:
    """The handler of everything that is not the API."""

    @route(
        ["/", "/{path:path}"],
        http_method=["GET", "HEAD"],
        include_in_schema=False,
        opt={**LIGHT, "compressed_already": True},
    )
    async def serve(request: Asking) -> Response[bytes]:
        path: str = request.path_params.get("path", "")
        file = await files.find(path.strip("/"))
        headers = {"cache-control": file.cache, "etag": file.etag, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == file.etag:
            return Response(b"", status_code=304, headers=headers)
        body = file.body
        if file.squeezed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            body = file.squeezed
        return Response(body, media_type=file.kind, headers=headers)

    return serve
