"""Tangled control flow: each transform changes the text, raises the complexity, and keeps what the program does."""

import copy
import importlib.util
import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from code_review_env.env.analysis.ruff import Ruff
from code_review_env.tasks.families import load_families
from code_review_env.tasks.family import LEVELS, TINY_TOKENS, Family
from code_review_env.tasks.likeness import tokens
from code_review_env.tasks.mess.complexity import branches, tangle
from code_review_env.tasks.mess.complexity.measure import LIMIT, complexities, excess, total
from code_review_env.tasks.mess.edit import Transform, rewritten
from code_review_env.tasks.mess.source import Source

SNIPPETS = {
    "helper written out": """
def sign(number):
    if number < 0:
        return -1
    return 1


def entry(a, b):
    direction = sign(b)
    return a * direction
""",
    "lookup as a ladder": """
RATES = {"a": 3, "b": 5}


def entry(a, b):
    return RATES.get(a, 0) * b
""",
    "table loop written out": """
BANDS = ((0, "none"), (2, "low"), (5, "middle"))


def entry(a, b):
    for end, word in BANDS:
        if b <= end:
            return f"{a} {word}"
    return "high"
""",
    "smaller or larger of two": "def entry(a, b):\n    return max(0, min(b * 2, 5))\n",
    "chained comparison as nested ifs": "def entry(a, b):\n    return 1 <= b < 4\n",
    "ternary as if": "def entry(a, b):\n    return [a if b > 1 else b, b]\n",
    "fallback as if": "def entry(a, b):\n    name = a or str(b)\n    return name\n",
    "condition as a value": 'def entry(a, b):\n    return a == "a" and b > 1 and not b == 3\n',
    "membership as a ladder": 'def entry(a, b):\n    if a not in ("a", "b", None):\n        return b\n    return a\n',
    "mapping asked first": "def entry(a, b):\n    counts = {a: b}\n    return counts.get(a, 2) + counts.get(b, 0)\n",
    "any or all as a loop": 'def entry(a, b):\n    return all(one != "a" for one in a) or any(b > one for one in (1, 2))\n',
    "sum as a loop": "def entry(a, b):\n    return sum(number for number in range(b) if number % 2)\n",
    "generator as a loop": 'def entry(a, b):\n    return "-".join(one * b for one in sorted(a) if one)\n',
    "comprehension as a loop": "def entry(a, b):\n    one = b\n    return [one * b for one in a if one], one\n",
    "both as nested ifs": "def entry(a, b):\n    if a and b > 1:\n        return a\n    else:\n        return b\n",
    "either as two ifs": 'def entry(a, b):\n    if a == "a" or b > 2 or not a:\n        b += 1\n    return b\n',
    "guards as nested else": "def entry(a, b):\n    if a:\n        return 0\n    if b > 2:\n        return a\n    return 1\n",
    "one return at the end": """
def entry(a, b):
    if not a:
        return 0
    for one in a:
        if one == "b":
            return b
    return None
""",
}

Run = Callable[[str, str, Iterable[tuple[object, object]]], list[object]]
CALLS = [(word, number) for word in ("", "a", "b", "abc") for number in (-1, 0, 1, 2, 3, 4, 6)]

HARD = [family for family in load_families() if family.stage == "hard"]


def chance(seed: int) -> random.Random:
    """The same each time."""
    return random.Random(seed)  # noqa: S311 - a draw, no secret


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """What the calls of a function give, or the type of what they raise; and the arguments afterwards."""
    numbers = itertools.count()

    def outcomes(text: str, entry: str, calls: Iterable[tuple[object, object]]) -> list[object]:
        path = tmp_path / f"module{next(numbers)}.py"
        path.write_text(text)
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found: list[object] = []
        for args, kwargs in copy.deepcopy(list(calls)):
            try:
                found.append(repr(getattr(module, entry)(*args, **kwargs)))
            except Exception as error:  # noqa: BLE001 - whatever the program raises is its outcome
                found.append(type(error).__name__)
            found.append(repr((args, kwargs)))
        return found

    return outcomes


@pytest.mark.parametrize("transform", [*tangle.TRANSFORMS, *branches.NESTING], ids=lambda one: one.name)
def test_a_transform_keeps_what_a_program_does(transform: Transform, run: Run) -> None:
    """Every snippet under every choice of chance gives the same for all calls, and only nesting adds no complexity."""
    text = SNIPPETS[transform.name].lstrip()
    calls = [(call, {}) for call in CALLS]
    source = Source(text)
    changed = [rewritten(text, change) for seed in range(8) for change in transform.changes(source, chance(seed))]

    assert changed
    expected = run(text, "entry", calls)
    for one in set(changed):
        assert one != text
        assert run(one, "entry", calls) == expected, one
        rise = complexities(Source(one))["entry"] - complexities(source)["entry"]
        assert rise > 0 or transform in branches.NESTING, one


def test_two_transforms_are_kept_from_training() -> None:
    """They exist for the splits validation and test alone."""
    held_out = {one.name for one in tangle.TRANSFORMS if one.held_out}
    marks = {name: tangle.tangled(SNIPPETS[name], 1, chance(1), held_out=False).text for name in held_out}

    assert len(held_out) == 2
    assert all(max(complexities(Source(text)).values()) <= LIMIT for text in marks.values())


@pytest.fixture(scope="module")
def linter() -> Ruff:
    """The linter itself."""
    return Ruff.installed()


def holds(family: Family, level: int, linter: Ruff, run: Run) -> None:
    """The task of a level is the same each time, in its band as ruff counts, not under the oracle, and behaves as it does."""
    groups = family.drawn(count=12)
    calls = [(case.args, dict(case.kwargs)) for group in groups for case in group.cases]
    task = family.task(level, level, groups)
    counts, clean = complexities(Source(task.messy)), complexities(Source(family.oracle))
    band = tangle.LEVELS[level]
    findings = linter.lint(task.messy, select=("C901",), max_complexity=LIMIT)
    assert max(clean.values()) <= LIMIT
    assert task.messy == family.task(level, level, groups).messy
    assert band.least <= excess(counts) <= band.most
    assert total(counts) >= total(clean)
    assert {name for name, count in counts.items() if count > LIMIT} == {one.message.split("`")[1] for one in findings}
    assert all(f"({counts[one.message.split('`')[1]]} >" in one.message for one in findings)
    assert run(task.messy, family.entry, calls) == run(family.oracle, family.entry, calls), task.messy
    assert level in LEVELS or tokens(task.messy) <= TINY_TOKENS


@pytest.mark.parametrize(
    ("family", "level"),
    [(family, family.levels[at % len(family.levels)]) for at, family in enumerate(HARD)],
    ids=lambda one: getattr(one, "name", str(one)),
)
def test_a_level_is_an_amount_of_complexity(family: Family, level: int, linter: Ruff, run: Run) -> None:
    """Of each family one level; the levels take turns."""
    holds(family, level, linter, run)


@pytest.mark.proof
@pytest.mark.parametrize("family", HARD, ids=lambda one: one.name)
def test_every_level_of_every_family_holds(family: Family, linter: Ruff, run: Run) -> None:
    """As the sampled test, for all levels."""
    for level in family.levels:
        holds(family, level, linter, run)


def test_the_splits_have_their_families() -> None:
    """40 families, three of them small enough for the tiny level, from 35 domains at least."""
    assert Counter(family.split for family in HARD) == {"train": 28, "validation": 4, "test": 8}
    assert sum(family.tiny for family in HARD) >= 3
    assert len({family.domain for family in HARD}) >= 35
