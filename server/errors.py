"""Domain error -> HTTP status: one table. The body is `{"error": ..., "detail": ...}` and never holds a traceback.

What OpenEnv's models refuse is told in the same form. Pydantic's own list would repeat the input, and an input such as NaN
has no JSON form.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

from fastapi import FastAPI, HTTPException, Request
from fastapi.exception_handlers import http_exception_handler
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import ValidationError

from code_review_env.env import errors

RETRY_AFTER_S: Final = 2

DETAIL: Final = 1000
"""Characters of a refusal; a message quotes what was sent, which may be long."""

STATUS: Final[tuple[tuple[type[errors.CodeReviewError], int], ...]] = (
    (errors.Unknown, 404),
    (errors.Forbidden, 403),
    (errors.Conflict, 409),
    (errors.BadRequest, 422),
    (errors.Unavailable, 503),
    (errors.ConfinementMissing, 503),
)

Handler = Callable[[Request, Exception], Awaitable[Response]]

_log = logging.getLogger(__name__)


def register(app: FastAPI) -> None:
    """Answer every domain error with its status, and anything else with a 500 that tells nothing."""
    for kind, status in STATUS:
        app.add_exception_handler(kind, _answer(status))
    app.exception_handler(RequestValidationError)(_invalid)
    app.exception_handler(HTTPException)(_refused)
    # The last resort: whatever a bug raises must not reach a client as text.
    app.add_exception_handler(Exception, _internal)


def _answer(status: int) -> Handler:
    headers = {"Retry-After": str(RETRY_AFTER_S)} if status == 503 else {}  # noqa: PLR2004 - the status is its own name

    async def answer(_: Request, error: Exception) -> JSONResponse:
        return JSONResponse({"error": type(error).__name__, "detail": str(error)[:DETAIL]}, status, headers)

    return answer


async def _invalid(_: Request, error: RequestValidationError) -> Response:
    return _refusal(error.errors())


async def _refused(request: Request, error: HTTPException) -> Response:
    """OpenEnv hands the faults of an action on as the detail of its exception."""
    faults: object = error.detail
    return _refusal(faults) if isinstance(faults, list) else await http_exception_handler(request, error)


def _refusal(faults: Sequence[Mapping[str, Any]]) -> JSONResponse:
    return JSONResponse({"error": "InvalidRequest", "detail": "; ".join(map(_fault, faults))}, 422)


def sentences(error: ValidationError) -> str:
    """What a model refuses, each fault with its place, as `items[0].code`."""
    return "; ".join(_sentence(one["loc"], one["msg"]) for one in error.errors(include_url=False, include_input=False))


def _sentence(loc: tuple[int | str, ...], message: str) -> str:
    key = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in loc).lstrip(".")
    return f"{key or 'body'}: {message}"


def _fault(fault: Mapping[str, Any]) -> str:
    """One of Pydantic's faults: where it is, as `action.code`, and what is wrong there."""
    if fault["type"] == "json_invalid":
        return f"the body is not JSON: {fault['ctx']['error']} (character {fault['loc'][-1]})"
    where = ".".join(str(part) for part in fault["loc"] if part != "body") or "body"
    return f"{where}: {fault['msg']}"


async def _internal(request: Request, error: Exception) -> JSONResponse:
    _log.error("unexpected error at %s", request.url.path, exc_info=error)
    return JSONResponse({"error": "InternalError", "detail": "The server met an unexpected error; nothing was scored."}, 500)
