"""Small algorithms, each with a line that has a bug: `check` finds a difference in all of them and makes it small."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from code_review_env.env.check.calls import Subject
from code_review_env.env.check.check import check
from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.settings import PoolSettings

ALGORITHMS = sorted((Path(__file__).parents[2] / "data" / "algorithms").glob("*.py"))
MARK = "  # bug: "
SMALL = 60
"""Characters of a call that a person takes in at a glance."""

SOME = [pytest.param(path, id=path.stem) for path in ALGORITHMS[::5]]
REST = [pytest.param(path, id=path.stem, marks=pytest.mark.proof) for path in ALGORITHMS if path not in ALGORITHMS[::5]]

LINES: list[str] = []


def versions(path: Path) -> tuple[str, str, str]:
    """Right source, wrong source, name of the function."""
    right, wrong = [], []
    for line in path.read_text().splitlines():
        code, mark, bug = line.partition(MARK)
        right.append(code)
        wrong.append(code[: len(code) - len(code.lstrip())] + bug if mark else code)
    (entry, *_) = (node.name for node in ast.parse("\n".join(right)).body if isinstance(node, ast.FunctionDef))
    return "\n".join(right) + "\n", "\n".join(wrong) + "\n", entry


@pytest.fixture(scope="module")
def pool(print_table: Callable[[str], None]) -> Iterator[SandboxPool]:
    """One worker; what was found is printed at the end."""
    with PoolSettings(workers=1).open() as pool:
        yield pool
    print_table("\n".join(["bugs found by check", *LINES]))


def test_there_are_forty() -> None:
    """Each with one marked line."""
    assert len(ALGORITHMS) >= 40
    assert all(path.read_text().count(MARK) == 1 for path in ALGORITHMS)


@pytest.mark.parametrize("path", SOME + REST)
def test_the_bug_is_found_and_shown_small(path: Path, pool: SandboxPool) -> None:
    """The right version against the wrong one."""
    right, wrong, entry = versions(path)
    found = check(Subject(pool, right, entry), Subject(pool, wrong, entry))
    assert found.difference is not None
    call = found.difference.case.call(entry)
    LINES.append(
        f"{path.stem:18} {found.compared:5} calls  {call}: {found.difference.original}, not {found.difference.revised}"
    )
    assert len(call) <= SMALL, call


@pytest.mark.parametrize("path", ALGORITHMS[::8], ids=lambda path: path.stem)
def test_no_difference_is_invented(path: Path, pool: SandboxPool) -> None:
    """A version against itself."""
    right, _, entry = versions(path)
    found = check(Subject(pool, right, entry), Subject(pool, right, entry), count=300)
    assert found.difference is None
    assert found.compared >= 50
