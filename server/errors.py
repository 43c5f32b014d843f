"""Domain error -> HTTP status: one table. The body is always `{"error": ..., "detail": ...}` and never holds a traceback."""

import logging
from collections.abc import Awaitable, Callable
from typing import Final

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from code_review_env.env import errors

RETRY_AFTER_S: Final = 2

STATUS: Final[tuple[tuple[type[errors.CodeReviewError], int], ...]] = (
    (errors.Unknown, 404),
    (errors.Forbidden, 403),
    (errors.Conflict, 409),
    (errors.BadRequest, 422),
    (errors.Unavailable, 503),
    (errors.ConfinementMissing, 503),
)

Handler = Callable[[Request, Exception], Awaitable[JSONResponse]]

_log = logging.getLogger(__name__)


def register(app: FastAPI) -> None:
    """Answer every domain error with its status, and anything else with a 500 that tells nothing."""
    for kind, status in STATUS:
        app.add_exception_handler(kind, _answer(status))
    # The last resort: whatever a bug raises must not reach a client as text.
    app.add_exception_handler(Exception, _internal)


def _answer(status: int) -> Handler:
    headers = {"Retry-After": str(RETRY_AFTER_S)} if status == 503 else {}  # noqa: PLR2004 - the status is its own name

    async def answer(_: Request, error: Exception) -> JSONResponse:
        return JSONResponse({"error": type(error).__name__, "detail": str(error)}, status, headers)

    return answer


async def _internal(request: Request, error: Exception) -> JSONResponse:
    _log.error("unexpected error at %s", request.url.path, exc_info=error)
    return JSONResponse({"error": "InternalError", "detail": "The server met an unexpected error; nothing was scored."}, 500)
