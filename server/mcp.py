"""The environment as tools for any client of the Model Context Protocol, at `/mcp/tools` (streamable HTTP, no session).

OpenEnv's own `/mcp` speaks to environments whose actions are tools; ours has one action, so these tools stand beside it. An
episode is named by its id in every call, as over plain HTTP.
"""

import difflib
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Annotated, Any, Final, cast

from fastapi import FastAPI
from fastmcp import FastMCP
from fastmcp.exceptions import ToolError
from pydantic import Field

from code_review_env.env.access import load_owned
from code_review_env.env.environment import CodeReviewEnvironment, Parts
from code_review_env.env.errors import CodeReviewError
from code_review_env.env.scoring.gate import Refusal, parse
from code_review_env.env.scoring.reward import judge
from code_review_env.env.scoring.tell import score_object
from code_review_env.models import CodeReviewAction
from code_review_env.reply import extract
from code_review_env.server.scoring import Tasks

PATH: Final = "/mcp/tools"
MOST_TASKS: Final = 50
"""Descriptions in one answer; an agent reads all of it."""

INSTRUCTIONS: Final = (
    "Repair messy Python without changing what it does. `reset` begins an episode and shows the file; `preview_edit` shows "
    "what a new version changes and costs nothing; `submit` judges it and costs one of ten steps; a stage is cleared from "
    "reward 0.95 on."
)

Json = dict[str, Any]
EpisodeId = Annotated[str, Field(description="Of `reset`.")]
Code = Annotated[str, Field(description="Full corrected source of the file, or a reply that contains it.")]
Owner = Annotated[str | None, Field(description="Secret given at reset, where one was.")]


def register(app: FastAPI, parts: Parts, *, open_scoring: bool) -> None:
    """Mount the tools; their sessions live as long as the app.

    Args:
        app: where to.
        parts: of the environment.
        open_scoring: score tasks of the frozen splits as well.
    """
    server: FastMCP[Any] = FastMCP("code-review-env", instructions=INSTRUCTIONS)
    for tool in (*_playing(parts), *_looking(parts, open_scoring=open_scoring)):
        server.tool(tool)
    tools = server.http_app(path="/", stateless_http=True, json_response=True)
    app.mount(PATH, tools)
    inner = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(scope: FastAPI) -> AsyncIterator[Any]:
        async with inner(scope) as state, tools.lifespan(tools):
            yield state

    app.router.lifespan_context = cast("Any", lifespan)


def _playing(parts: Parts) -> tuple[Callable[..., Json], ...]:
    """Tools that move an episode."""

    def reset(
        task_id: Annotated[str | None, Field(description="Play this one task, by id or name.")] = None,
        stage: Annotated[str | None, Field(description="Play one task of this stage: easy, medium, hard.")] = None,
        split: Annotated[str | None, Field(description="Part of the bank: train, validation, test.")] = None,
        seed: Annotated[int | None, Field(description="Names the whole curriculum.")] = None,
        owner: Owner = None,
    ) -> Json:
        """Begin an episode; without arguments a curriculum of three stages. The answer holds its `episode_id` and the file."""
        given = {"task_id": task_id, "stage": stage, "split": split, "seed": seed, "owner": owner}
        options: Json = {name: value for name, value in given.items() if value is not None}
        with _told():
            return CodeReviewEnvironment(parts).reset(**options).model_dump(mode="json")

    def submit(episode_id: EpisodeId, code: Code, owner: Owner = None) -> Json:
        """Judge a version of the file: reward, findings, tests. Costs one step of the episode."""
        secret: Json = {} if owner is None else {"owner": owner}
        with _told():
            action = CodeReviewAction(code=code)
            return CodeReviewEnvironment(parts).step(action, episode_id=episode_id, **secret).model_dump(mode="json")

    return reset, submit


def _looking(parts: Parts, *, open_scoring: bool) -> tuple[Callable[..., Any], ...]:
    """Tools that change nothing."""
    tasks = Tasks(parts.bank, open_scoring)

    def list_tasks(
        split: Annotated[str, Field(description="train, validation, test.")] = "train",
        start: Annotated[int, Field(ge=0, description="Index of the first one.")] = 0,
        count: Annotated[int, Field(ge=1, le=MOST_TASKS, description="How many.")] = 10,
    ) -> list[Json]:
        """Tasks that `reset` and `score` take by name."""
        with _told():
            return CodeReviewEnvironment(parts).get_task_range(split, start, start + count)

    def preview_edit(episode_id: EpisodeId, code: Code, owner: Owner = None) -> Json:
        """What a version would change: a unified diff against the last one, and whether it parses. Costs no step."""
        with _told():
            state = load_owned(parts.store, episode_id, owner)
            task = parts.bank.find(state.task_name)
            found = extract(code, task.entry)
            parsed = parse(found.code)
        before = (state.current_code or task.messy).splitlines(keepends=True)
        changed = difflib.unified_diff(before, found.code.splitlines(keepends=True), "before.py", "after.py")
        problem = parsed.detail if isinstance(parsed, Refusal) else ""
        return {"diff": "".join(changed), "extracted": found.how, "parses": not problem, "problem": problem}

    def score(task_id: Annotated[str, Field(description="Id or name of a task.")], code: Code) -> Json:
        """Judge one version against a task without an episode. Tasks of the split test are refused on most servers."""
        with _told():
            task = tasks.known(task_id)
            report = parts.scorer.score(task, extract(code, task.entry).code)
            return score_object(report, judge(report, parts.scorer.curriculum), parts.scorer)

    return list_tasks, preview_edit, score


@contextmanager
def _told() -> Iterator[None]:
    """Faults of the caller and of ours as the error of a tool, in words."""
    try:
        yield
    except (CodeReviewError, KeyError) as error:
        message = f"{type(error).__name__}: {error.args[0]}"
        raise ToolError(message) from error
