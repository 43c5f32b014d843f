"""Comments that ask a linter to look away. ruff is told to ignore them, and adding one is a finding of its own."""

import io
import re
import tokenize
from collections import Counter
from dataclasses import dataclass
from typing import Final

from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.report import Diagnostic

ADDED: Final = "CRE001"
"""A new comment that would switch a rule of the stage off."""

_RUFF: Final = re.compile(
    r"#\s*(?:noqa\b|(?:ruff|flake8)\s*:\s*(?:noqa|ignore|file-ignore|disable)\b)(.*)",
    re.IGNORECASE | re.DOTALL,
)
"""Every form that ruff obeys unless it is told not to. `type: ignore`, `fmt: off` and `isort: skip` switch no rule off."""

_OTHERS: Final = re.compile(r"#\s*(?:pylint\s*:\s*(?:disable|skip-file)|nosec\b|pragma\s*:\s*no\b)", re.IGNORECASE)
_TYPES: Final = re.compile(r"#\s*(?:ty|type|pyright|mypy)\s*:\s*ignore\b", re.IGNORECASE)
_CODE: Final = re.compile(r"\b[A-Z]+[0-9]+\b")


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
    """Comments that try to switch a finding of any linter off."""
    if not _RUFF.search(parsed.source) and not _OTHERS.search(parsed.source):
        return []
    return [comment for comment in comments(parsed) if _RUFF.search(comment.text) or _OTHERS.search(comment.text)]


def count(parsed: Parsed) -> int:
    """How many comments ask an analyser of any kind to look away, type checkers included."""
    return len(parsed.once(suppressions)) + len(_TYPES.findall(parsed.source))


def findings(original: Parsed, submission: Parsed, select: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    """Suppressions beyond the original's that a linter would apply to the selected rules."""
    known = Counter(_meaning(comment) for comment in original.once(suppressions))
    found = []
    for comment in submission.once(suppressions):
        known[_meaning(comment)] -= 1
        if known[_meaning(comment)] < 0 and _aims_at(comment, select):
            message = "the comment would switch a rule off; it has no effect and counts as a violation"
            found.append(Diagnostic(comment.row, comment.column, ADDED, message, source="house"))
    return tuple(found)


def _meaning(comment: Comment) -> str:
    return "".join(comment.text.lower().split())


def _aims_at(comment: Comment, select: tuple[str, ...]) -> bool:
    """Names a selected rule, or no rule at all; `noqa: S603` in a stage about layout is somebody's honest note."""
    directive = _RUFF.search(comment.text)
    if directive is None:
        return False
    codes = _CODE.findall(directive[1].upper())
    return not codes or any(code.startswith(rule) or rule.startswith(code) for code in codes for rule in select)
