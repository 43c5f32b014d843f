"""The `read` builtin.

Source: POSIX.1-2017, read; splitting as dash 0.5.12 does it.
"""

from collections.abc import Generator
from typing import TYPE_CHECKING, Final

from processes import expand
from processes.blocking import read
from processes.process import Wait

if TYPE_CHECKING:
    from processes.shell import Shell

BLANKS: Final = frozenset(expand.DEFAULT_IFS)
Chars = list[tuple[str, bool]]
"""Characters of a line, and whether a backslash stood before each: then it separates nothing."""


def line(shell: "Shell", *, raw: bool) -> Generator[Wait, None, tuple[Chars, bool]]:
    """One line of standard input, byte by byte so that nothing behind it is taken, and whether it ended as a line."""
    found: Chars = []
    escaped = False
    while (char := (yield from _byte(shell))) and (char != "\n" or escaped):
        if char == "\\" and not escaped and not raw:
            escaped = True
            continue
        if char not in ("\0", "\n"):
            found.append((char, escaped))
        escaped = False
    return found, bool(char)


def _byte(shell: "Shell") -> Generator[Wait, None, str]:
    """The next byte of standard input; what cannot be read is at its end."""
    try:
        data = yield from read(shell.process.fd(0), 1)
    except OSError:
        data = b""
    return data.decode("latin-1")


def split(chars: Chars, ifs: str, count: int) -> list[str]:
    """The line as `count` values; the last one takes what is left."""
    values: list[str] = []
    at = _blanks(chars, ifs, 0)
    while len(values) < count - 1 and at < len(chars):
        end = _word(chars, ifs, at)
        values.append(_text(chars[at:end]))
        at = _delimiter(chars, ifs, end)
    values.append(_rest(chars, ifs, at))
    return values + [""] * (count - len(values))


def _rest(chars: Chars, ifs: str, at: int) -> str:
    """Everything from a place on, without blanks at its end, and without the delimiter of a word that stands alone."""
    end = _word(chars, ifs, at)
    if _delimiter(chars, ifs, end) >= len(chars):
        return _text(chars[at:end])
    last = len(chars)
    while last > at and _separates(chars[last - 1], ifs) and chars[last - 1][0] in BLANKS:
        last -= 1
    return _text(chars[at:last])


def _separates(char: tuple[str, bool], ifs: str) -> bool:
    return not char[1] and char[0] in ifs


def _blanks(chars: Chars, ifs: str, at: int) -> int:
    while at < len(chars) and _separates(chars[at], ifs) and chars[at][0] in BLANKS:
        at += 1
    return at


def _word(chars: Chars, ifs: str, at: int) -> int:
    while at < len(chars) and not _separates(chars[at], ifs):
        at += 1
    return at


def _delimiter(chars: Chars, ifs: str, at: int) -> int:
    """The end of a delimiter: blanks around at most one other separator."""
    at = _blanks(chars, ifs, at)
    if at < len(chars) and _separates(chars[at], ifs):
        at = _blanks(chars, ifs, at + 1)
    return at


def _text(chars: Chars) -> str:
    return "".join(char for char, _ in chars)
