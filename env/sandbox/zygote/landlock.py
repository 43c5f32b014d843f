"""Landlock: no path, no TCP port, no signal and no abstract socket outside the process, as far as the kernel offers it."""

import fcntl
import os
import struct
from typing import Final

from kernel import Kernel

_FS_BY_ABI: Final = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many file-system rights each ABI knows. Source: include/uapi/linux/landlock.h."""
_NET_ABI: Final = 4
_SCOPE_ABI: Final = 6
_BIND_AND_CONNECT: Final = 0b11
_ABSTRACT_AND_SIGNAL: Final = 0b11
_OUT_OF_THE_WAY: Final = 100
"""The first numbers are dealt out anew in each child."""


def attributes(abi: int) -> bytes:
    """The `landlock_ruleset_attr` that handles everything the ABI knows; with no rule added, all of it is denied."""
    rights = (1 << _FS_BY_ABI.get(abi, max(_FS_BY_ABI.values()))) - 1
    words = [rights]
    if abi >= _NET_ABI:
        words.append(_BIND_AND_CONNECT)
    if abi >= _SCOPE_ABI:
        words.append(_ABSTRACT_AND_SIGNAL)
    return struct.pack(f"{len(words)}Q", *words)


def ruleset(kernel: Kernel) -> int:
    """A descriptor of the ruleset, -1 where the kernel offers none. The zygote makes it once for all children."""
    abi = kernel.landlock_abi()
    made = kernel.landlock_ruleset(attributes(abi)) if abi > 0 else -1
    if made < 0:
        return -1
    try:
        return fcntl.fcntl(made, fcntl.F_DUPFD_CLOEXEC, _OUT_OF_THE_WAY)
    finally:
        os.close(made)


def restrict(kernel: Kernel, rules: int) -> None:
    """Close every path for this process. It needs `no_new_privs`.

    Raises:
        OSError: the kernel has no Landlock or refuses.
    """
    if rules < 0:
        message = "landlock: the kernel offers no ruleset"
        raise OSError(message)
    if kernel.landlock_restrict(rules) != 0:
        message = "landlock: restrict_self refused"
        raise OSError(message)
