"""The linter's answer depends on the text alone, and a failure never reads as a clean file."""

import stat
from pathlib import Path

import pytest

from code_review_env.env.analysis.binaries import find_binary
from code_review_env.env.analysis.ruff import Ruff
from code_review_env.env.errors import LinterUnavailable

RUFF = Ruff.installed()
STYLE = ("E", "W", "F")


def fake(folder: Path, script: str, *, timeout_s: float = 2.0) -> Ruff:
    """A linter that misbehaves as the script says; every start leaves a line in `starts`."""
    path = folder / "ruff"
    path.write_text(f"#!/bin/sh\necho started >> {folder}/starts\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return Ruff(path, timeout_s)


def test_the_pinned_binary_is_found_and_tells_its_version() -> None:
    """It is the one of this environment, so that a score names what judged it."""
    assert find_binary("ruff").is_file()
    assert RUFF.version == "0.17.6"


def test_findings_are_sorted_and_positioned_in_code_points() -> None:
    """Columns count characters from 1, also after characters of several bytes."""
    found = RUFF.lint("x = 'éé' ; y = None == x\nimport os\n", select=STYLE)
    assert [(one.row, one.column, one.rule) for one in found] == [
        (1, 10, "E702"),
        (1, 16, "E711"),
        (2, 1, "E402"),
        (2, 8, "F401"),
    ]
    assert {one.source for one in found} == {"ruff"}


def test_a_clean_text_has_no_findings() -> None:
    """An empty list from ruff is the only thing that reads as clean."""
    assert RUFF.lint("X = 1\n", select=STYLE) == ()


def test_the_complexity_limit_is_an_argument() -> None:
    """C901 takes the limit of the stage and names both numbers."""
    source = "def f(a):\n    if a:\n        return 1\n    if a > 1:\n        return 2\n    if a > 2:\n        return 3\n"
    (found,) = RUFF.lint(source, select=("C901",), max_complexity=3)
    assert found.message == "`f` is too complex (4 > 3)"
    assert RUFF.lint(source, select=("C901",), max_complexity=4) == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", "  # noqa"),
        ("", "  # NOQA:F401"),
        ("", "  # noqa: F401"),
        ("# ruff: noqa\n", ""),
        ("# ruff: noqa: F401\n", ""),
        ("# flake8: noqa\n", ""),
        ("# flake8: noqa: F401\n", ""),
        ("", "  # ruff: ignore[F401]"),
        ("", "  # ruff: ignore[unused-import]"),
        ("# ruff: ignore[F401]\n", ""),
        ("# ruff: file-ignore[F401]\n", ""),
        ("# ruff: disable[F401]\n", "\n# ruff: enable[F401]"),
        ("# ruff: disable[F401]\n", ""),
        ("# fmt: off\n", ""),
        ("", "  # fmt: skip"),
        ("", "  # type: ignore"),
        ("# type: ignore\n", ""),
        ("# isort: skip_file\n", ""),
        ("", "  # isort: skip"),
        ("# isort: off\n", ""),
        ("# pylint: disable=all\n", ""),
        ("", "  # nosec"),
    ],
)
def test_no_comment_switches_a_finding_off(before: str, after: str) -> None:
    """Every suppression form that linters know leaves the finding where it is."""
    found = RUFF.lint(f"{before}import os{after}\n", select=("F401",))
    assert [one.rule for one in found] == ["F401"]


def test_a_configuration_on_the_disk_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a file in the working folder nor an environment variable reaches the linter."""
    (tmp_path / "ruff.toml").write_text('[lint]\nignore = ["F401"]\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RUFF_CONFIG", str(tmp_path / "ruff.toml"))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert [one.rule for one in RUFF.lint("import os\n", select=STYLE)] == ["F401"]


def test_a_text_that_ruff_cannot_read_is_a_finding() -> None:
    """Its rules did not see the file, and the finding says so."""
    assert "invalid-syntax" in {one.rule for one in RUFF.lint("x = (\n", select=("C901",))}


@pytest.mark.parametrize(
    "script",
    [
        "exit 2",
        "exit 0",
        "echo 'no json'; exit 0",
        "echo '{}'; exit 0",
        "echo '[]'; exit 1",
        "kill -ABRT $$",
        "echo '[]'; kill -KILL $$",
        'echo \'[{"code": "F401"}]\'; exit 0',
    ],
)
def test_anything_but_an_answer_is_tried_twice_and_then_ours(tmp_path: Path, script: str) -> None:
    """Crashes, silence and contradictions are a failure of the machinery, never a clean file."""
    with pytest.raises(LinterUnavailable):
        fake(tmp_path, f"cat > /dev/null; {script}").lint("x = 1\n", select=STYLE)
    assert (tmp_path / "starts").read_text().count("started") == 2


def test_a_linter_that_hangs_is_killed_and_tried_again(tmp_path: Path) -> None:
    """An endless first run costs its limit; the second one may still answer."""
    script = f"test -e {tmp_path}/again && {{ cat > /dev/null; echo '[]'; exit 0; }}\ntouch {tmp_path}/again\nexec sleep 60"
    assert fake(tmp_path, script, timeout_s=0.5).lint("x = 1\n", select=STYLE) == ()
    assert (tmp_path / "starts").read_text().count("started") == 2


def test_a_missing_binary_is_ours(tmp_path: Path) -> None:
    """It cannot be started, so nothing is known about the text."""
    with pytest.raises(LinterUnavailable):
        Ruff(tmp_path / "nothing").lint("x = 1\n", select=STYLE)
    with pytest.raises(LinterUnavailable):
        _ = Ruff(tmp_path / "nothing").version


def test_nesting_that_crashes_ruff_never_reads_as_clean() -> None:
    """The gate refuses such texts first; without it, the linter's death is an error."""
    with pytest.raises(LinterUnavailable):
        RUFF.lint("x = " + "-" * 60_000 + "1\n", select=STYLE)
