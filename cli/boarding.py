"""A run on its way to a leaderboard: refused before it is played where it would be of another board, sent, and followed."""

import time
from pathlib import Path
from typing import Final, TypeVar

import httpx
from pydantic import BaseModel, ConfigDict
from rich.console import Console

from code_review_env.baseline_agent.trial.journal import Lines
from code_review_env.baseline_agent.trial.records import EpisodeRow, Head, Usage
from code_review_env.baseline_agent.trial.run import HEAD, TRAJECTORIES
from code_review_env.baseline_agent.unscored import Unscored
from code_review_env.env.assemble import VERSION
from code_review_env.trials.plan import Plan

ANSWER_S: Final = 60.0
POLL_S: Final = 1.0
_REFUSED: Final = range(400, 500)

Wire = TypeVar("Wire", bound=BaseModel)


class _Read(BaseModel):
    model_config = ConfigDict(extra="ignore")


class _Board(_Read):
    plan: Plan
    play: str


class _Sent(_Read):
    id: str
    status: str
    detail: str
    done: int
    total: int


class _Fault(_Read):
    detail: str


def require(url: str, plan: Plan) -> None:
    """Refuse a plan that is not the board's; nothing where no board is wanted.

    Raises:
        ValueError: the board has other episodes.
        Unscored: there is no board.
    """
    if not url:
        return
    board = _read(_Board, httpx.Request("GET", _address(url)))
    if board.plan != plan:
        message = f"the board at {url} is over other episodes: bench {board.play}"
        raise ValueError(message)


def send(url: str, folder: Path, row: str) -> None:
    """Send the run in a folder and wait until it has a row; nothing where no board is wanted.

    Args:
        url: of the server, or "".
        folder: of the run.
        row: `NAME@VERSION`, either of which may be missing.

    Raises:
        ValueError: the run has episodes without a result, or the board refuses it.
        Unscored: the board does not answer.
    """
    if not url:
        return
    body = _run(folder, row)
    console = Console(stderr=True)
    with console.status("sent to the board") as status:
        found = _read(_Sent, httpx.Request("POST", _address(url), json=body))
        while found.status == "waiting":
            time.sleep(POLL_S)
            found = _read(_Sent, httpx.Request("GET", f"{_address(url)}/runs/{found.id}"))
            status.update(f"scored again: {found.done} of {found.total} episodes")
    if found.status != "admitted":
        message = f"the board refuses the run: {found.detail}"
        raise ValueError(message)
    console.print(f"on the board: {_address(url)}/runs/{found.id}", soft_wrap=True)


def _run(folder: Path, row: str) -> dict[str, object]:
    head = Head.model_validate_json((folder / HEAD).read_text("utf-8"))
    rows = [row for row in Lines(folder / TRAJECTORIES).read(EpisodeRow) if row.unscored is None]
    if len(rows) != head.plan.episodes:
        message = f"{len(rows)} of {head.plan.episodes} episodes have a result; play on with --folder {folder}"
        raise ValueError(message)
    name, _, version = row.partition("@")
    cost = {field: sum(getattr(row.usage, field) for row in rows) for field in Usage.model_fields}
    return {
        "agent": name or " ".join(filter(None, (head.agent, head.about.get("model")))),
        "version": version or "+".join(filter(None, (VERSION, head.commit[:12]))),
        "bank_digest": head.facts.bank_digest,
        "episodes": [{"key": row.key, "actions": [step.code for step in row.steps]} for row in rows],
        "cost": cost if cost["calls"] else None,
    }


def _address(url: str) -> str:
    return f"{url.rstrip('/')}/leaderboard"


def _read(kind: type[Wire], request: httpx.Request) -> Wire:
    try:
        with httpx.Client(timeout=ANSWER_S) as client:
            answer = client.send(request)
        if answer.status_code in _REFUSED:
            raise ValueError(_Fault.model_validate_json(answer.content).detail)
        return kind.model_validate_json(answer.raise_for_status().content)
    except httpx.HTTPError as error:
        message = f"{request.url} is no leaderboard: {error}"
        raise Unscored(message) from error
