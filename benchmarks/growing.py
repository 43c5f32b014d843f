"""Tasks of any size: sources of 1 to 64 KiB with ten calls, and one small source with up to a thousand."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from code_review_env.tasks.task import Case, Group, Task

KIB: Final = 1024
_SPARE: Final = 256
"""Bytes left free for the mess of the original and the comment that tells submissions apart."""

_EASY_PART: Final = '\n\ndef part_{0}(value):\n    """Part {0}."""\n    total = value * {0} + 1\n    return total % 97\n'
_EASY_MESS: Final = "import os\n"
_HARD_PART: Final = (
    '\n\ndef part_{0}(value):\n    """Part {0}."""\n    if value > {0}:\n        return value - {0}\n    return value\n'
)
_HARD_MESS: Final = "\n\ndef unused(value):\n" + "".join(
    f"    if value == {number}:\n        return {number + 1}\n" for number in range(4)
)
_ENTRY: Final = "\n\ndef entry(value):\n    return part_0(value)\n"
_SMALL: Final = "def entry(values, rate=2):\n    return [round(value * rate / 7, 3) for value in values]\n"


@dataclass(frozen=True, slots=True)
class Growing:
    """Tasks that differ in one amount.

    Attributes:
        name: how tables call them.
        unit: of the amount.
        amounts: those that are measured.
        make: the task of an amount.
    """

    name: str
    unit: str
    amounts: tuple[int, ...]
    make: Callable[[int], Task]


def _easy(kib: int) -> Task:
    source = _filled(kib, _EASY_PART)
    return _task("easy", _EASY_MESS + source, source, [Case((number,)) for number in range(10)])


def _hard(kib: int) -> Task:
    source = _filled(kib, _HARD_PART)
    return _task("hard", source + _HARD_MESS, source, [Case((number,)) for number in range(10)])


def _many(count: int) -> Task:
    cases = [Case(([number, number + 1, number * 3], number % 5)) for number in range(count)]
    return _task("easy", _EASY_MESS + _SMALL, _SMALL, cases)


def _filled(kib: int, part: str) -> str:
    """A source of so many KiB, made of parts."""
    parts = [f'"""{kib} KiB."""\n', _ENTRY]
    left = kib * KIB - _SPARE - sum(map(len, parts))
    for number in range(left):
        added = part.format(number)
        left -= len(added)
        if left < 0:
            break
        parts.insert(-1, added)
    return "".join(parts)


def _task(stage: str, messy: str, oracle: str, cases: Sequence[Case]) -> Task:
    return Task(
        name=f"{stage}/growing",
        stage=stage,
        entry="entry",
        instruction="Repair this file so that it behaves exactly as before.",
        messy=messy,
        oracle=oracle,
        groups=tuple(_groups(cases)),
    )


def _groups(cases: Sequence[Case]) -> Iterator[Group]:
    """Two cases are shown, the others lie in four groups."""
    yield Group("examples", "example", tuple(cases[:2]), visible=True)
    for at in range(4):
        yield Group(f"group {at}", "partition", tuple(cases[2 + at :: 4]))


BY_SIZE: Final = (
    Growing("easy", "KiB", (1, 2, 4, 8, 16, 32, 64), _easy),
    Growing("hard", "KiB", (1, 2, 4, 8, 16, 32, 64), _hard),
)
BY_CASES: Final = (Growing("easy", "cases", (10, 30, 100, 300, 1000), _many),)
