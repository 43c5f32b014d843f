"""Loans of a village library, written and undone in one transaction."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Loans of a village library."""

import sqlite3

SCHEMA = "CREATE TABLE loans (title TEXT PRIMARY KEY, reader TEXT NOT NULL)"


def lend(connection, title, reader):
    """Note a loan; a title that is out raises sqlite3.IntegrityError."""
    connection.execute("INSERT INTO loans (title, reader) VALUES (?, ?)", (title, reader))


def give_back(connection, title):
    """Strike a loan; whether there was one."""
    return connection.execute("DELETE FROM loans WHERE title = ?", (title,)).rowcount == 1


def hand_on(connection, title, reader):
    """Another reader takes over; whether the title was out."""
    query = "UPDATE loans SET reader = ? WHERE title = ?"
    return connection.execute(query, (reader, title)).rowcount == 1


def lend_books(steps):
    """Play steps (what, title, reader) and tell what is out afterwards.

    "lend" of a title that is out, "return" and "hand on" of one that is not are
    counted as refused. Any other word is a ValueError. Returns the rows (title,
    reader) by title, and the number of refusals.
    """
    connection = sqlite3.connect(":memory:")
    connection.execute(SCHEMA)
    refused = 0
    for what, title, reader in steps:
        if what == "lend":
            try:
                lend(connection, title, reader)
            except sqlite3.IntegrityError:
                refused += 1
        elif what == "return":
            refused += not give_back(connection, title)
        elif what == "hand on":
            refused += not hand_on(connection, title, reader)
        else:
            raise ValueError(f"unknown step {what}")
    rows = connection.execute("SELECT title, reader FROM loans ORDER BY title").fetchall()
    connection.close()
    return rows, refused
'''

_TITLES: Final = ("Emma", "Ulysses", "Kim")
_READERS: Final = ("Ida", "Ole")
_HOSTILE: Final = (
    "Finnegan's Wake",
    "x', 'y'); DELETE FROM loans; --",
    "' OR 'a'='a",
    "Emma' --",
    "%s",
    "{reader}",
    "a''b",
    '"quoted"',
)


def _step(rng: random.Random, titles: tuple[str, ...]) -> tuple[str, str, str]:
    return rng.choice(["lend", "lend", "return", "hand on"]), rng.choice(titles), rng.choice(_READERS)


def _plain(rng: random.Random) -> Case:
    return Case(([_step(rng, _TITLES) for _ in range(rng.randint(0, 8))],))


def _refused(rng: random.Random) -> Case:
    return Case(([("lend", "Emma", "Ida"), *(_step(rng, ("Emma", "Kim")) for _ in range(3))],))


def _unknown(rng: random.Random) -> Case:
    return Case(([_step(rng, _TITLES), (rng.choice(["burn", "", "Lend"]), "Kim", "Ida")],))


def _hostile_titles(rng: random.Random) -> Case:
    title = rng.choice(_HOSTILE)
    return Case(([("lend", "Emma", "Ida"), ("lend", title, "Ole"), _step(rng, (title, "Emma")), _step(rng, (title,))],))


def _hostile_readers(rng: random.Random) -> Case:
    reader = rng.choice(_HOSTILE)
    return Case(([("lend", "Emma", reader), ("lend", "Kim", "Ole"), ("hand on", "Kim", reader)][: rng.randint(1, 3)],))


FAMILY = Family(
    name="lend_books",
    stage="sql",
    domain="library",
    split="train",
    entry="lend_books",
    instruction="Titles and readers are any text: none of it may become part of a statement; refusals stay as they are.",
    oracle=ORACLE,
    examples=(
        Case(([("lend", "Emma", "Ida"), ("hand on", "Emma", "Ole")],)),
        Case(([("lend", "Emma", "Ida"), ("lend", "Emma", "Ole"), ("return", "Kim", "")],)),
    ),
    draws=(
        Draw("days", "partition", _plain),
        Draw("refusals", "boundary", _refused),
        Draw("unknown steps", "error", _unknown),
        Draw("hostile titles", "probe", _hostile_titles),
        Draw("hostile readers", "probe", _hostile_readers),
    ),
    spots=(
        Spot(
            '    connection.execute("INSERT INTO loans (title, reader) VALUES (?, ?)", (title, reader))\n',
            (
                "    connection.execute(f\"INSERT INTO loans (title, reader) VALUES ('{title}', '{reader}')\")\n",
                "    connection.execute(\"INSERT INTO loans (title, reader) VALUES ('%s', '%s')\" % (title, reader))\n",
            ),
        ),
        Spot(
            '    return connection.execute("DELETE FROM loans WHERE title = ?", (title,)).rowcount == 1\n',
            (
                '    query = "DELETE FROM loans WHERE title = \'" + title + "\'"\n'
                "    return connection.execute(query).rowcount == 1\n",
                "    query = \"DELETE FROM loans WHERE title = '{0}'\".format(title)\n"
                "    return connection.execute(query).rowcount == 1\n",
            ),
        ),
        Spot(
            '    query = "UPDATE loans SET reader = ? WHERE title = ?"\n'
            "    return connection.execute(query, (reader, title)).rowcount == 1\n",
            (
                "    query = f\"UPDATE loans SET reader = '{reader}' WHERE title = '{title}'\"\n"
                "    return connection.execute(query).rowcount == 1\n",
                "    query = \"UPDATE loans SET reader = '%s' WHERE title = '%s'\" % (reader, title)\n"
                "    return connection.execute(query).rowcount == 1\n",
            ),
        ),
    ),
    canaries=(
        Canary(
            "takes quotes out",
            changed(
                ORACLE,
                (
                    "    for what, title, reader in steps:\n",
                    '    for what, title, reader in steps:\n        title = title.replace("\'", "")\n',
                ),
            ),
            naive=True,
        ),
        Canary("arguments swapped", changed(ORACLE, ("(reader, title)).rowcount", "(title, reader)).rowcount"))),
        Canary("replaces a loan", changed(ORACLE, ("INSERT INTO loans", "INSERT OR REPLACE INTO loans"))),
    ),
)
