"""The report of a census: one JSON object, and the same as a page of plots that loads nothing from anywhere."""

import json
import math
import os
import platform
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import track

from code_review_env.charts.svg import Box, bar, page, text
from code_review_env.cli.render import JsonObject
from code_review_env.env.admission.census import RUNS, Proven, census, chosen
from code_review_env.env.scoring.score import open_scorer
from code_review_env.server.settings import Settings
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.rows import family_rows

Counts = Mapping[str, int]

NAME: Final = "admission"
"""Of both files."""

KEPT: Final = "tasks.jsonl"
"""A line for each task beside them, so that a census goes on where it was stopped."""

TOKENS_A_BAR: Final = 50

_WIDTH: Final = 640
_LABEL: Final = 120
_ROW: Final = 18
_COLOUR: Final = "#2563eb"


def report(folder: Path, sample: int, split: str | None = None) -> JsonObject:
    """Prove the frozen tasks and `sample` others, with a progress bar, and write the report into a folder.

    A task that held in a report of the same folder is not tried again.
    """
    bank, began = TaskBank.load(), time.monotonic()
    wanted, known = chosen(bank, sample, split), _known(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with open_scorer(replace(Settings().pool(), workers=1), lint="server") as scorer:
        shown = track(census(scorer, wanted, known), "tasks", total=len(wanted), console=Console(stderr=True))
        found = [_kept(folder, one, known) for one in shown]
        result: JsonObject = {
            "date": time.strftime("%Y-%m-%d", time.gmtime()),
            "machine": f"{os.cpu_count()} x {platform.machine()}, {platform.system()} {platform.release()}",
            "python": platform.python_version(),
            "ruff": scorer.linter.version,
            "digest": bank.digest,
        }
    result |= summary(found) | {"seconds": round(time.monotonic() - began)}
    (folder / f"{NAME}.json").write_text(json.dumps(result, indent=2) + "\n", "utf-8")
    (folder / f"{NAME}.html").write_text(html(result), "utf-8")
    return result


def _known(folder: Path) -> dict[str, Proven]:
    file = folder / KEPT
    rows = map(json.loads, file.read_text("utf-8").splitlines()) if file.is_file() else ()
    return {one.id: one for one in map(Proven.of, rows)}


def _kept(folder: Path, one: Proven, known: Mapping[str, Proven]) -> Proven:
    if one is not known.get(one.id):
        with (folder / KEPT).open("a", encoding="utf-8") as file:
            file.write(json.dumps(one.row) + "\n")
    return one


def summary(found: Sequence[Proven]) -> JsonObject:
    """The figures of a census."""
    failed = [f"{one.name}: {check.name}: {check.detail}" for one in found for check in one.checks if not check.ok]
    rates = [row["kill_rate"] for row in family_rows()]
    return {
        "tasks": len(found),
        "admitted": sum(one.ok for one in found),
        "failed": failed,
        "runs": RUNS,
        "checks": _checks(found),
        "splits": _counted(one.split for one in found),
        "stages": _counted(one.stage for one in found),
        "levels": _counted(f"level {one.level}" for one in found),
        "rules": dict(Counter(rule for one in found for rule in one.rules).most_common()),
        "sizes": _counted(_band(one.tokens, TOKENS_A_BAR) for one in found),
        "kill_rate": {"mean": round(sum(rates) / len(rates), 4), "least": min(rates), "families": len(rates)},
        "kill_rates": _counted(f"{math.floor(round(100 * rate, 6))} %" for rate in rates),
    }


def _checks(found: Sequence[Proven]) -> JsonObject:
    """Of each check, how often it was made and how often it held; all wrong submissions of the families are one."""
    tried = [(check.name.partition(":")[0], check.ok) for one in found for check in one.checks]
    made, held = Counter(name for name, _ in tried), Counter(name for name, ok in tried if ok)
    return {name: {"made": count, "held": held[name]} for name, count in made.items()}


def _counted(values: Iterator[str]) -> Counts:
    return dict(sorted(Counter(values).items()))


def _band(value: int, width: int) -> str:
    least = value // width * width
    return f"{least:4} to {least + width - 1}"


def html(result: JsonObject) -> str:
    """The page."""
    head = {name: result[name] for name in ("date", "machine", "python", "ruff", "digest", "seconds")}
    rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(str(value))}</td></tr>" for name, value in head.items())
    checks = _table(result["checks"])
    failed = result["failed"]
    wrong = "".join(f"<li>{escape(str(line))}</li>" for line in failed) if isinstance(failed, list) else ""
    plots = "".join(bars(title, counts) for title, counts in _plots(result))
    return (
        "<!doctype html>\n<html lang='en'><meta charset='utf-8'><title>Admission</title>"
        "<style>body{font-family:sans-serif;max-width:50rem;margin:2rem auto;color:#1f2933}"
        "th{text-align:left;padding-right:1rem;font-weight:normal}td{text-align:right}</style>"
        f"<h1>{result['admitted']} of {result['tasks']} tasks admitted</h1><table>{rows}</table>"
        f"<h2>Checks, held of made</h2>{checks}<h2>Failed</h2><ul>{wrong or '<li>none</li>'}</ul>{plots}</html>\n"
    )


def _table(checks: object) -> str:
    rows = checks.items() if isinstance(checks, dict) else ()
    lines = (f"<tr><th>{escape(name)}</th><td>{one['held']} of {one['made']}</td></tr>" for name, one in rows)
    return f"<table>{''.join(lines)}</table>"


def _plots(result: JsonObject) -> Iterator[tuple[str, Counts]]:
    titles = {
        "stages": "Tasks by stage",
        "splits": "Tasks by split",
        "levels": "Tasks by level",
        "rules": "Tasks in which a rule finds something",
        "sizes": "Tasks by tokens of the original",
        "kill_rates": "Families by share of mutants that their cases notice, from",
    }
    for name, title in titles.items():
        counts = result[name]
        if isinstance(counts, dict):
            yield title, counts


def bars(title: str, counts: Counts) -> str:
    """A bar for each count, from the left."""
    most = max(counts.values(), default=1)
    shapes = [text((0, 16), title, bold=True)]
    for at, (label, count) in enumerate(counts.items()):
        top = 26 + at * _ROW
        box = Box(_LABEL, top, max(1, count / most * (_WIDTH - _LABEL - 60)), _ROW - 4)
        shapes += [text((_LABEL - 8, top + 11), label, anchor="end"), bar(box, _COLOUR)]
        shapes.append(text((box.right + 6, top + 11), str(count)))
    return page(_WIDTH, 36 + len(counts) * _ROW, shapes)
