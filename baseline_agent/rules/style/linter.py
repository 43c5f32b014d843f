"""ruff as a tool of the style skill: what it finds, its fixes that keep behaviour, its formatter."""

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LINE_LENGTH: Final = 88
TIMEOUT_S: Final = 5.0

FAITHFUL: Final = "E703,E713,E714,F401,F502,F504,F522,F523,F541,F632,W292,W605"
"""Rules whose fixes keep what the code does, once the traps around them are out of the way."""


@dataclass(frozen=True, slots=True)
class Found:
    """One finding; `row` is 1-based, `column` 0-based as LibCST counts."""

    rule: str
    row: int
    column: int
    message: str


def findings(source: str, rules: str = "E,W,F") -> list[Found]:
    """What ruff finds; nothing where it gives up."""
    text = _run(["check", f"--select={rules}", "--ignore-noqa", "--output-format=json", "--exit-zero"], source)
    try:
        rows = json.loads(text)
    except json.JSONDecodeError:
        return []
    return [
        Found(row["code"] or "", row["location"]["row"], row["location"]["column"] - 1, row["message"])
        for row in rows
        if row.get("location")
    ]


def fixed(source: str, rules: str = FAITHFUL) -> str:
    """The source with ruff's fixes of some rules; itself where ruff gives up."""
    return _run(["check", f"--select={rules}", "--ignore-noqa", "--fix-only", "--unsafe-fixes"], source) or source


def formatted(source: str) -> str:
    """The formatted source; itself where ruff gives up."""
    return _run(["format", f"--line-length={LINE_LENGTH}"], source) or source


def places(found: Iterable[Found], *rules: str) -> set[tuple[int, int]]:
    """Row and column of the findings of some rules."""
    return {(one.row, one.column) for one in found if one.rule in rules}


def _run(command: Sequence[str], source: str) -> str:
    ruff = str(Path(sys.executable).with_name("ruff"))
    argv = [ruff, *command, "--isolated", "--no-cache", "--target-version=py311", "--quiet", "-"]
    try:
        done = subprocess.run(argv, input=source, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    except (OSError, subprocess.TimeoutExpired, UnicodeError):
        return ""
    return done.stdout if done.returncode == 0 else ""
