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

_OPEN_FILES: Final = 16
_OPEN_FILES_WITH_PROCESSES: Final = 256
_STACK_BYTES: Final = 8 << 20
_FILE_BYTES_WITH_PROCESSES: Final = 64 << 20
"""In-memory files of the virtual machine count against RLIMIT_FSIZE; address space bounds them as well."""


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


def apply(kernel: Kernel, level: str, profile: str, bounds: Bounds, keep: int) -> None:
    """Confine this process for good; descriptors from `keep` on are closed.

    Raises:
        OSError: a layer that the level needs is not available.
    """
    limit(bounds, profile)
    kernel.prctl(PR_SET_DUMPABLE, 0)
    if level != "C" and kernel.prctl(PR_SET_NO_NEW_PRIVS, 1) != 0:
        message = "no_new_privs: refused"
        raise OSError(message)
    if level == "A":
        landlock.restrict(kernel)
    os.closerange(keep, 1 << 30)
    if level != "C" and (profile not in FILTERS or kernel.seccomp(FILTERS[profile]) != 0):
        message = f"seccomp: no filter for {kernel.machine}, or the kernel refused it"
        raise OSError(message)


def limit(bounds: Bounds, profile: str) -> None:
    """Set the resource limits. A soft limit under the hard one would be a signal that the submission can catch."""
    bare = profile == "closed"
    cpu = ceil(bounds.cpu_s) + 1
    for kind, value in (
        (resource.RLIMIT_CPU, cpu),
        (resource.RLIMIT_AS, bounds.memory_bytes),
        (resource.RLIMIT_FSIZE, 0 if bare else _FILE_BYTES_WITH_PROCESSES),
        (resource.RLIMIT_NOFILE, _OPEN_FILES if bare else _OPEN_FILES_WITH_PROCESSES),
        (resource.RLIMIT_NPROC, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_STACK, _STACK_BYTES),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        ceiling = resource.getrlimit(kind)[1]
        bounded = value if ceiling == resource.RLIM_INFINITY else min(value, ceiling)
        resource.setrlimit(kind, (bounded, bounded))
