"""The SQLite file under every store: one connection in WAL mode, its tables, and transactions that end in one piece.

Where the folder that lasts is object storage, the file lies on this machine's disk and `segments` is what lasts.
"""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from code_review_env.env.errors import StoreBusy
from code_review_env.env.segments import Segments, Statement

SCHEMA_VERSION: Final = 4
BUSY_S: Final = 5.0
"""How long a writer waits for another process that holds the database."""

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS episodes (id TEXT PRIMARY KEY, created_at REAL NOT NULL, terms TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS transitions (
    episode_id TEXT NOT NULL REFERENCES episodes (id) ON DELETE CASCADE,
    step INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (episode_id, step)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS bundles (id TEXT PRIMARY KEY, domain TEXT NOT NULL, trace TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS uses (
    bundle_id TEXT NOT NULL REFERENCES bundles (id),
    episode_id TEXT NOT NULL REFERENCES episodes (id) ON DELETE CASCADE,
    PRIMARY KEY (bundle_id, episode_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS uses_by_episode ON uses (episode_id);
CREATE TRIGGER IF NOT EXISTS forget_unused AFTER DELETE ON uses
WHEN NOT EXISTS (SELECT 1 FROM uses WHERE bundle_id = OLD.bundle_id)
BEGIN DELETE FROM bundles WHERE id = OLD.bundle_id; END;
CREATE TABLE IF NOT EXISTS shares (
    name TEXT PRIMARY KEY,
    episode_id TEXT NOT NULL REFERENCES episodes (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS episodes_by_age ON episodes (created_at);
CREATE TABLE IF NOT EXISTS entries (
    id TEXT PRIMARY KEY,
    board TEXT NOT NULL,
    agent TEXT NOT NULL,
    version TEXT NOT NULL,
    submitted_at REAL NOT NULL,
    status TEXT NOT NULL,
    run BLOB NOT NULL,
    detail TEXT NOT NULL DEFAULT '',
    result TEXT NOT NULL DEFAULT '',
    reward_version TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE IF NOT EXISTS paid_runs (
    id INTEGER PRIMARY KEY,
    day TEXT NOT NULL,
    client TEXT NOT NULL,
    agent TEXT NOT NULL,
    share TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS paid_runs_by_day ON paid_runs (day, client);
CREATE TABLE IF NOT EXISTS brought (name TEXT PRIMARY KEY, created_at REAL NOT NULL, body TEXT NOT NULL) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS one_row ON entries (board, agent, version) WHERE status <> 'refused';
"""


class Noting(sqlite3.Connection):
    """A connection that can tell what a transaction did.

    Attributes:
        noted: statements that changed something, with their values.
    """

    noted: list[Statement]

    def __init__(self, *args: Any, **options: Any) -> None:  # noqa: ANN401 - whatever `sqlite3.connect` hands on
        super().__init__(*args, **options)
        self.noted = []

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> sqlite3.Cursor:  # type: ignore[override]  # by place only
        """As the connection does it."""
        before = self.total_changes
        cursor = super().execute(sql, parameters)
        if self.in_transaction and self.total_changes != before:
            self.noted.append((sql, tuple(parameters)))
        return cursor


class Database:
    """Thread-safe; one connection, since every operation is far below a millisecond.

    Args:
        path: of the SQLite file; its folder is made.
        segments: folder that lasts where that file does not; the file is then made anew from it.
    """

    def __init__(self, path: Path, segments: Path | None = None) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._segments = Segments(segments) if segments else None
        if segments:
            for suffix in ("", "-wal", "-shm"):
                Path(f"{path}{suffix}").unlink(missing_ok=True)
        self._db = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False, factory=Noting)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.execute("PRAGMA foreign_keys = ON")
        self._migrate()
        if self._segments:
            self._segments.replay(self._db)

    def _migrate(self) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version not in range(SCHEMA_VERSION + 1):  # every version so far only added tables, and fields with defaults
            message = f"the episode store has schema version {version}, this release reads {SCHEMA_VERSION}"
            raise StoreBusy(message)
        self._db.executescript(_SCHEMA)
        self._db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")

    def compact(self) -> None:
        """Tidy up what lasts; for the process that serves, at its start."""
        if self._segments:
            with self.read() as db:
                self._segments.compact(db)

    def close(self) -> None:
        """Close the database; nothing is lost."""
        with self._lock:
            self._db.close()

    @contextmanager
    def read(self) -> Iterator[sqlite3.Connection]:
        """The connection, for queries.

        Raises:
            StoreBusy: the database stayed locked.
        """
        try:
            with self._lock:
                yield self._db
        except sqlite3.OperationalError as error:
            message = "the episode store is busy"
            raise StoreBusy(message) from error

    @contextmanager
    def write(self) -> Iterator[sqlite3.Connection]:
        """The connection within a transaction, which is taken back where the block raises.

        Raises:
            StoreBusy: the database stayed locked.
        """
        with self.read() as db:
            db.execute("BEGIN IMMEDIATE")
            self._db.noted = []
            try:
                yield db
                self._keep()
            except BaseException:  # whatever happened, the transaction must not stay open
                db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")

    def _keep(self) -> None:
        """What lasts comes first: a caller is answered only after it."""
        if self._segments and self._db.noted:
            try:
                self._segments.add(self._db.noted)
            except OSError as error:
                message = "the storage of the episodes does not answer"
                raise StoreBusy(message) from error
