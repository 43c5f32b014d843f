"""The complexity skill: functions come under the limit and do what they did."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from code_review_env.baseline_agent.rules.complexity.repair import split
from code_review_env.baseline_agent.rules.job import Job

RUFF = Path(sys.executable).with_name("ruff")

PROGRAMS = {
    "a ladder with a default": (
        (
            "def f(x):\n    if x == 1:\n        y = 'a'\n    elif x == 2:\n        y = 'b'\n    elif x == 3:\n        y = 'c'\n"
            "    else:\n        raise KeyError(x)\n    return y * x\n"
        ),
        [(1,), (2,), (3,), (4,)],
    ),
    "returns in the middle": (
        (
            "def f(x):\n    if x > 9:\n        if x > 99:\n            if x > 999:\n                return 'huge'\n            return 'big'\n"
            "    elif x < 0:\n        return 'negative'\n    y = x * 2\n    if y > 5:\n        return y, x\n    return None\n"
        ),
        [(1000,), (100,), (10,), (-1,), (3,), (1,)],
    ),
    "a loop that is left in two ways": (
        (
            "def f(x):\n    seen = 0\n    for one in x:\n        if one is None:\n            break\n        if one < 0:\n"
            "            return 'negative', one\n        if one == 0:\n            continue\n        seen += one\n    return seen\n"
        ),
        [([1, 0, 2],), ([1, None, 5],), ([1, -5],), ([],)],
    ),
    "a name that is not always bound": (
        (
            "def f(x):\n    if x > 1:\n        y = 1\n    if x > 2:\n        y += 1\n    if x > 1:\n        if x > 5:\n            y = 9\n"
            "        return y\n    return 0\n"
        ),
        [(0,), (2,), (3,), (6,)],
    ),
    "a generator": (
        (
            "def f(x):\n    for one in x:\n        if one > 2:\n            if one > 4:\n                yield 'big'\n            else:\n"
            "                yield one\n        elif one < 0:\n            return\n    yield 'end'\n"
        ),
        [([1, 3, 5],), ([3, -1, 5],)],
    ),
    "a try that keeps what was done": (
        (
            "def f(x):\n    done = []\n    count = 0\n    try:\n        for one in x:\n            if one > 3:\n                count += 1\n"
            "            elif one == 0:\n                done.append(1 // one)\n            else:\n                done.append(one)\n"
            "    except ZeroDivisionError:\n        return done\n    return count\n"
        ),
        [([1, 5, 0, 2],), ([1, 4],)],
    ),
    "a match": (
        (
            "def f(x):\n    match x:\n        case [a, b] if a > b:\n            return a\n        case [a, b]:\n            if b > 9:\n"
            "                return 9\n            return b\n        case _:\n            return None\n"
        ),
        [([2, 1],), ([1, 2],), ([1, 10],), (5,)],
    ),
    "a method with a private name": (
        (
            "class A:\n    def __init__(self):\n        self.__n = 3\n\n    def g(self, x):\n        n = self.__n\n        if x > 1:\n"
            "            n += 1\n        if x > 2:\n            n += 2\n        if x > 3:\n            n += 3\n        return n\n\n\n"
            "def f(x):\n    return A().g(x)\n"
        ),
        [(1,), (2,), (3,), (4,)],
    ),
    "while and else": (
        (
            "def f(x):\n    n = 0\n    while x:\n        if x % 2:\n            if x % 3:\n                n += 1\n            else:\n"
            "                break\n        x //= 2\n    else:\n        n = -n\n    return n\n"
        ),
        [(9,), (8,), (5,), (0,)],
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_function_is_split_and_does_what_it_did(name: str) -> None:
    """Calls of before and after compared; nothing is over the limit."""
    before, calls = PROGRAMS[name]
    after = split(Job(before, "f"))
    results = [[told(code, arguments) for arguments in calls] for code in (before, after)]
    assert results[0] == results[1]
    assert complex_functions(after) == []


def test_a_turn_whose_work_a_handler_sees_is_left_alone() -> None:
    """Moved, `count` would be lost where an exception ends the turn that has counted."""
    before = (
        "def f(x):\n    count = 0\n    try:\n        for one in x:\n            count += 1\n            if one > 3:\n                count += 1\n"
        "            if one == 0:\n                1 // one\n    except ZeroDivisionError:\n        return -count\n    return count\n"
    )
    after = split(Job(before, "f"))
    assert [told(code, ([1, 5, 0, 2],)) for code in (before, after)] == ["-4", "-4"]


def told(source: str, arguments: tuple[object, ...]) -> str:
    """Result or exception of a call of `f`, as text."""
    space: dict[str, object] = {}
    exec(source, space)  # noqa: S102 - programs of this file
    try:
        value = space["f"](*arguments)  # type: ignore[operator] # a function of that source
        return repr(list(value) if hasattr(value, "__next__") else value)
    except Exception as error:  # noqa: BLE001 - any exception is a result here
        return repr(error)


def complex_functions(source: str) -> list[str]:
    """What C901 finds at the limit of the stage."""
    argv = [
        str(RUFF),
        "check",
        "--isolated",
        "--select=C901",
        "--config=lint.mccabe.max-complexity=3",
        "--output-format=json",
        "-",
    ]
    done = subprocess.run(argv, input=source, capture_output=True, text=True, check=False)
    return [row["message"] for row in json.loads(done.stdout)]
