"""The `test` builtin.

Source: POSIX.1-2017, test; errors as in dash 0.5.12.
"""

import stat
from collections.abc import Callable
from typing import Final

from processes.nodes import Directory, File
from processes.tree import Tree


class TestFault(Exception):
    """The expression is wrong; the status is 2."""


def _number(text: str) -> int:
    stripped = text.strip()
    if not stripped.removeprefix("-").removeprefix("+").isdecimal():
        message = f"Illegal number: {text}"
        raise TestFault(message)
    return int(stripped)


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
    "-L": lambda _found: False,
    "-h": lambda _found: False,
    "-p": lambda _found: False,
    "-S": lambda _found: False,
    "-b": lambda _found: False,
}


class _Expression:
    def __init__(self, words: list[str], tree: Tree, folder: str) -> None:
        self._words = words
        self._at = 0
        self._tree = tree
        self._folder = folder

    def whole(self) -> bool:
        value = self._any()
        if self._at < len(self._words):
            message = f"{self._words[self._at]}: unexpected operator"
            raise TestFault(message)
        return value

    def _peek(self, ahead: int = 0) -> str | None:
        index = self._at + ahead
        return self._words[index] if index < len(self._words) else None

    def _any(self) -> bool:
        value = self._all()
        while self._peek() == "-o":
            self._at += 1
            value = self._all() or value
        return value

    def _all(self) -> bool:
        value = self._not()
        while self._peek() == "-a":
            self._at += 1
            value = self._not() and value
        return value

    def _not(self) -> bool:
        if self._peek() == "!" and self._peek(1) is not None and self._peek(1) not in BINARY:
            self._at += 1
            return not self._not()
        return self._primary()

    def _primary(self) -> bool:
        word = self._peek()
        if word is None:
            message = "argument expected"
            raise TestFault(message)
        operator = self._peek(1)
        if operator in BINARY:
            right = self._peek(2)
            if right is None:
                message = f"{operator}: argument expected" if word not in ("(", "!") else "argument expected"
                raise TestFault(message)
            self._at += 3
            return BINARY[operator](word, right)
        if word == "(" and operator is not None:
            return self._group()
        if operator is not None and (word in FILES or word in ("-n", "-z", "-t")):
            self._at += 2
            return self._unary(word, operator)
        self._at += 1
        return word != ""

    def _group(self) -> bool:
        self._at += 1
        value = self._any()
        if self._peek() != ")":
            message = "closing paren expected"
            raise TestFault(message)
        self._at += 1
        return value

    def _unary(self, operator: str, word: str) -> bool:
        if operator in ("-n", "-z"):
            return (word != "") == (operator == "-n")
        if operator == "-t":
            return False
        try:
            return FILES[operator](self._tree.find(word, self._folder))
        except OSError:
            return False


def evaluate(words: list[str], tree: Tree, folder: str) -> bool:
    """Whether the expression holds; no words at all do not.

    Raises:
        TestFault: it is no expression.
    """
    return bool(words) and _Expression(words, tree, folder).whole()
