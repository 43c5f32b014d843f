"""`/leaderboard`: send a run, ask what became of it, read the board."""

from typing import Final

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel

from code_review_env.env.entries import Entry, Status
from code_review_env.env.errors import PoolSaturated
from code_review_env.server.board.desk import Desk
from code_review_env.server.board.result import Result
from code_review_env.server.board.run import Run
from code_review_env.server.board.table import Table, as_csv, table

MAX_READERS: Final = 2
"""Bodies that are read at once; one may have megabytes."""

CSV_FILE: Final = {"Content-Disposition": 'attachment; filename="leaderboard.csv"'}


class RunView(BaseModel):
    """What became of a run.

    Attributes:
        id: to ask for it at `/leaderboard/runs/{id}`.
        status: `waiting` until it is scored, then `admitted` or `refused`.
        detail: why it was refused.
        ahead: runs that are scored before this one.
        done: episodes that are scored already, where this one is at hand.
        total: episodes of the board.
        result: the numbers of an admitted run.
    """

    id: str
    agent: str
    version: str
    status: Status
    detail: str
    ahead: int
    done: int
    total: int
    result: Result | None


def register(app: FastAPI, desk: Desk) -> None:
    """Add the routes."""
    router = APIRouter(prefix="/leaderboard", tags=["Leaderboard"])
    limiter = CapacityLimiter(MAX_READERS)
    body = {"required": True, "content": {"application/json": {"schema": Run.model_json_schema()}}}

    @router.post("", status_code=202, openapi_extra={"requestBody": body})
    async def post(request: Request) -> RunView:
        """Send a complete run over the list of the board; it is scored again from its actions before it has a row."""
        if limiter.available_tokens < 1:
            message = f"{MAX_READERS} runs are being read"
            raise PoolSaturated(message)
        text = await request.body()
        return _view(await to_thread.run_sync(desk.take, text, limiter=limiter), desk)

    @router.get("")
    def read() -> Table:
        """The board."""
        return table(desk)

    @router.get(".csv", response_class=PlainTextResponse)
    def read_csv() -> PlainTextResponse:
        """The rows of the board as CSV."""
        return PlainTextResponse(as_csv(table(desk).rows), media_type="text/csv", headers=CSV_FILE)

    @router.get("/runs/{run_id}")
    def follow(run_id: str) -> RunView:
        """What became of a run, with each of its episodes once it is admitted."""
        return _view(desk.entries.find(run_id), desk)

    app.include_router(router)


def _view(entry: Entry, desk: Desk) -> RunView:
    before = [one.id for one in desk.waiting()]
    ahead = before.index(entry.id) if entry.id in before else 0
    return RunView(
        id=entry.id,
        agent=entry.agent,
        version=entry.version,
        status=entry.status,
        detail=entry.detail,
        ahead=ahead,
        done=desk.done if before[:1] == [entry.id] else 0,
        total=desk.course.plan.episodes,
        result=Result.model_validate_json(entry.result) if entry.status == "admitted" else None,
    )
