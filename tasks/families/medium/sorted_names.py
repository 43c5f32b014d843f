"""Names in the order of a language by `LC_ALL=L sort`. Edges: an unknown language, no names, a sort that fails."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Lists of members for the choir's programme, in the order of the country."""

import os
import subprocess

LOCALES = {"de": "de_DE.UTF-8", "sv": "sv_SE.UTF-8", "en": "en_GB.UTF-8"}


def sort_file(path, locale, column):
    """Lines of a file as sort puts them, or None when it does not work."""
    environment = {**os.environ, "LC_ALL": locale}
    try:
        result = subprocess.run(
            ["sort", "-u", "-k", str(column), "--", path],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
    except FileNotFoundError:
        return None
    return result.stdout.splitlines() if result.returncode == 0 else None


def sorted_names(path, language="en", column=1, limit=None):
    """The names in the file at `path`, sorted for a language.

    Starts `sort -u -k COLUMN -- PATH` with LC_ALL set for it alone: to
    the language's entry of LOCALES, or to the language itself when it has
    none. Blank lines are left out and the rest is stripped; `limit` cuts the
    list. Raises ValueError("columns count from 1") before anything is started
    and RuntimeError("cannot sort PATH") when sort fails or does not exist.
    """
    if column < 1:
        raise ValueError("columns count from 1")
    lines = sort_file(path, LOCALES.get(language, language), column)
    if lines is None:
        raise RuntimeError(f"cannot sort {path}")
    names = [line.strip() for line in lines if line.strip()]
    return names[:limit]
'''

BASE: Final = changed(
    ORACLE,
    ("import os\n", ""),
    (
        ORACLE[ORACLE.index("    environment =") : ORACLE.index("    return result.stdout")],
        """    result = subprocess.run(
        f"LC_ALL={locale} sort -u -k {column} -- {path} 2>/dev/null",
        shell=True,
        stdout=subprocess.PIPE,
        text=True,
    )
""",
    ),
)

_PATHS: Final = ("choir.txt", "lists/alto-1.txt", "größe.txt", "a_b,c", "x@y.txt", "50%", "-r.txt")
_LANGUAGES: Final = ("de", "sv", "en", "C", "fr_FR.UTF-8", "", "DE")
_LINES: Final = ("Ann Lee", "  Bo ", "", "   ", "Änne", "Zoe\t", "1 x", "Øystein")


def _sort(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    text = "\n".join(rng.choice(_LINES) for _ in range(rng.randint(0, 6))) + rng.choice(["", "\n"])
    return {"sort": (Tool(stdout=text, stderr=rng.choice(["", "sort: x\n"]), exit=rng.choice(exits)),)}


def _options(rng: random.Random) -> dict[str, object]:
    options = {"language": rng.choice(_LANGUAGES), "column": rng.randint(1, 4), "limit": rng.choice([None, 0, 1, 2, 9])}
    return {name: options[name] for name in rng.sample(sorted(options), rng.randint(0, 3))}


def _benign(rng: random.Random) -> Case:
    return Case((rng.choice(_PATHS),), _options(rng), _sort(rng, 0))


def _columns(rng: random.Random) -> Case:
    return Case((rng.choice(_PATHS), rng.choice(_LANGUAGES), rng.choice([-1, 0, 1, 2])), {}, _sort(rng, 0))


def _failing(rng: random.Random) -> Case:
    return Case((rng.choice(_PATHS),), _options(rng), _sort(rng, 0, 1, 2, 127))


def _hostile_path(rng: random.Random) -> Case:
    return Case((hostile(rng, "choir.txt"),), _options(rng), _sort(rng, 0, 0, 2))


def _hostile_language(rng: random.Random) -> Case:
    return Case((rng.choice(_PATHS), hostile(rng, "de")), {}, _sort(rng, 0))


def _missing(rng: random.Random) -> Case:
    return Case((rng.choice(_PATHS),), _options(rng), {"sort": (Tool(missing=True),)})


FAMILY = Family(
    name="sorted_names",
    stage="medium",
    domain="choir",
    split="train",
    entry="sorted_names",
    instruction="File and language come from the choir's page: set the variable for sort without a shell, and for sort alone.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"sort": (Tool(stdout="Ann\nBo\nZoe\n"),)},
    examples=(Case(("choir.txt",)), Case(("choir.txt", "sv", 2, 2)), Case(("choir.txt", "de", 0))),
    draws=(
        Draw("plain files", "benign", _benign),
        Draw("columns", "boundary", _columns),
        Draw("failing sort", "failure", _failing),
        Draw("files with a shell's meaning", "payload", _hostile_path),
        Draw("languages with a shell's meaning", "payload", _hostile_language),
        Draw("missing sort", "missing", _missing),
    ),
    canaries=(
        Canary("bare environment", changed(ORACLE, ('{**os.environ, "LC_ALL": locale}', '{"LC_ALL": locale}'))),
        Canary("no variable", changed(ORACLE, ("            env=environment,\n", ""))),
    ),
)
