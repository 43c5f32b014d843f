"""The state in which an agent finds a task: bundle and components of the original, which the first step is compared with."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from code_review_env.env.feedback.bundle import Bundle, bundle
from code_review_env.env.feedback.derive import derived
from code_review_env.env.feedback.toolchain import Toolchain
from code_review_env.env.scoring.kept import Kept
from code_review_env.env.scoring.score import Scorer
from code_review_env.potential import Components
from code_review_env.tasks.task import Task

CACHED_TASKS: Final = 1024


@dataclass(frozen=True, slots=True)
class Start:
    """The original of a task, judged like a submission; `entry` is the function under test."""

    bundle: Bundle
    components: Components
    entry: str


class Starts:
    """Found on first use and kept for the last `CACHED_TASKS` tasks. Thread-safe."""

    def __init__(self, scorer: Scorer, tools: Toolchain) -> None:
        self._scorer = scorer
        self._tools = tools
        self._kept: Kept[Start] = Kept(CACHED_TASKS)

    def of(self, task: Task) -> Start:
        """Where the first step on `task` starts.

        Raises:
            InvalidParameter: the task cannot be judged.
            Unavailable: our machinery failed.
        """
        # Where an analyser was silent it is asked again next time.
        return self._kept.of(task.id, partial(self._find, task), sound=lambda found: not found.components.e)

    def _find(self, task: Task) -> Start:
        report = self._scorer.original(task)
        curriculum = self._scorer.curriculum
        made = bundle(report, task.entry, curriculum.stage(task.stage), self._tools)
        return Start(made, derived(report, curriculum).components, task.entry)
