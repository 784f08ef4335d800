"""Middleware: who a request comes from, what is turned away, and the headers of every answer."""

from types import SimpleNamespace

import pytest
from litestar.exceptions import PermissionDeniedException

from tilerummy.server.live.limits import Visitor
from tilerummy.server.web.identity import COOKIE, Signer
from tilerummy.server.web.middleware import Identification, cookie_header, response_headers

SIGNER = Signer(b"key")
ANN, BEN = "a" * 32, "b" * 32


async def passed(
    kind="http", *, method="GET", scheme="http", public=None, client=("1.2.3.4", 5), **headers
):
    """The state that the application behind it finds."""
    found = []

    async def app(scope, _receive, _send):
        found.append(scope.get("state"))

    encoded = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {
        "type": kind,
        "headers": encoded,
        "scheme": scheme,
        "state": {},
        "client": client,
    }
    scope["litestar_app"] = SimpleNamespace(state=SimpleNamespace(signer=SIGNER))
    if kind == "http":
        scope["method"] = method
    await Identification(public)(app)(scope, None, None)
    (state,) = found
    return state


@pytest.mark.parametrize(
    ("headers", "who"),
    [
        ({"cookie": f"{COOKIE}={SIGNER.sign(ANN)}"}, ANN),
        ({"cookie": f"other=1; {COOKIE}={SIGNER.sign(ANN)}; last=2"}, ANN),
        ({"authorization": f"Bearer {SIGNER.sign(ANN)}"}, ANN),
        ({"authorization": f"bearer  {SIGNER.sign(ANN)} "}, ANN),
        (
            {
                "authorization": f"Bearer {SIGNER.sign(ANN)}",
                "cookie": f"{COOKIE}={SIGNER.sign(BEN)}",
            },
            ANN,
        ),
        (
            {
                "authorization": f"Basic {SIGNER.sign(ANN)}",
                "cookie": f"{COOKIE}={SIGNER.sign(BEN)}",
            },
            BEN,
        ),
        ({"cookie": f"other={SIGNER.sign(ANN)}"}, None),
        ({"cookie": f"{COOKIE}={ANN}"}, None),
        ({}, None),
    ],
)
@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_a_person_is_known_by_cookie_or_token(kind, headers, who):
    state = await passed(kind, **headers)
    if who is None:
        made = state["visitor"].who
        assert len(made) == 32
        assert f"{COOKIE}={SIGNER.sign(made)};" in state["cookie"]
    else:
        assert (state["visitor"], state["cookie"]) == (Visitor(who, "1.2.3.4"), None)


@pytest.mark.parametrize(
    ("client", "address"),
    [(("1.2.3.4", 5), "1.2.3.4"), (("2001:db8::1", 5), "2001:db8::/64"), (None, "")],
)
@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_a_person_asks_from_the_address_that_limits_count(kind, client, address):
    assert (await passed(kind, client=client))["visitor"].address == address


@pytest.mark.parametrize(
    ("scheme", "public", "secure"),
    [
        ("http", None, False),
        ("https", None, True),
        ("wss", None, True),
        ("http", "https://game", True),
        ("http", "http://game", False),
    ],
)
async def test_over_an_encrypted_line_nothing_goes_over_another(scheme, public, secure):
    state = await passed(scheme=scheme, public=public)
    assert state["cookie"].endswith("; Secure") is secure
    sent = await answered(scheme=scheme, public=public)
    assert ("strict-transport-security" in sent) is secure
    if secure:
        assert sent["strict-transport-security"] == "max-age=31536000"


@pytest.mark.parametrize(
    ("origin", "public", "foreign"),
    [
        (None, None, False),
        ("http://here", None, False),
        ("http://there", None, True),
        ("http://there", "https://there", False),
        ("http://there", "https://elsewhere", True),
        ("http://[", None, True),
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "DELETE"])
async def test_other_sites_may_read_but_change_nothing(method, origin, public, foreign):
    headers = {"host": "here"} | ({"origin": origin} if origin else {})
    if foreign and method in ("POST", "DELETE"):
        with pytest.raises(PermissionDeniedException):
            await passed(method=method, public=public, **headers)
    else:
        state = await passed(method=method, public=public, **headers)
        assert state["foreign"] is foreign


async def test_a_socket_of_another_site_is_marked_and_what_is_neither_passes():
    assert (await passed("websocket", origin="http://there", host="here"))["foreign"]
    assert await passed("lifespan") == {}


async def answered(*, scheme="http", public=None, cookie=None, cache=None, kind="start"):
    headers = [] if cache is None else [(b"cache-control", cache.encode())]
    message = {"type": f"http.response.{kind}", "status": 200, "headers": headers}
    await response_headers(public)(message, {"scheme": scheme, "state": {"cookie": cookie}})
    return {name.decode(): value.decode() for name, value in message["headers"]}


async def test_every_answer_carries_the_headers():
    sent = await answered()
    assert sent["x-content-type-options"] == "nosniff"
    assert sent["x-frame-options"] == "DENY"
    assert "default-src 'none'" in sent["content-security-policy"]
    assert sent["cache-control"] == "no-store"
    assert "set-cookie" not in sent
    assert await answered(kind="body") == {}


@pytest.mark.parametrize(
    ("cookie", "cache", "sets"),
    [("c", None, True), ("c", "no-store", True), ("c", "public", False), (None, None, False)],
)
async def test_an_identity_is_handed_out_where_no_cache_keeps_it(cookie, cache, sets):
    sent = await answered(cookie=cookie, cache=cache)
    assert ("set-cookie" in sent) is sets
    assert sent["cache-control"] == (cache or "no-store")


def test_no_script_reads_the_cookie_and_it_lasts_a_year():
    said = cookie_header("signed", secure=False)
    assert said == f"{COOKIE}=signed; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax"
    assert cookie_header("signed", secure=True) == f"{said}; Secure"
