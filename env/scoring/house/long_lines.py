"""Lines that E501 leaves out although they could be broken.

ruff does not measure a trailing pragma comment, a line of one word, or a line whose last word holds `://` and starts in
time. An honest file has such lines: a bare pragma, an address at the end of a comment, a word that is too long by itself.
A line is a dodge when its code is too long and every word of it would fit, or when prose dresses up as pragma or address.
Source: ruff, rule E501 (line-too-long).
"""

import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final

from code_review_env.env.analysis.ruff import LINE_LENGTH
from code_review_env.env.scoring.gate import Parsed

_TAB: Final = 4
"""ruff's indent width, by which it measures tabs."""

_PRAGMA: Final = re.compile(r"#\s*(noqa|type:|pyright:|pylint:|flake8:|ruff:|isort:|mypy:|ty:|nosec)", re.IGNORECASE)
_URL: Final = "://"
_ESCAPED_BLANK: Final = re.compile(r"\\(?:x20|0?40(?!\d)|u0020|U00000020|N\{SPACE\})", re.IGNORECASE)
"""A blank in disguise: text that could be broken there, were it written as it is read."""
_ADDRESS: Final = re.compile(r"[\"'(<\[`]*[a-z][a-z0-9+.-]*://\w+[^\s]{3,}", re.IGNORECASE)
"""What `://` is meant to stand for."""

MAX_PRAGMA: Final = 40
"""Characters of a pragma comment; a longer one explains something, and that can be wrapped."""

_MARGIN: Final = len("# ")

_Token = tuple[str, int]
"""Text of a token and its 0-based column."""


def exempted(parsed: Parsed) -> Iterator[int]:
    """Rows of long lines that ruff passes over and that could have been broken."""
    long = [row for row, line in enumerate(parsed.lines, start=1) if _width(line) > LINE_LENGTH]
    if not long:
        return
    code, comments = _tokens(parsed.source)
    for row in long:
        line = parsed.lines[row - 1]
        comment = comments.get(row)
        if _left_out(line, comment) and not _is_honest(line, code.get(row, []), comment):
            yield row


def _width(line: str) -> int:
    return len(line.expandtabs(_TAB))


def _left_out(line: str, comment: _Token | None) -> bool:
    """The three exemptions, as ruff grants them."""
    if comment is not None and _PRAGMA.match(comment[0]):
        line = line[: comment[1]].rstrip()
        if _width(line) <= LINE_LENGTH:
            return True
    words = line.split()
    last = words[-1] if words else ""
    return len(words) <= 1 or (_URL in last and _width(line) - len(last) <= LINE_LENGTH)


def _is_honest(line: str, code: list[str], comment: _Token | None) -> bool:
    """The part that is too long is what the exemptions are meant for."""
    before = line if comment is None else line[: comment[1]].rstrip()
    prose = before if comment is None else comment[0]
    indent = _width(line) - _width(line.lstrip())
    if _width(before) > LINE_LENGTH and code:
        return _any_too_long(code, indent)
    if _PRAGMA.match(prose):
        return len(prose) <= MAX_PRAGMA
    words = prose.split()
    return _ADDRESS.match(words[-1]) is not None or _any_too_long(words, indent)


def _any_too_long(words: list[str], indent: int) -> bool:
    """Some word would not fit on a line of its own."""
    return any(indent + _MARGIN + len(word) > LINE_LENGTH and not _ESCAPED_BLANK.search(word) for word in words)


def _tokens(source: str) -> tuple[Mapping[int, list[str]], Mapping[int, _Token]]:
    """Tokens that stand on one row, and the comment of each row."""
    code: dict[int, list[str]] = defaultdict(list)
    comments: dict[int, _Token] = {}
    try:
        for token in tokenize.generate_tokens(io.StringIO(source, newline=None).readline):
            row, column = token.start
            if token.type == tokenize.COMMENT:
                comments[row] = (token.string, column)
            elif row == token.end[0] and token.string.strip():
                code[row].append(token.string)
    except (tokenize.TokenError, SyntaxError):
        # The pure-Python tokenizer knows less than the parser that accepted the file; what it read so far stands.
        return code, comments
    return code, comments
