"""A robot on a grid. Trap: two functions of one name, and both count because a decorator registers them."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Commands of a warehouse robot."""

COMMANDS = {}
LEFT = {"N": "W", "W": "S", "S": "E", "E": "N"}
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


def command(word):
    """Register a function for a word."""

    def register(function):
        COMMANDS[word] = function
        return function

    return register


@command("left")
def turn_left(x, y, facing, count):
    """Quarter turns against the clock."""
    for _ in range(count):
        facing = LEFT[facing]
    return x, y, facing


@command("right")
def turn_right(x, y, facing, count):
    """Quarter turns with the clock."""
    return turn_left(x, y, facing, 3 * count)


@command("go")
def move(x, y, facing, count):
    """Steps straight on."""
    step_x, step_y = STEPS[facing]
    return x + count * step_x, y + count * step_y, facing


def run_command(program, start=(0, 0, "N")):
    """Where a program takes the robot.

    `program` holds a command a line, with a number behind it or 1 without:
    `go 3`, `left`, `right 2`. Empty lines are skipped. An unknown word is an
    error that names the line, counted from 1; so is a number below 0.
    """
    place = start
    for number, line in enumerate(program.splitlines(), start=1):
        word, _, count = line.strip().partition(" ")
        if not word:
            continue
        if word not in COMMANDS or count.startswith("-"):
            raise ValueError(f"line {number}: cannot {line.strip()}")
        place = COMMANDS[word](*place, int(count or "1"))
    return place
'''

BASE: Final = changed(
    ORACLE,
    ("def turn_left(x, y, facing, count):", "def turn(x, y, facing, count):"),
    ("def turn_right(x, y, facing, count):", "def turn(x, y, facing, count):"),
    ("    return turn_left(x, y, facing, 3 * count)\n", '    return COMMANDS["left"](x, y, facing, 3 * count)\n'),
)
NAIVE: Final = changed(
    BASE,
    (
        (
            '@command("left")\ndef turn(x, y, facing, count):\n    """Quarter turns against the clock."""\n'
            "    for _ in range(count):\n        facing = LEFT[facing]\n    return x, y, facing\n\n\n"
        ),
        "",
    ),
)

_WORDS: Final = ("left", "right", "go", "go", "")


def _line(rng: random.Random) -> str:
    word = rng.choice(_WORDS)
    return f"{rng.choice(['', ' '])}{word}{rng.choice(['', f' {rng.randint(0, 9)}']) if word else ''}"


def _program(rng: random.Random, most: int = 7) -> list[str]:
    return [_line(rng) for _ in range(rng.randint(0, most))]


def _ordinary(rng: random.Random) -> Case:
    return Case(("\n".join(_program(rng)),))


def _from_elsewhere(rng: random.Random) -> Case:
    return Case(("\n".join(_program(rng, 4)), (rng.randint(-5, 5), rng.randint(-5, 5), rng.choice("NESW"))))


def _one(rng: random.Random) -> Case:
    return Case((f"{rng.choice(['left', 'right', 'go'])} {rng.randint(0, 12)}",), {"start": (0, 0, rng.choice("NESW"))})


def _wrong(rng: random.Random) -> Case:
    lines = _program(rng, 3)
    lines.insert(rng.randint(0, len(lines)), rng.choice(["back 2", "go -1", "Left", "left -3", "turn", "jump"]))
    return Case(("\n".join(lines),))


FAMILY = Family(
    name="run_command",
    stage="easy",
    domain="robots",
    split="test",
    entry="run_command",
    instruction="Bring this robot interpreter to PEP 8; every command it knows now must keep working.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(Case(("go 3\nleft\ngo 2",)), Case(("right 2\ngo", (1, 1, "E"))), Case(("go\nfly",))),
    draws=(
        Draw("programs", "partition", _ordinary),
        Draw("other starts", "partition", _from_elsewhere),
        Draw("one command", "boundary", _one),
        Draw("bad lines", "error", _wrong),
    ),
    canaries=(
        Canary("one of the two functions is gone", NAIVE, naive=True),
        Canary("right is left", changed(ORACLE, ("3 * count", "count"))),
    ),
)
