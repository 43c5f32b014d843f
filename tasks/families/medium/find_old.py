"""Old exports by find. Edges: a pattern that must reach find as it is, an age of 0 days, complaints about single folders."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Old exports that the energy supplier's clean-up offers for deletion."""

import subprocess

KINDS = {"file": "f", "folder": "d"}


def search(folder: str, tests: list[str]) -> tuple[list[str], str]:
    """Paths that find prints, each ended by NUL, and what it complains about."""
    argv = ["find", folder, *tests, "-print0"]
    try:
        result = subprocess.run(argv, capture_output=True, text=True)
    except FileNotFoundError:
        raise RuntimeError("find is not installed") from None
    paths = [path for path in result.stdout.split("\\0") if path]
    return paths, result.stderr if result.returncode != 0 else ""


def find_old(folder: str, pattern: str, days: int = 30, kind: str = "file") -> dict[str, list[str]]:
    """What lies in `folder` under a name that fits `pattern` and is older than `days`.

    Starts `find FOLDER -type f|d -name PATTERN -mtime +DAYS -print0`; find
    itself reads the pattern, and for 0 days `-mtime` is left out. Returns
    {"paths": sorted paths, "unread": lines of standard error without the
    leading "find: "}; the latter is empty when find ends with 0. Raises
    KeyError(KIND) and ValueError("negative age") before anything is started,
    and RuntimeError("find is not installed").
    """
    tests = ["-type", KINDS[kind], "-name", pattern]
    if days < 0:
        raise ValueError("negative age")
    if days > 0:
        tests += ["-mtime", f"+{days}"]
    paths, complaints = search(folder, tests)
    unread = [line.removeprefix("find: ") for line in complaints.splitlines()]
    return {"paths": sorted(paths), "unread": unread}
'''

BASE: Final = changed(
    ORACLE,
    (
        ORACLE[ORACLE.index("def search(") : ORACLE.index("    paths = [path")],
        '''def search(folder: str, tests: str) -> tuple[list[str], str]:
    """Paths that find prints, each ended by NUL, and what it complains about."""
    result = subprocess.run(
        f"find {folder} {tests} -print0", shell=True, capture_output=True, text=True
    )
    if result.returncode == 127:
        raise RuntimeError("find is not installed")
''',
    ),
    ('["-type", KINDS[kind], "-name", pattern]', '''"-type " + KINDS[kind] + " -name '" + pattern + "'"'''),
    ('tests += ["-mtime", f"+{days}"]', 'tests += f" -mtime +{days}"'),
)

_FOLDERS: Final = ("exports", "/srv/meter-1", "a_b/c", "größe", "x@y", "50%", ".")
_PATTERNS: Final = ("*.csv", "[0-9]?.txt", "report-*", "my file", "größe*", "a:b", "x=1", "{a,b}", "#1")
_ERRORS: Final = ("find: 'a': Permission denied", "find: b: No such file", "odd", "")


def _found(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    paths = rng.sample(["exports/b.csv", "exports/a.csv", "two words", "new\nline", "größe", "./z", ""], rng.randint(0, 4))
    errors = "".join(f"{rng.choice(_ERRORS)}\n" for _ in range(rng.randint(0, 2)))
    return {"find": (Tool(stdout="".join(f"{path}\0" for path in paths), stderr=errors, exit=rng.choice(exits)),)}


def _options(rng: random.Random) -> dict[str, object]:
    options = {"days": rng.choice([0, 1, 30, rng.randint(2, 999)]), "kind": rng.choice(["file", "folder"])}
    return {name: options[name] for name in rng.sample(sorted(options), rng.randint(0, 2))}


def _benign(rng: random.Random) -> Case:
    return Case((rng.choice(_FOLDERS), rng.choice(_PATTERNS)), _options(rng), _found(rng, 0))


def _refused(rng: random.Random) -> Case:
    days, kind = rng.choice([-2, -1, 0, 1]), rng.choice(["file", "folder"])
    return Case((rng.choice(_FOLDERS), rng.choice(_PATTERNS), days, kind), {}, _found(rng, 0))


def _failing(rng: random.Random) -> Case:
    return Case((rng.choice(_FOLDERS), rng.choice(_PATTERNS)), _options(rng), _found(rng, 0, 1, 1, 2, 255))


def _hostile_pattern(rng: random.Random) -> Case:
    return Case((rng.choice(_FOLDERS), hostile(rng, "*.csv", "a'b")), _options(rng), _found(rng, 0))


def _hostile_folder(rng: random.Random) -> Case:
    return Case((hostile(rng, "exports"), hostile(rng, "x*")), _options(rng), _found(rng, 0, 0, 1))


def _missing(rng: random.Random) -> Case:
    return Case((rng.choice(_FOLDERS), rng.choice(_PATTERNS)), _options(rng), {"find": (Tool(missing=True),)})


FAMILY = Family(
    name="find_old",
    stage="medium",
    domain="energy",
    split="test",
    entry="find_old",
    instruction="Folder and pattern are typed into a form: start find without a shell and let find alone read the pattern.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"find": (Tool(stdout="exports/b.csv\0exports/a.csv\0"),)},
    examples=(
        Case(("exports", "*.csv")),
        Case(("exports", "old-?", 0, "folder"), tools={"find": (Tool(stderr="find: x: denied\n", exit=1),)}),
        Case(("exports", "*", -1)),
    ),
    draws=(
        Draw("plain patterns", "benign", _benign),
        Draw("ages", "boundary", _refused),
        Draw("failing find", "failure", _failing),
        Draw("patterns with a shell's meaning", "payload", _hostile_pattern),
        Draw("folders with a shell's meaning", "payload", _hostile_folder),
        Draw("missing find", "missing", _missing),
    ),
    canaries=(
        Canary("lines for NUL", changed(ORACLE, ('result.stdout.split("\\0")', "result.stdout.splitlines()"))),
        Canary("quoted pattern", changed(ORACLE, ('"-name", pattern]', """"-name", f"'{pattern}'"]"""))),
    ),
)
