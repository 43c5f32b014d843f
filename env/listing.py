"""The task API of OpenEnv: what anybody may know of the tasks. Never groups, oracle or hidden inputs."""

from collections.abc import Sequence
from typing import Final

from code_review_env.env.errors import InvalidParameter, UnknownTask
from code_review_env.env.observe import signature_of
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.task import Task

MOST_LISTED: Final = 400
"""Tasks that are described at once; each of the split `train` has to be made first."""


class TaskListing:
    """OpenEnv's `TaskProvider` over a bank."""

    @property
    def bank(self) -> TaskBank:
        """All tasks."""
        raise NotImplementedError

    def list_splits(self) -> list[str]:
        """Splits of the bank."""
        return list(self.bank.splits())

    def list_tasks(self, split: str) -> list[dict[str, object]]:
        """Public description of the tasks of a split, of the first `MOST_LISTED` where it has more.

        Raises:
            UnknownTask: no such split.
        """
        return self.get_task_range(split, 0, MOST_LISTED)

    def num_tasks(self, split: str) -> int:
        """Number of tasks in a split.

        Raises:
            UnknownTask: no such split.
        """
        return len(self._split(split))

    def get_task(self, split: str, index: int) -> dict[str, object]:
        """Public description of one task.

        Raises:
            UnknownTask: no such split.
            IndexError: `index` is out of range; OpenEnv answers 400.
        """
        tasks = self._split(split)
        if not 0 <= index < len(tasks):
            raise IndexError(index)
        return describe_task(tasks[index], index)

    def get_task_range(self, split: str, start: int | None = None, stop: int | None = None) -> list[dict[str, object]]:
        """Public descriptions of a slice of a split.

        Raises:
            UnknownTask: no such split.
            InvalidParameter: more than `MOST_LISTED` tasks at once.
        """
        tasks = self._split(split)
        wanted = range(len(tasks))[slice(start, stop)]
        if len(wanted) > MOST_LISTED:
            message = f"{len(wanted)} tasks are too many at once; ask for at most {MOST_LISTED}"
            raise InvalidParameter(message)
        return [describe_task(tasks[index], index) for index in wanted]

    def _split(self, split: str) -> Sequence[Task]:
        try:
            return self.bank.tasks(split)
        except KeyError as error:
            raise UnknownTask(error.args[0]) from None


def describe_task(task: Task, index: int) -> dict[str, object]:
    """What the task API tells: never groups, oracle or hidden inputs."""
    return {
        "id": task.id,
        "index": index,
        "name": task.name,
        "stage": task.stage,
        "split": task.split,
        "entry": task.entry,
        "signature": signature_of(task.messy, task.entry),
        "instruction": task.instruction,
        "messy_code": task.messy,
    }
