"""A classic BPF machine for seccomp filters: enough to ask a filter about any call on any architecture.

Source: linux/Documentation/networking/filter.rst and linux/seccomp.h.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

LOAD_WORD, JUMP, JUMP_EQUAL, JUMP_GREATER, JUMP_AT_LEAST, JUMP_SET = 0x20, 0x05, 0x15, 0x25, 0x35, 0x45
AND, RETURN = 0x54, 0x06
ALLOW, ERRNO, KILL_PROCESS = 0x7FFF0000, 0x00050000, 0x80000000
MASK: Final = 0xFFFFFFFF
LENGTH: Final = 64
"""Bytes of `struct seccomp_data`."""


@dataclass(frozen=True, slots=True)
class Data:
    """What the kernel shows a filter of one call."""

    number: int
    architecture: int
    arguments: Sequence[int] = field(default=(0,) * 6)

    def packed(self) -> bytes:
        """As it lies in memory; both architectures are little-endian."""
        return struct.pack("<IIQ6Q", self.number, self.architecture, 0, *self.arguments)


Program = list[tuple[int, int, int, int]]
"""Operation, jump if true, jump if false, operand."""


def instructions(code: bytes) -> Program:
    """The instructions of a filter as the kernel gets it."""
    return list(struct.iter_unpack("<HBBI", code))


def run(program: Program, data: Data) -> int:
    """The value that the filter returns.

    Raises:
        ValueError: the kernel would not have loaded such a filter.
    """
    memory = data.packed()
    accumulator = at = 0
    while True:
        if at >= len(program):
            message = "the filter runs off its end"
            raise ValueError(message)
        operation, yes, no, operand = program[at]
        at += 1
        if operation == RETURN:
            return operand
        if operation == LOAD_WORD:
            if operand % 4 or operand > LENGTH - 4:
                message = f"a load from {operand}"
                raise ValueError(message)
            (accumulator,) = struct.unpack_from("<I", memory, operand)
        elif operation == AND:
            accumulator &= operand
        else:
            at += _jump(operation, accumulator, operand, (yes, no))


def _jump(operation: int, accumulator: int, operand: int, ways: tuple[int, int]) -> int:
    if operation == JUMP:
        return operand
    holds = {
        JUMP_EQUAL: accumulator == operand,
        JUMP_GREATER: accumulator > operand,
        JUMP_AT_LEAST: accumulator >= operand,
        JUMP_SET: bool(accumulator & operand),
    }
    if operation not in holds:
        message = f"no such operation: {operation:#x}"
        raise ValueError(message)
    return ways[not holds[operation]]
