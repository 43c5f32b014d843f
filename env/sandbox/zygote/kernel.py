"""System calls that the standard library has no name for, by way of the C core of ctypes alone.

The `ctypes` package itself is never imported: its classes would stay reachable for a submission.
"""

import os
import platform
import resource
import struct
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable

PR_SET_PDEATHSIG: Final = 1
PR_SET_DUMPABLE: Final = 4
PR_SET_CHILD_SUBREAPER: Final = 36
PR_SET_NO_NEW_PRIVS: Final = 38
"""Source: include/uapi/linux/prctl.h."""

_SECCOMP: Final = {"x86_64": 317, "aarch64": 277}
_CAPSET: Final = {"x86_64": 126, "aarch64": 91}
_CAPABILITY_VERSION: Final = 0x20080522
"""_LINUX_CAPABILITY_VERSION_3, two words for each of three sets. Source: include/uapi/linux/capability.h."""
_PTRACE: Final = {"x86_64": 101, "aarch64": 117}
_LANDLOCK_CREATE_RULESET: Final = 444
_LANDLOCK_RESTRICT_SELF: Final = 446
_SET_MODE_FILTER: Final = 1
_PTRACE_TRACEME: Final = 0
_BYTES_HEADER: Final = bytes.__basicsize__ - 1
"""Offset of the first character inside a CPython bytes object."""
_SUBCLASSES: Final = 360
"""Offset of `tp_subclasses` in a type object of CPython 3.11 on a 64-bit machine. Source: Include/cpython/object.h."""


def _succeed(*_operands: object) -> int:
    return 0


class Kernel:
    """The system calls that make a child, bound before the virtual files replace them.

    Attributes:
        machine: name of the processor's kind.
        open, read, dup2, closerange, setsid, getppid, setrlimit: those of `os` and `resource`.
    """

    def __init__(self) -> None:
        import _ctypes  # noqa: PLC0415 - loaded here and removed again, so that no submission can import it

        core: Any = _ctypes
        handle = core.dlopen(None, 0)
        self.machine = platform.machine()
        self.open: Callable[[str, int], int] = os.open
        self.read: Callable[[int, int], bytes] = os.read
        self.dup2: Callable[[int, int], int] = os.dup2
        self.closerange: Callable[[int, int], None] = os.closerange
        self.setsid: Callable[[], None] = os.setsid
        self.getppid: Callable[[], int] = os.getppid
        self.setrlimit: Callable[[int, tuple[int, int]], None] = resource.setrlimit
        self._invoke: Any = core.call_function
        self._syscall: int = core.dlsym(handle, "syscall")
        self._prctl: int = core.dlsym(handle, "prctl")

    def conceal(self) -> None:
        """Take the types of the C core out of `__subclasses__`, the last road to them once the module is forgotten.

        Raises:
            RuntimeError: this interpreter keeps subclasses in another way than CPython 3.11.
        """
        import _ctypes  # noqa: PLC0415 - as above

        core: Any = _ctypes
        for base in (object, type, dict):
            simple = vars(core)["_SimpleCData"]
            word = type(simple)("Word", (simple,), {"_type_": "P"})
            children = core.PyObj_FromPtr(word.from_address(id(base) + _SUBCLASSES).value)
            if type(children) is not dict:
                message = "no dictionary of subclasses where CPython 3.11 has one"
                raise RuntimeError(message)
            hidden = [kind for kind in type.__subclasses__(base) if kind.__module__ == "_ctypes" or kind.__name__ == "StgDict"]
            for kind in hidden:
                children.pop(id(kind))

    def idle(self, message: bytes) -> "Kernel":
        """One that makes no call: it says that each succeeded, and that `message` is what there is to read."""
        made = Kernel.__new__(Kernel)
        for name, value in vars(self).items():  # one after another, so that both keep their attributes in the same places
            setattr(made, name, value)
        for name in ("open", "dup2", "closerange", "setsid", "getppid", "setrlimit", "_invoke"):
            setattr(made, name, _succeed)
        made.read = lambda _descriptor, _size: message
        return made

    def drop(self) -> None:
        """Forget the raw calls; every later use fails."""
        self._invoke = None
        self._syscall = self._prctl = 0

    def prctl(self, option: int, value: int) -> int:
        """One prctl with an integer operand: 0, or -1 on failure."""
        return self._call(self._prctl, option, value, 0, 0, 0)

    def relinquish(self) -> int:
        """Give up every capability, which only a zygote of root has: 0, or -1."""
        header = struct.pack("II", _CAPABILITY_VERSION, 0)
        return self._call(self._syscall, _CAPSET.get(self.machine, -1), header, bytes(24))

    def landlock_abi(self) -> int:
        """Version of Landlock that the kernel offers, or -1."""
        return self._call(self._syscall, _LANDLOCK_CREATE_RULESET, None, 0, 1)

    def landlock_ruleset(self, attributes: bytes) -> int:
        """A descriptor of a new ruleset, or -1."""
        return self._call(self._syscall, _LANDLOCK_CREATE_RULESET, attributes, len(attributes), 0)

    def landlock_restrict(self, ruleset: int) -> int:
        """Put the process under a ruleset: 0, or -1."""
        return self._call(self._syscall, _LANDLOCK_RESTRICT_SELF, ruleset, 0)

    def seccomp(self, instructions: bytes) -> int:
        """Put the process under a filter of 8-byte BPF instructions: 0, or -1."""
        address = id(instructions) + _BYTES_HEADER
        program = struct.pack("HxxxxxxP", len(instructions) // 8, address)
        return self._call(self._syscall, _SECCOMP[self.machine], _SET_MODE_FILTER, 0, program)

    def traceme(self) -> int:
        """Ask to be traced: 0 where ptrace is allowed. The self-test wants -1."""
        return self._call(self._syscall, _PTRACE[self.machine], _PTRACE_TRACEME, 0, 0, 0)

    def _call(self, address: int, *operands: object) -> int:
        if self._invoke is None:
            message = "the kernel interface was dropped"
            raise RuntimeError(message)
        return int(self._invoke(address, operands))
