"""From a file and nothing else to a task that survives a restart, or a reason with the line."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from code_review_env.env.check.own import offered, own_file
from code_review_env.env.database import Database
from code_review_env.env.errors import InvalidParameter
from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.shelf import Shelf

FILE = """import os

def _twice(x): return 2 * x

def add(x: int, y = 1):
    return x + y

def add(x: int, y = 2):
    return x - y
"""


@pytest.fixture(scope="module")
def pool() -> Iterator[SandboxPool]:
    """One worker."""
    with PoolSettings(workers=1).open() as pool:
        yield pool


def test_functions_are_offered_once_and_public_ones_first() -> None:
    """A second definition of a name replaces the first."""
    assert offered(FILE) == ["add", "_twice"]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("def f(x):\n    return (x\n", r"\(line 2\)"),
        ("import os\nfrom numpy import array\ndef f(x): return x\n", "line 2 imports 'numpy'"),
        ("class A:\n    def f(self): pass\n", "no top-level function"),
        ("", "no statement"),
        (f"x = '{'a' * 70_000}'\ndef f(x): return x\n", "bytes"),
    ],
)
def test_a_file_that_offers_nothing_is_refused(source: str, words: str) -> None:
    """Before anything runs."""
    with pytest.raises(InvalidParameter, match=words):
        offered(source)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("import os\nraise ValueError('no')\ndef add(x): return x\n", r"does not run by itself: ValueError: no \(line 2\)"),
        ("import os\n\n\ndef add(x: 'Row'):\n    return x.row\n", "line 4: no call of 'add' was found"),
        ("import os\ndef sub(x): return x\n", "no top-level function 'add'"),
    ],
)
def test_a_function_that_shows_nothing_is_refused(pool: SandboxPool, source: str, words: str) -> None:
    """With the line where there is one."""
    with pytest.raises(InvalidParameter, match=words):
        own_file(pool, source, "add", "easy")


def test_the_task_is_the_same_after_a_restart(pool: SandboxPool, tmp_path: Path) -> None:
    """Its calls come from its types; the name finds it as long as it is kept."""
    found = own_file(pool, FILE, "add", "easy")
    task = Shelf(Database(tmp_path / "a.sqlite3")).put("n", found, now=5.0)
    again = Shelf(Database(tmp_path / "a.sqlite3"))
    kept = again.find("own/n")
    assert kept is not None
    assert (kept.id, kept.split, kept.name) == (task.id, "own", "own/n")
    assert all(isinstance(case.args[0] if case.args else case.kwargs["x"], int) for case in task.examples)
    assert again.find("easy/invoice") is None
    again.prune(before=5.1)
    assert Shelf(Database(tmp_path / "a.sqlite3")).find("own/n") is None
