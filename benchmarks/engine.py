"""Our engine against the physical floor: latency, CPU of every process, throughput on one and two workers."""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from code_review_env.benchmarks import floor
from code_review_env.benchmarks.corpus import Submission, submissions, tasks
from code_review_env.benchmarks.cpu import metered
from code_review_env.benchmarks.record import Figure, Target, value
from code_review_env.benchmarks.rig import Rig
from code_review_env.benchmarks.sides import Each, Sample, Series, Side, compare, figures
from code_review_env.env.batch import Item, Judged, score_item, score_many
from code_review_env.env.errors import Unavailable
from code_review_env.env.scoring.score import Scorer
from code_review_env.tasks.curriculum import load_curriculum
from code_review_env.tasks.task import Task

PART: Final = "engine"
OURS: Final = "ours"
BATCH: Final = "ours, {} at once"
WORKERS: Final = (1, 2)


def warm(scorer: Scorer, tasks: Iterable[Task]) -> Scorer:
    """The scorer, with the reference of each task already run."""
    for task in tasks:
        judged(scorer, Submission(task, task.reference))
    return scorer


def judged(scorer: Scorer, submission: Submission) -> Judged:
    """Judge one submission.

    Raises:
        Unavailable: our machinery failed, so that a time would mean nothing.
    """
    outcome = score_item(scorer, Item("", submission.task, submission.code)).outcome
    if not isinstance(outcome, Judged):
        message = f"{submission.task.name}: {outcome}"
        raise Unavailable(message)
    return outcome


@dataclass(frozen=True, slots=True)
class Batch:
    """`score_many`, with a thread for each worker."""

    scorer: Scorer
    name: str

    def treat(self, submissions: Sequence[Submission]) -> Sample:
        """Judge all; no times of single submissions."""
        items = [Item("", one.task, one.code) for one in submissions]
        with metered() as cpu:
            began = time.perf_counter()
            done = sum(isinstance(one.outcome, Judged) for one in score_many(self.scorer, items))
            total = time.perf_counter() - began
        return Sample([total / len(items)] * done, total, cpu)


def sides(scorers: Sequence[Scorer]) -> list[Side]:
    """One at a time in process, and a batch on the workers of each scorer."""
    batches = [Batch(one, BATCH.format(one.pool.status().workers)) for one in scorers]
    return [Each(OURS, lambda one: judged(scorers[0], one).reward.functional == 1.0), *batches]


def measure(rig: Rig) -> Iterator[Figure]:
    """Run the part."""
    corpus = submissions()[:: rig.setting.stride]
    scorers = [warm(rig.scorer(count), tasks()) for count in WORKERS]
    with floor.floor(load_curriculum()) as least:
        found = compare([*sides(scorers), *least], corpus, rig.setting)
    yield from _ours(found)
    yield from floor.figures(PART, found)


def _ours(found: Mapping[str, Series]) -> Iterator[Figure]:
    yield from figures(PART, OURS, found[OURS])
    for name, value_ms in found[OURS].cpu_by_kind_ms.items():
        kind = "zygote" if name.startswith("python") else name
        yield Figure(part=PART, subject=f"{OURS}: {kind}", metric="CPU", unit="ms", value=value_ms)
    for count in WORKERS:
        name = BATCH.format(count)
        yield Figure(part=PART, subject=name, metric="CPU", unit="ms", value=found[name].cpu_ms)
        yield Figure(part=PART, subject=name, metric="throughput", unit="1/s", value=found[name].per_s)


def targets(found: Sequence[Figure]) -> Iterator[Target]:
    """Ratios to the floor."""
    for metric, limit in (("CPU", 2.5), ("p50", 3.5)):
        mine, least = value(found, PART, OURS, metric), value(found, PART, floor.SUM, metric)
        if mine and least:
            yield Target(name=f"{metric} of a typical submission / floor", at_most=limit, value=mine / least)
