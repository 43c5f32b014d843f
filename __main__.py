"""The command line: `python -m code_review_env serve | play | score | tasks | doctor`.

Exit status: 0 cleared or done, 1 not cleared or a difference found, 2 bad usage or task file, 3 our machinery failed.
"""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from code_review_env.cli import admission, census, render, replaying
from code_review_env.cli.bench import bench_cli
from code_review_env.cli.ending import DONE, NOT_CLEARED, reporting_errors
from code_review_env.cli.finding import bank_with, find_task
from code_review_env.cli.headless import leave_the_page_out
from code_review_env.cli.options import AsJson, BaseUrl, Model, Out, Skills, Url
from code_review_env.cli.serving import serve
from code_review_env.env.admission.playable import admit, admit_own
from code_review_env.env.check.calls import MOST_INPUTS, USUAL_INPUTS
from code_review_env.env.feedback.replay import told
from code_review_env.env.scoring.reward import judge
from code_review_env.env.scoring.score import open_scorer
from code_review_env.env.scoring.tell import score_object
from code_review_env.reply import extract
from code_review_env.server.settings import Settings
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.taskfile import load

cli = typer.Typer(no_args_is_help=True, add_completion=False, help="Repair messy Python under a reward that can be trusted.")
episodes_cli = typer.Typer(no_args_is_help=True, help="What was played and is kept on this machine.")
cli.add_typer(episodes_cli, name="episodes")
tasks_cli = typer.Typer(help="What is asked: list the tasks, show one.")
cli.add_typer(tasks_cli, name="tasks")
cli.add_typer(bench_cli, name="bench")


@cli.callback()
def prepare(context: typer.Context) -> None:
    """Before every command."""
    if context.invoked_subcommand != "serve":
        leave_the_page_out()


cli.command()(serve)

Name = Annotated[str, typer.Argument(help="Id or name of a task, or a TOML or JSON file of your own.")]


