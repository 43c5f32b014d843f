"""The command `tasks admit`: families under examination, with a line for each and the reasons of what failed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import track

import code_review_env
from code_review_env.cli.render import JsonObject
from code_review_env.env.admission import freezing
from code_review_env.env.admission.doubt import A_FEW, FURTHER
from code_review_env.env.admission.examine import Examination, examine
from code_review_env.env.errors import InvalidParameter
from code_review_env.env.scoring.score import open_scorer
from code_review_env.server.settings import Settings
from code_review_env.tasks.bank import FROZEN
from code_review_env.tasks.families import load_families, load_further
from code_review_env.tasks.family import Family
from code_review_env.tasks.rows import frozen_groups


def chosen(names: Sequence[str], stage: str | None) -> tuple[Family, ...]:
    """The families of these names, or those of the curriculum; of one stage, or of all.

    Raises:
        InvalidParameter: no such family.
    """
    every = {family.name: family for family in (*load_families(), *load_further())}
    families = every if names or stage else {family.name: family for family in load_families()}
    unknown = [name for name in names if name not in families]
    if unknown:
        message = f"no family {', '.join(unknown)}; there are {', '.join(families)}"
        raise InvalidParameter(message)
    wanted = [families[name] for name in names] or list(families.values())
    return tuple(family for family in wanted if stage in {None, family.stage})


def examined(families: Sequence[Family], seeds: int, *, thorough: bool, again: bool) -> Iterator[Examination]:
    """Each family examined on its own, with a progress bar on standard error.

    Args:
        families: who is examined.
        seeds: tasks of each level.
        thorough: a surviving mutant has to agree on many more inputs.
        again: measure the cases that were chosen before, where there are any.
    """
    further = FURTHER if thorough else A_FEW
    with open_scorer(replace(Settings().pool(), workers=1), lint="server") as scorer:
        for family in track(families, "families", console=Console(stderr=True), disable=len(families) == 1):
            chosen = frozen_groups(family.name) if again else None
            yield examine(scorer, family, range(seeds), further=further, chosen=chosen or ())


def keep(found: Examination) -> bool:
    """Write the cases of an admitted family into the checkout; whether anything follows from them that is not written yet."""
    return found.ok and freezing.keep_cases(_data(), found.family, found.corpus)


def renew() -> None:
    """Write again what follows from the chosen cases."""
    freezing.renew(_data(), (*load_families(), *load_further()), FROZEN)


def _data() -> Path:
    return Path(next(iter(code_review_env.__path__))).resolve() / "tasks" / "data"


def examination_object(found: Examination) -> JsonObject:
    """One family as JSON."""
    return {
        "family": found.family.name,
        "stage": found.family.stage,
        "split": found.family.split,
        "ok": found.ok,
        "kill_rate": round(found.corpus.kill_rate, 4),
        "mutants": len(found.corpus.kills),
        "agreed": found.corpus.agreed,
        "equivalent": [f"line {kill.mutant.line}: {kill.mutant.what}" for kill in found.corpus.kills if kill.equivalent],
        "survivors": [f"line {mutant.line}: {mutant.what}" for mutant in found.corpus.survivors],
        "cases": {group.name: len(group.cases) for group in found.corpus.groups},
        "tasks": len(found.tasks),
        "failed": [
            f"{one.task.name}: {check.name}: {check.detail}" for one in found.tasks for check in one.checks if not check.ok
        ],
    }


def print_examination(found: Examination) -> None:
    """A line for the family, and one for each thing that is wrong or doubtful."""
    console = Console(soft_wrap=True)
    shown = examination_object(found)
    state = "[green]admitted[/]" if found.ok else "[red]refused[/]"
    hidden = sum(len(group.cases) for group in found.corpus.groups if not group.visible)
    console.print(
        f"{found.family.stage}/{found.family.name}: {state}, {len(found.tasks)} tasks, {hidden} hidden cases, "
        f"{shown['mutants']} mutants, {found.corpus.kill_rate:.1%} noticed"
    )
    for title in ("failed", "survivors", "equivalent"):
        lines = shown[title]
        for line in lines if isinstance(lines, list) else ():
            console.print(f"  {title}: {escape(str(line))}")
