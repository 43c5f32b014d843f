"""Addresses of names by dig. Edges: comments and aliases among the answers, a second server, addresses that occur twice."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Addresses of partner shops, asked of several name servers."""

import ipaddress
import subprocess


def ask(name, kind, server):
    """The lines that dig prints, or None when this server cannot be asked."""
    where = [f"@{server}"] if server else []
    try:
        output = subprocess.check_output(
            ["dig", "+short", "+time=2", *where, "-t", kind, "-q", name],
            stderr=subprocess.DEVNULL,
            text=True,
        )
    except (subprocess.CalledProcessError, FileNotFoundError):
        return None
    return output.splitlines()


def is_address(text):
    """An address of either version."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def resolve(name, servers=("",), kind="A"):
    """Addresses of a name, from the first server that answers.

    Starts `dig +short +time=2 [@SERVER] -t KIND -q NAME` for each server in
    turn ("" is the system's own) until dig ends with 0; what it prints is the
    answer even if it is empty. Lines that are no addresses (aliases, comments)
    are left out, an address that occurs again too. Raises
    ValueError("no type KIND") for another type than A and AAAA before anything
    is started, and TimeoutError("no server knows NAME") when none could be
    asked.
    """
    if kind not in ("A", "AAAA"):
        raise ValueError(f"no type {kind}")
    for server in servers:
        lines = ask(name, kind, server)
        if lines is not None:
            return list(dict.fromkeys(line for line in lines if is_address(line)))
    raise TimeoutError(f"no server knows {name}")
'''

_NAMES: Final = ("shop.example.org", "a-b.example", "x_1.example", "größe.example", "10.0.0.1", "a@b")
_SERVERS: Final = ("", "10.0.0.53", "ns1.example", "fe80::1")
_LINES: Final = ("10.0.0.7", "10.0.0.8", "fe80::7", "alias.example.", ";; timed out", "", "10.0.0", "::1", "256.1.1.1")


def _runs(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    runs = []
    for _ in range(rng.randint(1, 3)):
        lines = "".join(f"{rng.choice(_LINES)}\n" for _ in range(rng.randint(0, 4)))
        runs.append(Tool(stdout=lines, stderr="dig: x\n", exit=rng.choice(exits)))
    return {"dig": tuple(runs)}


def _options(rng: random.Random) -> dict[str, object]:
    options = {"servers": rng.sample(_SERVERS, rng.randint(1, 3)), "kind": rng.choice(["A", "AAAA"])}
    return {name: options[name] for name in rng.sample(sorted(options), rng.randint(0, 2))}


def _benign(rng: random.Random) -> Case:
    return Case((rng.choice(_NAMES),), _options(rng), _runs(rng, 0))


def _kinds(rng: random.Random) -> Case:
    servers = rng.sample(_SERVERS, rng.randint(0, 2))
    return Case((rng.choice(_NAMES), servers, rng.choice(["A", "AAAA", "MX", "a", "", "AA"])), {}, _runs(rng, 0))


def _failing(rng: random.Random) -> Case:
    return Case((rng.choice(_NAMES),), _options(rng), _runs(rng, 0, 8, 9, 9, 10, 127))


def _hostile_name(rng: random.Random) -> Case:
    return Case((hostile(rng, "shop.example"),), _options(rng), _runs(rng, 0, 0, 9))


def _hostile_servers(rng: random.Random) -> Case:
    servers = [hostile(rng, "10.0.0.53") for _ in range(rng.randint(1, 3))]
    return Case((hostile(rng, "a"), servers), {}, _runs(rng, 0, 9))


def _missing(rng: random.Random) -> Case:
    return Case((rng.choice(_NAMES),), _options(rng), {"dig": (Tool(missing=True),)})


FAMILY = Family(
    name="resolve_host",
    stage="medium",
    domain="partner shops",
    split="test",
    entry="resolve",
    instruction="Names and servers come from partners: start dig without a shell and ask the same servers in the same order.",
    oracle=ORACLE,
    tools={"dig": (Tool(stdout="alias.example.\n10.0.0.7\n10.0.0.7\n"),)},
    examples=(
        Case(("shop.example.org",)),
        Case(("a.example", ["10.0.0.53", ""], "AAAA"), {}, {"dig": (Tool(exit=9), Tool(stdout="fe80::7\n"))}),
        Case(("a.example", [""]), {}, {"dig": (Tool(exit=9),)}),
    ),
    draws=(
        Draw("plain names", "benign", _benign),
        Draw("types", "error", _kinds),
        Draw("failing dig", "failure", _failing),
        Draw("names with a shell's meaning", "payload", _hostile_name),
        Draw("servers with a shell's meaning", "payload", _hostile_servers),
        Draw("missing dig", "missing", _missing),
    ),
    canaries=(
        Canary("empty is no answer", changed(ORACLE, ("if lines is not None:", "if lines:"))),
        Canary("twice", changed(ORACLE, ("list(dict.fromkeys(", "list(list("))),
    ),
)
