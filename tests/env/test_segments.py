"""A database that comes back from files which were written once."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from code_review_env.env.database import Database
from code_review_env.env.errors import StoreBusy
from code_review_env.env.segments import MANY

ROW = ("one", "board", "agent", "1", 1764600000.123456789, "new", b"\x00\xff", "", "", "")


@contextmanager
def opened(tmp_path: Path) -> Iterator[Database]:
    """The database of the same segments, each time in a new place."""
    number = len(list(tmp_path.glob("place*")))
    with closing(Database(tmp_path / f"place{number}" / "a.sqlite3", tmp_path / "segments")) as database:
        yield database


def put(database: Database, name: str) -> None:
    """A transaction of two statements."""
    with database.write() as db:
        db.execute("INSERT INTO episodes VALUES (?, ?, ?)", (name, 0.1, "{}"))
        db.execute("INSERT INTO shares VALUES (?, ?)", (f"share {name}", name))


def names(database: Database) -> list[str]:
    """Of all shares, which go where their episode goes."""
    with database.read() as db:
        return [name for (name,) in db.execute("SELECT name FROM shares ORDER BY name")]


def test_every_transaction_comes_back(tmp_path: Path) -> None:
    """Rows, deletions with what hangs on them, bytes and floats to the last bit; a file that was cut short does not count."""
    with opened(tmp_path) as database:
        put(database, "a")
        put(database, "b")
        with database.write() as db:
            db.execute(f"INSERT INTO entries VALUES ({', '.join('?' * len(ROW))})", ROW)  # noqa: S608 - question marks
        with database.write() as db:
            db.execute("DELETE FROM episodes WHERE id = ?", ("a",))
        with database.write() as db:
            db.execute("DELETE FROM episodes WHERE id = ?", ("nobody",))
    segments = tmp_path / "segments"
    assert len(list(segments.iterdir())) == 4
    (segments / "000000000005.jsonl.unfinished").write_text('["DELETE FROM ep', "utf-8")
    with opened(tmp_path) as again:
        assert names(again) == ["share b"]
        with again.read() as db:
            assert db.execute("SELECT * FROM entries").fetchall() == [ROW]


def test_what_was_taken_back_is_not_kept(tmp_path: Path) -> None:
    """A block that raises leaves no file; a storage that refuses leaves no row, and the caller knows."""
    with opened(tmp_path) as database:
        with pytest.raises(StoreBusy), database.write() as db:
            db.execute("INSERT INTO episodes VALUES ('x', 0, '{}')").connection.execute("SELECT no_such_column")
        assert list((tmp_path / "segments").iterdir()) == []
        (tmp_path / "segments").rmdir()
        with pytest.raises(StoreBusy, match="storage"):
            put(database, "lost")
        assert names(database) == []


def test_many_files_become_one(tmp_path: Path) -> None:
    """Deleted rows are nowhere any more, later transactions go on, and an interrupted tidying changes nothing."""
    with opened(tmp_path) as database:
        for number in range(MANY + 1):
            put(database, f"{number:04d}")
        with database.write() as db:
            db.execute("DELETE FROM episodes WHERE id > ?", ("0001",))
        before = {path.name: path.read_bytes() for path in (tmp_path / "segments").iterdir()}
        database.compact()
        (whole,) = (tmp_path / "segments").iterdir()
        assert (whole.name, "0002" in whole.read_text("utf-8")) == ("000000000515.whole.jsonl", False)
        put(database, "after")
    for name, content in before.items():
        (tmp_path / "segments" / name).write_bytes(content)
    with opened(tmp_path) as again:
        assert names(again) == ["share 0000", "share 0001", "share after"]
