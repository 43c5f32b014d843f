"""Notes searched by a piece of text. The signs of LIKE are text as well."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""A notebook with tags."""

import sqlite3

TABLE = "CREATE TABLE notes (number INTEGER, tag TEXT, body TEXT)"
ORDERS = {
    "newest": "SELECT number FROM notes WHERE instr(body, ?) > 0 AND tag = ? ORDER BY number DESC LIMIT ?",
    "oldest": "SELECT number FROM notes WHERE instr(body, ?) > 0 AND tag = ? ORDER BY number LIMIT ?",
}


def matches(connection, piece, tag, order, most):
    """Numbers of notes with that tag that hold the piece."""
    rows = connection.execute(ORDERS[order], (piece, tag, most))
    return [number for (number,) in rows]


def count(connection, tag):
    """How many notes have the tag."""
    return connection.execute("SELECT COUNT(*) FROM notes WHERE tag = ?", (tag,)).fetchone()[0]


def rename(connection, old, new):
    """Give the notes of a tag another one."""
    connection.execute("UPDATE notes SET tag = ? WHERE tag = ?", (new, old))


def search_notes(notes, piece, tag, order="newest", most=10):
    """Search notes (tag, body), numbered from 1, and rename the tag to "seen".

    Returns the numbers that hold `piece`, at most `most`, by `order` ("newest"
    or "oldest", else KeyError), how many notes had the tag, and how many have
    the tag "seen" afterwards.
    """
    connection = sqlite3.connect(":memory:")
    connection.execute(TABLE)
    rows = [(at, *note) for at, note in enumerate(notes, 1)]
    connection.executemany("INSERT INTO notes VALUES (?, ?, ?)", rows)
    found = matches(connection, piece, tag, order, most)
    tagged = count(connection, tag)
    rename(connection, tag, "seen")
    seen = count(connection, "seen")
    connection.close()
    return found, tagged, seen
'''

_TAGS: Final = ("home", "work", "seen")
_BODIES: Final = ("call mum", "buy milk", "milk and tea", "", "tea")
_HOSTILE: Final = ("it's", "' OR 1=1 --", "%", "_", "'); DROP TABLE notes; --", "{tag}", "%s", "a\\", "''", '"')


def _notes(rng: random.Random) -> list[tuple[str, str]]:
    return [(rng.choice(_TAGS), rng.choice(_BODIES)) for _ in range(rng.randint(0, 8))]


def _plain(rng: random.Random) -> Case:
    order = rng.choice(["newest", "oldest"])
    return Case((_notes(rng), rng.choice(["milk", "tea", "x", "a"]), rng.choice(_TAGS), order, rng.randint(0, 5)))


def _limits(rng: random.Random) -> Case:
    return Case(([("home", "tea")] * rng.randint(0, 4), "tea", "home"), {"most": rng.choice([0, 1, 2, 3, 4])})


def _orders(rng: random.Random) -> Case:
    return Case((_notes(rng), "milk", rng.choice(_TAGS), rng.choice(["newest", "oldest"])))


def _hostile_pieces(rng: random.Random) -> Case:
    piece = rng.choice(_HOSTILE)
    return Case(([*_notes(rng), ("home", f"so {piece} it is"), ("home", "100 it")], piece, "home"))


def _hostile_tags(rng: random.Random) -> Case:
    tag = rng.choice(_HOSTILE)
    return Case(([*_notes(rng), (tag, "tea")], "tea", tag, rng.choice(["newest", "oldest"])))


FAMILY = Family(
    name="search_notes",
    stage="sql",
    domain="notes",
    split="test",
    entry="search_notes",
    instruction="Pieces and tags are typed by users: none of their text may become part of a statement.",
    oracle=ORACLE,
    examples=(
        Case(([("home", "buy milk"), ("work", "milk"), ("home", "milk and tea")], "milk", "home")),
        Case(([("home", "tea")], "tea", "work", "oldest", 1)),
    ),
    draws=(
        Draw("searches", "partition", _plain),
        Draw("limits", "boundary", _limits),
        Draw("orders", "partition", _orders),
        Draw("hostile pieces", "probe", _hostile_pieces),
        Draw("hostile tags", "probe", _hostile_tags),
    ),
    spots=(
        Spot(
            "    rows = connection.execute(ORDERS[order], (piece, tag, most))\n",
            (
                '    direction = {"newest": "DESC", "oldest": "ASC"}[order]\n'
                "    query = f\"SELECT number FROM notes WHERE instr(body, '{piece}') > 0 AND tag = '{tag}'\"\n"
                '    rows = connection.execute(query + f" ORDER BY number {direction} LIMIT {most}")\n',
                '    query = ORDERS[order].split("WHERE")\n'
                '    tail = " ORDER" + query[1].split("ORDER")[1].replace("?", str(most))\n'
                "    rows = connection.execute(\n"
                '        "SELECT number FROM notes WHERE instr(body, \'" + piece + "\') > 0 AND tag = \'"\n'
                '        + tag + "\'" + tail\n'
                "    )\n",
            ),
        ),
        Spot(
            '    return connection.execute("SELECT COUNT(*) FROM notes WHERE tag = ?", (tag,)).fetchone()[0]\n',
            (
                "    return connection.execute(f\"SELECT COUNT(*) FROM notes WHERE tag = '{tag}'\").fetchone()[0]\n",
                "    query = \"SELECT COUNT(*) FROM notes WHERE tag = '{}'\".format(tag)\n"
                "    return connection.execute(query).fetchone()[0]\n",
            ),
        ),
        Spot(
            '    connection.execute("UPDATE notes SET tag = ? WHERE tag = ?", (new, old))\n',
            (
                "    connection.execute(f\"UPDATE notes SET tag = '{new}' WHERE tag = '{old}'\")\n",
                "    connection.execute(\"UPDATE notes SET tag = '%s' WHERE tag = '%s'\" % (new, old))\n",
            ),
        ),
    ),
    canaries=(
        Canary(
            "LIKE",
            changed(
                ORACLE,
                (
                    "instr(body, ?) > 0 AND tag = ? ORDER BY number DESC",
                    "body LIKE '%' || ? || '%' AND tag = ? ORDER BY number DESC",
                ),
            ),
            naive=True,
        ),
        Canary("no limit", changed(ORACLE, ("ORDER BY number DESC LIMIT ?", "ORDER BY number DESC LIMIT max(?, 5)"))),
        Canary("quotes removed", changed(ORACLE, ("    rows = [(at", '    piece = piece.replace("\'", "")\n    rows = [(at'))),
    ),
)
