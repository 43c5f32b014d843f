"""The outside of a submission in the child: its files, its clock and, in the medium stage, its processes.

Files and clock are virtual at every stage: nothing is read from the host, and sleeping takes no time. The zygote puts the
closed world in place before any fork, because replacing the functions costs each child a page of memory per module.
"""

import io
import select
import selectors
import socket
from collections.abc import Callable
from typing import Any, Final, Protocol

import probes
from database import Database
from processes import clock, files, hooks, local, patches

Json = dict[str, Any]

_SELECTORS: Final = (selectors.SelectSelector, selectors.PollSelector, selectors.EpollSelector)
_SELECT: Final = select.select


class World(Protocol):
    """What starts afresh around every call."""

    def begin(self) -> None:
        """Start afresh before the module is imported."""

    def begin_call(self, index: int, tools: Json) -> None:
        """Start afresh before a call."""

    def end_call(self, index: int) -> None:
        """Close the books of a call."""

    def probe(self, name: str, own: frozenset[int]) -> probes.Probe:
        """What calls are watched for; `own` holds the identities of the submission's code."""


class _Clock(clock.Clock):
    """A clock whose start is set after it was put in place."""

    def start_at(self, now: float) -> None:
        """Set the POSIX time at which every call starts."""
        self._now = now


class _Store(local.Local):
    """Files that are built again only after somebody asked for one."""

    _used = True

    def spoil(self) -> None:
        """Have the files built again by the next reset."""
        self._used = True

    def reset(self) -> None:
        """Back to the files as they were given."""
        if self._used:
            super().reset()
            self._used = False

    def open_raw(self, path: str, flags: int) -> io.RawIOBase:
        """A stream."""
        self._used = True
        return super().open_raw(path, flags)

    def change(self, verb: str, path: str, target: str) -> None:
        """Any change but to the content."""
        self._used = True
        super().change(verb, path, target)


class ClosedWorld:
    """Files and a clock; no processes. Made in the zygote, opened in a child."""

    def __init__(self, database: Database) -> None:
        hooks.prepare()
        self._database = database
        self._given: dict[str, str] = {}
        self._clock = _Clock(None)
        self._store = _Store(self._given)
        self._files = files.Files(self._store, self._clock.time)
        files.install(self._files)
        clock.install(self._clock)
        for kind in _SELECTORS:
            setattr(kind, "select", _passing(self._clock, kind.select))  # noqa: B010 - a method of the class is replaced
        patches.apply({_SELECT: _select(self._clock)})

    def open(self, description: Json) -> "ClosedWorld":
        """Take on the files and the time of one program."""
        if description["files"]:
            self._given.update(description["files"])
            self._store.spoil()
        self._clock.start_at(description["now"])
        return self

    def begin(self) -> None:
        """Start afresh before the module is imported."""
        self._clock.reset()
        self._store.reset()
        self._files.reset()

    def begin_call(self, _index: int, _tools: Json) -> None:
        """Start afresh before a call."""
        self.begin()

    def end_call(self, _index: int) -> None:
        """Nothing to close."""

    def probe(self, name: str, own: frozenset[int]) -> probes.Probe:
        """The probe of that name, put in place for good."""
        if name == "database":
            self._database.open()
        watching: dict[str, Callable[[], probes.Probe]] = {
            "causes": probes.Causes,
            "handles": probes.Handles,
            "operations": lambda: probes.Operations(own),
            "lag": lambda: probes.Lag(self._clock),
        }
        return watching.get(name, probes.Probe)()


class ProcessWorld:
    """Files, clock and processes, answered by a broker."""

    def __init__(self, description: Json, broker: socket.socket) -> None:
        hooks.install(broker, description)

    def begin(self) -> None:
        """Start afresh before the module is imported."""
        hooks.begin()

    def begin_call(self, index: int, tools: Json) -> None:
        """Tell the broker of a new call."""
        hooks.begin_call(index, tools)

    def end_call(self, index: int) -> None:
        """Have the broker report the call."""
        hooks.end_call(index)

    def probe(self, _name: str, _own: frozenset[int]) -> probes.Probe:
        """None: the broker sees more."""
        return probes.Probe()


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
