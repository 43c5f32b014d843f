"""CPU time of this process and of everything it started, the dead included: what one submission really costs a machine."""

import os
import resource
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

OWN: Final = "parent"
REAPED: Final = "children"
"""CPU of processes that have ended, as those who waited for them keep it."""

_TICK_S: Final = 1 / os.sysconf("SC_CLK_TCK")
_NS: Final = 1e-9
_PARENT, _UTIME, _REAPED = 1, 11, 13
"""Places behind the name in /proc/PID/stat. Source: proc(5)."""


@contextmanager
def metered() -> Iterator[dict[str, float]]:
    """CPU seconds spent while the context was open, filled in at its end.

    Keys are `parent` for this process, `children` for processes that ended, and the names of those that live. The kernel
    tells most of them in ticks of 10 ms that add up over many windows, so sum windows before dividing.
    """
    found: dict[str, float] = {}
    before = _others()
    own = time.process_time()
    yield found
    own = time.process_time() - own
    after = _others()
    found[OWN] = own
    for name in after.keys() | before.keys():
        found[name] = after.get(name, 0.0) - before.get(name, 0.0)


def _others() -> dict[str, float]:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds: defaultdict[str, float] = defaultdict(float, {REAPED: usage.ru_utime + usage.ru_stime})
    for pid, (name, fields) in _descendants().items():
        seconds[name] += _own(pid, fields)
        seconds[REAPED] += (int(fields[_REAPED]) + int(fields[_REAPED + 1])) * _TICK_S
    return seconds


def _descendants() -> dict[int, tuple[str, list[str]]]:
    """Name and the fields of /proc/PID/stat behind it, for each living process below this one."""
    stats = dict(_stats())
    below: dict[int, tuple[str, list[str]]] = {}
    parents = [os.getpid()]
    while parents:
        parent = str(parents.pop())
        children = [pid for pid, (_, fields) in stats.items() if fields[_PARENT] == parent]
        below.update((pid, stats[pid]) for pid in children)
        parents += children
    return below


def _stats() -> Iterator[tuple[int, tuple[str, list[str]]]]:
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "stat").read_text("utf-8", "replace")
        except OSError:
            continue  # it ended meanwhile
        name, _, rest = text.partition("(")[2].rpartition(")")
        yield int(folder.name), (name, rest.split())


def _own(pid: int, fields: list[str]) -> float:
    """From the scheduler in nanoseconds where the kernel tells them, else in ticks."""
    try:
        tasks = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/schedstat")]
    except OSError:  # a thread ended meanwhile, or the kernel does not tell
        tasks = []
    if tasks:
        return sum(int(text.split()[0]) for text in tasks) * _NS
    return (int(fields[_UTIME]) + int(fields[_UTIME + 1])) * _TICK_S
