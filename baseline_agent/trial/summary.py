"""The numbers of a run, as one JSON object: `solved_rate` and its `interval` first, what it ran on and what it cost last."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from code_review_env.baseline_agent.trial.records import EpisodeRow, Head, StepRow, Usage
from code_review_env.trials.bootstrap import UNIT, Estimate, Interval, Sample, estimate
from code_review_env.trials.outcome import family_of, level_of

JsonObject = dict[str, object]
DIGITS = 6


def summarise(head: Head, rows: Sequence[EpisodeRow]) -> JsonObject:
    """The result of a run; equal episodes give equal numbers, up to what the clock says under `cost`.

    Args:
        head: what was run.
        rows: its episodes in the order of the plan; those without a result count nowhere but in `unscored`.
    """
    scored = [row for row in rows if row.unscored is None]
    solved = estimate([Sample(row.outcome.families, float(row.solved)) for row in scored])
    return {
        "agent": head.agent,
        "solved_rate": round(solved.mean, DIGITS) if solved else None,
        "interval": _interval(solved),
        "scored": len(scored),
        "unscored": len(rows) - len(scored),
        "not_played": head.plan.episodes - len(rows),
        "reward": _figure([Sample(row.outcome.families, row.outcome.reward) for row in scored], None),
        "stages": {stage: _stage(stage, scored) for stage in _stages(scored)},
        "levels": _by(scored, level_of),
        "families": _by(scored, family_of),
        "episodes": [_episode(row) for row in rows],
        "run": head.model_dump(mode="json"),
        "cost": _cost(rows),
    }


def best(steps: Iterable[StepRow]) -> float:
    """Best seed reward, 0 without a step."""
    return max((step.seed_reward for step in steps), default=0.0)


def most_improvement(steps: Iterable[StepRow]) -> float:
    """Best improvement, 0 without a step."""
    return max((step.improvement for step in steps), default=0.0)


def _stages(rows: Sequence[EpisodeRow]) -> tuple[str, ...]:
    return rows[0].stages if rows else ()


def _stage(stage: str, rows: Sequence[EpisodeRow]) -> JsonObject:
    """A stage, over the episodes that reached it."""
    there = [row for row in rows if stage in row.tasks]

    cleared = [row for row in there if stage in row.cleared]
    return {
        "reached": len(there),
        "cleared": _figure([_sample(row, stage, float(stage in row.cleared)) for row in there], UNIT),
        "reward": _figure([_sample(row, stage, best(row.at(stage))) for row in there], None),
        "improvement": _figure([_sample(row, stage, most_improvement(row.at(stage))) for row in there], None),
        "steps_to_clear": _figure([_sample(row, stage, float(len(row.at(stage)))) for row in cleared], None),
    }


def _by(rows: Sequence[EpisodeRow], kind: Callable[[str], str]) -> dict[str, JsonObject]:
    """Tasks played and cleared, by something that a task's name tells."""
    played: dict[str, list[bool]] = defaultdict(list)
    for row in rows:
        for stage, task in row.tasks.items():
            played[f"{stage}/{kind(task)}" if kind is level_of else kind(task)].append(stage in row.cleared)
    return {name: {"played": len(cleared), "cleared": sum(cleared)} for name, cleared in sorted(played.items())}


def _sample(row: EpisodeRow, stage: str, value: float) -> Sample:
    return Sample({stage: family_of(row.tasks[stage])}, value)


def _figure(samples: Sequence[Sample], span: Interval | None) -> JsonObject | None:
    found = estimate(samples, span)
    return {"mean": round(found.mean, DIGITS), "interval": _interval(found), "count": found.count} if found else None


def _interval(found: Estimate | None) -> list[float] | None:
    return [round(end, DIGITS) for end in found.interval] if found else None


def _episode(row: EpisodeRow) -> JsonObject:
    return {
        "key": row.key,
        "tasks": row.tasks,
        "stages": list(row.stages),
        "solved": row.solved if row.unscored is None else None,
        "cleared": list(row.cleared),
        "steps": len(row.steps),
        "reward": round(row.outcome.reward, DIGITS) if row.unscored is None else None,
        "unscored": row.unscored,
    }


def _cost(rows: Sequence[EpisodeRow]) -> JsonObject:
    names = Usage.model_fields
    return {name: round(sum(getattr(row.usage, name) for row in rows), DIGITS) for name in names}
