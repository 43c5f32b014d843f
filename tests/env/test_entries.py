"""Runs of a board in the database."""

from dataclasses import replace
from pathlib import Path

import pytest

from code_review_env.env.database import Database
from code_review_env.env.entries import Entries, Entry, EntryTaken, UnknownEntry

ENTRY = Entry("1", "b", "agent", "v", 5.0, "waiting", b"run")


@pytest.fixture
def entries(tmp_path: Path) -> Entries:
    """Of a database with one run that waits."""
    entries = Entries(Database(tmp_path / "a.sqlite3"))
    entries.add(ENTRY)
    return entries


def test_one_row_an_agent_and_version_until_it_is_refused(entries: Entries) -> None:
    """On every board; a refused run keeps its reason and loses its actions."""
    with pytest.raises(EntryTaken, match="agent v"):
        entries.add(replace(ENTRY, id="2"))
    entries.add(replace(ENTRY, id="3", board="c"))
    entries.refuse("1", "why")
    assert entries.find("1") == replace(ENTRY, status="refused", detail="why", run=b"")
    entries.add(replace(ENTRY, id="2", submitted_at=6.0))
    assert [one.id for one in entries.of("b", "waiting")] == ["2"]
    assert entries.count("b") == 1
    entries.prune(before=6.0)
    with pytest.raises(UnknownEntry, match="'1'"):
        entries.find("1")


def test_other_rules_let_a_row_wait_again(entries: Entries) -> None:
    """Equal ones leave it alone."""
    entries.admit("1", "{}", "old")
    entries.renew("b", "old")
    assert [one.id for one in entries.of("b", "admitted")] == ["1"]
    entries.renew("b", "new")
    assert [one.run for one in entries.of("b", "waiting")] == [b"run"]
