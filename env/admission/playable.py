"""Which tasks can be played: those whose original leaves something to repair."""

from code_review_env.env.errors import InvalidParameter
from code_review_env.env.scoring.score import Scorer
from code_review_env.tasks.task import Task


def admit(scorer: Scorer, task: Task) -> None:
    """Refuse a task on which doing nothing already clears the quality half.

    Raises:
        InvalidParameter: the original has no violation of its stage, or the task cannot be judged at all.
        Unavailable: our machinery failed.
    """
    if scorer.original_penalty(task, scorer.references.of(task).original) <= 0:
        message = f"{task.name}: the original has no violation of stage {task.stage}, there is nothing to repair"
        raise InvalidParameter(message)
