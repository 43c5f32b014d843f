"""Runs that were sent to a board: one row an agent and version, with the actions from which all its numbers come.

A run waits until it is scored again; then it is admitted or refused. What waits survives a restart.
"""

import sqlite3
from dataclasses import dataclass, fields
from typing import Final, Literal

from code_review_env.env.database import Database
from code_review_env.env.errors import Conflict, Unknown

Status = Literal["waiting", "admitted", "refused"]


class UnknownEntry(Unknown):
    """No run has this id."""


class EntryTaken(Conflict):
    """The board has a row of this agent and version."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One run.

    Attributes:
        id: names it.
        board: the list of episodes that it plays.
        agent: who played.
        version: of the agent.
        submitted_at: POSIX time in seconds.
        status: what became of it.
        run: what was sent, as the board keeps it; empty once it is refused.
        detail: why it was refused.
        result: its numbers as JSON, once it is admitted.
        reward_version: under which they were computed.
    """

    id: str
    board: str
    agent: str
    version: str
    submitted_at: float
    status: Status
    run: bytes
    detail: str = ""
    result: str = ""
    reward_version: str = ""


_COLUMNS: Final = ", ".join(one.name for one in fields(Entry))


@dataclass(frozen=True, slots=True)
class Entries:
    """The runs in a database."""

    database: Database

    def add(self, entry: Entry) -> None:
        """Keep a run.

        Raises:
            EntryTaken: see there.
            StoreBusy: the database stayed locked.
        """
        values = tuple(getattr(entry, one.name) for one in fields(Entry))
        with self.database.write() as db:
            try:
                db.execute(f"INSERT INTO entries ({_COLUMNS}) VALUES ({', '.join('?' * len(values))})", values)  # noqa: S608 - names of our own fields
            except sqlite3.IntegrityError:
                message = f"the board has a row of {entry.agent} {entry.version}; send another version"
                raise EntryTaken(message) from None

    def find(self, entry_id: str) -> Entry:
        """The run of that id.

        Raises:
            UnknownEntry: see there.
        """
        found = self._select("id = ?", entry_id)
        if not found:
            message = f"no run has the id {entry_id!r}"
            raise UnknownEntry(message)
        return found[0]

    def of(self, board: str, status: Status) -> list[Entry]:
        """The runs of a board that have come so far, the earliest first."""
        return self._select("board = ? AND status = ?", board, status)

    def count(self, board: str) -> int:
        """Runs of a board that wait or are admitted."""
        with self.database.read() as db:
            row = db.execute("SELECT count(*) FROM entries WHERE board = ? AND status <> 'refused'", (board,)).fetchone()
        return int(row[0])

    def admit(self, entry_id: str, result: str, reward_version: str) -> None:
        """A run has its numbers."""
        with self.database.write() as db:
            change = "UPDATE entries SET status = 'admitted', result = ?, reward_version = ? WHERE id = ?"
            db.execute(change, (result, reward_version, entry_id))

    def refuse(self, entry_id: str, detail: str) -> None:
        """A run is none of the board; the actions are forgotten."""
        with self.database.write() as db:
            db.execute("UPDATE entries SET status = 'refused', detail = ?, run = x'' WHERE id = ?", (detail, entry_id))

    def renew(self, board: str, reward_version: str) -> None:
        """Let every run wait again whose numbers come from other rules than these."""
        with self.database.write() as db:
            change = "UPDATE entries SET status = 'waiting' WHERE board = ? AND status = 'admitted' AND reward_version <> ?"
            db.execute(change, (board, reward_version))

    def prune(self, before: float) -> None:
        """Forget what was refused of the runs that came before a POSIX time in seconds."""
        with self.database.write() as db:
            db.execute("DELETE FROM entries WHERE status = 'refused' AND submitted_at < ?", (before,))

    def _select(self, condition: str, *values: str) -> list[Entry]:
        with self.database.read() as db:
            rows = db.execute(f"SELECT {_COLUMNS} FROM entries WHERE {condition} ORDER BY submitted_at, id", values)  # noqa: S608 - our own words
            return [Entry(*row) for row in rows]
