"""`POST /score`: a bounded batch of submissions, judged without episodes and told a line each as soon as it is known."""

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Final

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from code_review_env.env.batch import Item, Judged, Scored, score_many
from code_review_env.env.environment import Parts
from code_review_env.env.errors import Forbidden, InvalidParameter, PoolSaturated, UnknownTask
from code_review_env.env.scoring.score import Scorer
from code_review_env.env.scoring.tell import score_object
from code_review_env.server.errors import sentences
from code_review_env.tasks import taskfile
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.task import InvalidTask, Task

MAX_ITEMS: Final = 64
MAX_OWN_TASKS: Final = 8
"""Different own tasks in a request: the reference of each may run for tens of seconds."""

MAX_TASK_CHARACTERS: Final = 262_144
"""An own task as JSON: two sources of 64 KiB, which is all the gate takes, its calls and its files."""

MAX_NESTING: Final = 12
"""Making inputs from an example takes time that doubles about every second level: 0.3 s at this one, minutes at 90."""

MAX_ID_CHARACTERS: Final = 128
MAX_BATCHES: Final = 8
"""Batches that wait for a result in a thread at once."""

CLOSED_SPLITS: Final = frozenset({"test", "private"})
"""Scores here cost no step of an episode, so a frozen split could be searched for answers."""


class ScoreItem(BaseModel):
    """One submission of a batch: `task_id` names a task of the bank, `task` holds one of the caller's own."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    id: str | None = Field(default=None, max_length=MAX_ID_CHARACTERS, description="Told again; its position unless given.")
    task_id: str | None = Field(default=None, description="Id or name of a task of the bank.")
    task: dict[str, object] | None = Field(default=None, description="A task with the keys of a task file, sources as text.")
    code: str = Field(description="Full corrected source of the file, or a reply that contains it.")


class ScoreRequest(BaseModel):
    """A batch."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    items: list[ScoreItem] = Field(min_length=1, max_length=MAX_ITEMS)


@dataclass(frozen=True, slots=True)
class Tasks:
    """The tasks that one request may use; `own` keeps those it brought, by their JSON."""

    bank: TaskBank
    open_scoring: bool
    own: dict[str, Task] = field(default_factory=dict)

    def of(self, item: ScoreItem, place: str) -> Task:
        """The task of one item.

        Raises:
            InvalidParameter: the item names none, two, or a wrong one.
            UnknownTask, Forbidden: as `known`.
        """
        if (item.task_id is None) is (item.task is None):
            message = f"{place}: give either task_id or task"
            raise InvalidParameter(message)
        if item.task is not None:
            return self._brought(item.task, f"{place}.task")
        return self.known(item.task_id or "")

    def known(self, name: str) -> Task:
        """A task of the bank that may be scored without an episode.

        Raises:
            UnknownTask: no such task.
            Forbidden: it belongs to a split that is not scored here.
        """
        try:
            task = self.bank.find(name)
        except KeyError as error:
            raise UnknownTask(error.args[0]) from None
        if task.split in CLOSED_SPLITS and not self.open_scoring:
            message = f"tasks of split {task.split!r} are not scored here; play an episode, or serve with --open-scoring"
            raise Forbidden(message)
        return task

    def _brought(self, data: Mapping[str, object], place: str) -> Task:
        text = _canonical(data, place)
        if text not in self.own:
            if len(self.own) == MAX_OWN_TASKS:
                message = f"{place}: a request may bring at most {MAX_OWN_TASKS} different tasks of its own"
                raise InvalidParameter(message)
            self.own[text] = _made(data, place)
        return self.own[text]


