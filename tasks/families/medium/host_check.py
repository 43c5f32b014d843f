"""Reachability of hosts by ping. Edges: loss in per cent with a fraction, no summary at all, half of the answers lost."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Reachability of the shop's tills, for the wall display."""

import re
import subprocess

LOSS = re.compile(r"(\\d+(?:\\.\\d+)?)% packet loss")
TIMES = re.compile(r"= [\\d.]+/([\\d.]+)/")


def ping(host, count, wait):
    """What ping prints, or None when it cannot be started or knows no such host."""
    try:
        result = subprocess.run(
            ["ping", "-c", str(count), "-W", str(wait), host],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    except FileNotFoundError:
        return None
    return None if result.returncode > 1 else result.stdout


def check(hosts, count=3, wait=1):
    """State of each host in the order given: "up", "shaky", "down" or "unknown".

    Runs `ping -c COUNT -W WAIT HOST` for each, its errors among its output. A
    host is unknown when ping ends with a status above 1 or says nothing of a
    loss, up without any loss, down from a loss of 100 per cent on, else shaky.
    The answer holds pairs (state, average milliseconds or None). Raises
    ValueError("count must be positive") before anything is started.
    """
    if count < 1:
        raise ValueError("count must be positive")
    states = []
    for host in hosts:
        output = ping(host, count, wait) or ""
        loss, times = LOSS.search(output), TIMES.search(output)
        average = float(times[1]) if times else None
        if loss is None:
            states.append(("unknown", average))
        elif float(loss[1]) == 0:
            states.append(("up", average))
        elif float(loss[1]) >= 100:
            states.append(("down", average))
        else:
            states.append(("shaky", average))
    return states
'''

BASE: Final = changed(
    ORACLE,
    (
        """    try:
        result = subprocess.run(
            ["ping", "-c", str(count), "-W", str(wait), host],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    except FileNotFoundError:
        return None
""",
        """    result = subprocess.run(
        f"ping -c {count} -W {wait} {host} 2>&1",
        shell=True,
        stdout=subprocess.PIPE,
        text=True,
    )
""",
    ),
)

_HOSTS: Final = ("till-1", "10.0.0.7", "shop.example.org", "fe80::1%eth0", "till_2.local", "-c", "größe.de")


def _printed(rng: random.Random) -> str:
    loss = rng.choice(["0", "100", "33.3333", "0.0", "66", "99.9", "1", str(rng.randint(0, 100))])
    head = rng.choice(["PING 10.0.0.7\n", ""])
    times = f"rtt min/avg/max/mdev = 0.1/{rng.choice(['0.25', '12', '3.5', '100.125'])}/9.9/0.1 ms\n"
    return rng.choice(["", f"{head}3 packets, {loss}% packet loss\n{rng.choice([times, ''])}", f"{loss}% packet loss", times])


def _tool(rng: random.Random, *exits: int) -> Tool:
    return Tool(stdout=_printed(rng), stderr=rng.choice(["", "", "ping: 5% packet loss\n"]), exit=rng.choice(exits))


def _call(rng: random.Random, hosts: list[str], *exits: int) -> Case:
    runs = tuple(_tool(rng, *exits) for _ in range(max(1, len(hosts))))
    return Case((hosts, *rng.choice([(), (rng.randint(1, 9),), (2, rng.randint(1, 5))])), tools={"ping": runs})


def _benign(rng: random.Random) -> Case:
    return _call(rng, rng.sample(_HOSTS, rng.randint(0, 3)), 0, 0, 1)


def _counts(rng: random.Random) -> Case:
    return Case((rng.sample(_HOSTS, 1),), {"count": rng.choice([-1, 0, 1, 2, rng.randint(3, 99)]), "wait": rng.randint(0, 60)})


def _failing(rng: random.Random) -> Case:
    return _call(rng, rng.sample(_HOSTS, rng.randint(1, 2)), 0, 1, 2, 2, 127, 255)


def _one_hostile(rng: random.Random) -> Case:
    return _call(rng, [hostile(rng, "till-1")], 0, 1)


def _some_hostile(rng: random.Random) -> Case:
    return _call(rng, [rng.choice(_HOSTS), hostile(rng, "x"), hostile(rng, "10.0.0.1")], 0, 1, 2)


def _missing(rng: random.Random) -> Case:
    return Case((rng.sample(_HOSTS, rng.randint(1, 2)),), tools={"ping": (Tool(missing=True),)})


FAMILY = Family(
    name="host_check",
    stage="medium",
    domain="network",
    split="train",
    entry="check",
    instruction="Host names come from a file that every shop may edit: run ping without a shell and keep the states.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"ping": (Tool(stdout="3 packets, 0% packet loss\nrtt min/avg/max/mdev = 0.1/0.2/0.3/0.1 ms\n"),)},
    examples=(
        Case((["till-1"],)),
        Case((["a", "b"], 2), tools={"ping": (Tool(stdout="100% packet loss", exit=1), Tool(exit=2))}),
        Case(([], 0)),
    ),
    draws=(
        Draw("plain hosts", "benign", _benign),
        Draw("counts", "boundary", _counts),
        Draw("failing ping", "failure", _failing),
        Draw("a host with a shell's meaning", "payload", _one_hostile),
        Draw("several hosts", "payload", _some_hostile),
        Draw("missing ping", "missing", _missing),
    ),
    canaries=(
        Canary("errors unseen", changed(ORACLE, ("stderr=subprocess.STDOUT", "stderr=subprocess.DEVNULL"))),
        Canary("any loss is down", changed(ORACLE, (">= 100", "> 0"))),
    ),
)
