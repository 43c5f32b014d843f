"""Standard streams of one call: output is kept up to a budget that all calls share."""

import io
import sys
from collections.abc import Callable
from typing import Any, Final

_SYS: Final[Any] = sys
_REFERENCES: Final = sys.getrefcount
_OF_NAMED: Final = 6
"""What refers to a stream while `Streams` looks: two names in `sys`, `Streams`, two frames, the question itself."""
_OF_KEPT: Final = 5
"""What refers to the bytes behind standard output then: that stream in place of the names in `sys`."""


class Ledger:
    """How many bytes may still be written over all calls."""

    def __init__(self, budget: int, exhausted: Callable[[], None]) -> None:
        self._left = budget
        self._exhausted = exhausted

    def take(self, size: int) -> None:
        """Account for bytes; ends the process through `exhausted` once the budget is spent."""
        self._left -= size
        if self._left < 0:
            self._exhausted()


class _Kept(io.BytesIO):
    """A binary stream that charges what is written."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__()
        self._ledger = ledger

    def write(self, data: "bytes | bytearray | memoryview") -> int:  # type: ignore[override]
        self._ledger.take(memoryview(data).nbytes)
        return super().write(data)


class _Text(io.TextIOWrapper):
    """Standard output, which remembers that it was changed."""

    changed = False

    def reconfigure(self, **given: Any) -> None:
        """As the real one."""
        self.changed = True
        super().reconfigure(**given)


class _Discard(io.StringIO):
    """Standard error: goes nowhere."""

    def write(self, text: str) -> int:
        return len(text)


class Streams:
    """Standard output, error and input; every call finds them as new."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._renew()

    def begin(self) -> None:
        """Fresh streams for a call. Making them takes longer than most calls, so those that nobody touched stay."""
        kept, out, error, given = self._kept, self._out, self._error, self._in
        if (
            _SYS.stdout is not out
            or _SYS.__stdout__ is not out
            or _SYS.stderr is not error
            or _SYS.__stderr__ is not error
            or _SYS.stdin is not given
            or _SYS.__stdin__ is not given
            or self._is_held(kept, out, error, given)
            or out.changed
            or kept.closed
            or error.closed
            or given.closed
            or kept.tell()
            or kept.getvalue()
            or given.getvalue()
        ):
            self._renew()

    @property
    def text(self) -> str:
        """Everything written since `begin`, also after the submission closed the stream."""
        data = b"" if self._kept.closed else self._kept.getvalue()
        return data.decode("utf-8", "replace") if data else ""

    def _renew(self) -> None:
        self._kept = _Kept(self._ledger)
        self._out = _Text(self._kept, "utf-8", "backslashreplace", newline="\n", write_through=True)
        self._error = _Discard()
        self._in = io.StringIO()
        _SYS.stdout = _SYS.__stdout__ = self._out
        _SYS.stderr = _SYS.__stderr__ = self._error
        _SYS.stdin = _SYS.__stdin__ = self._in

    @staticmethod
    def _is_held(kept: _Kept, out: _Text, error: _Discard, given: io.StringIO) -> bool:
        """Somebody else refers to one of them, and may have changed it or may do so later."""
        return (
            _REFERENCES(kept) > _OF_KEPT
            or _REFERENCES(out) > _OF_NAMED
            or _REFERENCES(error) > _OF_NAMED
            or _REFERENCES(given) > _OF_NAMED
        )
