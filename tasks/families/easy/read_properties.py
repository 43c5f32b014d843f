"""Java-like property files. Edges: signs inside values, comments, keys in sections, lines without a sign."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Reader for the property files of an old shop."""

import re

SECTION = re.compile(r"\\[([\\w.]+)\\]")
PAIR = re.compile(r"([\\w.-]+)\\s*[=:]\\s*(.*)")


def plain(value):
    """A value without the quotes around it, if there are any."""
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "'\\"":
        return value[1:-1]
    return value


def read_properties(text, prefix=None):
    """Read `key = value` lines into a dict of texts.

    A colon does as well as the equals sign. Lines that begin with # or ! are
    comments. Keys below a `[section]` line get the section and a dot in front.
    A later value replaces an earlier one. With `prefix`, only keys that begin
    with it are told. Anything else on a line that is not blank is an error that
    names the line, counted from 1.
    """
    found = {}
    section = None
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.strip()
        if not line or line.startswith(("#", "!")):
            continue
        match = SECTION.fullmatch(line)
        if match is not None:
            section = match[1]
            continue
        match = PAIR.fullmatch(line)
        if match is None:
            raise ValueError(f"line {number}: {line}")
        key = match[1] if section is None else f"{section}.{match[1]}"
        if prefix is None or key.startswith(prefix):
            found[key] = plain(match[2])
    return found
'''

_LINES: Final = (
    *("shop.name = Corner", "port: 80", "url=http://x/?a=b", "# comment = 1", "! old", "", "   ", "empty =", "[db]"),
    *("[db.main]", "user = 'root'", 'pass = "a b"', "half = 'x", 'q = "', "port = 81", " spaced-key : v ", "s = ''"),
)
_BAD: Final = ("nonsense", "= 3", "[db", "[]", "[a b]", "two words = 1", "*", "key value")


def _file(rng: random.Random, most: int = 6) -> list[str]:
    return [rng.choice(_LINES) for _ in range(rng.randint(1, most))]


def _ordinary(rng: random.Random) -> Case:
    return Case((rng.choice(["\n", "\r\n"]).join(_file(rng)),))


def _prefixes(rng: random.Random) -> Case:
    return Case(("\n".join(_file(rng)), rng.choice(["db", "db.", "p", "port", "", "x", None])))


def _one(rng: random.Random) -> Case:
    key, sign = rng.choice(["a", "a.b", "A-1", "_"]), rng.choice(["=", ":", " = ", " : ", "==", "=:"])
    value = rng.choice(["x", "'x'", '"x"', "'x\"", "'", "''", " y ", "", "a#b", "'a''", "_x_"])
    return Case((f"{rng.choice(['', '[s]', '[s.t]'])}\n{key}{sign}{value}",))


def _wrong(rng: random.Random) -> Case:
    lines = _file(rng, 4)
    lines.insert(rng.randint(0, len(lines)), rng.choice(_BAD))
    return Case(("\n".join(lines),))


FAMILY = Family(
    name="read_properties",
    stage="easy",
    domain="settings files",
    split="train",
    entry="read_properties",
    instruction="Clean up this property reader; each file must give the same dict or the same error as before.",
    oracle=ORACLE,
    examples=(
        Case(("# shop\nname = 'Corner'\n[db]\nport: 80",)),
        Case(("a = 1\n[a]\nb = 2", "a.")),
        Case(("\nnonsense",)),
    ),
    draws=(
        Draw("files", "partition", _ordinary),
        Draw("prefixes", "partition", _prefixes),
        Draw("one pair", "boundary", _one),
        Draw("bad lines", "error", _wrong),
    ),
    canaries=(
        Canary("strips half a pair", changed(ORACLE, ("    return value\n", '    return value.strip("\'")\n'))),
        Canary("counts from 0", changed(ORACLE, ("start=1", "start=0"))),
    ),
)
