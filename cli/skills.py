"""What the skills of `rules` clear: every task of the test split and every hand-written one, a task at a time."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from code_review_env.baseline_agent.agent import play
from code_review_env.baseline_agent.rules.agent import Rules
from code_review_env.cli.render import JsonObject
from code_review_env.env.local import LocalEnvironment
from code_review_env.models import CodeReviewObservation
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.curriculum import load_curriculum
from code_review_env.tasks.series import is_held_out
from code_review_env.tasks.task import Task

STEPS: Final = 4
"""Within which a task is to be cleared."""

TEST: Final = "the test split"
HELD_OUT: Final = "of these, with held-out transforms"
BY_HAND: Final = "hand-written, all splits"

Figures = dict[str, dict[str, tuple[int, int]]]
"""Set of tasks -> stage -> cleared and all."""


@dataclass(frozen=True, slots=True)
class Played:
    """One task.

    Attributes:
        name: of the task.
        stage: that judged it.
        family: "" for a hand-written one.
        is_test: it is of the test split.
        held_out: a transform that training never sees had a part in it.
        lost: what was left at the best step: `findings`, `groups`, both or `another function`; "" where it was cleared.
    """

    name: str
    stage: str
    family: str
    is_test: bool
    held_out: bool
    lost: str


def played(local: LocalEnvironment, parallel: int) -> list[Played]:
    """`rules` on all of these tasks."""
    bank = TaskBank.load()
    stages = {stage.name for stage in load_curriculum().stages}
    names = {task.name: task for task in (*bank.handwritten, *bank.tasks("test")) if task.stage in stages}
    with ThreadPoolExecutor(parallel, "task") as pool:
        return list(pool.map(lambda task: _played(local, task), names.values()))


def _played(local: LocalEnvironment, task: Task) -> Played:
    options: dict[str, object] = {"task_id": task.name, "max_steps": STEPS}
    seen = [step.observation for step in play(local.session(), Rules(), options)]
    best = max(seen, key=lambda one: one.seed_reward or 0.0)
    held_out = bool(task.family) and is_held_out(task.name)
    return Played(task.name, task.stage, task.family, task.split == "test", held_out, "" if best.cleared else _lost(best))


def _lost(best: CodeReviewObservation) -> str:
    if not best.identity:
        return "another function"
    left = [name for name, share in (("findings", best.quality), ("groups", best.functional)) if share != 1]
    return " and ".join(left)


def figures(rows: Sequence[Played]) -> Figures:
    """Tasks cleared of each set, by stage."""
    sets = {
        TEST: [row for row in rows if row.is_test],
        HELD_OUT: [row for row in rows if row.is_test and row.held_out],
        BY_HAND: [row for row in rows if not row.family],
    }
    return {name: _by_stage(chosen) for name, chosen in sets.items()}


def _by_stage(rows: Sequence[Played]) -> dict[str, tuple[int, int]]:
    stages = [stage.name for stage in load_curriculum().stages]
    chosen = {stage: [row for row in rows if row.stage == stage] for stage in stages}
    return {stage: (sum(not row.lost for row in found), len(found)) for stage, found in chosen.items()}


def share(found: dict[str, tuple[int, int]]) -> float:
    """Curricula cleared when a task is drawn for each stage on its own: the product of the stages' shares."""
    whole = 1.0
    for cleared, count in found.values():
        whole *= cleared / count if count else 0.0
    return whole


def tables(rows: Sequence[Played]) -> str:
    """The three figures, then where each skill fails."""
    return "\n".join([*_figure_lines(figures(rows)), "", *_family_lines(rows), ""])


def _figure_lines(found: Figures) -> Iterator[str]:
    stages = list(next(iter(found.values())))
    yield f"| `rules` on | {' | '.join(stages)} | curricula |"
    yield f"|---|{'---|' * len(stages)}---|"
    for name, one in found.items():
        cells = " | ".join(f"{cleared} of {count}" for cleared, count in one.values())
        yield f"| {name} | {cells} | {share(one):.2f} |"


def _family_lines(rows: Sequence[Played]) -> Iterator[str]:
    families: dict[tuple[str, str], list[Played]] = defaultdict(list)
    for row in rows:
        families[row.stage, row.family or f"{row.name} (hand-written)"].append(row)
    order = [stage.name for stage in load_curriculum().stages]
    yield "| stage | family of test, or task by hand | cleared | left otherwise |"
    yield "|---|---|---|---|"
    for (stage, family), found in sorted(families.items(), key=lambda one: (order.index(one[0][0]), one[0][1])):
        lost = Counter(row.lost for row in found if row.lost)
        told = ", ".join(f"{name} ({count})" for name, count in lost.most_common())
        yield f"| {stage} | {family.removeprefix(stage + '/')} | {len(found) - lost.total()} of {len(found)} | {told or '-'} |"
    none = sorted({family for (_, family), found in families.items() if all(row.lost for row in found)})
    yield ""
    yield f"Cleared in no task: {', '.join(none) if none else 'none of them'}."


def as_json(rows: Sequence[Played]) -> JsonObject:
    """The same as an object."""
    told = {name: {"stages": dict(one), "curricula": round(share(one), 6)} for name, one in figures(rows).items()}
    return {"figures": told, "tasks": {row.name: row.lost or "cleared" for row in rows}}
