"""How a builtin leaves the shell, and the checks of its operands that make it do so."""

from collections.abc import Generator
from typing import TYPE_CHECKING, Final

from processes.process import Program, Wait
from processes.syntax import is_name

if TYPE_CHECKING:
    from processes.shell import Shell

FAILED: Final = 2


class Exit(Exception):
    """The shell ends."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Failed(Exit):
    """A builtin ends the shell because it failed; behind `command` it only fails."""

    def __init__(self) -> None:
        super().__init__(FAILED)


class Leave(Exception):
    """`break` or, with `goes_on`, `continue`, out of `levels` loops."""

    def __init__(self, levels: int, *, goes_on: bool) -> None:
        super().__init__(levels)
        self.levels = levels
        self.goes_on = goes_on


def option(shell: "Shell", word: str) -> Program:
    """Complain about an option that does not exist."""
    yield from shell.complain(f"Illegal option {word[:2]}")
    return FAILED


def number(shell: "Shell", word: str, least: int = 0) -> Generator[Wait, None, int]:
    """The operand as a number.

    Raises:
        Failed: it is none.
    """
    if not word.isdecimal() or int(word) < least:
        yield from shell.complain(f"Illegal number: {word}")
        raise Failed
    return int(word)


def name(shell: "Shell", word: str) -> Generator[Wait, None, None]:
    """Check the name of a variable.

    Raises:
        Failed: it is none.
    """
    if not is_name(word):
        yield from shell.complain(f"{word}: bad variable name")
        raise Failed
