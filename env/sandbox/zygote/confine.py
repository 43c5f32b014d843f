"""From a fresh fork to a process that can compute and write to its pipe, and do nothing else."""

import os
import platform
import resource
import signal
from dataclasses import dataclass
from typing import Final

import filters
import landlock
from kernel import PR_SET_PDEATHSIG, Kernel
from syscalls import PROFILES

_EVERYWHERE: Final = {
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_STACK: 8 << 20,
    resource.RLIMIT_MEMLOCK: 0,
    resource.RLIMIT_MSGQUEUE: 0,
}
"""Limits that the zygote itself can live with, and its children inherit."""
_BY_PROFILE: Final = {
    resource.RLIMIT_FSIZE: (0, 1 << 20),
    resource.RLIMIT_NOFILE: (16, 256),
    resource.RLIMIT_NPROC: (0, 0),
}
"""Limits of each child, without and with processes, beside those that depend on the program. In-memory files of the virtual
machine count against RLIMIT_FSIZE alone, since what is written is no address space: it and the number of descriptors bound
them together. Nothing looks at more of a file (`MAX_CONTENT` in `processes/nodes.py`)."""


_SPARE_S: Final = 2
"""The parent's own clock ends a child at its CPU limit; the kernel's stands behind it, and counts whole seconds."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the kernel enforces on one process.

    Attributes:
        cpu_s: CPU seconds.
        memory_bytes: address space.
    """

    cpu_s: float
    memory_bytes: int


FILTERS: Final = {
    profile: filters.build(profile, platform.machine()) for profile in PROFILES if filters.is_known(platform.machine())
}
"""Built once in the zygote."""


_SIGKILL: Final = int(signal.SIGKILL)
_CPU: Final = resource.RLIMIT_CPU
_MEMORY: Final = resource.RLIMIT_AS


def attach(kernel: Kernel, zygote: int) -> None:
    """A session of its own, and death together with the zygote."""
    kernel.setsid()
    kernel.prctl(PR_SET_PDEATHSIG, _SIGKILL)
    if kernel.getppid() != zygote:
        os._exit(1)


class Confinement:
    """The layers of a process, prepared in the zygote as far as they go."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._rules = landlock.ruleset(kernel)
        for kind, value in _EVERYWHERE.items():
            resource.setrlimit(kind, _pair(value, _ceiling(kind)))
        self._closed = [(kind, _pair(closed, _ceiling(kind))) for kind, (closed, _) in _BY_PROFILE.items()]
        self._open = [(kind, _pair(open_, _ceiling(kind))) for kind, (_, open_) in _BY_PROFILE.items()]
        self._ceilings = {kind: _ceiling(kind) for kind in (_CPU, _MEMORY)}

    def with_kernel(self, kernel: Kernel) -> "Confinement":
        """The same layers, put in force by another kernel interface."""
        made = Confinement.__new__(Confinement)
        for name, value in {**vars(self), "_kernel": kernel}.items():
            setattr(made, name, value)
        return made

    def apply(self, level: str, profile: str, bounds: Bounds, keep: int) -> None:
        """Confine this process for good; descriptors from `keep` on are closed.

        Raises:
            OSError: a layer that the level needs is not available.
        """
        kernel = self._kernel
        for kind, limits in self._closed if profile == "closed" else self._open:
            kernel.setrlimit(kind, limits)
        kernel.setrlimit(_CPU, _pair(int(bounds.cpu_s) + _SPARE_S, self._ceilings[_CPU]))
        kernel.setrlimit(_MEMORY, _pair(bounds.memory_bytes, self._ceilings[_MEMORY]))
        if level == "A":
            landlock.restrict(kernel, self._rules)
        kernel.closerange(keep, 1 << 30)
        if level != "C" and (profile not in FILTERS or kernel.seccomp(FILTERS[profile]) != 0):
            message = f"seccomp: no filter for {kernel.machine}, or the kernel refused it"
            raise OSError(message)


def _ceiling(kind: int) -> int:
    return resource.getrlimit(kind)[1]


def _pair(value: int, ceiling: int) -> tuple[int, int]:
    """A soft and a hard limit. A soft one under the hard one would be a signal that the submission can catch."""
    bounded = ceiling if 0 <= ceiling < value else value  # RLIM_INFINITY is -1
    return bounded, bounded
