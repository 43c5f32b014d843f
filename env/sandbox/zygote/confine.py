"""From a fresh fork to a process that can compute and write to its pipe, and do nothing else."""

import os
import platform
import resource
import signal
from dataclasses import dataclass
from math import ceil
from typing import Final

import filters
import landlock
from kernel import PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, PR_SET_PDEATHSIG, Kernel
from syscalls import PROFILES

_EVERYWHERE: Final = {
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_STACK: 8 << 20,
    resource.RLIMIT_MEMLOCK: 0,
    resource.RLIMIT_MSGQUEUE: 0,
}
"""Limits that the zygote itself can live with, and its children inherit."""
_BY_PROFILE: Final = {
    resource.RLIMIT_CPU: (0, 0),
    resource.RLIMIT_AS: (0, 0),
    resource.RLIMIT_FSIZE: (0, 1 << 20),
    resource.RLIMIT_NOFILE: (16, 256),
    resource.RLIMIT_NPROC: (0, 0),
}
"""Limits of each child, without and with processes; the first two depend on the program. In-memory files of the virtual
machine count against RLIMIT_FSIZE alone, since what is written is no address space: it and the number of descriptors bound
them together. Nothing looks at more of a file (`MAX_CONTENT` in `processes/nodes.py`)."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the kernel enforces on one process.

    Attributes:
        cpu_s: CPU seconds, rounded up, as a backstop behind the parent's own clock.
        memory_bytes: address space.
    """

    cpu_s: float
    memory_bytes: int


FILTERS: Final = {
    profile: filters.build(profile, platform.machine()) for profile in PROFILES if filters.is_known(platform.machine())
}
"""Built once in the zygote."""


def attach(kernel: Kernel, zygote: int) -> None:
    """A session of its own, and death together with the zygote."""
    os.setsid()
    kernel.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != zygote:
        os._exit(1)


class Confinement:
    """The layers of a process, prepared in the zygote as far as they go."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._rules = landlock.ruleset(kernel)
        for kind, value in _EVERYWHERE.items():
            _bound(kind, value, resource.getrlimit(kind)[1])
        self._ceilings = {kind: resource.getrlimit(kind)[1] for kind in _BY_PROFILE}

    def apply(self, level: str, profile: str, bounds: Bounds, keep: int) -> None:
        """Confine this process for good; descriptors from `keep` on are closed.

        Raises:
            OSError: a layer that the level needs is not available.
        """
        kernel = self._kernel
        self._limit(bounds, profile)
        kernel.prctl(PR_SET_DUMPABLE, 0)
        if level != "C" and kernel.prctl(PR_SET_NO_NEW_PRIVS, 1) != 0:
            message = "no_new_privs: refused"
            raise OSError(message)
        if level == "A":
            landlock.restrict(kernel, self._rules)
        os.closerange(keep, 1 << 30)
        if level != "C" and (profile not in FILTERS or kernel.seccomp(FILTERS[profile]) != 0):
            message = f"seccomp: no filter for {kernel.machine}, or the kernel refused it"
            raise OSError(message)

    def _limit(self, bounds: Bounds, profile: str) -> None:
        own = {resource.RLIMIT_CPU: ceil(bounds.cpu_s) + 1, resource.RLIMIT_AS: bounds.memory_bytes}
        for kind, (closed, open_) in _BY_PROFILE.items():
            _bound(kind, own.get(kind, closed if profile == "closed" else open_), self._ceilings[kind])


def _bound(kind: int, value: int, ceiling: int) -> None:
    """Set a resource limit. A soft limit under the hard one would be a signal that the submission can catch."""
    bounded = value if ceiling == resource.RLIM_INFINITY else min(value, ceiling)
    resource.setrlimit(kind, (bounded, bounded))
