"""Buckets by a clock of their own, and a real server that refuses one client and serves the next."""

import threading
import time
from typing import Any

import httpx
import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from code_review_env.server.app import listening
from code_review_env.server.rates import MOST_CLIENTS, Buckets, client_of
from code_review_env.server.settings import Settings

RATE = 30


def test_a_bucket_holds_a_minutes_worth_and_fills_steadily() -> None:
    """Sixty at once, then one a second; another client has a bucket of its own."""
    now = 100.0
    buckets = Buckets(60, lambda: now)
    assert [buckets.take("a") for _ in range(60)] == [0.0] * 60
    assert buckets.take("a") == pytest.approx(1.0)
    assert buckets.take("b") == 0.0
    now += 0.25
    assert buckets.take("a") == pytest.approx(0.75)
    now += 0.75
    assert buckets.take("a") == 0.0
    now += 3600
    assert [buckets.take("a") for _ in range(61)][59:] == [0.0, pytest.approx(1.0)]


def test_no_number_of_clients_fills_the_memory() -> None:
    """Who was not seen for the longest time is forgotten."""
    buckets = Buckets(1, lambda: 0.0)
    for number in range(MOST_CLIENTS + 1):
        buckets.take(str(number))
    assert len(buckets._kept) == MOST_CLIENTS
    assert buckets.take("0") == 0.0
    assert buckets.take(str(MOST_CLIENTS)) > 0


def test_a_client_of_ipv6_is_its_network() -> None:
    """One subscriber has 2**64 addresses; a mapped IPv4 address is one client."""
    told = {
        address: client_of({"client": (address, 1)}) for address in ("2001:db8:1:2::5", "::ffff:1.2.3.4", "1.2.3.4", "odd")
    }
    assert told == {
        "2001:db8:1:2::5": "2001:db8:1:2::/64",
        "::ffff:1.2.3.4": "1.2.3.4",
        "1.2.3.4": "1.2.3.4",
        "odd": "odd",
    }


@pytest.mark.parametrize(("proxy", "client"), [("", "127.0.0.1"), ("10.0.0.0/8", "127.0.0.1"), ("127.0.0.0/8", "9.9.9.9")])
def test_only_a_trusted_proxy_tells_who_a_client_is(proxy: str, client: str) -> None:
    """The last address that the proxy saw counts, not the one that its client claims."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await PlainTextResponse(client_of(scope))(scope, receive, send)

    config = listening(Settings(trusted_proxy=proxy, port=0), app)
    config.lifespan = "off"
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    answer = httpx.get(f"http://127.0.0.1:{port}", headers={"x-forwarded-for": "6.6.6.6, 9.9.9.9"})
    server.should_exit = True
    thread.join()
    assert answer.text == client


def test_who_asks_too_much_waits_and_nobody_else(own_server: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """429 with Retry-After over HTTP and at the handshake of a WebSocket; reading costs nothing."""
    monkeypatch.setenv("CRE_RATE_PER_MINUTE", str(RATE))
    monkeypatch.setenv("CRE_TRUSTED_PROXY", "127.0.0.1")
    own_server.start()
    greedy, modest = {"x-forwarded-for": "9.9.9.9"}, {"x-forwarded-for": "8.8.8.8"}
    with httpx.Client(base_url=own_server.url, headers=greedy, timeout=60) as client:
        statuses = [client.post("/step", json={}).status_code for _ in range(RATE + 10)]
        refused = client.post("/reset", json={"seed": 7})
        assert client.get("/health").status_code == 200
    assert (statuses[:RATE].count(429), statuses.count(429) > 0) == (0, True)
    assert refused.status_code == 429
    assert (refused.json()["error"], 1 <= int(refused.headers["retry-after"]) <= 2) == ("TooManyRequests", True)
    with (
        pytest.raises(InvalidStatus) as refusal,
        connect(own_server.url.replace("http", "ws") + "/ws", additional_headers=greedy),
    ):
        pass
    assert (refusal.value.response.status_code, "retry-after" in refusal.value.response.headers) == (429, True)
    assert httpx.post(f"{own_server.url}/reset", json={"seed": 7}, headers=modest, timeout=60).status_code == 200
    assert 'status="429"' in own_server.read("/metrics")
