"""`POST /replay`: a trace computed again by this server, with every difference named."""

from typing import Annotated, Final

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, FastAPI, Query, Request
from pydantic import BaseModel

from code_review_env.env.environment import Parts
from code_review_env.env.errors import Forbidden, InvalidParameter, PoolSaturated
from code_review_env.env.feedback.replay import Facts, replay, told
from code_review_env.env.feedback.trace import Recorded, read
from code_review_env.env.feedback.witness import Found, Recalled
from code_review_env.server.scoring import CLOSED_SPLITS

MAX_STEPS: Final = 64
"""Steps to judge again in one request, originals included: as many as a batch may have."""

MAX_REPLAYS: Final = 2
"""At once; more would only take the interpreter from those who play."""


class DifferenceView(BaseModel):
    """One value that does not repeat: where in the trace, and both values."""

    episode_id: str
    line: int
    step: int
    path: str
    recorded: object
    found: object


class ReplayView(BaseModel):
    """Result of a replay; nothing differs where `differences` is empty."""

    episodes: int
    steps: int
    differences: tuple[DifferenceView, ...]


def register(app: FastAPI, parts: Parts, *, open_scoring: bool) -> None:
    """Add the route.

    Args:
        app: where to.
        parts: scorer and bank.
        open_scoring: judge tasks of the frozen splits as well.
    """
    router = APIRouter(tags=["Scoring"])
    limiter = CapacityLimiter(MAX_REPLAYS)
    found = Found(parts.bank, parts.scorer, parts.tools, parts.starts)
    recalled = Recalled(parts.scorer.curriculum)

    @router.post("/replay", openapi_extra={"requestBody": {"required": True, "content": {"application/x-ndjson": {}}}})
    async def post(request: Request, facts_only: Annotated[bool, Query()] = False) -> ReplayView:  # noqa: FBT002 - a query
        """Compute every number of the trace in the body again; `facts_only` takes the recorded facts as they are."""
        if limiter.available_tokens < 1:
            message = f"{MAX_REPLAYS} replays in progress"
            raise PoolSaturated(message)
        text = await request.body()
        facts: Facts = recalled if facts_only else found
        closed = frozenset() if facts_only or open_scoring else CLOSED_SPLITS
        return await to_thread.run_sync(replayed, text, facts, closed, limiter=limiter)

    app.include_router(router)


def replayed(text: bytes, facts: Facts, closed: frozenset[str]) -> ReplayView:
    """Compute every number of a trace again.

    Args:
        text: the trace.
        facts: where facts come from.
        closed: splits whose tasks are not judged.

    Raises:
        CodeReviewError: the trace cannot be read, or may not be judged here.
    """
    try:
        lines = text.decode().split("\n")
    except UnicodeDecodeError as error:
        message = f"the body is not UTF-8: {error}"
        raise InvalidParameter(message) from error
    recorded = list(read(lines))
    _require(recorded, facts, closed)
    return ReplayView.model_validate(told(replay(one, facts) for one in recorded))


def _require(recorded: list[Recorded], facts: Facts, closed: frozenset[str]) -> None:
    if not isinstance(facts, Found):
        return
    if sum(len(one.terms.stages) + len(one.steps) for one in recorded) > MAX_STEPS:
        message = f"more than {MAX_STEPS} steps and originals to judge again; send fewer, or ask for facts_only"
        raise InvalidParameter(message)
    names = {one.terms.task_name(stage) for one in recorded for stage in range(len(one.terms.stages))}
    for name in names:
        split = _split(facts, name)
        if split in closed:
            message = f"tasks of split {split!r} are not judged here; ask for facts_only, or serve with --open-scoring"
            raise Forbidden(message)


def _split(facts: Found, name: str) -> str:
    try:
        return facts.bank.find(name).split
    except KeyError:
        return ""
