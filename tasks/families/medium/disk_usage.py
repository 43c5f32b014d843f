"""Space by folder from du. Edges: folders that cannot be read, sizes without a path, a limit that nothing reaches."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Who fills the newspaper's picture store."""

import subprocess

UNITS = ("K", "M", "G", "T")


def human(kilobytes):
    """Size with one decimal in the largest unit that leaves at least 1, "0K" for nothing."""
    if kilobytes == 0:
        return "0K"
    size = float(kilobytes)
    for unit in UNITS:
        if size < 1024 or unit == UNITS[-1]:
            break
        size /= 1024
    return f"{size:.1f}{unit}"


def usage(folders, depth=1, least=0):
    """Space used below each folder, as `du -k -d DEPTH -- FOLDER ...` counts it.

    Returns pairs (path, size), the largest first and equal ones by path,
    without those below `least` kilobytes. Lines that are not "NUMBER TAB PATH"
    are left out. du ends with 1 when it could not read everything: that is no
    failure, but any other status than 0 is RuntimeError("du failed: N"), and a
    missing du counts as 127. Without folders nothing is started.
    """
    if not folders:
        return []
    try:
        result = subprocess.run(
            ["du", "-k", "-d", str(depth), "--", *folders],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
    except FileNotFoundError:
        raise RuntimeError("du failed: 127") from None
    if result.returncode not in (0, 1):
        raise RuntimeError(f"du failed: {result.returncode}")
    sizes = []
    for line in result.stdout.splitlines():
        number, tab, path = line.partition("\\t")
        if tab and number.isdecimal() and int(number) >= least:
            sizes.append((int(number), path))
    sizes.sort(key=lambda pair: (-pair[0], pair[1]))
    return [(path, human(number)) for number, path in sizes]
'''

BASE: Final = changed(
    ORACLE,
    (
        ORACLE[ORACLE.index("    try:\n") : ORACLE.index("    if result.returncode not in")],
        """    result = subprocess.run(
        f"du -k -d {depth} -- {' '.join(folders)} 2>/dev/null",
        shell=True,
        stdout=subprocess.PIPE,
        text=True,
    )
""",
    ),
)

_FOLDERS: Final = ("/srv/pictures", "2024/05", "a_b", "größe", "x@y", "50%", "a=b", "-h")
_SIZES: Final = (0, 1, 1023, 1024, 1025, 1536, 1048575, 1048576, 3 * 1024**3, 2 * 1024**4)


def _du(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    size = [rng.choice([*_SIZES, rng.randint(0, 5000)]) for _ in range(rng.randint(0, 5))]
    lines = [rng.choice([f"{one}\t{rng.choice(_FOLDERS)}"] * 6 + [f"{one} x", f"x\t{one}", "", f"{one}\t"]) for one in size]
    return {"du": (Tool(stdout="".join(f"{line}\n" for line in lines), stderr="du: no\n", exit=rng.choice(exits)),)}


def _options(rng: random.Random) -> dict[str, object]:
    options = {"depth": rng.randint(0, 9), "least": rng.choice([0, 1, 1024, rng.randint(0, 3000)])}
    return {name: options[name] for name in rng.sample(sorted(options), rng.randint(0, 2))}


def _benign(rng: random.Random) -> Case:
    return Case((rng.sample(_FOLDERS, rng.randint(0, 3)),), _options(rng), _du(rng, 0))


def _least(rng: random.Random) -> Case:
    size = rng.randint(1, 4000)
    lines = "".join(f"{size + step}\tf{step + 1}\n" for step in (-1, 0, 1))
    return Case((rng.sample(_FOLDERS, 1), rng.randint(0, 3), size), {}, {"du": (Tool(stdout=lines),)})


def _failing(rng: random.Random) -> Case:
    return Case((rng.sample(_FOLDERS, rng.randint(1, 2)),), _options(rng), _du(rng, 0, 1, 1, 2, 127, 255))


def _hostile(rng: random.Random) -> Case:
    return Case(([hostile(rng, "2024")],), _options(rng), _du(rng, 0, 1))


def _several(rng: random.Random) -> Case:
    return Case(([hostile(rng, "a"), rng.choice(_FOLDERS), hostile(rng, "b")],), _options(rng), _du(rng, 0, 0, 2))


def _missing(rng: random.Random) -> Case:
    return Case((rng.sample(_FOLDERS, rng.randint(1, 2)),), _options(rng), {"du": (Tool(missing=True),)})


FAMILY = Family(
    name="disk_usage",
    stage="medium",
    domain="newspaper",
    split="train",
    entry="usage",
    instruction="Folders are named by photographers all over the world: run du without a shell and keep the table.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"du": (Tool(stdout="2048\ta\n10\tb\n"),)},
    examples=(
        Case((["a", "b"],)),
        Case((["x"], 2, 100), {}, {"du": (Tool(stdout="99\tx/a\n100\tx/b\n100\tx\n", exit=1),)}),
        Case(([],)),
    ),
    draws=(
        Draw("plain folders", "benign", _benign),
        Draw("least sizes", "boundary", _least),
        Draw("failing du", "failure", _failing),
        Draw("a folder with a shell's meaning", "payload", _hostile),
        Draw("several folders", "payload", _several),
        Draw("missing du", "missing", _missing),
    ),
    canaries=(
        Canary("unread is a failure", changed(ORACLE, ("not in (0, 1)", "!= 0"))),
        Canary("by size alone", changed(ORACLE, ("(-pair[0], pair[1])", "-pair[0]"))),
    ),
)
