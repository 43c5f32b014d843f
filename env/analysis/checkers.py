"""The type checkers that are known, by name, and how analysers are run. ty is always installed, the others are extras."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from code_review_env.env.analysis.basedpyright import BASEDPYRIGHT
from code_review_env.env.analysis.linter import Kind
from code_review_env.env.analysis.ty import TY
from code_review_env.env.analysis.type_checker import Dialect

Checker = Literal["ty", "basedpyright"]

CHECKERS: Final[Mapping[str, Dialect]] = MappingProxyType({one.name: one for one in (TY, BASEDPYRIGHT)})


@dataclass(frozen=True, slots=True)
class Analysers:
    """How submissions are analysed.

    Attributes:
        lint: how ruff is run; it changes the time and nothing else.
        checker: whose diagnostics the process reward counts beside the findings of the stage.
    """

    lint: Kind = "cli"
    checker: Checker = "ty"

    @property
    def dialect(self) -> Dialect:
        """Of the type checker."""
        return CHECKERS[self.checker]


ANALYSERS: Final = Analysers()
"""What needs no server and no extra."""
