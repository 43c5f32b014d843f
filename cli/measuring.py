"""The command `bench`: an agent plays a plan; the numbers go to the terminal, a JSON object and a page."""

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from code_review_env.baseline_agent.entrant import Entrant
from code_review_env.baseline_agent.trial.compare import RESULT
from code_review_env.baseline_agent.trial.page import page, ranged
from code_review_env.baseline_agent.trial.records import EpisodeRow, Head
from code_review_env.baseline_agent.trial.run import Arena, Run
from code_review_env.baseline_agent.trial.summary import summarise
from code_review_env.cli.arena import commit
from code_review_env.cli.render import JsonObject, emit
from code_review_env.server.settings import Settings
from code_review_env.trials.plan import Plan

PAGE = "report.html"
WIDTH = 120
"""Columns of a table where the output is no terminal."""


def fresh_folder(agent: str, plan: Plan) -> Path:
    """A folder of its own for a run that names none, under the data folder."""
    now = dt.datetime.now(dt.UTC).strftime("%Y%m%d-%H%M%S-%f")
    return Settings().data_dir / "runs" / f"{now}-{agent}-{plan.split}"


def measure(entrant: Entrant, plan: Plan, arena: Arena, folder: Path) -> JsonObject:
    """Play the plan, with a progress bar on standard error, and leave result and page in the folder.

    Raises:
        OtherRun: the folder holds a run of something else.
    """
    head = Head(agent=entrant.name, about=dict(entrant.about), plan=plan, facts=arena.facts, commit=commit())
    rows = _played(Run(head, entrant, arena, folder))
    result = summarise(head, rows)
    (folder / RESULT).write_text(json.dumps(result, indent=2) + "\n", "utf-8")
    (folder / PAGE).write_text(page(result, rows), "utf-8")
    return result


def _played(run: Run) -> Sequence[EpisodeRow]:
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    solved = failed = 0
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        line = bar.add_task(run.entrant.name, total=run.head.plan.episodes)

        def tell(row: EpisodeRow) -> None:
            nonlocal solved, failed
            solved, failed = solved + row.solved, failed + (row.unscored is not None)
            words = f"{run.entrant.name}: {solved} solved" + (f", {failed} unscored" if failed else "")
            bar.update(line, advance=1, description=words)

        return run.play(tell)


def tell(result: JsonObject, folder: Path, *, as_json: bool, out: Path | None) -> None:
    """The result as an object, as a table, or as both."""
    emit(result, as_json=as_json and out is None, out=out)
    if not as_json:
        print_result(result, folder)


def print_result(result: JsonObject, folder: Path) -> None:
    """A table with a line for each stage, and where the rest lies."""
    shown: dict[str, Any] = dict(result)
    console = Console(width=max(WIDTH, Console().width))
    plan = shown["run"]["plan"]
    table = Table(
        title=f"{shown['agent']}: {shown['scored']} episodes of {plan['split']}, 95 % intervals", title_justify="left"
    )
    for heading in ("", "episodes", "cleared", "reward", "improvement", "steps to clear"):
        table.add_column(heading, no_wrap=True)
    for stage, one in shown["stages"].items():
        table.add_row(
            stage, str(one["reached"]), *map(ranged, map(one.get, ("cleared", "reward", "improvement", "steps_to_clear")))
        )
    solved = shown["interval"] and {"mean": shown["solved_rate"], "interval": shown["interval"]}
    table.add_row("all stages", str(shown["scored"]), ranged(solved), ranged(shown["reward"]), "", "")
    console.print(table)
    for episode in shown["episodes"]:
        if episode["unscored"]:
            console.print(f"unscored: {episode['key']}: {episode['unscored']}", markup=False)
    if shown["not_played"]:
        console.print(f"{shown['not_played']} episodes were not begun: no call can succeed")
    cost = shown["cost"]
    if cost["calls"]:
        console.print(
            f"{cost['calls']} calls, {cost['tokens_in']} tokens in, {cost['tokens_out']} out, "
            f"{cost['seconds']:.0f} s, ${cost['money']:.4f}"
        )
    console.print(f"written: {folder}", soft_wrap=True)


def print_comparison(found: JsonObject) -> None:
    """A line for each measure."""
    shown: dict[str, Any] = dict(found)
    first, second = (" ".join(shown[side].values()) for side in ("first", "second"))
    table = Table(title=f"{shown['episodes']} episodes: {second} against {first}", title_justify="left")
    for heading in ("", "first", "second", "difference", "better", "worse"):
        table.add_column(heading, no_wrap=True)
    measures: Mapping[str, Any] = {"solved": shown["solved_rate"], "reward": shown["reward"], **shown["stages"]}
    for name, one in measures.items():
        low, high = one["interval"]
        difference = f"{one['difference']:+.3f} [{low:+.3f}, {high:+.3f}]"
        table.add_row(name, f"{one['first']:.3f}", f"{one['second']:.3f}", difference, str(one["better"]), str(one["worse"]))
    Console(width=max(WIDTH, Console().width)).print(table)
