"""The linter, as one pure question: which findings does this text have? Nothing in the text or on the disk changes the rules.

Configuration files, suppression comments and the cache are switched off, so the answer depends on the text and the pinned
version alone. Anything but a well-formed answer is a failure of ours and never reads as "no findings".
"""

import json
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from code_review_env.env.analysis.binaries import find_binary, version_of
from code_review_env.env.errors import LinterUnavailable
from code_review_env.env.scoring.report import Diagnostic

LINE_LENGTH: Final = 88
"""ruff's own default, stated so that a new version cannot move it."""

TARGET: Final = "py311"
"""The interpreter of the sandbox."""

SYNTAX: Final = "invalid-syntax"
"""ruff's code for a text that it cannot read; its other rules did not see the file."""

PATIENCE: Final = 10
"""The last attempt may take so many times longer: on a busy machine a process waits, which is no fault of the text."""
ANSWERED: Final = frozenset({0, 1})
"""Exit statuses that come with an answer: clean, and findings."""


@dataclass(frozen=True, slots=True)
class Ruff:
    """The ruff command line as a function; safe to share between threads.

    Attributes:
        path: the binary.
        timeout_s: wall seconds for the first attempt, after which it is killed.
    """

    path: Path
    timeout_s: float = 2.0

    @classmethod
    def installed(cls) -> "Ruff":
        """The pinned one.

        Raises:
            LinterUnavailable: ruff is not installed for this interpreter.
        """
        return cls(find_binary("ruff"))

    @property
    def version(self) -> str:
        """Version of the binary, e.g. `0.17.6`.

        Raises:
            LinterUnavailable: it does not run.
        """
        return version_of(self.path)

    def lint(self, source: str, *, select: tuple[str, ...], max_complexity: int | None = None) -> tuple[Diagnostic, ...]:
        """All findings of the selected rules, sorted by position.

        Args:
            source: any text that UTF-8 can encode.
            select: rule codes or prefixes.
            max_complexity: McCabe limit for C901, or None for ruff's own.

        Raises:
            LinterUnavailable: ruff failed twice: crash, timeout, or an answer that is none.
        """
        command = self._command(select, max_complexity)
        for patience in (1, PATIENCE):
            rows = _rows(self._attempt(command, source, patience))
            if rows is not None:
                return tuple(sorted(_diagnostics(rows)))
        message = "ruff failed twice on the same source"
        raise LinterUnavailable(message)

    def _command(self, select: tuple[str, ...], max_complexity: int | None) -> list[str]:
        limit = [] if max_complexity is None else ["--config", f"lint.mccabe.max-complexity={max_complexity}"]
        return [
            *(str(self.path), "check", "--isolated", "--no-cache", "--ignore-noqa", "--no-fix", "--quiet"),
            *("--target-version", TARGET, "--line-length", str(LINE_LENGTH)),
            *("--select", ",".join(select), *limit),
            *("--output-format", "json", "--stdin-filename", "submission.py", "-"),
        ]

    def _attempt(self, command: list[str], source: str, patience: int) -> subprocess.CompletedProcess[bytes] | None:
        try:
            return subprocess.run(
                command,
                input=source.encode(),
                capture_output=True,
                env={},
                cwd="/",
                timeout=patience * self.timeout_s,
                check=False,
            )
        except (subprocess.TimeoutExpired, OSError):
            return None


def _rows(answer: subprocess.CompletedProcess[bytes] | None) -> list[Mapping[str, Any]] | None:
    if answer is None or answer.returncode not in ANSWERED:
        return None
    try:
        rows = json.loads(answer.stdout)
    except ValueError:
        return None
    # Status and list must tell the same story: findings without a list, or a list without findings, is no answer.
    return rows if isinstance(rows, list) and bool(rows) == bool(answer.returncode) else None


def _diagnostics(rows: list[Mapping[str, Any]]) -> Iterator[Diagnostic]:
    for row in rows:
        start, end = row["location"], row["end_location"]
        yield Diagnostic(
            row=start["row"],
            column=start["column"],
            rule=row["code"] or SYNTAX,
            message=row["message"],
            source="ruff",
            end_row=end["row"],
            end_column=end["column"],
        )
