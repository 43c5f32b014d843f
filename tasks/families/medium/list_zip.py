"""Contents of archives by unzip -l. Edges: names with blanks, dates in two forms, header and footer, broken archives."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""What lies in the archives that applicants send to the art college."""

import re
import subprocess

ROW = re.compile(r"\\s*(\\d+)\\s+\\d{2,4}-\\d\\d-\\d\\d \\d\\d:\\d\\d\\s\\s\\s(.+)")
WARNING = 1


class BrokenArchive(Exception):
    """unzip cannot list it."""


def listing(archive, patterns):
    """What unzip prints about the entries that fit one of the patterns, or all."""
    try:
        result = subprocess.run(
            ["unzip", "-l", archive, *patterns], capture_output=True, text=True
        )
    except FileNotFoundError as error:
        raise BrokenArchive("unzip is not installed") from error
    if result.returncode > WARNING:
        reason = result.stderr.strip() or f"status {result.returncode}"
        raise BrokenArchive(f"{archive}: {reason}")
    return result.stdout


def entries(archive, patterns=(), largest=None):
    """Files of an archive with their sizes, folders left out.

    Starts `unzip -l ARCHIVE PATTERN ...`; unzip reads the patterns itself.
    Returns {name: bytes} in the order of the archive; with `largest` only the
    entries up to so many bytes. Status 1 is a warning; any above raises
    BrokenArchive("ARCHIVE: TEXT") with standard error, or "status N" when that
    is blank, and so does a missing unzip ("unzip is not installed").
    """
    found = {}
    for line in listing(archive, patterns).splitlines():
        row = ROW.fullmatch(line)
        if row is None or row[2].endswith("/"):
            continue
        size = int(row[1])
        if largest is None or size <= largest:
            found[row[2]] = size
    return found
'''

_ARCHIVES: Final = ("work.zip", "in/a-b_2024.zip", "größe.zip", "x@y.zip", "50%.zip", "a=b.zip", "-l.zip")
_PATTERNS: Final = ("a.jpg", "img/b", "größe", "x-1", "c,d", "50%")
_ENTRIES: Final = ("a.jpg", "two words.txt", "img/", "img/b.png", " lead", "größe.tif", "x   y")


def _row(rng: random.Random) -> str:
    date = rng.choice(["2024-05-01 10:00", "05-01-24 10:00", "24-05-01 9:00"])
    row = f"{rng.choice([0, 1, 99, 100, 101, rng.randint(0, 9999)]):9}  {date}   {rng.choice(_ENTRIES)}"
    return rng.choice(
        [row] * 5 + ["Archive:  work.zip", "  Length      Date    Time    Name", "---------  -----", "", " 12  2 files"]
    )


def _unzip(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    text = "".join(f"{_row(rng)}\n" for _ in range(rng.randint(0, 6)))
    error = rng.choice(["", "\n", "cannot find zipfile\n", "  bad \nworse\n"])
    return {"unzip": (Tool(stdout=text, stderr=error, exit=rng.choice(exits)),)}


def _options(rng: random.Random) -> dict[str, object]:
    options = {"patterns": rng.sample(_PATTERNS, rng.randint(0, 3)), "largest": rng.choice([None, 0, 99, 100, 5000])}
    return {name: options[name] for name in rng.sample(sorted(options), rng.randint(0, 2))}


def _benign(rng: random.Random) -> Case:
    return Case((rng.choice(_ARCHIVES),), _options(rng), _unzip(rng, 0))


def _sizes(rng: random.Random) -> Case:
    size = rng.randint(0, 9999)
    rows = "".join(f"{size + step:9}  2024-05-01 10:00   f{step + 1}\n" for step in (-1, 0, 1) if size + step >= 0)
    return Case((rng.choice(_ARCHIVES), (), size), {}, {"unzip": (Tool(stdout=rows),)})


def _failing(rng: random.Random) -> Case:
    return Case((rng.choice(_ARCHIVES),), _options(rng), _unzip(rng, 0, 1, 2, 3, 9, 11, 127))


def _hostile_archive(rng: random.Random) -> Case:
    return Case((hostile(rng, "work.zip"),), _options(rng), _unzip(rng, 0, 0, 9))


def _hostile_patterns(rng: random.Random) -> Case:
    patterns = [hostile(rng, "*.jpg") for _ in range(rng.randint(1, 3))]
    return Case((rng.choice(_ARCHIVES), patterns), {}, _unzip(rng, 0, 1))


def _missing(rng: random.Random) -> Case:
    return Case((rng.choice(_ARCHIVES),), _options(rng), {"unzip": (Tool(missing=True),)})


FAMILY = Family(
    name="list_zip",
    stage="medium",
    domain="art college",
    split="train",
    entry="entries",
    instruction="Archives keep the names that applicants gave them: run unzip without a shell, patterns untouched.",
    oracle=ORACLE,
    tools={
        "unzip": (
            Tool(stdout="Archive:  a.zip\n      120  2024-05-01 10:00   img/a b.png\n        0  2024-05-01 10:00   img/\n"),
        )
    },
    examples=(
        Case(("work.zip",)),
        Case(("work.zip", ["img"], 100)),
        Case(("bad.zip",), {}, {"unzip": (Tool(stderr="cannot find it\n", exit=9),)}),
    ),
    draws=(
        Draw("plain archives", "benign", _benign),
        Draw("largest sizes", "boundary", _sizes),
        Draw("failing unzip", "failure", _failing),
        Draw("archives with a shell's meaning", "payload", _hostile_archive),
        Draw("patterns with a shell's meaning", "payload", _hostile_patterns),
        Draw("missing unzip", "missing", _missing),
    ),
    canaries=(
        Canary("a warning is a failure", changed(ORACLE, ("returncode > WARNING", "returncode > 0"))),
        Canary("folders too", changed(ORACLE, (' or row[2].endswith("/")', ""))),
    ),
)
