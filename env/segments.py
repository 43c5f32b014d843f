"""A database as a folder of files that are written once: for object storage, which can neither append nor lock.

Each transaction is one file of JSON lines, a statement with its values a line. It appears under its name in one piece, so a
reader sees all of a transaction or nothing. A start runs them in order. Where they are many, `compact` puts one file with all
rows in their place.
"""

import base64
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

MANY: Final = 512
"""Files from which on a start writes them anew as one; reading one costs a request of the storage, some 50 ms."""

DIGITS: Final = 12
_WHOLE: Final = ".whole.jsonl"
_PART: Final = ".jsonl"
_UNFINISHED: Final = ".unfinished"

Statement = tuple[str, tuple[Any, ...]]


class Segments:
    """The folder of one database; one process writes at a time."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._next = 1 + max((_number(path) for path in folder.glob(f"*{_PART}")), default=0)

    def add(self, statements: Sequence[Statement]) -> None:
        """Keep one transaction; nothing is kept where this raises.

        Raises:
            OSError: the storage refused.
        """
        self._publish(statements, _PART)

    def replay(self, db: sqlite3.Connection) -> None:
        """Bring an empty database with its tables to where the last transaction left it."""
        db.execute("BEGIN")
        for path in self._valid():
            for line in path.read_text("utf-8").splitlines():
                db.execute(*_statement(line))
        db.execute("COMMIT")

    def compact(self, db: sqlite3.Connection) -> None:
        """Write the database as one file where there are many, so that what was deleted is gone."""
        paths = self._valid()
        if len(paths) > MANY:
            self._publish(_rows(db), _WHOLE)
            for path in paths:
                path.unlink()

    def _valid(self) -> list[Path]:
        """From the last whole one on, in order; older ones are left over from a start that was interrupted."""
        paths = sorted(self._folder.glob(f"*{_PART}"))
        whole = [number for number, path in enumerate(paths) if path.name.endswith(_WHOLE)]
        return paths[whole[-1] :] if whole else paths

    def _publish(self, statements: Iterable[Statement], kind: str) -> None:
        path = self._folder / f"{self._next:0{DIGITS}d}{kind}"
        unfinished = path.with_name(path.name + _UNFINISHED)
        with unfinished.open("w", encoding="utf-8") as file:
            file.writelines(_line(one) + "\n" for one in statements)
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(path)
        self._next += 1


def _number(path: Path) -> int:
    return int(path.name.split(".")[0])


def _rows(db: sqlite3.Connection) -> Iterator[Statement]:
    """Every row of every table, in the order in which the tables refer to each other."""
    tables = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid").fetchall()
    for (name,) in tables:
        for row in db.execute(f"SELECT * FROM {name}"):  # noqa: S608 - a name of our own schema
            yield f"INSERT INTO {name} VALUES ({', '.join('?' * len(row))})", row  # noqa: S608 - as above


def _line(statement: Statement) -> str:
    sql, values = statement
    return json.dumps([sql, [_plain(value) for value in values]])


def _plain(value: object) -> object:
    return {"base64": base64.b64encode(value).decode("ascii")} if isinstance(value, bytes) else value


def _statement(line: str) -> Statement:
    sql, values = json.loads(line)
    return sql, tuple(base64.b64decode(one["base64"]) if isinstance(one, dict) else one for one in values)
