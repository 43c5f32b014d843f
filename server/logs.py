"""Log lines: for people, or one JSON object each for machines; either way with the id of the request they belong to."""

import logging
from contextvars import ContextVar
from typing import Final, Literal

from pythonjsonlogger.json import JsonFormatter

Format = Literal["text", "json"]

CURRENT: Final[ContextVar[str]] = ContextVar("request_id", default="")
"""Id of the request that this code runs for, "" outside of any."""

_TEXT: Final = "%(levelname)s %(name)s [%(request_id)s]: %(message)s"
_FIELDS: Final = ("timestamp", "levelname", "name", "message", "request_id")


def configure(form: Format) -> None:
    """Send all log lines to standard error in this form."""
    handler = logging.StreamHandler()
    handler.addFilter(_with_request)
    handler.setFormatter(logging.Formatter(_TEXT) if form == "text" else JsonFormatter(_FIELDS, timestamp=True))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)


def _with_request(record: logging.LogRecord) -> bool:
    record.request_id = CURRENT.get() or "-"
    return True
