"""Comments that ask a linter to look away. ruff is told to ignore them, and adding one is a finding of its own."""

import io
import re
import tokenize
from dataclasses import dataclass
from typing import Final

from code_review_env.env.scoring.gate import Parsed

_SUPPRESSION: Final = re.compile(
    r"#\s*(?:noqa\b|(?:ruff|flake8)\s*:\s*(?:noqa|ignore|file-ignore|disable|enable|isort)|pylint\s*:\s*(?:disable|skip-file)"
    r"|nosec\b|pragma\s*:\s*no\b|isort\s*:\s*(?:skip|off)|yapf\s*:\s*disable)",
    re.IGNORECASE,
)
"""`type: ignore` and `fmt: off` are left out: they speak to a type checker and a formatter, which judge nothing here."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment; `column` is 1-based in code points, `alone` when nothing else stands on its line."""

    row: int
    column: int
    text: str
    alone: bool


def comments(parsed: Parsed) -> list[Comment]:
    """Every comment of the file."""
    found: list[Comment] = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(parsed.source, newline=None).readline):
            if token.type == tokenize.COMMENT:
                row, at = token.start
                found.append(Comment(row, at + 1, token.string, alone=not token.line[:at].strip()))
    except (tokenize.TokenError, SyntaxError):
        # The pure-Python tokenizer knows less than the parser that accepted the file; what it read so far stands.
        return found
    return found


def suppressions(parsed: Parsed) -> list[Comment]:
    """Comments that try to switch a finding off."""
    return [comment for comment in comments(parsed) if _SUPPRESSION.search(comment.text)]