@cli.command()
def play(  # noqa: PLR0913 - each option of the command is a parameter
    agent: Annotated[str, typer.Option(help="noop, ruff-fix, rules, oracle; qwen, openai or local with a model.")],
    seed: Annotated[int | None, typer.Option(help="Names the curriculum within its split.")] = None,
    split: Annotated[str | None, typer.Option(help="train, validation or test.")] = None,
    task: Annotated[str | None, typer.Option(help="Play this one task.")] = None,
    url: Url = None,
    *,
    stage: Annotated[str | None, typer.Option(help="Play this one stage, which may be outside the curriculum.")] = None,
    model: Model = "",
    base_url: BaseUrl = "",
    skills: Skills = "",
    every_task: Annotated[bool, typer.Option("--all", help="Play every task of the bank, an episode each.")] = False,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Let an agent play the curriculum, one task, or every task."""
    from code_review_env.cli import agents  # noqa: PLC0415 - OpenEnv takes seconds to import
    from code_review_env.cli import play as playing  # noqa: PLC0415 - as above

    given = {"seed": seed, "split": split, "task_id": task, "stage": stage}
    options: dict[str, object] = {name: value for name, value in given.items() if value is not None}
    with reporting_errors():
        wanted = playing.episodes(every_task=every_task, options=options, bank=TaskBank.load())
        played = playing.play_all(agents.entrant(agent, agents.ModelChoice(model, base_url, skills=skills)), wanted, url)
    result = playing.result_object(agent, played)
    render.emit(result, as_json=as_json, out=out)
    if not as_json:
        playing.print_result(agent, played)
    raise typer.Exit(DONE if result["cleared"] == result["total"] else NOT_CLEARED)


@cli.command()
def score(
    submission: Annotated[Path, typer.Argument(help="File with the submission; `-` reads standard input.")],
    task: Annotated[str, typer.Option(help="Id or name of a task, or a TOML or JSON file of your own.")],
    *,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Score one submission against a task and print the reward with its parts."""
    with reporting_errors():
        chosen = find_task(task)
        data = sys.stdin.buffer.read() if str(submission) == "-" else submission.read_bytes()
        text = data.decode("utf-8", "surrogateescape")
        with open_scorer(replace(Settings().pool(), workers=1)) as scorer:
            (admit_own if chosen.split == "own" else admit)(scorer, chosen)
            report = scorer.score(chosen, extract(text, chosen.entry).code)
            reward = judge(report, scorer.curriculum)
            result = score_object(report, reward, scorer)
    render.emit(result, as_json=as_json, out=out)
    if not as_json:
        render.print_score(report, reward)
    raise typer.Exit(DONE if reward.cleared else NOT_CLEARED)


@cli.command()
def check(  # noqa: PLR0913 - each option of the command is a parameter
    original: Annotated[Path, typer.Argument(help="File that is right.")],
    revised: Annotated[Path, typer.Argument(help="File that should do the same.")],
    entry: Annotated[str | None, typer.Option(help="Function to compare; needed where the files share several.")] = None,
    inputs: Annotated[int, typer.Option(min=1, max=MOST_INPUTS, help="Calls to compare.")] = USUAL_INPUTS,
    *,
    trusted: Annotated[bool, typer.Option("--trusted", help="Run both files without the sandbox.")] = False,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Compare two versions of a function without any tests, and show the smallest call on which they part."""
    from code_review_env.cli import checking  # noqa: PLC0415 - Hypothesis takes half a second to import

    with reporting_errors():
        found = checking.checked(original, revised, entry, inputs, trusted=trusted)
    render.emit(checking.checked_object(found), as_json=as_json, out=out)
    if not as_json:
        checking.print_checked(found)
    raise typer.Exit(DONE if found.difference is None else NOT_CLEARED)


@cli.command("replay")
def replay_trace(  # noqa: PLR0913 - each option of the command is a parameter
    trace: Annotated[Path, typer.Argument(help="File that `episodes export` wrote.")],
    tasks: Annotated[Path | None, typer.Option(help="Folder of task files, where the trace is of such tasks.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Episodes to replay at once.")] = 1,
    *,
    facts_only: Annotated[bool, typer.Option(help="Judge the recorded facts again and run no code.")] = False,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Compute every number of a trace again and name each that differs."""
    with reporting_errors():
        done = replaying.replayed(trace, bank_with(tasks), facts_only=facts_only, workers=workers)
    result = told(done)
    render.emit(result, as_json=as_json, out=out)
    if not as_json:
        replaying.print_replayed(done)
    raise typer.Exit(NOT_CLEARED if result["differences"] else DONE)


@episodes_cli.command("export")
def export_episode(
    episode: Annotated[str, typer.Argument(help="Its id.")],
    out: Annotated[Path | None, typer.Option(help="File to write; standard output by default.")] = None,
) -> None:
    """Write the trace of an episode: rows of JSON from which `replay` computes every number again."""
    with reporting_errors():
        lines = replaying.exported(episode)
        if out is None:
            sys.stdout.writelines(lines)
        else:
            out.write_text("".join(lines), "utf-8")


@tasks_cli.callback(invoke_without_command=True)
def tasks(context: typer.Context, *, as_json: AsJson = False, out: Out = None) -> None:
    """List the tasks."""
    if context.invoked_subcommand is None:
        list_tasks(as_json=as_json, out=out)


@tasks_cli.command("list")
def list_tasks(*, as_json: AsJson = False, out: Out = None) -> None:
    """All tasks of the bank, a line each."""
    bank = TaskBank.load()
    render.emit(render.bank_object(bank), as_json=as_json, out=out)
    if not as_json:
        render.print_bank(bank)


@tasks_cli.command()
def show(
    task: Name,
    *,
    diff: Annotated[bool, typer.Option("--diff", help="Show the original against the oracle.")] = False,
    oracle: Annotated[bool, typer.Option("--oracle", help="Print the oracle source and nothing else.")] = False,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """One task: its source, examples and groups."""
    with reporting_errors():
        chosen = find_task(task)
    if oracle:
        sys.stdout.write(chosen.reference)
        return
    render.emit(render.task_object(chosen), as_json=as_json, out=out)
    if not as_json:
        render.print_task(chosen, diff=diff)


@tasks_cli.command()
def new(
    original: Annotated[Path, typer.Argument(help="Module to make a task of.")],
    entry: Annotated[str | None, typer.Option(help="Function under test; needed where the file has several.")] = None,
    stage: Annotated[str, typer.Option(help="Stage whose rules judge the task.")] = "easy",
    out: Annotated[
        Path | None, typer.Option(help="Task file to write, beside the module; standard output by default.")
    ] = None,
) -> None:
    """Make a task file from a module of yours, with examples to review."""
    from code_review_env.cli import checking  # noqa: PLC0415 - as above

    with reporting_errors():
        text = checking.task_text(original, entry, stage)
        if out is None:
            sys.stdout.write(text)
        else:
            out.write_text(text, "utf-8")
            load(out)


@tasks_cli.command("admit")
def admit_families(  # noqa: PLR0913 - each option of the command is a parameter
    family: Annotated[list[str] | None, typer.Option(help="Examine this family; may be given several times.")] = None,
    stage: Annotated[str | None, typer.Option(help="Examine the families of this stage.")] = None,
    seeds: Annotated[int, typer.Option(min=0, help="Tasks to prove of each level of each family.")] = 2,
    *,
    report: Annotated[Path | None, typer.Option(help="Prove the frozen tasks instead; the report goes here.")] = None,
    sample: Annotated[int, typer.Option(min=0, help="With --report: tasks of training to prove as well.")] = 2000,
    split: Annotated[str | None, typer.Option(help="With --report: prove the tasks of this split alone.")] = None,
    again: Annotated[bool, typer.Option("--chosen", help="Measure the cases that were chosen before again.")] = False,
    keep: Annotated[bool, typer.Option("--freeze", help="Write the cases of what is admitted into the checkout.")] = False,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Examine families: the strength of their cases, then what every task must prove."""
    if report is not None:
        prove_bank(report, sample, split, as_json=as_json, out=out)
    found = []
    with reporting_errors():
        stale = False
        for one in admission.examined(admission.chosen(family or (), stage), seeds, thorough=keep, again=again):
            found.append(one)
            if not as_json:
                admission.print_examination(one)
            stale |= keep and admission.keep(one)
        if stale:
            admission.renew()
    result: render.JsonObject = {"families": [admission.examination_object(one) for one in found]}
    render.emit(result, as_json=as_json, out=out)
    raise typer.Exit(DONE if all(one.ok for one in found) else NOT_CLEARED)


def prove_bank(folder: Path, sample: int, split: str | None, *, as_json: bool, out: Path | None) -> NoReturn:
    """Every frozen task and a sample of the others, with the cases that were chosen."""
    with reporting_errors():
        result = census.report(folder, sample, split)
    render.emit(result, as_json=as_json, out=out)
    if not as_json:
        render.print_fields({name: result[name] for name in ("admitted", "tasks", "failed", "seconds")})
    raise typer.Exit(DONE if not result["failed"] else NOT_CLEARED)


@tasks_cli.command()
def freeze() -> None:
    """Write fingerprints and frozen splits of the checkout again, from the cases that were chosen by `admit --freeze`."""
    with reporting_errors():
        admission.renew()


@cli.command()
def doctor(*, as_json: AsJson = False, out: Out = None) -> None:
    """Tell the confinement of this machine, each missing layer with its reason, tools and folders."""
    with reporting_errors():
        settings = Settings()
        with open_scorer(replace(settings.pool(), workers=1)) as scorer:
            result = render.doctor_object(scorer, settings)
    render.emit(result, as_json=as_json, out=out)
    if not as_json:
        render.print_fields(result)


if __name__ == "__main__":
    cli()
