"""Runs of agents whose model somebody pays for: so many a day for one visitor, so many for all, and the latest to watch."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime

from code_review_env.env.database import Database
from code_review_env.env.errors import Forbidden


class AllowanceSpent(Forbidden):
    """No more runs today."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What is left today.

    Attributes:
        database: keeps the runs; of a client no more than a hash that changes every day.
        each: runs of one client.
        all: runs of all clients.
    """

    database: Database
    each: int
    all: int

    def take(self, client: str, agent: str, now: float) -> int:
        """Begin a run; returns its number.

        Raises:
            AllowanceSpent: the client, or all of them together, had their runs of today.
        """
        day = datetime.fromtimestamp(now, UTC).strftime("%Y-%m-%d")
        named = hashlib.sha256(f"{day} {client}".encode()).hexdigest()
        with self.database.write() as db:
            (mine,) = db.execute("SELECT count(*) FROM paid_runs WHERE day = ? AND client = ?", (day, named)).fetchone()
            (total,) = db.execute("SELECT count(*) FROM paid_runs WHERE day = ?", (day,)).fetchone()
            if mine >= self.each or total >= self.all:
                whose = f"your {self.each}" if mine >= self.each else f"all {self.all}"
                message = f"{whose} runs of model agents are used up for today (until midnight UTC)"
                raise AllowanceSpent(message)
            insert = "INSERT INTO paid_runs (day, client, agent, share) VALUES (?, ?, ?, '')"
            return int(db.execute(insert, (day, named, agent)).lastrowid or 0)

    def give_back(self, run: int) -> None:
        """The run did not come about."""
        with self.database.write() as db:
            db.execute("DELETE FROM paid_runs WHERE id = ?", (run,))

    def keep(self, run: int, share: str) -> None:
        """The run can be watched under this read-only name."""
        with self.database.write() as db:
            db.execute("UPDATE paid_runs SET share = ? WHERE id = ?", (share, run))

    def latest(self, agent: str) -> str:
        """Read-only name of the agent's latest run that is still kept, or ""."""
        query = "SELECT share FROM paid_runs JOIN shares ON name = share WHERE agent = ? ORDER BY paid_runs.id DESC LIMIT 1"
        with self.database.read() as db:
            row = db.execute(query, (agent,)).fetchone()
        return str(row[0]) if row else ""

    def prune(self, before: float) -> None:
        """Forget the runs of the days before a POSIX time in seconds."""
        day = datetime.fromtimestamp(before, UTC).strftime("%Y-%m-%d")
        with self.database.write() as db:
            db.execute("DELETE FROM paid_runs WHERE day < ?", (day,))
