"""What the parts of one run share: its setting, and engines that are started once."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from code_review_env.benchmarks.setting import Setting
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring.score import Scorer, open_scorer


class Rig:
    """Handed from part to part.

    Attributes:
        setting: of the run.
    """

    def __init__(self, setting: Setting, stack: ExitStack) -> None:
        self.setting = setting
        self._stack = stack
        self._scorers: dict[int, Scorer] = {}

    def scorer(self, workers: int) -> Scorer:
        """The scorer with so many workers, with ruff kept running as in the server; started on first use."""
        if workers not in self._scorers:
            self._scorers[workers] = self._stack.enter_context(open_scorer(PoolSettings(workers=workers), lint="server"))
        return self._scorers[workers]


@contextmanager
def rig(setting: Setting) -> Iterator[Rig]:
    """A rig for one run."""
    with ExitStack() as stack:
        yield Rig(setting, stack)
