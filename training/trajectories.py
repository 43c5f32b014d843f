"""Recorded episodes as one flat table: a line for each step, from the traces that `episodes export` writes."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

SCHEMA: Final = "code-review-trace/1"
"""Of the traces that are read here."""

TEXTS: Final = ("episode_id", "split", "stage", "task_id", "code", "how", "verdict", "bundle_id", "prev_bundle_id")
NUMBERS: Final = ("reward", "seed_reward", "improvement", "process_reward", "line_base", "line_eos")
COUNTS: Final = ("seed", "step", "groups", "groups_passed", "findings")
FLAGS: Final = ("cleared", "repeat")
LISTS: Final = ("line_rewards",)
"""Columns by what they hold; `process_reward` and the line columns are null where a trace has none."""

Step = dict[str, Any]


def steps(lines: Iterable[str]) -> Iterator[Step]:
    """Every step of every episode, in order; `code` is what was judged, lone surrogates replaced.

    Raises:
        ValueError: not a trace of this schema.
    """
    terms: Mapping[str, Any] | None = None
    for number, line in enumerate(lines, start=1):
        row = json.loads(line)
        if row["kind"] == "episode":
            if row["schema"] != SCHEMA:
                message = f"line {number}: a trace of the schema {row['schema']!r}, this release reads {SCHEMA}"
                raise ValueError(message)
            terms = row["terms"]
        elif terms is None:
            message = f"line {number} comes before the row of its episode"
            raise ValueError(message)
        elif row["kind"] == "step":
            yield _step(terms, row)


def _step(terms: Mapping[str, Any], row: Mapping[str, Any]) -> Step:
    facts, lines = row["bundle"]["facts"], row["lines"] or {}
    return {
        "episode_id": terms["episode_id"],
        "split": terms["split"],
        "seed": terms["seed"],
        "step": row["step"],
        "stage": terms["stages"][row["stage"]],
        "task_id": terms["task_ids"][row["stage"]],
        "code": row["code"],
        "how": row["how"],
        "verdict": facts["verdict"],
        "reward": row["paid"],
        "seed_reward": row["seed_reward"],
        "improvement": row["improvement"],
        "process_reward": (row["process"] or {}).get("value"),
        "cleared": row["cleared"],
        "repeat": row["repeat"],
        "groups": len(facts["functional"]),
        "groups_passed": sum(group["passed"] for group in facts["functional"]),
        "findings": len(facts["diagnostics"]),
        "line_rewards": lines.get("values"),
        "line_base": lines.get("base"),
        "line_eos": lines.get("eos"),
        "bundle_id": row["bundle_id"],
        "prev_bundle_id": row["prev_bundle_id"],
    }
