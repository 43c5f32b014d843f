"""The style skill: what a mechanical repair would change stays as it was."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from code_review_env.baseline_agent.rules.job import Job
from code_review_env.baseline_agent.rules.style.repair import repair

RUFF = Path(sys.executable).with_name("ruff")

CASES = {
    "an unused name whose value has an effect": (
        "def take(queue):\n    first = queue.pop()\n    rest = queue.left\n    empty = []\n    return queue\n",
        "def take(queue):\n    queue.pop()\n    queue.left\n    return queue\n",
    ),
    "a bare except catches what is no Exception": (
        "def safe(work):\n    try:\n        return work()\n    except:\n        return None\n",
        "def safe(work):\n    try:\n        return work()\n    except BaseException:\n        return None\n",
    ),
    "1 equals True, other truths do not": (
        "def label(x):\n    return x == True, x.isdigit() == False\n",
        "def label(x):\n    return x == 1, (not x.isdigit())\n",
    ),
    "an object that says what equals None": (
        "class Cell:\n    def __eq__(self, other):\n        return True\n\n\ndef blank(cell):\n    return cell == None\n",
        (
            "import operator\n\n\nclass Cell:\n    def __eq__(self, other):\n        return True\n\n\n"
            "def blank(cell):\n    return operator.eq(cell, None)\n"
        ),
    ),
    "an assertion about a tuple never fails": (
        "def check(x):\n    assert (x > 0, 'positive')\n    return x\n",
        "def check(x):\n    return x\n",
    ),
    "of repeated keys the last value counts, at the first place": (
        "def rates():\n    return {'a': 1, 'b': 2, 'a': 3}\n",
        'def rates():\n    return {"a": 3, "b": 2}\n',
    ),
    "two functions of one name that a decorator has seen": (
        (
            "ALL = []\n\n\ndef keep(f):\n    ALL.append(f)\n    return f\n\n\n@keep\ndef step(x):\n    return x\n\n\n"
            "@keep\ndef step(x):\n    return -x\n"
        ),
        (
            "ALL = []\n\n\ndef keep(f):\n    ALL.append(f)\n    return f\n\n\n@keep\ndef step(x):\n    return x\n\n\ndel step\n\n\n"
            "@keep\ndef step(x):\n    return -x\n"
        ),
    ),
    "a star hides a built-in": (
        "from math import *\n\n\ndef power(x):\n    return pow(floor(x), 2)\n",
        "from math import floor, pow\n\n\ndef power(x):\n    return pow(floor(x), 2)\n",
    ),
    "an import that a text uses": (
        'import math\n\n\ndef area(r):\n    return eval("math.pi * r")\n',
        'import math\n\n\ndef area(r):\n    return eval("math.pi * r", globals() | {"math": math}, locals())\n',
    ),
    "an unclear name in a closure": (
        "def add(items):\n    l = 0\n    for O in items:\n        l += O\n    return lambda: l\n",
        "def add(items):\n    item = 0\n    for value in items:\n        item += value\n    return lambda: item\n",
    ),
    "a lambda with defaults": (
        "def table(names):\n    show = lambda name, all=names: name in all\n    return show\n",
        "def table(names):\n    def show(name, all=names):\n        return name in all\n\n    return show\n",
    ),
    "a text with blanks at the end of a line": (
        'TEXT = """one  \ntwo"""\n',
        'TEXT = "one  \\ntwo"\n',
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_repair_keeps_what_the_code_does(name: str) -> None:
    """Before and after, for one trap each."""
    before, after = CASES[name]
    assert repair(Job(before, "none")) == after
    assert findings(after) == []


def test_long_lines_are_wrapped_wherever_they_are() -> None:
    """A comment, a docstring and two texts; the texts keep their values."""
    words = "word " * 30
    source = textwrap.dedent(f'''\
        def f(x):
            """{words}"""
            y = "{words}"  # {words}
            return f"{words}{{x}} {words}" + y
        ''')
    after = repair(Job(source, "f"))
    assert findings(after) == []
    spaces: list[dict[str, object]] = [{}, {}]
    for code, space in zip((source, after), spaces, strict=True):
        exec(code, space)  # noqa: S102 - the test's own source
    assert spaces[0]["f"](3) == spaces[1]["f"](3)  # type: ignore[operator]


def findings(source: str) -> list[str]:
    """Rules that ruff finds broken."""
    argv = [str(RUFF), "check", "--isolated", "--select=E,W,F", "--output-format=concise", "--quiet", "-"]
    done = subprocess.run(argv, input=source, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()
