"""How new calls are spelled, and what their code needs."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from code_review_env.baseline_agent.rules.shell.emit import argv, keywords
from code_review_env.baseline_agent.rules.shell.parts import KEPT
from code_review_env.baseline_agent.rules.shell.remote import quoted_for_remote
from code_review_env.baseline_agent.rules.shell.script import Command

Ways = dict[str, str]
"""Keyword arguments of a call, as code."""


@dataclass
class Style:
    """How new calls are spelled.

    Attributes:
        library: name of subprocess in the file.
        names: of the functions that the file may get, by what they are for.
        lenient: a missing program is status 127 and no exception.
        reads: outputs that the file looks at: `stdout`, `stderr`.
        own: function of the file that runs a program in its own way, "" for `subprocess.run`.
        used: names that the new code needs: those of `names`, and `os`, `glob`, `shlex`.
    """

    library: str
    names: dict[str, str]
    lenient: bool
    reads: frozenset[str] = frozenset()
    own: str = ""
    used: set[str] = field(default_factory=set)

    def helper(self, role: str) -> str:
        """The function of that role; the file will get it."""
        self.used.add(role)
        return self.names[role]

    def is_pipe(self, value: str | None) -> bool:
        """Whether an argument of that code collects what is printed."""
        return value in {f"{self.library}.PIPE", "PIPE"}

    def run(self) -> str:
        """What runs a program."""
        if self.own:
            return self.own
        return self.helper("runner") if self.lenient else f"{self.library}.run"


def called(callee: str, words: Sequence[str], given: Ways) -> str:
    """The code of a call; keys that begin with a star are unpacked arguments."""
    named = [value if name.startswith("*") else f"{name}={value}" for name, value in given.items()]
    return f"{callee}({', '.join([*words, *named])})"


def listed(command: Command, style: Style) -> str:
    """The argument list of a command, and what it needs."""
    code = argv(quoted_for_remote(command.words))
    style.used |= {name for name in ("os", "glob") if f"{name}." in code}
    style.used |= {"shlex"} if KEPT in code else set()
    return code


def ways_of(command: Command, given: Ways, style: Style) -> Ways:
    """Keyword arguments with what a shell would prepare for the command."""
    ways = keywords(command, given, style.library)
    style.used |= {name for name in ("os", "glob") if any(f"{name}." in value for value in ways.values())}
    return ways
