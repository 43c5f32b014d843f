"""The board as it is told: its rows from the best to the last, as JSON and as CSV."""

import csv
import io
from collections.abc import Iterable
from typing import Final

from pydantic import BaseModel, ConfigDict

from code_review_env.env.entries import Entry
from code_review_env.server.board.course import PROVES, Course
from code_review_env.server.board.desk import Desk
from code_review_env.server.board.result import Figure, Result
from code_review_env.server.board.run import Cost
from code_review_env.trials.plan import Plan


class _Told(BaseModel):
    model_config = ConfigDict(frozen=True)


class Row(_Told):
    """An agent and version; `replay` is the read-only name of its first episode, `id` leads to all of them."""

    id: str
    agent: str
    version: str
    submitted_at: float
    solved_rate: Figure
    reward: Figure
    steps: int
    hacks_blocked: int
    cost: Cost | None
    replay: str


class Table(_Told):
    """The board: the list that every row has played, what a row proves, and the rows."""

    board: str
    plan: Plan
    play: str
    bank_digest: str
    reward_version: str
    proves: str
    rows: tuple[Row, ...]


COLUMNS: Final = (
    "agent",
    "version",
    "submitted_at",
    "solved_rate",
    "solved_low",
    "solved_high",
    "reward",
    "reward_low",
    "reward_high",
    "steps",
    "hacks_blocked",
    "calls",
    "tokens_in",
    "tokens_out",
    "seconds",
    "money",
)


def table(desk: Desk) -> Table:
    """The board of now; who came first stands above who came later with the same numbers."""
    course: Course = desk.course
    rows = sorted(map(_row, desk.admitted()), key=lambda row: (-row.solved_rate.mean, -row.reward.mean))
    return Table(
        board=course.name,
        plan=course.plan,
        play=course.options,
        bank_digest=course.bank_digest,
        reward_version=desk.parts.reward_version,
        proves=PROVES,
        rows=tuple(rows),
    )


def as_csv(rows: Iterable[Row]) -> str:
    """The rows as CSV; a cost that was not told is empty."""
    file = io.StringIO()
    writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(map(_flat, rows))
    return file.getvalue()


def _row(entry: Entry) -> Row:
    result = Result.model_validate_json(entry.result)
    return Row(
        id=entry.id,
        agent=entry.agent,
        version=entry.version,
        submitted_at=entry.submitted_at,
        solved_rate=result.solved_rate,
        reward=result.reward,
        steps=result.steps,
        hacks_blocked=result.hacks_blocked,
        cost=result.cost,
        replay=result.episodes[0].replay,
    )


def _flat(row: Row) -> dict[str, object]:
    solved, reward = row.solved_rate, row.reward
    names = ("agent", "version", "submitted_at", "steps", "hacks_blocked")
    return {
        **{name: getattr(row, name) for name in names},
        "solved_rate": solved.mean,
        "solved_low": solved.interval[0],
        "solved_high": solved.interval[1],
        "reward": reward.mean,
        "reward_low": reward.interval[0],
        "reward_high": reward.interval[1],
        **(row.cost.model_dump() if row.cost else {}),
    }
