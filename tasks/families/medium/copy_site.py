"""Copies of web sites by wget. Edges: statuses that still mean a copy, depth 0 for everything, refused kinds of files."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Yearly copies of associations' web sites for the city archive."""

import subprocess

NETWORK, SERVER_ERROR = 4, 8  # wget: no connection; some page was refused


def rules(reject: list[str], depth: int) -> list[str]:
    """Options for what is left out."""
    words = []
    if reject:
        words.append("--reject=" + ",".join(reject))
    if depth > 0:
        words += ["--recursive", f"--level={depth}"]
    else:
        words.append("--mirror")
    return words


def archive(
    address: str, folder: str, reject: list[str] | None = None, depth: int = 0, agent: str = ""
) -> str:
    """Copy a site into a folder: "complete", "partial" or "unreachable".

    Starts `wget -q -P FOLDER [--reject=END,END] (--mirror | --recursive
    --level=DEPTH) [-U AGENT] -- ADDRESS`; a depth of 0 means everything. Status
    8 is a partial copy, 4 an unreachable site; every other but 0 raises
    RuntimeError("wget: N"). A missing wget raises RuntimeError("wget: 127").
    Raises ValueError("negative depth") before anything is started.
    """
    if depth < 0:
        raise ValueError("negative depth")
    named = ["-U", agent] if agent else []
    words = [*rules(reject or [], depth), *named]
    try:
        status = subprocess.call(["wget", "-q", "-P", folder, *words, "--", address])
    except FileNotFoundError:
        status = 127
    if status == SERVER_ERROR:
        return "partial"
    if status == NETWORK:
        return "unreachable"
    if status != 0:
        raise RuntimeError(f"wget: {status}")
    return "complete"
'''

_ADDRESSES: Final = ("https://club.example/", "http://a-b.example:8080/x_1", "club.example", "ftp://h/50%", "h/a,b=c")
_FOLDERS: Final = ("copies", "/archive/2024-05", "a_b", "größe", "x@y")
_ENDS: Final = ("zip", "tar.gz", "m-p4", "größe", "x_1")
_AGENTS: Final = ("", "Archive/1.0", "x-y", "größe")


def _status(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    return {"wget": (Tool(stdout=rng.choice(["", "x\n"]), stderr=rng.choice(["", "wget: x\n"]), exit=rng.choice(exits)),)}


def _options(rng: random.Random) -> dict[str, object]:
    options = {
        "reject": rng.choice([None, rng.sample(_ENDS, rng.randint(0, 3))]),
        "depth": rng.choice([0, 1, 2, 9]),
        "agent": rng.choice(_AGENTS),
    }
    return {name: options[name] for name in rng.sample(sorted(options), rng.randint(0, 3))}


def _benign(rng: random.Random) -> Case:
    return Case((rng.choice(_ADDRESSES), rng.choice(_FOLDERS)), _options(rng), _status(rng, 0))


def _depths(rng: random.Random) -> Case:
    return Case((rng.choice(_ADDRESSES), rng.choice(_FOLDERS)), {**_options(rng), "depth": rng.choice([-2, -1, 0, 1, 2])})


def _failing(rng: random.Random) -> Case:
    statuses = (0, 1, 3, 4, 4, 5, 7, 8, 8, 9, 127)
    return Case((rng.choice(_ADDRESSES), rng.choice(_FOLDERS)), _options(rng), _status(rng, *statuses))


def _hostile_address(rng: random.Random) -> Case:
    return Case((hostile(rng, "http://x/"), hostile(rng, "copies")), _options(rng), _status(rng, 0, 0, 8))


def _hostile_rest(rng: random.Random) -> Case:
    reject = [hostile(rng, "zip") for _ in range(rng.randint(1, 2))]
    return Case((rng.choice(_ADDRESSES), "copies", reject, rng.randint(0, 2), hostile(rng, "Bot")), {}, _status(rng, 0))


def _missing(rng: random.Random) -> Case:
    return Case((rng.choice(_ADDRESSES), rng.choice(_FOLDERS)), _options(rng), {"wget": (Tool(missing=True),)})


FAMILY = Family(
    name="copy_site",
    stage="medium",
    domain="city archive",
    split="test",
    entry="archive",
    instruction="Addresses and rules come from the associations: start wget without a shell and keep the three outcomes.",
    oracle=ORACLE,
    tools={"wget": (Tool(),)},
    examples=(
        Case(("https://club.example/", "copies")),
        Case(("h", "f", ["zip", "mp4"], 2, "Bot/1"), {}, {"wget": (Tool(exit=8),)}),
        Case(("h", "f"), {"depth": -1}),
    ),
    draws=(
        Draw("plain sites", "benign", _benign),
        Draw("depths", "boundary", _depths),
        Draw("failing wget", "failure", _failing),
        Draw("addresses with a shell's meaning", "payload", _hostile_address),
        Draw("rules with a shell's meaning", "payload", _hostile_rest),
        Draw("missing wget", "missing", _missing),
    ),
    canaries=(
        Canary("partial is complete", changed(ORACLE, ('return "partial"', 'return "complete"'))),
        Canary("everything always", changed(ORACLE, ("if depth > 0:", "if depth > 1:"))),
    ),
)
