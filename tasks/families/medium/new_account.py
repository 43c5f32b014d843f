"""Accounts by useradd and usermod. Edges: a name that is taken, groups in their order, an account without a group."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Accounts of the computer room."""

import subprocess

TAKEN = 9  # useradd: the name is in use
SHELL = "/usr/sbin/nologin"


def start(argv):
    """Status of a program; 127 when there is none of that name."""
    try:
        return subprocess.run(argv, stderr=subprocess.DEVNULL).returncode
    except FileNotFoundError:
        return 127


def new_account(login, full_name, groups=(), home=None):
    """Make an account, or leave one that exists, and put it into the groups.

    Starts `useradd -m [-d HOME] -s /usr/sbin/nologin -c NAME -- LOGIN`, then
    `usermod -aG GROUP,GROUP -- LOGIN` where there are groups. Returns "made",
    or "kept" when useradd ends with 9. Raises ValueError("no login") for an
    empty one, ValueError("colon in NAME") since the name becomes part of a
    line with colons, both before anything is started, and
    OSError("PROGRAM ended with N") for every other status than 0.
    """
    if not login:
        raise ValueError("no login")
    if ":" in full_name:
        raise ValueError(f"colon in {full_name}")
    folder = ["-d", home] if home is not None else []
    status = start(["useradd", "-m", *folder, "-s", SHELL, "-c", full_name, "--", login])
    if status not in (0, TAKEN):
        raise OSError(f"useradd ended with {status}")
    state = "kept" if status == TAKEN else "made"
    if groups:
        status = start(["usermod", "-aG", ",".join(groups), "--", login])
        if status != 0:
            raise OSError(f"usermod ended with {status}")
    return state
'''

BASE: Final = changed(
    ORACLE,
    (ORACLE[ORACLE.index("def start(") : ORACLE.index("def new_account(")], ""),
    (
        """    status = start(["useradd", "-m", *folder, "-s", SHELL, "-c", full_name, "--", login])
""",
        """    status = subprocess.run(
        ["useradd", "-m", *folder, "-s", SHELL, "-c", full_name, "--", login],
        stderr=subprocess.DEVNULL,
    ).returncode
""",
    ),
    (
        """        status = start(["usermod", "-aG", ",".join(groups), "--", login])
""",
        """        status = subprocess.run(
            ["usermod", "-aG", ",".join(groups), "--", login], stderr=subprocess.DEVNULL
        ).returncode
""",
    ),
)

_LOGINS: Final = ("ann", "bo.li", "k-p", "x_1", "größe", "o2@lab")
_NAMES: Final = ("Ann", "Bo-Li", "Größe", "x/y", "50%", "K.,P.")
_GROUPS: Final = ("print", "lab-1", "a_b", "wheel", "größe")
_HOMES: Final = ("/home/a", "/srv/h-1/x", "rel", "/home/a=b")


def _status(rng: random.Random, *exits: int) -> tuple[Tool, ...]:
    return (Tool(exit=rng.choice(exits), stderr="x: bad\n"),)


def _groups(rng: random.Random) -> list[str]:
    return rng.sample(_GROUPS, rng.randint(0, 3))


def _options(rng: random.Random) -> dict[str, object]:
    options = {"groups": _groups(rng), "home": rng.choice([None, *_HOMES])}
    return {name: options[name] for name in rng.sample(sorted(options), rng.randint(0, 2))}


def _benign(rng: random.Random) -> Case:
    return Case((rng.choice(_LOGINS), rng.choice(_NAMES)), _options(rng), {"useradd": _status(rng, 0, 0, 9)})


def _refused(rng: random.Random) -> Case:
    login, name = rng.choice(["", *_LOGINS[:3]]), rng.choice(["", ":", "a:b", "Ann", "::"])
    return Case((login, name or "-"), _options(rng))


def _failing(rng: random.Random) -> Case:
    tools = {"useradd": _status(rng, 0, 0, 1, 8, 9, 10, 127), "usermod": _status(rng, 0, 1, 6, 9, 255)}
    return Case((rng.choice(_LOGINS), rng.choice(_NAMES), _groups(rng)), {}, tools)


def _hostile_name(rng: random.Random) -> Case:
    return Case((rng.choice(_LOGINS), hostile(rng, "Ann")), _options(rng), {"useradd": _status(rng, 0, 9)})


def _hostile_rest(rng: random.Random) -> Case:
    groups = [hostile(rng, "print") for _ in range(rng.randint(0, 2))]
    home = rng.choice([None, hostile(rng, "/home/x")])
    return Case((hostile(rng, "ann"), "Ann", groups, home), {}, {"useradd": _status(rng, 0, 0, 1)})


def _missing(rng: random.Random) -> Case:
    gone = rng.choice([("useradd",), ("usermod",)])
    tools = {name: (Tool(missing=True),) for name in gone}
    return Case((rng.choice(_LOGINS), rng.choice(_NAMES), rng.sample(_GROUPS, rng.randint(1, 2))), {}, tools)


FAMILY = Family(
    name="new_account",
    stage="medium",
    domain="computer room",
    split="train",
    entry="new_account",
    instruction="Names, groups and homes come from the enrolment sheet: start useradd and usermod without a shell.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"useradd": (Tool(),), "usermod": (Tool(),)},
    examples=(
        Case(("ann", "Ann-Lee", ["print", "lab"])),
        Case(("bo", "Bo"), {"home": "/srv/bo"}, {"useradd": (Tool(exit=9),)}),
        Case(("x", "a:b")),
    ),
    draws=(
        Draw("plain accounts", "benign", _benign),
        Draw("refused names", "error", _refused),
        Draw("failing programs", "failure", _failing),
        Draw("names with a shell's meaning", "payload", _hostile_name),
        Draw("logins, groups and homes", "payload", _hostile_rest),
        Draw("missing programs", "missing", _missing),
    ),
    canaries=(
        Canary("a taken name fails", changed(ORACLE, ("not in (0, TAKEN)", "!= 0"))),
        Canary("groups apart", changed(ORACLE, ('",".join(groups)', "*groups"))),
    ),
)
