"""The `test` builtin.

Source: POSIX.1-2017, test; how dash 0.5.12 reads what POSIX leaves open, and its errors.
"""

import re
import stat
from collections.abc import Callable
from typing import Final

from processes.nodes import Directory, File
from processes.syntax import Refused
from processes.tree import Tree


class TestFault(Exception):
    """The expression is wrong; the status is 2."""


NUMBER: Final = re.compile(r"[ \t\n\v\f\r]*([-+]?[0-9]+)[ \t\n\v\f\r]*")
LARGEST: Final = (1 << 63) - 1


def _number(text: str) -> int:
    found = NUMBER.fullmatch(text)
    if found is None or not -LARGEST - 1 <= int(found[1]) <= LARGEST:
        message = f"Illegal number: {text}"
        raise TestFault(message)
    return int(found[1])


def _by_time(_left: str, _right: str) -> bool:
    feature = "sh: test of two files"
    raise Refused(feature)


BINARY: Final[dict[str, Callable[[str, str], bool]]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "-eq": lambda a, b: _number(a) == _number(b),
    "-ne": lambda a, b: _number(a) != _number(b),
    "-gt": lambda a, b: _number(a) > _number(b),
    "-ge": lambda a, b: _number(a) >= _number(b),
    "-lt": lambda a, b: _number(a) < _number(b),
    "-le": lambda a, b: _number(a) <= _number(b),
    "-nt": _by_time,
    "-ot": _by_time,
    "-ef": _by_time,
}
FILES: Final[dict[str, Callable[[File | Directory], bool]]] = {
    "-e": lambda _found: True,
    "-f": lambda found: stat.S_ISREG(found.mode),
    "-d": lambda found: isinstance(found, Directory),
    "-r": lambda _found: True,
    "-w": lambda _found: True,
    "-x": lambda found: bool(found.mode & 0o111),
    "-s": lambda found: isinstance(found, Directory) or found.store.size() > 0,
    "-c": lambda found: stat.S_ISCHR(found.mode),
    "-O": lambda _found: True,
    "-G": lambda _found: True,
    **{name: lambda _found: False for name in ("-L", "-h", "-p", "-S", "-b", "-u", "-g", "-k")},
}
UNARY: Final = frozenset({"-n", "-z", "-t", *FILES})
OPERATORS: Final = UNARY | set(BINARY) | {"-a", "-o", "!", "(", ")"}

SHORT: Final = (3, 4)
"""Numbers of words for which POSIX settles the reading; `!` in front of them counts once, however often it stands there."""

Result = tuple[bool, int]
"""A truth value, and the place of the last word that went into it."""


class _Expression:
    """One expression; a word of the grammar is an operator only where dash takes it for one."""

    def __init__(self, words: list[str], tree: Tree, folder: str) -> None:
        self._words = words
        self._tree = tree
        self._folder = folder

    def whole(self) -> bool:
        value, last = self._any(0)
        if len(self._words) > last + 1:
            message = f"{self._words[last]}: unexpected operator"
            raise TestFault(message)
        return value

    def _operator(self, at: int) -> str | None:
        """The operator at a place, "" behind the end, None for an operand."""
        if at >= len(self._words):
            return ""
        word = self._words[at]
        last = at + 1 >= len(self._words)
        if word not in OPERATORS or (word == "(" and last):
            return None
        if word in UNARY and (last or (at + 2 < len(self._words) and self._words[at + 1] in BINARY)):
            return None
        return word

    def _any(self, at: int) -> Result:
        value, last = self._all(at)
        while self._operator(last + 1) == "-o":
            more, last = self._all(last + 2)
            value = value or more
        return value, last

    def _all(self, at: int) -> Result:
        value, last = self._not(at)
        while self._operator(last + 1) == "-a":
            more, last = self._not(last + 2)
            value = value and more
        return value, last

    def _not(self, at: int) -> Result:
        if self._operator(at) != "!":
            return self._primary(at)
        if self._operator(at + 1) == "":
            return True, at
        value, last = self._not(at + 1)
        return not value, last

    def _primary(self, at: int) -> Result:
        operator = self._operator(at)
        if operator == "":
            return False, at
        if operator == "(":
            return self._group(at + 1)
        if operator in UNARY:
            return self._unary(str(operator), self._words[at + 1]), at + 1
        if self._operator(at + 1) in BINARY:
            return self._binary(at), at + 2
        return self._words[at] != "", at

    def _group(self, at: int) -> Result:
        if self._operator(at) == ")":
            return False, at
        value, last = self._any(at)
        if self._operator(last + 1) != ")":
            message = "closing paren expected"
            raise TestFault(message)
        return value, last + 1

    def _binary(self, at: int) -> bool:
        operator = self._words[at + 1]
        if at + 2 >= len(self._words):
            message = f"{operator}: argument expected"
            raise TestFault(message)
        return BINARY[operator](self._words[at], self._words[at + 2])

    def _unary(self, operator: str, word: str) -> bool:
        if operator in ("-n", "-z"):
            return (word != "") == (operator == "-n")
        if operator == "-t":
            return _number(word) < 0  # no descriptor is a terminal
        try:
            return FILES[operator](self._tree.find(word, self._folder))
        except OSError:
            return False


def evaluate(words: list[str], tree: Tree, folder: str) -> bool:
    """Whether the expression holds; no words at all do not.

    Raises:
        TestFault: it is no expression.
    """
    negated = False
    while len(words) in SHORT and not _is_comparison(words) and words[0] == "!":
        negated, words = True, words[1:]
    if _is_comparison(words):
        return BINARY[words[1]](words[0], words[2]) != negated
    if len(words) in SHORT and (words[0], words[-1]) == ("(", ")"):
        words = words[1:-1]
    return bool(words) and _Expression(words, tree, folder).whole() != negated


def _is_comparison(words: list[str]) -> bool:
    return len(words) == min(SHORT) and words[1] in BINARY
