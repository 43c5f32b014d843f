"""Versions of packages. Edges: missing parts, pre-releases, a leading v, numbers that are no numbers."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Order of version numbers in a package index."""

import re

PARTS = re.compile(r"v?(\\d+(?:\\.\\d+)*)(?:-?(a|b|rc)(\\d*))?")
PHASES = {"a": 0, "b": 1, "rc": 2, None: 3}


def sort_key(version):
    """A key that sorts versions; zeros at the end do not count."""
    match = PARTS.fullmatch(version.strip().lower())
    if match is None:
        raise ValueError(f"no version: {version!r}")
    numbers = [int(number) for number in match[1].split(".")]
    while len(numbers) > 1 and numbers[-1] == 0:
        numbers.pop()
    return numbers, PHASES[match[2]], int(match[3] or 0)


def newer_version(installed, offered, pre=False):
    """The version to install, or None when the installed one is good enough.

    `offered` lists versions in any order; the newest wins, the first of equal
    ones. Pre-releases (`1.2a1`, `1.2-rc2`) come before their release and are
    looked at only with `pre`, or when the installed version is one. Every text
    that is no version is an error, needed or not.
    """
    best = None
    newest = sort_key(installed)
    allowed = pre or newest[1] < PHASES[None]
    for version in offered:
        key = sort_key(version)
        if not allowed and key[1] != PHASES[None]:
            continue
        if key > newest:
            best = version
            newest = key
    return best
'''

_TAILS: Final = ("", "", "", "a", "a1", "b2", "-rc1", "rc", "rc10", "-b", "RC2")
_BAD: Final = ("", "one", "1.", ".1", "1..2", "1.2c3", "1.2-", "1,2", "1.2a1b", "v", "1.2--rc1", "-1")


def _version(rng: random.Random, most: int = 3) -> str:
    numbers = [str(rng.choice([0, 1, 2, 9, 10])) for _ in range(rng.randint(1, most))]
    return rng.choice(["", "", "v", " "]) + ".".join(numbers) + rng.choice(_TAILS)


def _offers(rng: random.Random, most: int = 5) -> list[str]:
    return [_version(rng) for _ in range(rng.randint(0, most))]


def _ordinary(rng: random.Random) -> Case:
    return Case((rng.choice(["0", "0.1", "v0", "1"]), [_version(rng), *_offers(rng)]))


def _pre(rng: random.Random) -> Case:
    return Case((_version(rng), _offers(rng)), {"pre": rng.choice([True, False])})


def _equal(rng: random.Random) -> Case:
    same = ["1", "1.0", "v1.0.0", "1.0.0.0", "1.0.1", "1rc1", "1.0-rc1", "1.0.0rc2", "1a", "1a0", "1.0rc", "1rc0"]
    return Case((rng.choice(same), rng.sample(same, rng.randint(1, 4)), True))


def _wrong(rng: random.Random) -> Case:
    offers = [*_offers(rng, 2), rng.choice([*_BAD, "3"])]
    return Case((rng.choice(["1.0", "1.0", "1.0", *_BAD[:4]]), offers))


FAMILY = Family(
    name="newer_version",
    stage="easy",
    domain="packages",
    split="train",
    entry="newer_version",
    instruction="Clean up this version check; it must offer exactly the versions that it offers now.",
    oracle=ORACLE,
    examples=(
        Case(("1.2", ["1.10", "v1.9", "2.0-rc1"])),
        Case(("1.0", ["1", "1.0.0"])),
        Case(("2.0a1", ["2.0b1", "1.9"])),
        Case(("1.0", ["new"])),
    ),
    draws=(
        Draw("offers", "partition", _ordinary),
        Draw("pre-releases", "partition", _pre),
        Draw("equal ones", "boundary", _equal),
        Draw("no versions", "error", _wrong),
    ),
    canaries=(
        Canary("zeros count", changed(ORACLE, ("len(numbers) > 1 and", "len(numbers) > 9 and"))),
        Canary("the last of equals", changed(ORACLE, ("if key > newest:", "if key >= newest:"))),
    ),
)
