"""Which lines of the submission a call runs. Only asked for where nothing is judged by the run."""

import sys
from types import FrameType, TracebackType
from typing import Any, Final

_MOST: Final = 50_000
"""Lines of one call, after which it is broken off: an endless loop must still tell which lines it ran."""


class Enough(BaseException):
    """The call ran so many lines that the rest would tell nothing new."""


class Lines:
    """Watches while its context is open. A submission may look at this object: it holds nothing but lines of its own."""

    def __init__(self, own: frozenset[int]) -> None:
        """Watch nothing yet.

        Args:
            own: ids of the code objects of the submission.
        """
        self._own = own
        self._seen: set[int] = set()
        self._left = _MOST

    def __enter__(self) -> None:
        """Begin a call."""
        self._seen.clear()
        self._left = _MOST
        sys.settrace(self._enter)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """End the call."""
        sys.settrace(None)

    def taken(self) -> list[int]:
        """Lines of the last call, in order."""
        return sorted(self._seen)

    def _enter(self, frame: FrameType, _event: str, _value: Any) -> Any:
        return self._step if id(frame.f_code) in self._own else None

    def _step(self, frame: FrameType, event: str, _value: Any) -> Any:
        if event == "line":
            self._seen.add(frame.f_lineno)
            self._left -= 1
            if self._left < 0:
                raise Enough
        return self._step
