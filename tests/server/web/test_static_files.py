"""Static files: what is found, how it is kept, and what is compressed."""

import asyncio
import gzip
import os
from threading import current_thread

import pytest
from litestar import Litestar
from litestar.exceptions import NotFoundException
from litestar.testing import TestClient

from tilerummy.server.web import static_files
from tilerummy.server.web.static_files import StaticFiles, static_handler

PAGE = b"<!doctype html><title>Game</title>"


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_bytes(PAGE)
    (tmp_path / "assets" / "app-1234.js").write_bytes(b"run()" * 500)
    (tmp_path / "icon.png").write_bytes(b"png")
    (tmp_path / "app.webmanifest").write_bytes(b"{}")
    (tmp_path / "odd.zzz").write_bytes(b"?")
    return tmp_path


@pytest.mark.parametrize(
    ("path", "kind", "cache", "squeezed"),
    [
        ("index.html", "text/html", "no-store", True),
        ("", "text/html", "no-store", True),
        ("rooms/ABCDEF", "text/html", "no-store", True),
        ("app.d/rooms", "text/html", "no-store", True),
        ("assets/app-1234.js", "text/javascript", "public, max-age=31536000, immutable", True),
        ("icon.png", "image/png", "no-cache", False),
        ("app.webmanifest", "application/manifest+json", "no-cache", True),
        ("odd.zzz", "application/octet-stream", "no-cache", False),
    ],
)
async def test_a_path_is_a_file_or_a_page_of_the_client(folder, path, kind, cache, squeezed):
    found = await StaticFiles(folder).find(path)
    assert (found.kind, found.cache, found.squeezed is not None) == (kind, cache, squeezed)
    if squeezed:
        assert gzip.decompress(found.squeezed) == found.body


@pytest.mark.parametrize("path", ["missing.js", "assets/missing.js", "api/nothing", "api/a/b"])
async def test_a_file_that_is_not_there_is_not_the_page(folder, path):
    with pytest.raises(NotFoundException):
        await StaticFiles(folder).find(path)


async def test_without_a_client_the_page_says_so(tmp_path):
    assert b"make client" in (await StaticFiles(tmp_path).find("")).body


async def test_files_are_read_once_and_not_in_the_event_loop(folder, monkeypatch):
    """Compressing them takes a tenth of a second, in which nobody else would be served."""
    readers, read = [], static_files._files_below
    monkeypatch.setattr(
        static_files, "_files_below", lambda path: readers.append(current_thread()) or read(path)
    )
    files = StaticFiles(folder)
    await asyncio.gather(files.find(""), files.find("icon.png"), files.refresh())
    (reader,) = readers
    assert reader is not current_thread()


async def test_files_are_read_again_when_the_page_changes(folder):
    files = StaticFiles(folder)
    first = await files.find("icon.png")
    (folder / "icon.png").write_bytes(b"new")
    assert await files.find("icon.png") is first
    os.utime(folder / "index.html", ns=(1, 1))
    assert (await files.find("icon.png")).body == b"new"
    assert (await files.find("icon.png")).etag != first.etag


@pytest.fixture
def client(folder):
    app = Litestar([static_handler(StaticFiles(folder))])
    with TestClient(app) as client:
        yield client


def test_a_file_is_sent_compressed_to_those_who_read_that(client):
    plain = client.get("/assets/app-1234.js", headers={"accept-encoding": "identity"})
    packed = client.get("/assets/app-1234.js", headers={"accept-encoding": "br, gzip"})
    assert plain.content == packed.content == b"run()" * 500
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    for answer in (plain, packed):
        assert answer.headers["vary"] == "accept-encoding"
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "content-encoding" not in client.get("/icon.png").headers


def test_who_has_the_file_already_is_sent_nothing(client):
    tag = client.get("/icon.png").headers["etag"]
    again = client.get("/icon.png", headers={"if-none-match": tag})
    assert (again.status_code, again.content) == (304, b"")
    other = client.get("/icon.png", headers={"if-none-match": '"other"'})
    assert (other.status_code, other.content) == (200, b"png")


def test_the_head_of_a_page_has_no_body(client):
    answer = client.head("/rooms/ABCDEF")
    assert (answer.status_code, answer.content) == (200, b"")
    assert client.get("/").content == PAGE
