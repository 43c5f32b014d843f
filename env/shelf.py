"""Tasks that visitors brought: kept as their files describe them, and made again when somebody plays them."""

import json
from functools import lru_cache
from typing import Final

from code_review_env.env.database import Database
from code_review_env.tasks.task import Task
from code_review_env.tasks.taskfile import from_mapping

PREFIX: Final = "own/"
AT_HAND: Final = 64
"""Tasks that are kept made; making one again takes up to a second."""


class Shelf:
    """The tasks in a database, under names that nobody guesses."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._made = lru_cache(AT_HAND)(self._make)

    def put(self, name: str, data: dict[str, object], now: float) -> Task:
        """Keep what a task file holds; the task has the name `own/` and this one.

        Raises:
            TaskFileError: a key cannot be used.
            StoreBusy: the database stayed locked.
        """
        task = _task(name, data)
        with self._database.write() as db:
            db.execute("INSERT OR REPLACE INTO brought VALUES (?, ?, ?)", (name, now, json.dumps(data)))
        return task

    def find(self, name: str) -> Task | None:
        """The task of that whole name, None where it was not brought.

        Raises:
            StoreBusy: the database stayed locked.
        """
        try:
            return self._made(name.removeprefix(PREFIX)) if name.startswith(PREFIX) else None
        except KeyError:
            return None

    def prune(self, before: float) -> None:
        """Forget the tasks that were brought before a POSIX time in seconds."""
        with self._database.write() as db:
            db.execute("DELETE FROM brought WHERE created_at < ?", (before,))

    def _make(self, name: str) -> Task:
        with self._database.read() as db:
            row = db.execute("SELECT body FROM brought WHERE name = ?", (name,)).fetchone()
        if row is None:
            raise KeyError(name)
        return _task(name, json.loads(row[0]))


def _task(name: str, data: dict[str, object]) -> Task:
    return from_mapping(data, file="the file", name=name, folder=None)
