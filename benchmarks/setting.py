"""How large a run is: the real one, or one small enough for a test."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Setting:
    """Sizes of a run.

    Attributes:
        say: told what is under way, a few words at a time.
        rounds: times that each side treats the whole corpus.
        stride: every so many-th submission is used.
    """

    say: Callable[[str], None]
    rounds: int = 5
    stride: int = 1
