"""Mess of the medium stage: what it promises about any program, shown on small ones."""

import ast
import random
import subprocess
from collections.abc import Iterator

import pytest

from code_review_env.tasks.family import LEVELS
from code_review_env.tasks.likeness import shape
from code_review_env.tasks.mess.edit import Transform, applied
from code_review_env.tasks.mess.recipe import messy
from code_review_env.tasks.mess.shell import DISTRACTION, HELD_OUT, INDIRECTION, SPELLING, STYLES
from code_review_env.tasks.mess.source import Source

PACK = """\
import subprocess


def pack(archive: str, names, level, verbose):
    flags = ["-c", "--level=" + str(level)]
    first = subprocess.run(["tar", *(["-v"] if verbose else []), f"--file={archive}", *names], stdout=-1, check=False)
    argv = ["du", "-s", "--", archive, "two words"]
    second = subprocess.run(argv, capture_output=True, text=True)
    third = subprocess.run(["xz", *flags], stdout=None).returncode
    return first, second, third
"""

ENOUGH = 40

EVERY = (*STYLES, HELD_OUT)


def chance(seed: object) -> random.Random:
    """A source of chance of its own for each seed."""
    return random.Random(str(seed))  # noqa: S311 - a draw, no secret


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The words of every program that is started, as a real `sh` splits them where there is one."""
    words: list[list[str]] = []
    real = subprocess.run

    def run(command: str | list[str], *, shell: bool = False, **_: object) -> subprocess.CompletedProcess[str]:
        line = f"printf '%s\\0' {command}" if shell else command
        found = real(line, shell=shell, capture_output=True, text=True, check=True).stdout if shell else "\0".join(line) + "\0"
        words.append(found.split("\0")[:-1])
        return subprocess.CompletedProcess([], 0, "", "")

    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(subprocess, "call", lambda command, **options: run(command, **options).returncode)
    return words


def ran(text: str, started: list[list[str]]) -> list[list[str]]:
    """The programs that `pack` starts."""
    started.clear()
    space: dict[str, object] = {"__name__": "packing"}
    exec(compile(text, "packing", "exec"), space)  # noqa: S102 - our own source
    pack = space["pack"]
    assert callable(pack)
    pack("a.tar", ["b", "c/d.txt"], 6, verbose=True)
    pack("x=1", [], 0, verbose=False)
    return list(started)


def sources() -> Iterator[str]:
    """Messy versions of all levels."""
    for level in LEVELS:
        for seed in range(6):
            yield messy("medium", PACK, level, chance(f"{level}/{seed}"), held_out=seed % 2 == 0).text


def test_programs_get_the_same_words(started: list[list[str]]) -> None:
    """On words without a meaning for a shell, a real `sh` hands the program what the argv list held."""
    right = ran(PACK, started)
    for text in sources():
        assert ran(text, started) == right, text


@pytest.mark.parametrize("style", EVERY, ids=lambda one: one.name)
def test_every_style_spells_the_command(style: Transform, started: list[list[str]]) -> None:
    """Each style alone, on all calls, gives no list and the same words."""
    right = ran(PACK, started)
    for seed in range(3):
        text = applied(Source(PACK), style, chance(seed), 9).text
        assert "shell=True" in text
        assert ran(text, started) == right, text


@pytest.mark.parametrize("other", [*INDIRECTION, *DISTRACTION, *SPELLING], ids=lambda one: one.name)
def test_everything_else_finds_a_place_and_keeps_the_words(other: Transform, started: list[list[str]]) -> None:
    """Each other transform changes some styled source, and no program notices."""
    right, changes = ran(PACK, started), 0
    for seed in range(5):
        draws = chance(seed)
        source = applied(Source(PACK), STYLES[seed % 5], draws, 2)
        if INDIRECTION[0] is not other:
            source = applied(source, INDIRECTION[0], draws, 1)
        text = applied(source, other, draws, 9).text
        changes += text != source.text
        assert ran(text, started) == right, text
    assert changes


def test_no_list_goes_to_a_shell() -> None:
    """A list with `shell=True` would lose its arguments; there is none."""
    for text in sources():
        shells = [
            call
            for call in ast.walk(ast.parse(text))
            if isinstance(call, ast.Call) and any(keyword.arg == "shell" and keyword.value for keyword in call.keywords)
        ]
        assert shells
        for call in shells:
            off = any(keyword.arg == "shell" and ast.unparse(keyword.value) == "False" for keyword in call.keywords)
            assert off or not isinstance(call.args[0], ast.List)


def test_the_held_out_style_is_not_for_training() -> None:
    """Only the splits that ask for it get it, and those not always."""
    for level in LEVELS:
        assert not any("%(" in messy("medium", PACK, level, chance(seed), held_out=False).text for seed in range(30))
        assert {"%(" in messy("medium", PACK, level, chance(seed), held_out=True).text for seed in range(30)} == {True, False}


def test_one_program_gives_many_different_tasks() -> None:
    """Levels and seeds differ in more than names."""
    shapes = {shape(messy("medium", PACK, level, chance(seed), held_out=False).text) for level in LEVELS for seed in range(20)}
    assert len(shapes) > ENOUGH


TWO = """\
import subprocess


def first(name):
    return subprocess.run(f"wc -l {name}", shell=True).returncode


def second(name, target):
    return subprocess.run(f"cp {name} {target}", shell=True).returncode
"""


def test_no_function_takes_the_place_of_another() -> None:
    """Functions that put lines together have names of their own, whichever chance draws for them."""
    (builder,) = (one for one in INDIRECTION if one.name == "command from a function")
    found = []
    for seed in range(ENOUGH):
        tree = applied(Source(TWO), builder, chance(seed), 2).tree
        names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        assert len(set(names)) == len(names)
        found.append(len(names))
    assert set(found) == {3, 4}
