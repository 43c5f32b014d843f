"""How much one client may ask: a bucket of tokens for each address, refilled steadily. A full one is a minute's worth."""

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

MOST_CLIENTS: Final = 10_000
"""Buckets that are kept; who was not seen for the longest time begins with a full one."""

MINUTE_S: Final = 60.0
V6_PREFIX: Final = 64
"""Bits of an IPv6 address that stand for one client: whoever has one address has all the others behind them."""

Clock = Callable[[], float]


@dataclass(slots=True)
class Buckets:
    """Tokens of every client.

    Attributes:
        per_minute: tokens that a bucket holds, and that it gets in a minute.
        clock: seconds, monotonic.
    """

    per_minute: int
    clock: Clock = time.monotonic
    _kept: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)

    def take(self, client: str) -> float:
        """Take a token; returns 0, or the seconds until there is one."""
        now = self.clock()
        tokens, then = self._kept.pop(client, (float(self.per_minute), now))
        tokens = min(self.per_minute, tokens + (now - then) * self.per_minute / MINUTE_S)
        missing = max(0.0, 1.0 - tokens)
        self._kept[client] = (tokens if missing else tokens - 1.0), now
        if len(self._kept) > MOST_CLIENTS:
            self._kept.popitem(last=False)
        return missing * MINUTE_S / self.per_minute


class RateLimit:
    """ASGI middleware: 429 with `Retry-After` for a client whose bucket is empty.

    Whatever may run code costs a token: every POST, the connect of a WebSocket, a search for the lines of failing groups.
    """

    def __init__(self, app: ASGIApp, per_minute: int) -> None:
        self._app = app
        self._buckets = Buckets(per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        wait_s = self._buckets.take(client_of(scope)) if _costs(scope) else 0.0
        if not wait_s:
            await self._app(scope, receive, send)
            return
        detail = f"one address may send {self._buckets.per_minute} requests a minute; wait {ceil(wait_s)} s"
        answer = JSONResponse({"error": "TooManyRequests", "detail": detail}, 429, {"Retry-After": str(ceil(wait_s))})
        await answer(scope, receive, send)


def client_of(scope: Scope) -> str:
    """The address that a request came from, as far as one client has it for themselves."""
    return named(str((scope.get("client") or ("",))[0]))


def named(address: str) -> str:
    """The client of an address."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    return str(known.ipv4_mapped or ipaddress.ip_network((known, V6_PREFIX), strict=False))


def _costs(scope: Scope) -> bool:
    if scope["type"] == "websocket":
        return True
    return scope["type"] == "http" and (scope["method"] == "POST" or b"localise" in scope["query_string"])
