"""An exception of a submission as data."""

import dis
from collections.abc import Iterator
from subprocess import CalledProcessError, TimeoutExpired
from types import CodeType, TracebackType
from typing import Any, Final

from codec import Tree
from objects import encode, type_name

_MESSAGE_CHARACTERS: Final = 4_096
_RAISE: Final = dis.opmap["RAISE_VARARGS"]
_TRACEBACK: Final[Any] = BaseException.__dict__["__traceback__"]
_COMPARED: Final = ("returncode", "output", "stderr")


def report(error: BaseException, own: frozenset[int]) -> dict[str, Tree]:
    """Type, message, comparable attributes and origin of an exception; `own` holds the ids of the submission's code."""
    return {
        "error": type_name(error),
        "message": message(error),
        "fields": _fields(error),
        "by_source": _by_source(error, own),
    }


def message(error: BaseException) -> str:
    """`str(error)`, capped, or a note where the submission's own `__str__` fails."""
    try:
        text = str(error)[:_MESSAGE_CHARACTERS]
        return text.encode(errors="backslashreplace").decode()
    except BaseException as failure:  # noqa: BLE001 - `__str__` is the submission's; the note is the outcome
        return f"<{type_name(failure)} in __str__>"


def line(error: BaseException, own: frozenset[int]) -> int:
    """The innermost line of the submission that the exception passed, 0 when there is none."""
    lines = [trace.tb_lineno for trace in _traces(error) if id(trace.tb_frame.f_code) in own]
    return lines[-1] if lines else 0


def _fields(error: BaseException) -> Tree:
    found: dict[str, object] = {}
    if issubclass(type(error), OSError):
        for name in ("errno", "filename"):
            found[name] = OSError.__dict__[name].__get__(error)
    if issubclass(type(error), CalledProcessError | TimeoutExpired):
        state = object.__getattribute__(error, "__dict__")
        found.update((name, state[name]) for name in _COMPARED if name in state)
    return encode(found) if found else None


def _traces(error: BaseException) -> Iterator[TracebackType]:
    trace = _TRACEBACK.__get__(error)
    while trace is not None:
        yield trace
        trace = trace.tb_next


def _by_source(error: BaseException, own: frozenset[int]) -> bool:
    traces = list(_traces(error))
    if not traces:
        return False
    code: CodeType = traces[-1].tb_frame.f_code
    return id(code) in own and code.co_code[traces[-1].tb_lasti] == _RAISE
