"""Standard output of one call: kept up to a budget that all calls share."""

import io
import sys
from collections.abc import Callable
from typing import TextIO


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


class Stdout:
    """Stands in for standard output during one call; `text` is what was written."""

    def __init__(self, ledger: Ledger) -> None:
        self._kept = _Kept(ledger)
        self.stream: TextIO = io.TextIOWrapper(self._kept, "utf-8", "backslashreplace", newline="\n", write_through=True)

    def install(self) -> None:
        """Become `sys.stdout`; standard error is dropped and standard input is empty."""
        streams = {"stdout": self.stream, "stderr": _Discard(), "stdin": io.StringIO()}
        for name, stream in streams.items():
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)

    @property
    def text(self) -> str:
        """Everything written so far, also after the submission closed the stream."""
        data = b"" if self._kept.closed else self._kept.getvalue()
        return data.decode("utf-8", "replace")


class _Discard(io.StringIO):
    """Standard error: goes nowhere."""

    def write(self, text: str) -> int:
        return len(text)
