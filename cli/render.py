"""What the commands print: each result as one JSON object, and as text for people."""

import difflib
import json
import sys
from collections import Counter
from itertools import product
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from code_review_env.cli.ending import reporting_errors
from code_review_env.env.analysis.binaries import find_binary, version_of
from code_review_env.env.scoring.report import Report
from code_review_env.env.scoring.reward import Reward
from code_review_env.env.scoring.score import Scorer
from code_review_env.server.settings import Settings
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.curriculum import load_curriculum
from code_review_env.tasks.rows import family_rows
from code_review_env.tasks.task import Task

JsonObject = dict[str, object]

WIDTH = 100
"""Columns of a table where the output is no terminal."""


def emit(value: JsonObject, *, as_json: bool, out: Path | None) -> None:
    """Print or write the JSON form of a result."""
    text = json.dumps(value, indent=2)
    if out is not None:
        with reporting_errors():
            out.write_text(text + "\n", "utf-8")
    if as_json:
        sys.stdout.write(text + "\n")


def print_score(report: Report, reward: Reward) -> None:
    """The reward as an equation, then the evidence."""
    console = Console(soft_wrap=True)
    identity = int(reward.identity)
    equation = f"0.01 + 0.98 x {identity} x (0.5 x {reward.functional:.3f} + 0.5 x {reward.quality:.3f}) = {reward.seed:.3f}"
    state = "cleared" if reward.cleared else "not cleared"
    console.print(f"{report.stage}: [bold]{state}[/]   reward = {equation}   improvement {reward.improvement:.3f}")
    if report.verdict != "ok":
        console.print(f"verdict {report.verdict}: {escape(report.detail)}")
    for check in report.identity:
        if not check.ok:
            console.print(f"identity lost: {escape(check.message)}")
    passed = sum(group.passed for group in report.groups)
    console.print(f"tests: {passed} of {len(report.groups)} groups pass")
    for group in report.groups:
        if not group.passed:
            console.print(f"  failed {group.name}: {escape(group.failure) or 'hidden'}")
    for finding in report.findings:
        note = " (cannot be fixed under the gate, does not count)" if finding.unfixable else ""
        console.print(f"  {finding.row}:{finding.column} {finding.rule} {escape(finding.message)}{note}")


def bank_object(bank: TaskBank) -> JsonObject:
    """The result of `tasks`: counts of what there is, and the tasks that are written down."""
    rows = family_rows()
    stages = {stage.name: 0 for stage in load_curriculum().stages}
    levels: Counter[str] = Counter()
    for split, stage in product(bank.splits(), stages):
        tasks = bank.series(split, stage=stage)
        stages[stage] += len(tasks)
        levels.update(str(recipe.level) for recipe in tasks.recipes)
        levels.update(str(task.level) for task in tasks.written if task.family)
    return {
        "digest": bank.digest,
        "families": len(rows),
        "distinct_tasks": len(bank.handwritten) + sum(row["distinct"] for row in rows),
        "clusters": sum(row["clusters"] for row in rows),
        "splits": {split: len(bank.tasks(split)) for split in bank.splits()},
        "stages": stages,
        "levels": dict(sorted(levels.items())),
        "tasks": [
            {"id": task.id, "name": task.name, "stage": task.stage, "split": task.split, "entry": task.entry}
            for task in bank.entries
        ],
    }


def print_bank(bank: TaskBank) -> None:
    """A table with a line for each task that is written down, then what is made on demand."""
    table = Table("id", "name", "stage", "split", "entry", "groups", "cases")
    for task in bank.entries:
        cases = sum(len(group.cases) for group in task.groups)
        table.add_row(task.id[:12], task.name, task.stage, task.split, task.entry, str(len(task.groups)), str(cases))
    console = Console(width=max(WIDTH, Console().width))
    console.print(table)
    made = len(bank.tasks("train").recipes)
    console.print(f"and {made} tasks of the split train that {len(family_rows())} families make on demand")


def task_object(task: Task) -> JsonObject:
    """The result of `tasks show`: the owner of the checkout may see the oracle, players over HTTP never do."""
    return {
        "id": task.id,
        "name": task.name,
        "stage": task.stage,
        "split": task.split,
        "entry": task.entry,
        "instruction": task.instruction,
        "messy_code": task.messy,
        "examples": [case.call(task.entry) for case in task.examples],
        "groups": [
            {"name": group.name, "kind": group.kind, "visible": group.visible, "cases": len(group.cases)}
            for group in task.groups
        ],
    }


def print_task(task: Task, *, diff: bool) -> None:
    """The task in words, or the difference between original and oracle."""
    if diff:
        original, oracle = task.messy.splitlines(keepends=True), task.reference.splitlines(keepends=True)
        sys.stdout.writelines(difflib.unified_diff(original, oracle, "original", "oracle"))
        return
    console = Console(soft_wrap=True)
    console.print(f"[bold]{escape(task.name)}[/]  {task.id[:12]}  stage {task.stage}, split {task.split}, entry {task.entry}")
    console.print(escape(task.instruction))
    for case in task.examples:
        console.print(f"  {escape(case.call(task.entry))}")
    for group in task.groups:
        console.print(f"  group {group.name}: {len(group.cases)} cases, {'visible' if group.visible else 'hidden'}")
    sys.stdout.write(f"\n{task.messy}")


def doctor_object(scorer: Scorer, settings: Settings) -> JsonObject:
    """The result of `doctor`."""
    status = scorer.pool.status()
    return {
        "level": status.level.value,
        "selftest": status.selftest,
        "landlock_abi": status.landlock_abi,
        "missing": list(status.missing),
        "python": status.python,
        "ruff": scorer.linter.version,
        "ty": version_of(find_binary("ty")),
        "workers": settings.workers,
        "data_dir": str(settings.data_dir),
        "host": settings.host,
        "port": settings.port,
    }


def print_fields(result: JsonObject) -> None:
    """One line a field."""
    for name, value in result.items():
        Console(soft_wrap=True).print(f"{name}: {escape(str(value))}")
