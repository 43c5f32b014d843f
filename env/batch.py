"""Many submissions at once: each is judged or says why not, and none loses the others."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Final

from code_review_env.env.admission.playable import admit
from code_review_env.env.errors import InvalidParameter, Unavailable
from code_review_env.env.scoring.report import Report
from code_review_env.env.scoring.reward import Reward, judge
from code_review_env.env.scoring.score import Scorer
from code_review_env.reply import extract
from code_review_env.tasks.task import Task

AHEAD: Final = 8
"""Items a worker that are taken in before their turn to be told: enough to keep all busy behind a slow one."""


@dataclass(frozen=True, slots=True)
class Item:
    """One submission of a batch.

    Attributes:
        key: the caller's name for it; need not be unique.
        task: what was asked.
        code: the source, or a reply that contains it.
    """

    key: str
    task: Task
    code: str


@dataclass(frozen=True, slots=True)
class Judged:
    """The facts of a submission and what they are worth."""

    report: Report
    reward: Reward


@dataclass(frozen=True, slots=True)
class Scored:
    """What became of one item.

    Attributes:
        item: as it was handed in.
        outcome: the judgement; `Unavailable` where our machinery failed, which is never a score; `InvalidParameter` where
            the task itself cannot be judged.
    """

    item: Item
    outcome: Judged | Unavailable | InvalidParameter


Map = Callable[[Callable[[Item], Scored], Iterable[Item]], Iterable[Scored]]
"""Applies a function to every item and gives the results in the order of the items, like the builtin `map`."""


def score_many(scorer: Scorer, items: Iterable[Item], map: Map | None = None) -> Iterator[Scored]:  # noqa: A002 - the builtin fits
    """Judge every item; nothing starts before the first result is asked for.

    Args:
        scorer: shared by all items.
        items: tasks and submissions.
        map: where the work is done; by default a thread for each worker of the sandbox.

    Yields:
        A result for each item, in order. Abandoning the iterator cancels what has not started.
    """
    spread = map or partial(_threads, scorer.pool.status().workers)
    yield from spread(partial(score_item, scorer), items)


def score_item(scorer: Scorer, item: Item) -> Scored:
    """Judge one item, with faults of our machinery as a value."""
    try:
        admit(scorer, item.task)
        report = scorer.score(item.task, extract(item.code, item.task.entry).code)
    except (Unavailable, InvalidParameter) as error:
        return Scored(item, error)
    return Scored(item, Judged(report, judge(report, scorer.curriculum)))


def _threads(workers: int, function: Callable[[Item], Scored], items: Iterable[Item]) -> Iterator[Scored]:
    """More threads than workers would only fill the queue of the sandbox, where others wait as well."""
    executor = ThreadPoolExecutor(workers, "batch")
    started: deque[Future[Scored]] = deque()
    try:
        for item in items:
            started.append(executor.submit(function, item))
            if len(started) > AHEAD * workers:
                yield started.popleft().result()
        while started:
            yield started.popleft().result()
    finally:
        # Without waiting: whoever abandons a batch may be an event loop.
        executor.shutdown(wait=False, cancel_futures=True)
