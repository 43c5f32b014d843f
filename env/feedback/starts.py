"""The state in which an agent finds a task: bundle and components of the original, which the first step is compared with."""

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from code_review_env.env.feedback.bundle import Bundle, bundle
from code_review_env.env.feedback.derive import derived
from code_review_env.env.feedback.toolchain import Toolchain
from code_review_env.env.scoring.score import Scorer
from code_review_env.potential import Components
from code_review_env.tasks.task import Task

CACHED_TASKS: Final = 1024


@dataclass(frozen=True, slots=True)
class Start:
    """The original of a task, judged like a submission."""

    bundle: Bundle
    components: Components

    @property
    def entry(self) -> str:
        """Function under test."""
        return str(self.bundle.document()["request"]["entry"])


class Starts:
    """Found on first use and kept for the last `CACHED_TASKS` tasks. Thread-safe."""

    def __init__(self, scorer: Scorer, tools: Toolchain) -> None:
        self._scorer = scorer
        self._tools = tools
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Start] = OrderedDict()

    def of(self, task: Task) -> Start:
        """Where the first step on `task` starts.

        Raises:
            InvalidParameter: the task cannot be judged.
            Unavailable: our machinery failed.
        """
        with self._lock:
            if task.id in self._kept:
                self._kept.move_to_end(task.id)
                return self._kept[task.id]
        found = self._find(task)
        # Two threads may both come here; they found the same. An analyser that was silent is asked again next time.
        if not found.components.e:
            with self._lock:
                self._kept[task.id] = found
                while len(self._kept) > CACHED_TASKS:
                    self._kept.popitem(last=False)
        return found

    def _find(self, task: Task) -> Start:
        report = self._scorer.score(task, task.messy)
        curriculum = self._scorer.curriculum
        made = bundle(report, task.entry, curriculum.stage(task.stage), self._tools)
        return Start(made, derived(report, curriculum).components)
