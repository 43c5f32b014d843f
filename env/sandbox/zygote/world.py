"""The outside of a submission in the child: its files, its clock and, in the medium stage, its processes.

Files and clock are virtual at every stage: nothing is read from the host, and sleeping takes no time.
"""

import select
import selectors
import socket
from collections.abc import Callable
from typing import Any, Final

from processes import clock, files, hooks, local, patches

Json = dict[str, Any]

_SELECTORS: Final = (selectors.SelectSelector, selectors.PollSelector, selectors.EpollSelector)
_SELECT: Final = select.select


def prepare() -> None:
    """Search the loaded modules for what will be replaced, once, before any fork."""
    hooks.prepare()


class World:
    """Puts the virtual outside in place once, and starts it afresh around every call."""

    def __init__(self, description: Json, broker: socket.socket | None) -> None:
        self._broker = broker
        self._clock = clock.Clock(description["now"])
        self._store = local.Local(description["files"])
        self._files = files.Files(self._store, self._clock.time)
        if broker is not None:
            hooks.install(broker, description)
            return
        files.install(self._files)
        clock.install(self._clock)
        for kind in _SELECTORS:
            setattr(kind, "select", _passing(self._clock, kind.select))  # noqa: B010 - a method of the class is replaced
        patches.apply({_SELECT: _select(self._clock)})

    def begin(self) -> None:
        """Start afresh before the module is imported."""
        if self._broker is None:
            self._clock.reset()
            self._store.reset()
            self._files.reset()

    def begin_call(self, index: int, tools: Json) -> None:
        """Start afresh before a call."""
        self.begin()
        if self._broker is not None:
            hooks.begin_call(index, tools)

    def end_call(self, index: int) -> None:
        """Close the books of a call."""
        if self._broker is not None:
            hooks.end_call(index)


def _passing(time: clock.Clock, real: Callable[..., Any]) -> Callable[..., Any]:
    """A selector's `select` that lets virtual time pass where the real one would wait for it."""

    def chosen(selector: Any, timeout: float | None = None) -> Any:
        ready = real(selector, 0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        if timeout is None:
            return real(selector, None)
        time.advance(timeout)
        return ready

    return chosen


def _select(time: clock.Clock) -> Callable[..., Any]:
    """The same for `select.select`."""

    def chosen(reads: Any, writes: Any, errors: Any, timeout: float | None = None) -> Any:
        ready = _SELECT(reads, writes, errors, 0)
        if any(ready) or (timeout is not None and timeout <= 0):
            return ready
        if timeout is None:
            return _SELECT(reads, writes, errors)
        time.advance(timeout)
        return ready

    return chosen
