"""The commands `bench` and `bench compare`, as options; what they do is in `measuring`, which takes seconds to import."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from code_review_env.cli import options, render
from code_review_env.cli.ending import DONE, MACHINERY, NOT_CLEARED, USAGE, reporting_errors, stop
from code_review_env.trials.plan import Plan


class JsonFile(TyperGroup):
    """Also takes `--json FILE`, which means `--json --out FILE`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 - of a click inside typer
        """The arguments in the one form that the options know."""
        at = args.index("--json") + 1 if "--json" in args else len(args)
        if at < len(args) and not args[at].startswith("-") and args[at] not in self.commands:
            args = [*args[:at], "--out", *args[at:]]
        return super().parse_args(ctx, args)


bench_cli = typer.Typer(cls=JsonFile)

Numbers = Annotated[str, typer.Option(help="Separated by commas.")]


@bench_cli.callback(invoke_without_command=True)
def bench(  # noqa: PLR0913 - each option of the command is a parameter
    context: typer.Context,
    *,
    agent: Annotated[str, typer.Option(help="As in `play`.")] = "",
    split: Annotated[str, typer.Option(help="train, validation or test.")] = "test",
    n: Annotated[int, typer.Option("--n", min=1, help="Episodes.")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="Names the set of episodes.")] = 0,
    stages: Annotated[str, typer.Option(help="Play these alone, e.g. easy,hard; else the whole curriculum.")] = "",
    levels: Annotated[str, typer.Option(help="Levels of mess in turn, e.g. 1,2,3; else any.")] = "",
    max_steps: Annotated[int | None, typer.Option(min=1, help="Steps of an episode.")] = None,
    url: options.Url = None,
    parallel: Annotated[int, typer.Option(min=0, help="Episodes at once; 0: one a worker of the sandbox.")] = 0,
    folder: Annotated[Path | None, typer.Option(help="Of the run; one that was ended is gone on with.")] = None,
    skills: options.Skills = "",
    model: options.Model = "",
    base_url: options.BaseUrl = "",
    provider: options.Provider = "auto",
    temperature: options.Temperature = 0.2,
    max_tokens: options.MaxTokens = 4096,
    upload: options.Upload = "",
    row: options.Row = "",
    as_json: options.AsJson = False,
    out: options.Out = None,
) -> None:
    """Measure an agent: solved rate with its interval, by stage, level and family; leaves trajectories and a page."""
    if context.invoked_subcommand is not None:
        return
    if not agent:
        stop("name an agent with --agent", USAGE)
    from code_review_env.cli import agents, arena, boarding, measuring  # noqa: PLC0415 - takes seconds

    with reporting_errors():
        plan = Plan(split=split, episodes=n, seed=seed, stages=_words(stages), levels=_numbers(levels), max_steps=max_steps)
        entrant = agents.entrant(agent, agents.ModelChoice(model, base_url, provider, temperature, max_tokens, skills))
        where = folder or measuring.fresh_folder(agent, plan)
        boarding.require(upload, plan)
        with arena.open_arena(url, parallel) as opened:
            result = measuring.measure(entrant, plan, opened, where)
        measuring.tell(result, where, as_json=as_json, out=out)
        boarding.send(upload, where, row)
    raise typer.Exit(MACHINERY if result["unscored"] or result["not_played"] else DONE)


@bench_cli.command()
def compare(
    first: Annotated[Path, typer.Argument(help="Result or folder of a run.")],
    second: Annotated[Path, typer.Argument(help="Of another run over the same episodes.")],
    *,
    as_json: options.AsJson = False,
    out: options.Out = None,
) -> None:
    """Two runs over the same episodes, by the differences of pairs. Exit status 1 where the solved rates differ for sure."""
    from code_review_env.baseline_agent.trial import compare as comparing  # noqa: PLC0415 - see above
    from code_review_env.cli import measuring  # noqa: PLC0415 - takes seconds

    with reporting_errors():
        found = comparing.compare(comparing.load(first), comparing.load(second))
    render.emit(found, as_json=as_json, out=out)
    if not as_json:
        measuring.print_comparison(found)
    raise typer.Exit(NOT_CLEARED if comparing.differ(found) else DONE)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in _words(text))
