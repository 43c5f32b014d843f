"""A result as one HTML file that needs nothing beside it: the numbers as plots and as tables."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

from code_review_env.baseline_agent.trial.records import EpisodeRow
from code_review_env.baseline_agent.trial.summary import JsonObject, best
from code_review_env.charts import svg
from code_review_env.charts.axes import COLOURS, Scale
from code_review_env.charts.intervals import Mean, height, intervals

WIDTH: Final = 760
_STEPS_HEIGHT: Final = 240
_STYLE: Final = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1f2933}"
    "table{border-collapse:collapse;margin:1rem 0}td,th{padding:.2rem .7rem;border-bottom:1px solid #cbd2d9;text-align:left}"
    "td.n{text-align:right;font-variant-numeric:tabular-nums}svg{width:100%;height:auto}"
)


def page(result: JsonObject, rows: Sequence[EpisodeRow]) -> str:
    """The whole file as text."""
    shown: dict[str, Any] = dict(result)
    head = shown["run"]
    title = f"{shown['agent']} on {head['plan']['split']}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(_sentence(shown))}</p>",
        _plot(_means(shown)),
        "<h2>Stages</h2>",
        _table(["stage", "reached", "cleared", "reward", "improvement", "steps to clear"], _stage_rows(shown["stages"])),
        "<h2>Best reward by step</h2>",
        _by_step(rows),
        "<h2>Families</h2>",
        _table(["family", "played", "cleared"], _counts(shown["families"])),
        "<h2>Levels</h2>",
        _table(["stage/level", "played", "cleared"], _counts(shown["levels"])),
        "<h2>Run</h2>",
        _table(["", ""], _facts(head, shown["cost"])),
    ]
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body>\n{body}\n</body></html>\n"
    )


def ranged(figure: Mapping[str, Any] | None) -> str:
    """A mean with its interval in words."""
    if figure is None:
        return "-"
    low, high = figure["interval"]
    return f"{figure['mean']:.2f} [{low:.2f}, {high:.2f}]"


def _sentence(shown: Mapping[str, Any]) -> str:
    """The result in one sentence."""
    if shown["solved_rate"] is None:
        return f"No episode has a result; {shown['unscored']} failed for reasons outside the agent."
    solved = ranged({"mean": shown["solved_rate"], "interval": shown["interval"]})
    left = f"; {shown['unscored']} more have no result" if shown["unscored"] else ""
    return f"Solved {solved} of {shown['scored']} episodes (95 % interval, families drawn again){left}."


def _means(shown: Mapping[str, Any]) -> dict[str, Mean]:
    found = {"solved": shown["solved_rate"] is not None and {"mean": shown["solved_rate"], "interval": shown["interval"]}}
    found |= {f"{stage}: cleared": one["cleared"] for stage, one in shown["stages"].items()}
    found |= {f"{stage}: reward": one["reward"] for stage, one in shown["stages"].items()}
    return {name: (one["mean"], *one["interval"]) for name, one in found.items() if one}


def _plot(rows: Mapping[str, Mean]) -> str:
    tall = height(len(rows)) + 10
    return svg.page(WIDTH, tall, intervals(svg.Box(10, 4, WIDTH - 20, tall), "Rates and rewards", rows)) if rows else ""


def _by_step(rows: Sequence[EpisodeRow]) -> str:
    """For each stage the mean over its episodes of the best reward after so many steps there."""
    scored = [row for row in rows if row.unscored is None]
    lines = {stage: _progress(stage, scored) for stage in (scored[0].stages if scored else ())}
    longest = max((len(line) for line in lines.values()), default=0)
    if not longest:
        return ""
    field = svg.Box(40, 30, WIDTH - 60, _STEPS_HEIGHT - 60)
    across = Scale(0, longest, field.left, field.right, log=False)
    up = Scale(0.0, 1.0, field.bottom, field.top, log=False)
    shapes = [svg.path([(field.left, up.at(tick)), (field.right, up.at(tick))], svg.FAINT) for tick in (0, 0.5, 1)]
    shapes += [svg.text((field.left - 6, up.at(tick) + 4), f"{tick:.1f}", anchor="end") for tick in (0, 0.5, 1)]
    shapes += [svg.text((across.at(step), field.bottom + 16), str(step), anchor="middle") for step in range(1, longest + 1)]
    for at, (stage, line) in enumerate(lines.items()):
        points = [(across.at(step + 1), up.at(value)) for step, value in enumerate(line)]
        shapes += [svg.path(points, COLOURS[at]), *(svg.dot(point, COLOURS[at]) for point in points)]
        shapes += [
            svg.bar(svg.Box(field.left + 90 * at, 8, 10, 10), COLOURS[at]),
            svg.text((field.left + 14 + 90 * at, 17), stage),
        ]
    return svg.page(WIDTH, _STEPS_HEIGHT, shapes)


def _progress(stage: str, rows: Sequence[EpisodeRow]) -> list[float]:
    there = [row.at(stage) for row in rows if row.at(stage)]
    longest = max((len(steps) for steps in there), default=0)
    return [sum(best(steps[: step + 1]) for steps in there) / len(there) for step in range(longest)]


def _stage_rows(stages: Mapping[str, Any]) -> list[list[str]]:
    names = ("cleared", "reward", "improvement", "steps_to_clear")
    return [[stage, str(one["reached"]), *(ranged(one[name]) for name in names)] for stage, one in stages.items()]


def _counts(counts: Mapping[str, Any]) -> list[list[str]]:
    return [[name, str(one["played"]), str(one["cleared"])] for name, one in counts.items()]


def _facts(head: Mapping[str, Any], cost: Mapping[str, Any]) -> list[list[str]]:
    plan = {name: value for name, value in head["plan"].items() if value not in (None, [], ())}
    facts = head["facts"]
    flat = {**head["about"], **plan, "commit": head["commit"], **facts["tools"], **cost}
    flat |= {name: facts[name] for name in ("bank_digest", "reward_version", "sandbox_level")}
    return [[name, str(value)] for name, value in flat.items()]


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    lines = "\n".join(
        "<tr>" + "".join(f"<td{'' if at == 0 else ' class=n'}>{escape(cell)}</td>" for at, cell in enumerate(row)) + "</tr>"
        for row in rows
    )
    return f"<table><thead><tr>{top}</tr></thead><tbody>\n{lines}\n</tbody></table>"
