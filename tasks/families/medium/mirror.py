"""Copies between warehouses by rsync. Edges: statuses that are worth another try, a slash behind the folder, no exclusion."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Nightly copies of the warehouse's stock files."""

import subprocess

AGAIN = {10, 12, 30}  # socket error, protocol error, timeout


def arguments(source, target, exclude, dry_run):
    """Words behind `rsync`; the folder's content is copied, so it ends with a slash."""
    words = ["-a", "--delete"]
    if dry_run:
        words.append("-n")
    for pattern in exclude:
        words.append(f"--exclude={pattern}")
    return [*words, "--", source.rstrip("/") + "/", target]


def mirror(source, target, exclude=(), tries=3, dry_run=False):
    """Run `rsync -a --delete [-n] [--exclude=P ...] -- SOURCE/ TARGET` until it works.

    Returns the number of runs. It is started again, `tries` times at most, as
    long as it ends with one of AGAIN; any other status than 0 is a
    RuntimeError("rsync ended with N") at once, and so is the status of the
    last try. A missing rsync counts as status 127. Raises
    ValueError("no tries") for less than one, before anything is started.
    """
    if tries < 1:
        raise ValueError("no tries")
    words = arguments(source, target, exclude, dry_run)
    for run in range(1, tries + 1):
        try:
            status = subprocess.run(["rsync", *words]).returncode
        except FileNotFoundError:
            status = 127
        if status not in AGAIN:
            break
    if status != 0:
        raise RuntimeError(f"rsync ended with {status}")
    return run
'''

BASE: Final = changed(
    ORACLE,
    (
        (
            '        try:\n            status = subprocess.run(["rsync", *words]).returncode\n'
            "        except FileNotFoundError:\n            status = 127\n"
        ),
        '        status = subprocess.run(["rsync", *words]).returncode\n',
    ),
)

_SOURCES: Final = ("/srv/stock", "/srv/stock/", "data//", "stock_", "größe/", "host:/srv/x", "50%")
_TARGETS: Final = ("/backup/stock", "nas:/vol1/a-b", "x@y:z", "out")
_PATTERNS: Final = ("cache", ".git", "tmp-1", "a,b", "x=1", "größe")


def _options(rng: random.Random) -> dict[str, object]:
    options = {
        "exclude": rng.sample(_PATTERNS, rng.randint(0, 3)),
        "tries": rng.randint(1, 4),
        "dry_run": rng.random() < 1 / 3,
    }
    return {name: options[name] for name in rng.sample(sorted(options), rng.randint(0, 3))}


def _runs(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    return {"rsync": tuple(Tool(exit=rng.choice(exits)) for _ in range(rng.randint(1, 4)))}


def _benign(rng: random.Random) -> Case:
    return Case((rng.choice(_SOURCES), rng.choice(_TARGETS)), _options(rng))


def _tries(rng: random.Random) -> Case:
    tries = rng.choice([-1, 0, 1, 2, 3, 5])
    return Case((rng.choice(_SOURCES), rng.choice(_TARGETS)), {"tries": tries}, _runs(rng, 0, 10, 12, 30, 30))


def _failing(rng: random.Random) -> Case:
    runs = _runs(rng, 0, 1, 9, 10, 11, 12, 13, 23, 29, 30, 31, 127)
    return Case((rng.choice(_SOURCES), rng.choice(_TARGETS)), _options(rng), runs)


def _hostile_folders(rng: random.Random) -> Case:
    return Case((hostile(rng, "/srv/x"), hostile(rng, "nas:")), _options(rng), _runs(rng, 0, 0, 30))


def _hostile_patterns(rng: random.Random) -> Case:
    patterns = [hostile(rng, "cache") for _ in range(rng.randint(1, 3))]
    return Case((rng.choice(_SOURCES), rng.choice(_TARGETS), patterns), {}, _runs(rng, 0, 0, 11))


def _missing(rng: random.Random) -> Case:
    return Case((rng.choice(_SOURCES), rng.choice(_TARGETS)), _options(rng), {"rsync": (Tool(missing=True),)})


FAMILY = Family(
    name="mirror",
    stage="medium",
    domain="warehouse",
    split="train",
    entry="mirror",
    instruction="Folders and patterns come from each warehouse's settings: run rsync without a shell, as often as before.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"rsync": (Tool(),)},
    examples=(
        Case(("/srv/stock", "nas:/stock", ["tmp", "cache"])),
        Case(("a/", "b"), {"dry_run": True}, {"rsync": (Tool(exit=30), Tool())}),
        Case(("a", "b", (), 2), {}, {"rsync": (Tool(exit=10),)}),
    ),
    draws=(
        Draw("plain folders", "benign", _benign),
        Draw("tries", "boundary", _tries),
        Draw("failing rsync", "failure", _failing),
        Draw("folders with a shell's meaning", "payload", _hostile_folders),
        Draw("patterns with a shell's meaning", "payload", _hostile_patterns),
        Draw("missing rsync", "missing", _missing),
    ),
    canaries=(
        Canary("tries once", changed(ORACLE, ("if status not in AGAIN:", "if True:"))),
        Canary("slash lost", changed(ORACLE, ('source.rstrip("/") + "/"', "source"))),
    ),
)
