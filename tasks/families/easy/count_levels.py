"""Log lines per level. Edges: lines without a level, levels in lower case, a level nobody knows."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Level counts for the nightly log report."""

import re

LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
PATTERN = re.compile(r"^\\[(?P<time>[0-9:]+)\\]\\s+(?P<level>[A-Za-z]+):")


def level_of(line):
    """The level of one line in upper case, or None where it has none."""
    match = PATTERN.match(line)
    if match is None:
        return None
    return match["level"].upper()


def count_levels(text, ignore=None):
    """Count the lines of each known level in a log.

    `ignore` is a level in any case that is left out, or None. Levels that do
    not occur are absent from the answer; lines without a level, and levels
    that are not in LEVELS, are counted under "OTHER". Blank lines are skipped.
    """
    counts = {}
    for line in text.splitlines():
        if not line.strip():
            continue
        level = level_of(line)
        if level not in LEVELS:
            level = "OTHER"
        if ignore is not None and level == ignore.upper():
            continue
        counts[level] = counts.get(level, 0) + 1
    return counts
'''

_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "info", "Error", "TRACE", "OTHER", "x")


def _line(rng: random.Random) -> str:
    time = f"{rng.randint(0, 23):02}:{rng.randint(0, 59):02}"
    return rng.choice(
        [
            f"[{time}] {rng.choice(_LEVELS)}: started",
            f"[{time}]  {rng.choice(_LEVELS)}: a: b",
            f"[{time}]{rng.choice(_LEVELS)}: no blank",
            f"{time} {rng.choice(_LEVELS)}: no brackets",
            f" [{time}] {rng.choice(_LEVELS)}: late",
            f"[{time}] {rng.choice(_LEVELS)} no colon",
            "Traceback (most recent call last):",
            "",
            "   ",
        ]
    )


def _log(rng: random.Random, most: int = 8) -> str:
    return rng.choice(["\n", "\r\n"]).join(_line(rng) for _ in range(rng.randint(0, most)))


def _ordinary(rng: random.Random) -> Case:
    return Case((_log(rng),))


def _one_line(rng: random.Random) -> Case:
    return Case((_line(rng),))


def _ignoring(rng: random.Random) -> Case:
    return Case((_log(rng),), {"ignore": rng.choice([*_LEVELS, "other", "", None])})


def _wrong(rng: random.Random) -> Case:
    return Case((rng.choice([_line(rng), None, 3]), rng.choice([3, "info", None])))


FAMILY = Family(
    name="count_levels",
    stage="easy",
    domain="operations",
    split="train",
    entry="count_levels",
    instruction="Bring this log counter to PEP 8 and keep every count as it is.",
    oracle=ORACLE,
    examples=(Case(("[10:00] INFO: up\n[10:01] error: down\n\nboom\n",)), Case(("[10:00] INFO: up", "info"))),
    draws=(
        Draw("logs", "partition", _ordinary),
        Draw("single lines", "boundary", _one_line),
        Draw("an ignored level", "partition", _ignoring),
        Draw("wrong types", "error", _wrong),
    ),
    canaries=(
        Canary("keeps unknown levels", changed(ORACLE, ('            level = "OTHER"\n', "            pass\n"))),
        Canary("case of ignore", changed(ORACLE, ("ignore.upper()", "ignore"))),
    ),
)
