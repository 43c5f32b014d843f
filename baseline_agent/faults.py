"""What a failed call means: whether it may succeed later, and when."""

import datetime as dt
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Final

from code_review_env.baseline_agent.completer import CallFailed

TRANSIENT: Final = frozenset(
    {HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.CONFLICT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS}
)
HOPELESS: Final = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.PAYMENT_REQUIRED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND})
"""Wrong token, no credit, not allowed, no such model: true of the next call as well."""

WORDS: Final = 200
"""Characters of a server's own message that are passed on."""


def refused(status: int, headers: Mapping[str, str], words: str) -> CallFailed:
    """The failure that an HTTP status tells."""
    return CallFailed(
        f"HTTP {status}: {' '.join(words.split())[:WORDS]}",
        transient=status in TRANSIENT or status >= HTTPStatus.INTERNAL_SERVER_ERROR,
        hopeless=status in HOPELESS,
        wait_s=retry_after_s(headers.get("retry-after"), dt.datetime.now(dt.UTC)),
    )


def broken(error: Exception) -> CallFailed:
    """The failure of a connection that could not be made, or was lost."""
    return CallFailed(_told(error), transient=True)


def no_answer(why: Exception | str) -> CallFailed:
    """The failure of a server that answers with something else than a completion, as gateways in trouble do."""
    return CallFailed(f"the answer is no completion: {_told(why)}", transient=True)


def _told(why: Exception | str) -> str:
    kind = f"{type(why).__name__}: " if isinstance(why, Exception) else ""
    return kind + " ".join(str(why).split())[:WORDS]


def retry_after_s(value: str | None, now: dt.datetime) -> float | None:
    """Seconds that a Retry-After header asks for: it holds a number of them or a date."""
    if value is None:
        return None
    try:
        return max(float(value), 0.0)
    except ValueError:
        pass
    try:
        return max((parsedate_to_datetime(value) - now).total_seconds(), 0.0)
    except (ValueError, TypeError):
        return None
