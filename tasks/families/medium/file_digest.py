"""Checksums by openssl. Edges: a list to check against, digests in capitals, files that openssl cannot read."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Checks of scanned deeds against the notary's list of digests."""

import re
import subprocess

DIGEST = re.compile(r"[0-9a-f]+")
ALGORITHMS = ("sha256", "sha512", "sha3-256")


def digest(path: str, algorithm: str) -> str | None:
    """Digest of a file in small letters, or None when openssl gives none."""
    try:
        result = subprocess.run(
            ["openssl", "dgst", f"-{algorithm}", "-r", path],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
    except FileNotFoundError:
        return None
    words = result.stdout.lower().split()
    if result.returncode != 0 or not words or not DIGEST.fullmatch(words[0]):
        return None
    return words[0]


def check(listed: dict[str, str], algorithm: str = "sha256") -> dict[str, str]:
    """Verdict for each file of the list: "same", "other" or "unreadable".

    Starts `openssl dgst -ALGORITHM -r FILE` in the order of the list; the first
    word it prints is the digest, and capitals do not matter on either side. A
    missing openssl reads nothing. Raises ValueError("unknown algorithm NAME")
    before anything is started.
    """
    if algorithm not in ALGORITHMS:
        raise ValueError(f"unknown algorithm {algorithm}")
    verdicts = {}
    for path, wanted in listed.items():
        found = digest(path, algorithm)
        if found is None:
            verdicts[path] = "unreadable"
        elif found == wanted.strip().lower():
            verdicts[path] = "same"
        else:
            verdicts[path] = "other"
    return verdicts
'''

BASE: Final = changed(
    ORACLE,
    (
        ORACLE[ORACLE.index("    try:\n") : ORACLE.index("    words = ")],
        """    result = subprocess.run(
        f"openssl dgst -{algorithm} -r {path} 2>/dev/null",
        shell=True,
        stdout=subprocess.PIPE,
        text=True,
    )
""",
    ),
)

_PATHS: Final = ("deed-1.pdf", "2024/a_b.tif", "größe.pdf", "x@y", "50%", "a=b.pdf", "-r")
_DIGESTS: Final = ("ab12", "AB12", "00ff", " ab12 ", "ab12\n", "", "xyz", "ab")
_ALGORITHMS: Final = ("sha256", "sha512", "sha3-256")


def _runs(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    printed = ("ab12 *deed\n", "AB12 *x\n", "00ff *a b\n", "", "\n", "xyz *a\n", "ab *x", "Error\n", "ab12", "(stdin)= ab\n")
    return {"openssl": tuple(Tool(rng.choice(printed), "bad\n", rng.choice(exits)) for _ in range(rng.randint(1, 3)))}


def _listed(rng: random.Random, least: int = 0) -> dict[str, str]:
    return {path: rng.choice(_DIGESTS) for path in rng.sample(_PATHS, rng.randint(least, 3))}


def _algorithm(rng: random.Random) -> tuple[str, ...]:
    return rng.choice([(), (rng.choice(_ALGORITHMS),)])


def _benign(rng: random.Random) -> Case:
    return Case((_listed(rng), *_algorithm(rng)), {}, _runs(rng, 0))


def _unknown(rng: random.Random) -> Case:
    return Case((_listed(rng), rng.choice([*_ALGORITHMS, "md5", "", "SHA256", "sha256 ", "-sha256"])), {}, _runs(rng, 0))


def _failing(rng: random.Random) -> Case:
    return Case((_listed(rng, 1), *_algorithm(rng)), {}, _runs(rng, 0, 0, 1, 127))


def _hostile(rng: random.Random) -> Case:
    return Case(({hostile(rng, "deed.pdf"): rng.choice(_DIGESTS)}, *_algorithm(rng)), {}, _runs(rng, 0))


def _several(rng: random.Random) -> Case:
    listed = {hostile(rng, "a"): "ab12", rng.choice(_PATHS): hostile(rng, "ab12"), hostile(rng, "b.pdf"): "00ff"}
    return Case((listed,), {}, _runs(rng, 0, 0, 1))


def _missing(rng: random.Random) -> Case:
    return Case((_listed(rng, 1), *_algorithm(rng)), {}, {"openssl": (Tool(missing=True),)})


FAMILY = Family(
    name="file_digest",
    stage="medium",
    domain="notary",
    split="train",
    entry="check",
    instruction="The list comes from clients and names any file: start openssl without a shell and keep the verdicts.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"openssl": (Tool(stdout="ab12 *deed.pdf\n"),)},
    examples=(
        Case(({"deed.pdf": "AB12"},)),
        Case(({"a": "ff", "b": "ab12"}, "sha512"), {}, {"openssl": (Tool(stdout="ab12 *a\n"), Tool(exit=1))}),
        Case(({"a": "ff"}, "md5")),
    ),
    draws=(
        Draw("plain lists", "benign", _benign),
        Draw("algorithms", "error", _unknown),
        Draw("failing openssl", "failure", _failing),
        Draw("a file with a shell's meaning", "payload", _hostile),
        Draw("several files", "payload", _several),
        Draw("missing openssl", "missing", _missing),
    ),
    canaries=(
        Canary("capitals matter", changed(ORACLE, ("wanted.strip().lower()", "wanted.strip()"))),
        Canary("unreadable is other", changed(ORACLE, ('"unreadable"\n        elif', '"other"\n        elif'))),
    ),
)
