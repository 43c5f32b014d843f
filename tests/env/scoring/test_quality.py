"""The quality half over all stages, with the real linter."""

import pytest

from code_review_env.env.analysis.ruff import Ruff
from code_review_env.env.scoring import quality
from code_review_env.env.scoring.gate import Parsed, parse
from code_review_env.tasks.curriculum import load_curriculum

RUFF = Ruff.installed()
EASY, MEDIUM, HARD = load_curriculum().stages


def parsed(text: str) -> Parsed:
    """The text through the gate."""
    found = parse(text)
    assert isinstance(found, Parsed), found
    return found


def assess(stage: quality.Stage, original: str, submission: str, *, shell_seen: bool = False) -> quality.Quality:
    """Quality of a submission for the function `f`."""
    looked = quality.look(stage, parsed(original), parsed(submission), "f", RUFF)
    return quality.with_shell(stage, looked, parsed(submission), "f") if shell_seen else looked


MESSY = "import os, sys\ndef f(l):\n    l2 = l==None\n    return l2\n"
CLEAN = "def f(l):\n    return l is None\n"
INJECTION = 'import subprocess\n\n\ndef f(a):\n    return subprocess.run(f"ls {a}", shell=True)\n'
SAFE = 'import subprocess\n\n\ndef f(a):\n    return subprocess.run(["ls", a])\n'
BRANCHY = "def f(a):\n" + "".join(f"    if a == {at}:\n        return {at}\n" for at in range(6))


def test_e741_on_a_parameter_of_the_entry_is_listed_and_not_counted() -> None:
    """The gate forbids the rename, so the finding cannot be fixed."""
    found = assess(EASY, MESSY, CLEAN)
    assert [(one.rule, one.unfixable) for one in found.findings] == [("E741", True)]
    assert (found.violations, found.penalty) == (0, 0.0)


def test_e741_elsewhere_counts() -> None:
    """A local, a helper's parameter and a parameter that the agent named itself can be renamed."""
    for source in (
        "def f(a):\n    l = a\n    return l\n",
        "def g(l):\n    return l\n\n\ndef f(a):\n    return g(a)\n",
        "def f(l):\n    return l\n",
    ):
        found = assess(EASY, "def f(a):\n    return a\n", source)
        assert (found.violations, found.penalty) == (1, 1.0)


def test_the_column_of_a_parameter_survives_wide_characters() -> None:
    """The linter counts characters where the tree counts bytes."""
    source = "def f(é, l):\n    return é, l\n"
    assert assess(EASY, source, source).violations == 0


def test_easy_counts_violations_of_ruff_and_of_the_house() -> None:
    """A silenced finding weighs as much as an open one."""
    found = assess(EASY, MESSY, "import os as os\n\n\ndef f(l):\n    return l == None\n")
    assert sorted(one.rule for one in found.findings if not one.unfixable) == ["CRE101", "E711"]
    assert found.penalty == 2.0
    assert quality.original_penalty(EASY, parsed(MESSY), "f", RUFF) == 4.0


def test_medium_is_all_or_nothing() -> None:
    """One road to a shell is as bad as two."""
    assert assess(MEDIUM, INJECTION, SAFE).penalty == 0.0
    assert assess(MEDIUM, INJECTION, INJECTION).penalty == 1.0
    both = INJECTION + "\n\ndef g(a):\n    return subprocess.run(a, shell=bool(1))\n"
    assert assess(MEDIUM, INJECTION, both).penalty == 1.0
    assert quality.original_penalty(MEDIUM, parsed(INJECTION), "f", RUFF) == 1.0


def test_medium_counts_the_shell_that_the_run_saw() -> None:
    """Clean text does not help when a shell was started."""
    found = assess(MEDIUM, INJECTION, SAFE, shell_seen=True)
    assert [(one.rule, one.row) for one in found.findings] == [("CRE201", 4)]
    assert found.penalty == 1.0


def test_a_shell_that_ruff_names_is_named_once() -> None:
    """Two rules that say the same about one line are one finding."""
    assert [one.rule for one in assess(MEDIUM, INJECTION, INJECTION).findings] == ["S602"]


@pytest.mark.parametrize("rule", ["S603", "S607", "S606"])
def test_rules_that_flag_the_right_fix_never_count(rule: str) -> None:
    """An argument list with a bare program name is the fix."""
    assert rule not in {one.rule for one in assess(MEDIUM, INJECTION, SAFE).findings}


def test_hard_weighs_by_the_excess() -> None:
    """Halving the complexity is progress, also when the function is still over the limit."""
    assert quality.original_penalty(HARD, parsed(BRANCHY), "f", RUFF) == 4.0
    half = "def f(a):\n" + "".join(f"    if a == {at}:\n        return {at}\n" for at in range(4))
    assert (assess(HARD, BRANCHY, half).penalty, assess(HARD, BRANCHY, half).violations) == (2.0, 1)


def test_hard_weighs_hidden_decisions_the_same_way() -> None:
    """Moving seven branches into one expression leaves three over the limit of four."""
    hidden = "def f(a):\n    return " + "".join(f"{at} if a == {at} else " for at in range(7)) + "None\n"
    found = assess(HARD, BRANCHY, hidden)
    assert [one.rule for one in found.findings] == ["CRE301"]
    assert (found.penalty, found.violations) == (3.0, 1)


def test_what_ruff_cannot_read_removes_nothing() -> None:
    """CPython accepts a repeated keyword at parse time, ruff does not; no rule saw the file."""
    found = assess(HARD, BRANCHY, "def f(a):\n    return dict(a=1, a=2)\n")
    assert "invalid-syntax" in {one.rule for one in found.findings}
    assert found.penalty == 4.0


@pytest.mark.parametrize(
    ("stage", "comment", "counts"),
    [
        (EASY, "# noqa", True),
        (EASY, "# NOQA: e501", True),
        (EASY, "# ruff: noqa", True),
        (EASY, "# flake8: noqa", True),
        (EASY, "# ruff: ignore[F401]", True),
        (EASY, "# ruff: file-ignore[unused-import]", True),
        (EASY, "# ruff: disable[E]", True),
        (EASY, "# noqa: S603", False),
        (EASY, "# type: ignore", False),
        (EASY, "# fmt: off", False),
        (EASY, "# isort: skip", False),
        (EASY, "# pylint: disable=all", False),
        (MEDIUM, "# noqa: S602", True),
        (MEDIUM, "# noqa", True),
        (MEDIUM, "# noqa: S603", False),
        (MEDIUM, "# nosec B603", False),
        (HARD, "# noqa: C901", True),
        (HARD, "# noqa: PLR0911", False),
    ],
)
def test_an_added_suppression_counts_when_it_aims_at_the_stage(stage: quality.Stage, comment: str, counts: bool) -> None:  # noqa: FBT001 - a table
    """It would have no effect, and it shows the intent; notes about other rules are honest."""
    source = f"{comment}\nX = 1\n\n\ndef f(a):\n    return a\n"
    found = assess(stage, "def f(a):\n    return a\n", source)
    assert [one.rule for one in found.findings] == (["CRE001"] if counts else [])
    assert assess(stage, source, source).violations == 0


def test_text_that_looks_like_a_suppression_is_no_comment() -> None:
    """Strings and docstrings may talk about `noqa`."""
    source = 'def f(a):\n    """Say `# noqa` here."""\n    return "# noqa"\n'
    assert assess(EASY, "def f(a):\n    return a\n", source).violations == 0
