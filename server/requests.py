"""Every request has an id: the caller's or a fresh one. It is told back, stands in every log line, and is measured."""

import logging
import re
import secrets
import time
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from code_review_env.server.logs import CURRENT
from code_review_env.server.metrics import Metrics

HEADER: Final = "x-request-id"
OTHER: Final = "other"
"""Route of a request for the page's files, or for nothing: its path may be the caller's invention and names no series."""

_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_log: Final = logging.getLogger("code_review_env.requests")


class Requests:
    """ASGI middleware around everything else."""

    def __init__(self, app: ASGIApp, series: Metrics) -> None:
        self._app = app
        self._series = series

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on under its id."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._session(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        request_id, status = _request_id(scope), 500
        token = CURRENT.set(request_id)
        began = time.perf_counter()

        async def marked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)[HEADER] = request_id
            await send(message)

        try:
            await self._app(scope, receive, marked)
        finally:
            self._told(scope, status, time.perf_counter() - began)
            CURRENT.reset(token)

    def _told(self, scope: Scope, status: int, seconds: float) -> None:
        # The route and not the path: whoever knows the id of an episode may play it, so ids stay out of logs.
        route = getattr(scope.get("route"), "path", OTHER)
        method = scope["method"]
        self._series.requests.labels(method, route, str(status)).inc()
        self._series.seconds.labels(route).observe(seconds)
        fields = {"method": method, "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        _log.info("%s %s %d", method, route, status, extra=fields)

    async def _session(self, scope: Scope, receive: Receive, send: Send) -> None:
        token = CURRENT.set(_request_id(scope))
        try:
            with self._series.sessions.track_inprogress():
                await self._app(scope, receive, send)
        finally:
            CURRENT.reset(token)


def _request_id(scope: Scope) -> str:
    given = Headers(scope=scope).get(HEADER, "")
    return given if _ID.fullmatch(given) else secrets.token_hex(8)
