"""How much a request may carry: a body is refused as soon as it is too large, before anything is parsed."""

from typing import Final

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY: Final = 8 << 20
"""Bytes: a batch of 64 submissions of 64 KiB, and as much again for escapes and own tasks."""

_TOO_LARGE: Final = {"error": "BodyTooLarge", "detail": f"a request body has at most {MAX_BODY} bytes"}


class _TooLargeError(Exception):
    """The body went over the limit while it came in."""


class BodyLimit:
    """ASGI middleware: 413 for a body over `MAX_BODY`, whether its length was declared or not."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        declared = dict(scope["headers"]).get(b"content-length", b"0")
        try:
            if declared.isdigit() and int(declared) > MAX_BODY:
                raise _TooLargeError  # noqa: TRY301 - one answer for a declared and for a counted length
            await self._app(scope, _counting(receive), send)
        except _TooLargeError:
            await JSONResponse(_TOO_LARGE, 413)(scope, receive, send)


def _counting(receive: Receive) -> Receive:
    taken = 0

    async def counted() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > MAX_BODY:
            raise _TooLargeError
        return message

    return counted
