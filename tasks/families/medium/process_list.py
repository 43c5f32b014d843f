"""Programs of a user by ps. Edges: names cut by ps, times with days, users that nobody knows, a sum over equal names."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Who computes what on the chemistry cluster."""

import subprocess


def seconds(text):
    """Seconds of "[DAYS-]HH:MM:SS"; None for another text."""
    days, dash, clock = text.rpartition("-")
    parts = clock.split(":")
    if len(parts) != 3 or not all(part.isdecimal() for part in parts):
        return None
    if dash and not days.isdecimal():
        return None
    hours, minutes, rest = map(int, parts)
    return ((int(days or "0") * 24 + hours) * 60 + minutes) * 60 + rest


def ps(user):
    """What ps prints about a user's processes; nothing when there are none."""
    try:
        result = subprocess.run(
            ["ps", "-o", "time=,comm=", "-u", user],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
    except FileNotFoundError:
        raise OSError("ps is not installed") from None
    if result.returncode > 1:
        raise OSError(f"ps failed with {result.returncode}")
    return result.stdout


def busy(users, least=60):
    """Seconds of computing by user and program.

    Starts `ps -o time=,comm= -u USER` for each user; status 1 means that the
    user runs nothing. A line is "TIME NAME", the name may hold blanks; other
    lines are left out. Times of one name are added up; programs below `least`
    seconds are left out, and so are users without any. Raises
    OSError("ps failed with N") and OSError("ps is not installed").
    """
    table = {}
    for user in users:
        times = {}
        for line in ps(user).splitlines():
            time, _, name = line.strip().partition(" ")
            used = seconds(time)
            if used is not None and name.strip():
                times[name.strip()] = times.get(name.strip(), 0) + used
        long = {name: used for name, used in times.items() if used >= least}
        if long:
            table[user] = long
    return table
'''

BASE: Final = changed(
    ORACLE,
    (
        ORACLE[ORACLE.index("    try:\n") : ORACLE.index("    if result.returncode > 1")],
        """    result = subprocess.run(
        f"ps -o time=,comm= -u {user} 2>/dev/null",
        shell=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    if result.returncode == 127:
        raise OSError("ps is not installed")
""",
    ),
)

_USERS: Final = ("ann", "bo.li", "k-p", "x_1", "größe", "1001", "a@b", "-e")
_NAMES: Final = ("python", "gauss", "a b", "  lead", "größe", "")
_TIMES: Final = ("00:00:59", "00:01:00", "00:01:01", "1-00:00:00", "12:00:00", "x-1:00:00", "1:2", "-1:00:00", "a:b:c", "")


def _ps(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    runs = []
    for _ in range(rng.randint(1, 3)):
        lines = [f"{rng.choice(['', ' '])}{rng.choice(_TIMES)} {rng.choice(_NAMES)}" for _ in range(rng.randint(0, 4))]
        runs.append(Tool("".join(f"{line}\n" for line in lines), "ps: x\n", rng.choice(exits)))
    return {"ps": tuple(runs)}


def _users(rng: random.Random, least: int = 1) -> list[str]:
    return rng.sample(_USERS, rng.randint(least, 3))


def _benign(rng: random.Random) -> Case:
    return Case((_users(rng, 0), *rng.choice([(), (rng.choice([0, 1, 59, 61, 86400]),)])), {}, _ps(rng, 0, 0, 1))


def _least(rng: random.Random) -> Case:
    used = rng.randint(1, 3599)
    name = rng.choice(["p", "a b"])
    times = [one for one in (used - 1, used, used + 1) if one < 3600]
    text = "".join(f"00:{one // 60:02}:{one % 60:02} {name}{rng.choice([one - used + 1, ''])}\n" for one in times)
    return Case((_users(rng)[:1], used), {}, {"ps": (Tool(stdout=text),)})


def _failing(rng: random.Random) -> Case:
    return Case((_users(rng),), {}, _ps(rng, 0, 0, 1, 2, 255))


def _hostile(rng: random.Random) -> Case:
    return Case(([hostile(rng, "ann")],), {}, _ps(rng, 0, 1))


def _several(rng: random.Random) -> Case:
    return Case(([hostile(rng, "ann"), *_users(rng)[:1], hostile(rng)], rng.randint(0, 60)), {}, _ps(rng, 0, 0, 0, 2))


def _missing(rng: random.Random) -> Case:
    return Case((_users(rng), rng.randint(0, 60)), {}, {"ps": (Tool(missing=True),)})


FAMILY = Family(
    name="process_list",
    stage="medium",
    domain="chemistry",
    split="train",
    entry="busy",
    instruction="User names come from a booking list: start ps without a shell, its complaints unseen.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"ps": (Tool(stdout=" 00:02:00 python\n 1-00:00:01 gauss\n 00:00:01 sh\n"),)},
    examples=(
        Case((["ann"],)),
        Case((["ann", "bo"], 0), {}, {"ps": (Tool(exit=1), Tool(stdout="00:00:00 a b\n"))}),
        Case((["ann"],), {}, {"ps": (Tool(exit=2),)}),
    ),
    draws=(
        Draw("plain users", "benign", _benign),
        Draw("least times", "boundary", _least),
        Draw("failing ps", "failure", _failing),
        Draw("a user with a shell's meaning", "payload", _hostile),
        Draw("several users", "payload", _several),
        Draw("missing ps", "missing", _missing),
    ),
    canaries=(
        Canary("nothing is a failure", changed(ORACLE, ("returncode > 1", "returncode > 0"))),
        Canary("last of equal names", changed(ORACLE, ("times.get(name.strip(), 0) + used", "used"))),
    ),
)
