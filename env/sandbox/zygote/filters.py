"""The seccomp filter as BPF: everything that a profile does not name fails with EPERM, a foreign ABI kills."""

import errno
import struct
from typing import Final

from syscalls import CONDITIONS, NUMBERS, PROFILES, Condition

_LOAD: Final = 0x20
_AND: Final = 0x54
_JUMP_EQUAL: Final = 0x15
_JUMP_AT_LEAST: Final = 0x35
_RETURN: Final = 0x06
"""BPF_LD|W|ABS, BPF_ALU|AND|K, BPF_JMP|JEQ|K, BPF_JMP|JGE|K, BPF_RET|K. Source: linux/bpf_common.h."""

_ALLOW: Final = 0x7FFF0000
_KILL_PROCESS: Final = 0x80000000
_ERRNO: Final = 0x00050000
"""Source: linux/seccomp.h."""

_ARCHITECTURE: Final = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
"""Machine -> AUDIT_ARCH_* and the column of its numbers."""
_X32_BIT: Final = 0x40000000
_CLONE3: Final = 435
_AT_NR: Final = 0
_AT_ARCH: Final = 4
_AT_ARGUMENTS: Final = 16
"""Offsets in `struct seccomp_data`."""

Instruction = tuple[int, int, int, int]
_PASS: Final[Instruction] = (_RETURN, 0, 0, _ALLOW)


def is_known(machine: str) -> bool:
    """There is a table for a machine name as `platform.machine()` gives it."""
    return machine in _ARCHITECTURE


def build(profile: str, machine: str) -> bytes:
    """The filter of a profile (a key of `PROFILES`) for a machine name as `platform.machine()` gives it.

    Raises:
        KeyError: no such profile, or a machine without a table.
    """
    architecture, column = _ARCHITECTURE[machine]
    code: list[Instruction] = [
        (_LOAD, 0, 0, _AT_ARCH),
        (_JUMP_EQUAL, 1, 0, architecture),
        (_RETURN, 0, 0, _KILL_PROCESS),
        (_LOAD, 0, 0, _AT_NR),
        (_JUMP_AT_LEAST, 0, 1, _X32_BIT),
        (_RETURN, 0, 0, _KILL_PROCESS),
    ]
    for name in sorted(PROFILES[profile], key=lambda name: NUMBERS[name][column]):
        if NUMBERS[name][column] >= 0:
            body = _check(CONDITIONS.get(name, ()))
            code += [(_JUMP_EQUAL, 0, len(body), NUMBERS[name][column]), *body]
    code += [(_JUMP_EQUAL, 0, 1, _CLONE3), (_RETURN, 0, 0, _ERRNO | errno.ENOSYS), (_RETURN, 0, 0, _ERRNO | errno.EPERM)]
    return b"".join(struct.pack("HBBI", *instruction) for instruction in code)


def _check(conditions: tuple[Condition, ...]) -> list[Instruction]:
    """Return ALLOW when every condition holds, EPERM otherwise."""
    refuse: Instruction = (_RETURN, 0, 0, _ERRNO | errno.EPERM)
    body: list[Instruction] = []
    for condition in conditions:
        low = _AT_ARGUMENTS + 8 * condition.argument
        if condition.wide:
            body += [(_LOAD, 0, 0, low + 4), (_JUMP_EQUAL, 1, 0, 0), refuse]
        body += [(_LOAD, 0, 0, low), (_AND, 0, 0, condition.mask)]
        last = len(condition.values) - 1
        body += [(_JUMP_EQUAL, last - at + 1, 0, value) for at, value in enumerate(condition.values)]
        body.append(refuse)
    return [*body, _PASS]
