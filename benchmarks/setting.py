"""How large a run is: the real one, or one small enough for a test."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HOME: Final = Path(__file__).parents[1] / "build/bench"


@dataclass(frozen=True, slots=True)
class Setting:
    """Sizes of a run.

    Attributes:
        say: told what is under way, a few words at a time.
        rounds: times that each side treats the whole corpus.
        stride: every so many-th submission is used.
        amounts: so many of the smallest sizes, and of the large tasks, are measured; 3 at least.
        texts: different texts of each of these in a round.
        crowd_s: seconds that many clients play.
        foreign: peers with packages of their own take part.
        home: folder for what the run installs and, where it is not a whole one, leaves.
    """

    say: Callable[[str], None]
    rounds: int = 5
    stride: int = 1
    amounts: int = 99
    texts: int = 8
    crowd_s: float = 6.0
    foreign: bool = True
    home: Path = HOME
