"""What scoring asks of a linter, and the two that can answer."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Literal, Protocol

from code_review_env.env.analysis.ruff import Ruff
from code_review_env.env.analysis.ruff_server import RuffServer
from code_review_env.env.scoring.report import Diagnostic

Kind = Literal["cli", "server"]
"""`cli` starts ruff for every text and is the reference; `server` keeps it running and gives the same answers."""


class Linter(Protocol):
    """One pure question, safe to ask from many threads; see `ruff.Ruff`."""

    def __hash__(self) -> int:
        """A linter is part of the key under which its answers are kept."""

    @property
    def version(self) -> str:
        """Version of the linter; raises LinterUnavailable if it does not run."""

    def lint(self, source: str, *, select: tuple[str, ...], max_complexity: int | None = None) -> tuple[Diagnostic, ...]:
        """All findings of the selected rules, sorted by position; raises LinterUnavailable if there is no answer."""


@contextmanager
def open_linter(kind: Kind) -> Iterator[Linter]:
    """The installed linter, for as long as the context is open.

    Raises:
        LinterUnavailable: ruff is not installed for this interpreter.
    """
    cli = Ruff.installed()
    if kind == "cli":
        yield cli
        return
    with closing(RuffServer(cli)) as server:
        yield server
