"""Two runs of one plan, episode by episode: a difference of pairs is far surer than a difference of means."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from code_review_env.baseline_agent.trial.records import Head
from code_review_env.baseline_agent.trial.summary import DIGITS, JsonObject
from code_review_env.trials.bootstrap import CHANGE, Interval, Sample, estimate
from code_review_env.trials.outcome import families

RESULT = "result.json"


class NotComparable(ValueError):
    """The runs share no episode, or their rewards mean different things."""


class Played(BaseModel):
    """An episode, as results tell it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    key: str
    tasks: dict[str, str]
    stages: tuple[str, ...]
    cleared: tuple[str, ...]
    solved: bool | None
    reward: float | None


class Result(BaseModel):
    """What a comparison needs of a result."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    agent: str
    episodes: tuple[Played, ...]
    run: Head


def load(place: Path) -> Result:
    """The result in a file, or in the folder of a run.

    Raises:
        OSError: there is none.
        ValidationError: it is none.
    """
    path = place / RESULT if place.is_dir() else place
    return Result.model_validate_json(path.read_text("utf-8"))


def compare(first: Result, second: Result) -> JsonObject:
    """What the second does better than the first, over the episodes that both have a result of.

    Raises:
        NotComparable: see there.
    """
    if first.run.facts.reward_version != second.run.facts.reward_version:
        message = f"rewards of version {first.run.facts.reward_version} and {second.run.facts.reward_version} do not compare"
        raise NotComparable(message)
    known = {one.key: one for one in first.episodes if one.solved is not None}
    pairs = [(known[one.key], one) for one in second.episodes if one.solved is not None and one.key in known]
    if not pairs:
        message = f"{first.agent} and {second.agent} share no episode: other splits, seeds, stages or levels"
        raise NotComparable(message)
    return {
        "first": _named(first),
        "second": _named(second),
        "episodes": len(pairs),
        "solved_rate": _difference(pairs, lambda one: float(bool(one.solved))),
        "reward": _difference(pairs, lambda one: one.reward or 0.0, None),
        "stages": {stage: _difference(pairs, partial(_cleared, stage)) for stage in pairs[0][0].stages},
    }


def _cleared(stage: str, one: Played) -> float:
    return float(stage in one.cleared)


def differ(found: JsonObject) -> bool:
    """Whether the interval of a comparison's difference in solved rate leaves 0 out."""
    low, high = _Rate.model_validate(found["solved_rate"]).interval
    return low > 0 or high < 0


class _Rate(BaseModel):
    model_config = ConfigDict(extra="ignore")

    interval: tuple[float, float]


def _named(result: Result) -> JsonObject:
    return {"agent": result.agent, **result.run.about}


def _difference(
    pairs: list[tuple[Played, Played]], value: Callable[[Played], float], span: Interval | None = CHANGE
) -> JsonObject:
    """Both means, the mean difference, and on how many episodes either is ahead."""
    ahead = [(value(one), value(other), _families(one, other)) for one, other in pairs]
    found = estimate([Sample(families, other - one) for one, other, families in ahead], span)
    return {
        "first": round(sum(one for one, _, _ in ahead) / len(ahead), DIGITS),
        "second": round(sum(other for _, other, _ in ahead) / len(ahead), DIGITS),
        "difference": round(found.mean, DIGITS) if found else None,
        "interval": [round(end, DIGITS) for end in found.interval] if found else None,
        "better": sum(other > one for one, other, _ in ahead),
        "worse": sum(other < one for one, other, _ in ahead),
    }


def _families(one: Played, other: Played) -> Mapping[str, str]:
    return families(one.key, one.stages, {**one.tasks, **other.tasks})
