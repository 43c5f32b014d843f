"""`play`: an agent, or the oracle, plays one curriculum or every task, in process or on a running server."""

from contextlib import ExitStack
from dataclasses import dataclass

from rich.console import Console
from rich.progress import track
from rich.table import Table

from code_review_env.baseline_agent.agent import Playable, Step, play
from code_review_env.baseline_agent.entrant import Entrant
from code_review_env.baseline_agent.remote import Remote
from code_review_env.cli.render import JsonObject
from code_review_env.env.local import make
from code_review_env.models import CodeReviewObservation
from code_review_env.server.settings import Settings
from code_review_env.tasks.bank import TaskBank


@dataclass(frozen=True, slots=True)
class Played:
    """One finished episode."""

    what: str
    steps: tuple[Step, ...]

    def row(self) -> JsonObject:
        """The episode as JSON."""
        last = self.steps[-1].observation
        return {
            "task": self.what,
            "cleared": len(last.cleared_stages) == len(last.stages),
            "cleared_stages": list(last.cleared_stages),
            "steps": last.step,
            "truncated": last.truncated,
            "rewards": [step.observation.reward for step in self.steps],
        }


def episodes(*, every_task: bool, options: dict[str, object], bank: TaskBank) -> dict[str, dict[str, object]]:
    """What to play: label -> arguments of `reset`.

    Raises:
        ValueError: every task and one task at once.
    """
    if every_task and "task_id" in options:
        message = "--all plays every task, --task one; give one of them"
        raise ValueError(message)
    if every_task:
        others = {name: value for name, value in options.items() if name != "split"}
        tasks = [task for task in bank.entries if task.split == options["split"]] if "split" in options else bank.handwritten
        return {task.name: {**others, "task_id": task.name} for task in tasks}
    return {str(options.get("task_id", "curriculum")): options}


def play_all(player: Entrant, wanted: dict[str, dict[str, object]], url: str | None) -> list[Played]:
    """Play every wanted episode, with a progress bar on standard error.

    Raises:
        Unscored: a model or the server could not be reached.
    """
    with ExitStack() as stack:
        environment = _environment(stack, url)
        labels = track(wanted.items(), description=player.name, console=Console(stderr=True), transient=True)
        return [
            Played(label, tuple(play(environment, player.seat(lambda model: model), options))) for label, options in labels
        ]


def _environment(stack: ExitStack, url: str | None) -> Playable:
    return stack.enter_context(Remote(url)) if url else stack.enter_context(make(Settings().pool()))


def result_object(name: str, played: list[Played]) -> JsonObject:
    """The result of `play`."""
    rows = [one.row() for one in played]
    return {"agent": name, "episodes": rows, "cleared": sum(bool(row["cleared"]) for row in rows), "total": len(rows)}


def print_result(name: str, played: list[Played]) -> None:
    """A table with a line for each step of a single episode, or for each episode of many."""
    table = Table(title=name)
    if len(played) == 1:
        for heading in ("step", "stage", "reward", "identity", "tests", "quality", "cleared"):
            table.add_column(heading)
        for step in played[0].steps:
            table.add_row(*_step_cells(step.observation))
    else:
        for heading in ("task", "cleared", "steps", "best reward"):
            table.add_column(heading)
        for one in played:
            row = one.row()
            best = max(step.observation.seed_reward or 0.0 for step in one.steps)
            table.add_row(one.what, "yes" if row["cleared"] else "no", str(row["steps"]), f"{best:.3f}")
    Console().print(table)


def _step_cells(seen: CodeReviewObservation) -> list[str]:
    groups = f"{seen.groups.passed}/{seen.groups.total}" if seen.groups else "-"
    return [
        str(seen.step),
        seen.judged_stage or "-",
        f"{seen.reward or 0.0:.3f}",
        "kept" if seen.identity else "lost",
        groups,
        f"{seen.quality or 0.0:.2f}",
        "yes" if seen.cleared else "no",
    ]
