"""Addresses of a mailing list. Edges: case, dots and tags of the local part, order, lines that are no address."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""One address for each reader of a mailing list."""

import re

ADDRESS = re.compile(r"([\\w.+-]+)@([\\w-]+(?:\\.[\\w-]+)+)")
DOTLESS = ("mail.example", "post.example")


def identity(local, domain):
    """What two spellings of one mailbox share."""
    local = local.partition("+")[0].lower()
    domain = domain.lower()
    if domain in DOTLESS:
        local = local.replace(".", "")
    return f"{local}@{domain}"


def merge_contacts(lines, blocked=None):
    """Drop the addresses of mailboxes that occurred before.

    A mailbox is the same in any case and without its `+tag`; at the hosts in
    DOTLESS dots in front of the @ do not matter. The first spelling stays, in
    its place. Boxes of `blocked`, given in any spelling, are left out. Blanks
    around an address are allowed. Answers with the addresses and the number of
    lines that hold none; a blocked entry that is no address is an error.
    """
    seen = set()
    for entry in blocked or ():
        match = ADDRESS.fullmatch(entry)
        if match is None:
            raise ValueError(f"cannot block {entry!r}")
        seen.add(identity(match[1], match[2]))
    kept = []
    bad = 0
    for line in lines:
        match = ADDRESS.fullmatch(line.strip())
        if match is None:
            bad += 1
            continue
        box = identity(match[1], match[2])
        if box not in seen:
            seen.add(box)
            kept.append(line.strip())
    return kept, bad
'''

_LOCALS: Final = ("ada", "Ada", "a.da", "ada+news", "bo.b", "bob", "BOB+x", "c-d", "+tag", "ad.a+")
_HOSTS: Final = ("mail.example", "Post.Example", "firm.example", "a-b.test", "FIRM.example")
_BAD: Final = (
    "ada",
    "ada@host",
    "@mail.example",
    "a b@mail.example",
    "ada@mail..example",
    "",
    "ada@mail.example.",
    "x@y@z.de",
)


def _address(rng: random.Random) -> str:
    return f"{rng.choice(_LOCALS)}@{rng.choice(_HOSTS)}"


def _lines(rng: random.Random, most: int = 6) -> list[str]:
    return [rng.choice(["", "", " "]) + _address(rng) for _ in range(rng.randint(1, most))]


def _ordinary(rng: random.Random) -> Case:
    return Case((_lines(rng),))


def _bad_lines(rng: random.Random) -> Case:
    return Case((rng.sample([*_BAD, *_lines(rng, 4)], rng.randint(1, 6)),))


def _blocked(rng: random.Random) -> Case:
    return Case((_lines(rng, 5), rng.choice([None, [], [_address(rng)], [_address(rng), _address(rng)]])))


def _wrong(rng: random.Random) -> Case:
    return Case((_lines(rng, 2), [_address(rng), rng.choice([*_BAD, " ada@mail.example", _address(rng)])]))


FAMILY = Family(
    name="merge_contacts",
    stage="easy",
    domain="mailing lists",
    split="validation",
    entry="merge_contacts",
    instruction="Clean up this list keeper; the same spellings must stay, in the same order.",
    oracle=ORACLE,
    examples=(
        Case((["Ada+news@mail.example", "a.da@mail.example", "bob@firm.example", "nobody"],)),
        Case((["ada@firm.example"], ["ADA+x@firm.example"])),
        Case(([], ["ada"])),
    ),
    draws=(
        Draw("addresses", "partition", _ordinary),
        Draw("no addresses", "boundary", _bad_lines),
        Draw("blocked boxes", "partition", _blocked),
        Draw("bad blocks", "error", _wrong),
    ),
    canaries=(
        Canary(
            "dots never matter", changed(ORACLE, ("    if domain in DOTLESS:\n        local", "    if domain:\n        local"))
        ),
        Canary("keeps the blanks", changed(ORACLE, ("kept.append(line.strip())", "kept.append(line)"))),
    ),
)
