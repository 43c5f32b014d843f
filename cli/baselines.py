"""`make baselines`: every baseline over the same test episodes, each stage alone and the whole curriculum, as one table."""

import json
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from code_review_env.baseline_agent.entrant import Entrant
from code_review_env.baseline_agent.trial.page import ranged
from code_review_env.baseline_agent.trial.run import Arena, OtherRun
from code_review_env.cli import skills
from code_review_env.cli.agents import ModelChoice, entrant
from code_review_env.cli.arena import open_arena
from code_review_env.cli.measuring import measure
from code_review_env.cli.render import JsonObject
from code_review_env.env.local import make
from code_review_env.server.settings import Settings
from code_review_env.tasks.curriculum import load_curriculum
from code_review_env.trials.plan import Plan

ROOT: Final = Path(__file__).parents[1]
HOME: Final = ROOT / "docs/baselines"
WORK: Final = ROOT / "build/baselines"
"""Where runs lie until all are done, and after."""

CURRICULUM: Final = "curriculum"

SKILLS: Final = ("style", "shell", "complexity")
"""Of `rules`, each alone."""

REPLY_TOKENS: Final = 512
"""Longest reply of the small model, by default: no file of the bank's lower levels is longer."""


@dataclass(frozen=True, slots=True)
class Small:
    """A small model that takes part.

    Attributes:
        model: GGUF file or folder, "" for none.
        episodes: that it plays in each column.
        max_tokens: longest reply.
    """

    model: str = ""
    episodes: int = 6
    max_tokens: int = REPLY_TOKENS


def main(  # noqa: PLR0913 - each option of the command is a parameter
    n: Annotated[int, typer.Option("--n", min=1, help="Episodes of each agent, for each stage and for the curriculum.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Names the episodes.")] = 0,
    model: Annotated[str, typer.Option(help="GGUF file or folder of a small model that takes part as well.")] = "",
    model_n: Annotated[int, typer.Option(min=1, help="Its episodes; a step takes it seconds.")] = 6,
    model_tokens: Annotated[int, typer.Option(min=1, help="Longest reply of it.")] = REPLY_TOKENS,
    *,
    skills_only: Annotated[bool, typer.Option("--skills", help="Only what `rules` clears, task by task.")] = False,
) -> None:
    """Play, then write `docs/baselines/baselines.json` and the tables; an interrupted run goes on where it was."""
    HOME.mkdir(parents=True, exist_ok=True)
    _skills()
    if not skills_only:
        _agents(n, seed, Small(model, model_n, model_tokens))


def _skills() -> None:
    """Every task of the test split and by hand, by `rules`."""
    with make(Settings().pool()) as local:
        rows = skills.played(local, Settings().workers)
    (HOME / "skills.json").write_text(json.dumps(skills.as_json(rows), indent=1) + "\n", "utf-8")
    _written(HOME / "README.md", "skills", skills.tables(rows))


def _agents(n: int, seed: int, small: Small) -> None:
    """Every agent on the same episodes."""
    rows: dict[str, dict[str, JsonObject]] = {}
    with open_arena(None, 0) as arena:
        for name, player, count in _players(n, small):
            plans = _plans(count, seed)
            rows[name] = {column: _measured(player, plan, arena, f"{name}-{column}") for column, plan in plans.items()}
    (HOME / "baselines.json").write_text(json.dumps(rows, indent=1) + "\n", "utf-8")
    for path in (ROOT / "README.md", HOME / "README.md"):
        _written(path, "baselines", table(rows))


def _written(path: Path, mark: str, text: str) -> None:
    """Put the text between the marks of a document, and on standard output."""
    between = re.compile(rf"(?<=<!-- {mark} -->\n).*?(?=<!-- /{mark} -->)", re.DOTALL)
    path.write_text(between.sub(lambda _: text, path.read_text("utf-8")), "utf-8")
    sys.stdout.write(text)


def table(rows: Mapping[str, Mapping[str, Any]]) -> str:
    """The share cleared with its interval, an agent a line."""
    columns = list(next(iter(rows.values())))
    lines = [f"| agent | {' | '.join(columns)} | episodes each |", f"|---|{'---|' * len(columns)}---|"]
    for name, found in rows.items():
        cells = [ranged({"mean": one["solved_rate"], "interval": one["interval"]}) for one in found.values()]
        lines.append(f"| {name} | {' | '.join(cells)} | {found[CURRICULUM]['scored']} |")
    run = rows[next(iter(rows))][CURRICULUM]["run"]
    facts = run["facts"]
    lines.append(
        f"\nTest split, bank {facts['bank_digest'][:12]}, reward version {facts['reward_version'][:12]}, "
        f"level {facts['sandbox_level']}, ruff {facts['tools']['ruff']}; 95 % intervals over families.\n"
    )
    return "\n".join(lines)


def _players(n: int, small: Small) -> Iterator[tuple[str, Entrant, int]]:
    for name in ("noop", "ruff-fix", "rules"):
        yield f"`{name}`", entrant(name), n
    for skill in SKILLS:
        yield f"`rules`, {skill} alone", entrant("rules", ModelChoice(skills=skill)), n
    if small.model:
        player = entrant("local", ModelChoice(small.model, temperature=0.0, max_tokens=small.max_tokens))
        yield f"{Path(small.model).name.partition('.')[0]}, {small.max_tokens} tokens a reply", player, small.episodes
    yield "`oracle`", entrant("oracle"), n


def _plans(n: int, seed: int) -> dict[str, Plan]:
    stages: Sequence[str] = [stage.name for stage in load_curriculum().stages]
    alone = {stage: Plan(episodes=n, seed=seed, stages=(stage,)) for stage in stages}
    return {**alone, CURRICULUM: Plan(episodes=n, seed=seed)}


def _measured(player: Entrant, plan: Plan, arena: Arena, name: str) -> JsonObject:
    """The numbers, without each episode; a run of the same thing in the same folder is gone on with."""
    folder = WORK / re.sub(r"[^\w-]+", "_", name).strip("_")
    try:
        result = measure(player, plan, arena, folder)
    except OtherRun:
        shutil.rmtree(folder)
        result = measure(player, plan, arena, folder)
    return {key: value for key, value in result.items() if key != "episodes"}


if __name__ == "__main__":
    cli = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    cli.command()(main)
    cli()
