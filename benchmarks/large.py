"""The large end: oracles of whole tasks of the bank, with all their groups, against their own floor."""

from collections.abc import Iterator, Sequence
from typing import Final

from code_review_env.benchmarks import engine, floor
from code_review_env.benchmarks.corpus import Submission
from code_review_env.benchmarks.record import Figure, Target, value
from code_review_env.benchmarks.rig import Rig
from code_review_env.benchmarks.sides import Each, compare, figures
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.curriculum import load_curriculum
from code_review_env.tasks.task import Task

PART: Final = "large"
MOST_TASKS: Final = 6
LEVEL: Final = "@3."
"""In the name of a frozen task: the third of five levels of mess."""

FREE_CASES: Final = 60
"""Cases that the limit of six floors includes; each one beyond may cost `CASE_MS` more."""

CASE_MS: Final = 0.012


def tasks() -> tuple[Task, ...]:
    """Level-3 frozen tasks of the stages easy and hard, spread over the bank; the hand-written ones while there are none."""
    closed = [task for task in TaskBank.load().entries if task.stage != "medium"]
    frozen = [task for task in closed if LEVEL in task.name]
    chosen = frozen or closed
    return tuple(chosen[:: max(1, len(chosen) // MOST_TASKS)][:MOST_TASKS])


def measure(rig: Rig) -> Iterator[Figure]:
    """Run the part."""
    chosen = tasks()[: rig.setting.amounts]
    texts = range(rig.setting.texts)
    corpus = [Submission(task, f"# variant {number}\n{task.reference}") for number in texts for task in chosen]
    scorer = engine.warm(rig.scorer(1), chosen)
    ours = Each(engine.OURS, lambda one: engine.judged(scorer, one).reward.functional == 1.0)
    with floor.floor(load_curriculum()) as least:
        found = compare([ours, *least], corpus, rig.setting)
    yield from figures(PART, engine.OURS, found[engine.OURS])
    yield from floor.figures(PART, found)
    cases = [sum(len(group.cases) for group in task.groups) for task in chosen]
    yield Figure(part=PART, subject=engine.OURS, metric="cases", unit="", value=sum(cases) / len(cases))
    beyond = sum(max(0, count - FREE_CASES) for count in cases) / len(cases)
    yield Figure(part=PART, subject=engine.OURS, metric=f"cases beyond {FREE_CASES}", unit="", value=beyond)


def targets(found: Sequence[Figure]) -> Iterator[Target]:
    """Six floors, and a price for each case beyond."""
    cpu, least = value(found, PART, engine.OURS, "CPU"), value(found, PART, floor.SUM, "CPU")
    beyond = value(found, PART, engine.OURS, f"cases beyond {FREE_CASES}")
    if cpu and least and beyond is not None:
        name = f"CPU of a large task, less 12 us a case beyond {FREE_CASES} / floor"
        yield Target(name=name, at_most=6.0, value=(cpu - CASE_MS * beyond) / least)
