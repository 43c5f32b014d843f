"""Space on other hosts by ssh: there a shell reads the command still. Edges: hosts like options, tables with odd lines."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Free space on the observatory's storage hosts."""

import shlex
import subprocess

UNREACHABLE = 255  # what ssh itself ends with


def remote(host: str, path: str) -> tuple[int, str]:
    """Status and output of df on a host."""
    try:
        result = subprocess.run(
            ["ssh", "-o", "BatchMode=yes", host, f"df -P -- {shlex.quote(path)}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
    except FileNotFoundError:
        return UNREACHABLE, ""
    return result.returncode, result.stdout


def free_space(hosts: list[str], path: str, least: int = 0) -> dict[str, int | None]:
    """Free kilobytes for `path` on each host; None where they are unknown.

    Starts `ssh -o BatchMode=yes HOST COMMAND`; the host's own shell reads the
    command "df -P -- PATH", so the path in it is quoted by shlex.quote. The
    answer is the fourth column of df's last line. Hosts with less than `least`
    are left out. Raises ValueError("no host HOST") for an empty one and for one
    that begins with "-", before anything is started, and
    ConnectionError("HOST") when ssh ends with 255 or does not exist; any other
    status than 0 makes that host unknown.
    """
    for host in hosts:
        if not host or host.startswith("-"):
            raise ValueError(f"no host {host}")
    space = {}
    for host in hosts:
        status, output = remote(host, path)
        if status == UNREACHABLE:
            raise ConnectionError(host)
        columns = output.splitlines()[-1].split() if output.strip() else []
        if status != 0 or len(columns) < 6 or not columns[3].isdecimal():
            space[host] = None
        elif int(columns[3]) >= least:
            space[host] = int(columns[3])
    return space
'''

BASE: Final = changed(
    ORACLE,
    ("import shlex\n", ""),
    (
        ORACLE[ORACLE.index("    try:\n") : ORACLE.index("    return result.returncode, result.stdout")],
        """    result = subprocess.run(
        f"ssh -o BatchMode=yes {host} 'df -P -- {path}' 2>/dev/null",
        shell=True,
        stdout=subprocess.PIPE,
        text=True,
    )
""",
    ),
)

_HOSTS: Final = ("store-1", "ann@store_2.example", "10.0.0.9", "fe80::1", "größe.example")
_PATHS: Final = ("/data", "/srv/sky-2024/a_b", "x", "/a,b", "/50%", "/x@y", "/a+b=c")


def _df(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    runs = []
    for _ in range(rng.randint(1, 3)):
        free = rng.choice([0, 1, 999, 1000, 1001, rng.randint(0, 10**7), "-", "12K"])
        row = rng.choice([f"/dev/sda1 9 5 {free} 55% /data"] * 4 + ["/dev/sda1 9 5", f"a 1 2 {free} 5%", "", " "])
        text = rng.choice(["Filesystem 1024-blocks Used Available Capacity Mounted on\n", ""]) + row + rng.choice(["\n", ""])
        runs.append(Tool(stdout=text, stderr="ssh: x\n", exit=rng.choice(exits)))
    return {"ssh": tuple(runs)}


def _hosts(rng: random.Random, least: int = 1) -> list[str]:
    return rng.sample(_HOSTS, rng.randint(least, 3))


def _benign(rng: random.Random) -> Case:
    return Case((_hosts(rng, 0), rng.choice(_PATHS), *rng.choice([(), (rng.choice([0, 1, 1000]),)])), {}, _df(rng, 0))


def _refused(rng: random.Random) -> Case:
    hosts = [*_hosts(rng, 0)[:2], rng.choice(["", "-v", "-oProxyCommand=x", "a-", rng.choice(_HOSTS)])]
    return Case((hosts, rng.choice(_PATHS)), {}, _df(rng, 0))


def _failing(rng: random.Random) -> Case:
    return Case((_hosts(rng), rng.choice(_PATHS), rng.randint(0, 2)), {}, _df(rng, 0, 0, 1, 127, 254, 255))


def _hostile_path(rng: random.Random) -> Case:
    return Case((_hosts(rng)[:1], hostile(rng, "/data")), {}, _df(rng, 0, 0, 1))


def _hostile_host(rng: random.Random) -> Case:
    return Case(([hostile(rng, "store"), *_hosts(rng, 0)[:1]], hostile(rng, "/data")), {}, _df(rng, 0))


def _missing(rng: random.Random) -> Case:
    return Case((_hosts(rng), rng.choice(_PATHS)), {}, {"ssh": (Tool(missing=True),)})


FAMILY = Family(
    name="remote_space",
    stage="medium",
    domain="observatory",
    split="test",
    entry="free_space",
    instruction="No shell here may read hosts and paths; the other host's own shell still reads its command.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"ssh": (Tool(stdout="Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sda1 9 5 1200 55% /data\n"),)},
    examples=(
        Case((["store-1", "store-2"], "/data")),
        Case((["a", "b"], "/x", 1000), {}, {"ssh": (Tool(exit=1), Tool(stdout="f 1 2 999 4% /x\n"))}),
        Case((["-v"], "/x")),
    ),
    draws=(
        Draw("plain hosts", "benign", _benign),
        Draw("refused hosts", "error", _refused),
        Draw("failing ssh", "failure", _failing),
        Draw("paths with a shell's meaning", "payload", _hostile_path),
        Draw("hosts with a shell's meaning", "payload", _hostile_host),
        Draw("missing ssh", "missing", _missing),
    ),
    canaries=(
        Canary("unquoted over there", changed(ORACLE, ("{shlex.quote(path)}", "{path}"))),
        Canary("apostrophes over there", changed(ORACLE, ("{shlex.quote(path)}", "'{path}'"))),
    ),
)
