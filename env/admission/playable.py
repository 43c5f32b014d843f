"""Which tasks can be played: those whose original leaves something to repair, and whose reference can be relied upon."""

from typing import Final

from code_review_env.env.errors import InvalidParameter
from code_review_env.env.scoring.functional import show
from code_review_env.env.scoring.gate import Refusal, parse
from code_review_env.env.scoring.report import GroupResult
from code_review_env.env.scoring.score import Scorer
from code_review_env.tasks.task import GroupKind, Task

_UNSAFE: Final[frozenset[GroupKind]] = frozenset({"payload", "missing"})
"""Where an original that goes through a shell is wrong, and no oracle says what is right."""


def admit(scorer: Scorer, task: Task) -> None:
    """Refuse a task on which doing nothing already clears the quality half; nothing of it is run for that.

    Raises:
        InvalidParameter: the original has no violation of its stage, or does not parse.
        Unavailable: our machinery failed.
    """
    original = parse(task.messy)
    if isinstance(original, Refusal):
        message = f"{task.name}: the messy source is {original.verdict}: {original.detail}"
        raise InvalidParameter(message)
    if scorer.original_penalty(task, original) <= 0:
        message = f"{task.name}: the original has no violation of stage {task.stage}, there is nothing to repair"
        raise InvalidParameter(message)


def admit_own(scorer: Scorer, task: Task) -> None:
    """As `admit`, for a task that a user wrote: its reference answers the examples, always the same way, as the original does.

    Raises:
        InvalidParameter: it does not; the message holds the call.
        Unavailable: our machinery failed.
    """
    admit(scorer, task)
    _refuse_failing(scorer, task)
    failed = [group for group in _groups(scorer, task, task.reference) if task.oracle or group.kind not in _UNSAFE]
    if failed:
        message = f"{task.name}: the reference does not do the same a second time: {_told(failed)}"
        raise InvalidParameter(message)
    processes = scorer.curriculum.stage(task.stage).processes
    parted = [] if processes else [group for group in _groups(scorer, task, task.messy) if group.visible]
    if parted:
        message = f"{task.name}: messy and oracle do not agree: {_told(parted)}"
        raise InvalidParameter(message)


def _refuse_failing(scorer: Scorer, task: Task) -> None:
    shown = [one for one in scorer.references.of(task).expected if one.group.visible]
    outcomes = [outcome for one in shown for outcome in one.outcomes]
    if not any(outcome.kind == "value" or outcome.raised_by_source for outcome in outcomes):
        call = shown[0].group.cases[0].call(task.entry)
        message = f"{task.name}: the reference fails on every example: {call} gives {show(outcomes[0])}"
        raise InvalidParameter(message)


def _groups(scorer: Scorer, task: Task, code: str) -> list[GroupResult]:
    """The groups that a submission fails."""
    return [group for group in scorer.score(task, code).groups if not group.passed]


def _told(failed: list[GroupResult]) -> str:
    return "; ".join(group.failure or f"group {group.name}" for group in failed)
