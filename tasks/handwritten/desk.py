"""Easy: a service desk. Traps: an unused name and an unused format argument whose values have effects, a bare except."""

from typing import Final

from code_review_env.tasks.chance import chance
from code_review_env.tasks.handwritten.making import calls, source
from code_review_env.tasks.task import Case, Group, Task

_DAY: Final = ("draw Ada", "skip 2", "draw Bo", "call", "test lp0", "draw Cy", "close 9:00 17:00")
_WORDS: Final = ("draw Ada", "draw Bo", "draw", "draw -", "skip 2", "skip x", "test lp0", "call", "close 1 2", "halt")


def _faulty() -> tuple[str, ...]:
    return (
        "draw",
        "draw -",
        "skip",
        "skip x",
        "skip -1",
        "skip 1.5",
        "test",
        "call",
        "close",
        "close 9:00",
        "halt",
        "exit now",
    )


def _lines(*lines: str, first: int = 1, strict: bool = False) -> Case:
    given = {"first": first} if first != 1 else {}
    return Case((list(lines),), {**given, "strict": True} if strict else given)


def _random_cases(count: int) -> tuple[Case, ...]:
    rng = chance("easy/desk/property")
    return tuple(
        _lines(*(rng.choice(_WORDS) for _ in range(rng.randint(1, 9))), first=rng.randint(-2, 50)) for _ in range(count)
    )


def _groups() -> tuple[Group, ...]:
    drawing = ("draw Ada", "draw - ", "draw Ümit x", "draw a-b", "draw x", "draw ''")
    skips = ("skip 0", "skip 1", "skip 2", "skip 007", "skip 3 4", "skip ²", "skip ٣")
    blanks = ("", " ", "\t", "# note", " # note", "#", "draw Ada # note", "  draw   Ada  ", "Draw Ada", "draw\tAda\n")
    return (
        Group("examples", "example", (_lines(*_DAY), _lines("draw Ada", "call", "call")), visible=True),
        Group("drawing", "partition", tuple(_lines(line, "draw Bo") for line in drawing)),
        Group("skipping", "boundary", tuple(_lines("draw Ada", line, "draw Bo", first=5) for line in skips)),
        Group("printer tests", "partition", (_lines("test a", "test {0} {1}", "draw Ada"), _lines("draw Ada", "test %d"))),
        Group("calling", "partition", (_lines("draw a", "draw b", "call", "call", "call"), _lines("draw %s", "call now"))),
        Group(
            "closing", "partition", tuple(_lines("close " + hours) for hours in ("9 17", "17 9", "9 9", "9", "a b c", "0 -"))
        ),
        Group("first ticket", "boundary", tuple(_lines("draw Ada", "skip 1", first=first) for first in (-1, 0, 1, 2, 1000))),
        Group("blank lines and notes", "partition", tuple(_lines(line, "draw Bo", "call") for line in blanks)),
        Group("faults are counted", "error", tuple(_lines("draw Ada", line, "draw Bo", "skip 1") for line in _faulty())),
        Group(
            "faults are raised",
            "error",
            (
                *(_lines("", "call" if line == "call" else "draw Ada", line, strict=True) for line in _faulty()),
                _lines(strict=True),
            ),
        ),
        Group(
            "repeat", "repeat", (*calls((list(_DAY),), (list(_DAY),), (["draw Ada"], 7), ([],)), _lines(*_DAY, strict=True))
        ),
        Group("random days", "property", _random_cases(20)),
    )


def task() -> Task:
    """The task `easy/desk`."""
    return Task(
        name="easy/desk",
        stage="easy",
        entry="replay",
        instruction=(
            "Clean this replay up to PEP 8: no bare except, no unused names, no tabs; but every ticket that is drawn today "
            "must still be drawn afterwards."
        ),
        messy=source("desk", "messy"),
        oracle=source("desk", "oracle"),
        groups=_groups(),
        split="train",
    )
