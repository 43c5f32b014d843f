"""Tables into files by `pg_dump ... > F`. Edges: a dump without lines, half a file of a failing dump, a schema in front."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Copies of single tables before the library's catalogue is changed."""

import subprocess

MISSING = 127  # what a shell reports for a program that is not there


def run_into(argv: list[str], path: str) -> int:
    """Status of a program whose output goes to the file at `path`."""
    with open(path, "w", encoding="utf-8") as file:
        try:
            return subprocess.run(argv, stdout=file, stderr=subprocess.DEVNULL).returncode
        except FileNotFoundError:
            return MISSING


def dump(database: str, tables: list[str], path: str, schema: str = "") -> dict[str, int]:
    """Dump tables of a database into the file at `path`, which is made anew.

    Starts `pg_dump --no-owner -t [SCHEMA.]TABLE ... -- DATABASE` with the file
    as standard output; what it says on standard error is dropped. Returns
    {"lines", "rows"}: lines of the file, and those of them that begin with
    "INSERT ". Raises ValueError("no tables") before anything is started, and
    RuntimeError("pg_dump failed with N"), N being 127 where it does not exist;
    the file then holds what was written until then.
    """
    if not tables:
        raise ValueError("no tables")
    prefix = f"{schema}." if schema else ""
    options = []
    for table in tables:
        options += ["-t", prefix + table]
    status = run_into(["pg_dump", "--no-owner", *options, "--", database], path)
    if status != 0:
        raise RuntimeError(f"pg_dump failed with {status}")
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    return {"lines": len(lines), "rows": sum(line.startswith("INSERT ") for line in lines)}
'''

BASE: Final = changed(
    ORACLE,
    (ORACLE[ORACLE.index("MISSING") : ORACLE.index("def dump(")], ""),
    (
        """    options = []
    for table in tables:
        options += ["-t", prefix + table]
    status = run_into(["pg_dump", "--no-owner", *options, "--", database], path)
""",
        """    options = "".join(f" -t {prefix}{table}" for table in tables)
    status = subprocess.run(
        f"pg_dump --no-owner{options} -- {database} > {path} 2>/dev/null", shell=True
    ).returncode
""",
    ),
)

_DATABASES: Final = ("library", "cat-2024", "a_b", "größe", "x@y", "50%")
_TABLES: Final = ("books", "loans_2024", "a.b", "größe", "x-y", "t,1")
_PATHS: Final = ("books.sql", "out-1.sql", "a_b,c", "größe.sql", "x@y.sql", "50%")
_LINES: Final = ("INSERT INTO books VALUES (1);", "-- done", "", "insert into x", " INSERT ", "CREATE TABLE x;", "INSERT")


def _dump(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    text = "\n".join(rng.choice(_LINES) for _ in range(rng.randint(0, 6))) + rng.choice(["", "\n"])
    return {"pg_dump": (Tool(stdout=text, stderr="pg_dump: x\n", exit=rng.choice(exits)),)}


def _schema(rng: random.Random) -> dict[str, object]:
    return {"schema": rng.choice(["", "public", "s-1"])} if rng.random() < 1 / 2 else {}


def _tables(rng: random.Random, least: int = 1) -> list[str]:
    return rng.sample(_TABLES, rng.randint(least, 3))


def _benign(rng: random.Random) -> Case:
    return Case((rng.choice(_DATABASES), _tables(rng), rng.choice(_PATHS)), _schema(rng), _dump(rng, 0))


def _few(rng: random.Random) -> Case:
    return Case((rng.choice(_DATABASES), _tables(rng, 0)[:1], rng.choice(_PATHS)), _schema(rng), _dump(rng, 0))


def _failing(rng: random.Random) -> Case:
    return Case((rng.choice(_DATABASES), _tables(rng), rng.choice(_PATHS)), _schema(rng), _dump(rng, 0, 1, 2, 126, 127))


def _hostile_names(rng: random.Random) -> Case:
    tables = [hostile(rng, "books"), *_tables(rng, 0)[:1]]
    return Case((hostile(rng, "library"), tables, rng.choice(_PATHS)), {}, _dump(rng, 0, 0, 1))


def _hostile_path(rng: random.Random) -> Case:
    schema = hostile(rng, "public")
    return Case((rng.choice(_DATABASES), _tables(rng), hostile(rng, "a").replace("/", "") + "z", schema), {}, _dump(rng, 0))


def _missing(rng: random.Random) -> Case:
    return Case((rng.choice(_DATABASES), _tables(rng), rng.choice(_PATHS)), {}, {"pg_dump": (Tool(missing=True),)})


FAMILY = Family(
    name="dump_table",
    stage="medium",
    domain="library",
    split="train",
    entry="dump",
    instruction="Names of databases, tables and files come from librarians: replace the shell and its redirections.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"pg_dump": (Tool(stdout="-- dump\nINSERT INTO books VALUES (1);\n"),)},
    examples=(
        Case(("library", ["books", "loans"], "out.sql")),
        Case(("library", ["books"], "a.sql", "old"), {}, {"pg_dump": (Tool(stdout="half", exit=1),)}),
        Case(("library", [], "a.sql")),
    ),
    draws=(
        Draw("plain names", "benign", _benign),
        Draw("one or none", "boundary", _few),
        Draw("failing pg_dump", "failure", _failing),
        Draw("names with a shell's meaning", "payload", _hostile_names),
        Draw("files with a shell's meaning", "payload", _hostile_path),
        Draw("missing pg_dump", "missing", _missing),
    ),
    canaries=(Canary("any insert", changed(ORACLE, ('line.startswith("INSERT ")', '"INSERT" in line'))),),
)
