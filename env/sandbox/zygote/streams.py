"""Standard streams of one call: output is kept up to a budget that all calls share."""

import io
import sys
from collections.abc import Callable
from typing import Any, Final

_REFERENCES: Final = sys.getrefcount


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

    def reconfigure(self, **given: Any) -> None:  # type: ignore[override]
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
        if not self._is_untouched():
            self._renew()

    @property
    def text(self) -> str:
        """Everything written since `begin`, also after the submission closed the stream."""
        data = b"" if self._kept.closed else self._kept.getvalue()
        return data.decode("utf-8", "replace")

    def _renew(self) -> None:
        self._kept = _Kept(self._ledger)
        self._out = _Text(self._kept, "utf-8", "backslashreplace", newline="\n", write_through=True)
        self._error = _Discard()
        self._in = io.StringIO()
        sys.stdout = sys.__stdout__ = self._out  # type: ignore[misc]
        sys.stderr = sys.__stderr__ = self._error  # type: ignore[misc]
        sys.stdin = sys.__stdin__ = self._in  # type: ignore[misc]
        self._counts = self._references()

    def _references(self) -> tuple[int, int, int, int]:
        """How many places hold each stream; one more, and somebody may have changed it or may do so later."""
        return _REFERENCES(self._kept), _REFERENCES(self._out), _REFERENCES(self._error), _REFERENCES(self._in)

    def _is_untouched(self) -> bool:
        out, error, given = self._out, self._error, self._in
        return (
            sys.stdout is out
            and sys.__stdout__ is out
            and sys.stderr is error
            and sys.__stderr__ is error
            and sys.stdin is given
            and sys.__stdin__ is given
            and not (out.changed or out.closed or error.closed or given.closed)
            and self._kept.tell() == 0
            and not self._kept.getvalue()
            and not given.getvalue()
            and self._references() == self._counts
        )
