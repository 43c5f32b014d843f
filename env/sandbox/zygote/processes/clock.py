"""Virtual time: it stands still but for sleeping, so that a timeout fires at once and the same way in every run."""

import datetime as dt
import gc
import sched
import time
from collections.abc import Callable
from time import struct_time
from typing import Any, Final

from processes import patches

START: Final = 1_704_067_200.0
"""2024-01-01 00:00:00 UTC: the time of a task that says nothing about it."""
BOOT: Final = 1000.0
"""The monotonic clock at the start of every call, in seconds."""
TICK: Final = 1e-6
"""Seconds beyond what was asked for, as real sleeping takes."""
_NANO: Final = 1_000_000_000
_COUNTERS: Final[tuple[Callable[..., Any], Callable[..., Any]]] = (time.perf_counter, time.perf_counter_ns)
"""The real ones: once replaced, they would not be found in what `prepare` has learnt, and all modules be searched again."""
_LOCALTIME, _GMTIME, _CTIME, _STRFTIME, _ASCTIME = time.localtime, time.gmtime, time.ctime, time.strftime, time.asctime


class Clock:
    """The time of one process.

    Args:
        now: POSIX time at the start of every call, in seconds; None for `START`.
        settle: lets other processes go as far as they can, before time passes.
    """

    def __init__(self, now: float | None, settle: Callable[[], None] = lambda: None) -> None:
        self._now = START if now is None else now
        self._settle = settle
        self._passed = 0.0

    def reset(self) -> None:
        """Back to the start."""
        self._passed = 0.0

    def advance(self, seconds: float) -> None:
        """Let time pass, and a little more: who waits for a moment asks whether it is over."""
        self._passed += max(seconds, 0.0) + TICK

    def time(self) -> float:
        """`time.time`."""
        return self._now + self._passed

    def time_ns(self) -> int:
        """`time.time_ns`."""
        return int(self._now * _NANO) + int(self._passed * _NANO)

    def monotonic(self) -> float:
        """`time.monotonic` and `time.perf_counter`."""
        return BOOT + self._passed

    def monotonic_ns(self) -> int:
        """`time.monotonic_ns` and `time.perf_counter_ns`."""
        return int(self.monotonic() * _NANO)

    def process_time(self) -> float:
        """`time.process_time`: computing takes no time."""
        return 0.0

    def process_time_ns(self) -> int:
        """`time.process_time_ns`."""
        return 0

    def sleep(self, seconds: float, /) -> None:
        """`time.sleep`."""
        if seconds != seconds:  # noqa: PLR0124 - not a number
            message = "Invalid value NaN (not a number)"
            raise ValueError(message)
        if seconds < 0:
            message = "sleep length must be non-negative"
            raise ValueError(message)
        self._settle()
        self.advance(seconds)

    def localtime(self, seconds: float | None = None, /) -> struct_time:
        """`time.localtime`."""
        return _LOCALTIME(self.time() if seconds is None else seconds)

    def gmtime(self, seconds: float | None = None, /) -> struct_time:
        """`time.gmtime`."""
        return _GMTIME(self.time() if seconds is None else seconds)

    def ctime(self, seconds: float | None = None, /) -> str:
        """`time.ctime`."""
        return _CTIME(self.time() if seconds is None else seconds)

    def strftime(self, template: str, moment: Any = None, /) -> str:
        """`time.strftime`."""
        return _STRFTIME(template, self.localtime() if moment is None else moment)

    def asctime(self, moment: Any = None, /) -> str:
        """`time.asctime`."""
        return _ASCTIME(self.localtime() if moment is None else moment)


_ORIGINALS: Final[dict[str, Callable[..., Any]]] = {
    name: getattr(time, name)
    for name in (
        "time time_ns monotonic monotonic_ns process_time process_time_ns sleep localtime gmtime ctime strftime asctime"
    ).split()
}


def prepare() -> None:
    """Look up where modules hold the clock, before a fork."""
    patches.find([*_ORIGINALS.values(), *_COUNTERS])


def install(clock: Clock) -> None:
    """Make `clock` the time of this process."""
    replacements: patches.Replacements = {original: getattr(clock, name) for name, original in _ORIGINALS.items()}
    replacements |= zip(_COUNTERS, (clock.monotonic, clock.monotonic_ns), strict=True)
    patches.apply(replacements)
    sched.scheduler.__init__.__defaults__ = (clock.monotonic, clock.sleep)  # bound at import
    _replace_now(clock)


def _replace_now(clock: Clock) -> None:
    """Give `datetime.now` and `utcnow` the virtual time, in the built-in class itself: a subclass would be another type."""

    def now(cls: type[dt.datetime], tz: dt.tzinfo | None = None) -> dt.datetime:
        return cls.fromtimestamp(clock.time(), tz)

    def utcnow(cls: type[dt.datetime]) -> dt.datetime:
        return cls.fromtimestamp(clock.time(), dt.UTC).replace(tzinfo=None)

    members = gc.get_referents(dt.datetime.__dict__)[0]
    members["now"], members["utcnow"] = classmethod(now), classmethod(utcnow)
    type.__dict__["__abstractmethods__"].__set__(dt.datetime, frozenset())  # forgets cached lookups of the class
