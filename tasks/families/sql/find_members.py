"""Members of a club by name and town. Names may hold quotes, which a statement put together from texts does not survive."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Members of a club."""

import sqlite3


def fill(connection, members):
    """Write the members into a fresh table."""
    connection.execute("CREATE TABLE members (id INTEGER, name TEXT, town TEXT, fee INTEGER)")
    connection.executemany("INSERT INTO members VALUES (?, ?, ?, ?)", members)


def by_name(connection, name):
    """Members of exactly that name."""
    query = "SELECT id, town FROM members WHERE name = ? ORDER BY id"
    return connection.execute(query, (name,)).fetchall()


def fees(connection, town):
    """What the members of a town pay together."""
    query = "SELECT COALESCE(SUM(fee), 0) FROM members WHERE town = ?"
    return connection.execute(query, (town,)).fetchone()[0]


def remove(connection, name, least):
    """Remove members of that name who pay less than `least`; how many they were."""
    return connection.execute("DELETE FROM members WHERE name = ? AND fee < ?", (name, least)).rowcount


def find_members(members, name, town, least=0):
    """Look up members in rows (id, name, town, fee).

    Returns {"found": rows (id, town) of that name, "fees": sum of the town,
    "removed": members of that name who pay less than `least`, "left": the rest}.
    Names and towns are any text.
    """
    connection = sqlite3.connect(":memory:")
    fill(connection, members)
    found = by_name(connection, name)
    total = fees(connection, town)
    removed = remove(connection, name, least)
    left = connection.execute("SELECT COUNT(*) FROM members").fetchone()[0]
    connection.close()
    return {"found": found, "fees": total, "removed": removed, "left": left}
'''

_NAMES: Final = ("Ann", "Bob", "Eve Ray", "ann", "")
_TOWNS: Final = ("Hull", "York", "")
_HOSTILE: Final = (
    "O'Brien",
    "' OR '1'='1",
    "x' OR fee > 0 --",
    "Ann'; DROP TABLE members; --",
    "' UNION SELECT id, name FROM members --",
    '"',
    "50% {0} {name} %s",
    "''",
    "a\\'b",
)


def _members(rng: random.Random) -> list[tuple[int, str, str, int]]:
    return [(at, rng.choice(_NAMES), rng.choice(_TOWNS), rng.randint(0, 9)) for at in range(rng.randint(0, 7))]


def _plain(rng: random.Random) -> Case:
    return Case((_members(rng), rng.choice(_NAMES), rng.choice(_TOWNS), rng.randint(0, 9)))


def _edges(rng: random.Random) -> Case:
    fee = rng.randint(0, 5)
    return Case(([(1, "Ann", "Hull", fee), (2, "Ann", "York", fee + 1)], "Ann", "Hull"), {"least": fee + rng.randint(-1, 2)})


def _hostile_name(rng: random.Random) -> Case:
    name = rng.choice(_HOSTILE)
    return Case(([*_members(rng), (90, name, "Hull", 3)], name, "Hull", rng.randint(0, 9)))


def _hostile_town(rng: random.Random) -> Case:
    town = rng.choice(_HOSTILE)
    return Case(([*_members(rng), (91, "Ann", town, 3)], rng.choice(_NAMES), town, 2))


FAMILY = Family(
    name="find_members",
    stage="sql",
    domain="club",
    split="train",
    entry="find_members",
    instruction="Names and towns come from a web form: no text of theirs may become part of a statement.",
    oracle=ORACLE,
    examples=(
        Case(([(1, "Ann", "Hull", 5), (2, "Bob", "Hull", 7)], "Ann", "Hull", 6)),
        Case(([], "Ann", "York")),
    ),
    draws=(
        Draw("plain names", "partition", _plain),
        Draw("fees", "boundary", _edges),
        Draw("hostile names", "probe", _hostile_name),
        Draw("hostile towns", "probe", _hostile_town),
    ),
    spots=(
        Spot(
            '    query = "SELECT id, town FROM members WHERE name = ? ORDER BY id"\n'
            "    return connection.execute(query, (name,)).fetchall()\n",
            (
                "    query = f\"SELECT id, town FROM members WHERE name = '{name}' ORDER BY id\"\n"
                "    return connection.execute(query).fetchall()\n",
                "    query = \"SELECT id, town FROM members WHERE name = '%s' ORDER BY id\" % name\n"
                "    return connection.execute(query).fetchall()\n",
                '    query = "SELECT id, town FROM members WHERE name = \'" + name + "\' ORDER BY id"\n'
                "    return connection.execute(query).fetchall()\n",
            ),
        ),
        Spot(
            '    query = "SELECT COALESCE(SUM(fee), 0) FROM members WHERE town = ?"\n'
            "    return connection.execute(query, (town,)).fetchone()[0]\n",
            (
                "    query = \"SELECT COALESCE(SUM(fee), 0) FROM members WHERE town = '{}'\".format(town)\n"
                "    return connection.execute(query).fetchone()[0]\n",
                "    return connection.execute(\n"
                "        f\"SELECT COALESCE(SUM(fee), 0) FROM members WHERE town = '{town}'\"\n    ).fetchone()[0]\n",
            ),
        ),
        Spot(
            '    return connection.execute("DELETE FROM members WHERE name = ? AND fee < ?", (name, least)).rowcount\n',
            (
                "    query = \"DELETE FROM members WHERE name = '%s' AND fee < %d\" % (name, least)\n"
                "    return connection.execute(query).rowcount\n",
                "    query = f\"DELETE FROM members WHERE name = '{name}' AND fee < {least}\"\n"
                "    return connection.execute(query).rowcount\n",
            ),
        ),
    ),
    canaries=(
        Canary(
            "quotes doubled by hand",
            changed(
                ORACLE,
                (
                    'WHERE name = ? ORDER BY id"',
                    'WHERE name = \'NAME\' ORDER BY id".replace("NAME", name.replace("\'", "\'\'"))',
                ),
                ("execute(query, (name,))", "execute(query)"),
            ),
            naive=True,
        ),
        Canary("quotes around the mark", changed(ORACLE, ("WHERE name = ? AND fee < ?", "WHERE name = '?' AND fee < ?"))),
        Canary("at least", changed(ORACLE, ("fee < ?", "fee <= ?"))),
    ),
)