def register(app: FastAPI, parts: Parts, *, open_scoring: bool) -> None:
    """Add the route.

    Args:
        app: where to.
        parts: scorer and bank.
        open_scoring: score tasks of the frozen splits as well.
    """
    router = APIRouter(tags=["Scoring"])
    limiter = CapacityLimiter(MAX_BATCHES)
    scorer = replace(parts.scorer, types=None)  # tells nothing that the type checker finds
    body = {"required": True, "content": {"application/json": {"schema": _schema()}}}

    @router.post("/score", response_class=StreamingResponse, openapi_extra={"requestBody": body})
    async def score(request: Request) -> StreamingResponse:
        """Judge a batch; the answer is NDJSON, an object for each item in order, as `score --json` prints it, with its `id`.

        An item that could not be judged has `unscored` with `error` and `detail` instead, which is no score.
        """
        parts.scorer.pool.expect_room()
        if limiter.available_tokens < 1:
            message = f"{MAX_BATCHES} batches in progress"
            raise PoolSaturated(message)
        text = await request.body()
        items = await to_thread.run_sync(read, text, Tasks(parts.bank, open_scoring), limiter=limiter)
        lines = _lines(scorer, items)
        return StreamingResponse(_stream(lines, limiter), media_type="application/x-ndjson")

    app.include_router(router)


def read(text: bytes, tasks: Tasks) -> list[Item]:
    """The items of a request.

    Raises:
        InvalidParameter: the body is no batch, or an own task is wrong.
        UnknownTask: no such task.
        Forbidden: a task of a split that is not scored here.
    """
    try:
        request = ScoreRequest.model_validate(json.loads(text))
    except ValidationError as error:
        raise InvalidParameter(sentences(error)) from None
    except (ValueError, RecursionError) as error:
        message = f"the body is not JSON: {error}"
        raise InvalidParameter(message) from None
    return [
        Item(str(position) if item.id is None else item.id, tasks.of(item, f"items[{position}]"), item.code)
        for position, item in enumerate(request.items)
    ]


def _canonical(data: Mapping[str, object], place: str) -> str:
    text = json.dumps(data, sort_keys=True, ensure_ascii=False)
    if len(text) > MAX_TASK_CHARACTERS:
        message = f"{place}: is longer than {MAX_TASK_CHARACTERS:,} characters of JSON"
        raise InvalidParameter(message)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        message = f"{place}: a text of it has no UTF-8 form ({error.reason})"
        raise InvalidParameter(message) from error
    if _nesting(json.dumps(data.get("examples"))) > MAX_NESTING:
        message = f"{place}: its examples hold more than {MAX_NESTING} brackets within one another"
        raise InvalidParameter(message)
    return text


def _nesting(text: str) -> int:
    """Most brackets open at once; those in strings count too, since arguments may be spelled as literals."""
    return max(accumulate((char in "([{") - (char in ")]}") for char in text), default=0)


def _made(data: Mapping[str, object], place: str) -> Task:
    try:
        return taskfile.from_mapping(data, file=place, name="task", folder=None)
    except (taskfile.TaskFileError, InvalidTask) as error:
        raise InvalidParameter(str(error)) from error
    except RecursionError as error:
        message = f"{place}: a source is nested too deeply"
        raise InvalidParameter(message) from error


def _schema() -> dict[str, object]:
    items = {"type": "array", "minItems": 1, "maxItems": MAX_ITEMS, "items": ScoreItem.model_json_schema()}
    return {"type": "object", "required": ["items"], "properties": {"items": items}, "additionalProperties": False}


async def _stream(lines: Iterator[str], limiter: CapacityLimiter) -> AsyncIterator[str]:
    while line := await to_thread.run_sync(next, lines, "", limiter=limiter):
        yield line


def _lines(scorer: Scorer, items: list[Item]) -> Iterator[str]:
    for scored in score_many(scorer, items):
        yield json.dumps(_told(scored, scorer)) + "\n"


def _told(scored: Scored, scorer: Scorer) -> dict[str, object]:
    item, outcome = scored.item, scored.outcome
    if isinstance(outcome, Judged):
        return {"id": item.key, **score_object(outcome.report, outcome.reward, scorer)}
    unscored = {"error": type(outcome).__name__, "detail": str(outcome)}
    return {"id": item.key, "task_id": item.task.id, "unscored": unscored}
