"""A week's logs in one archive by `tar -cf A D/*.log`. Edges: no logs, hidden files, other endings, a failing tar."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Weekly archives of the weather stations' logs."""

import glob
import os
import subprocess

ROOT = "stations"
MISSING = 127  # what a shell reports for a program that is not there


def logs_of(station):
    """Paths of a station's logs in the order of their names; hidden files are none."""
    return sorted(glob.glob(os.path.join(ROOT, glob.escape(station), "*.log")))


def status_of(argv):
    """Exit status of a program that prints nothing of interest."""
    try:
        return subprocess.run(argv, stdout=subprocess.DEVNULL).returncode
    except FileNotFoundError:
        return MISSING


def pack(station, archive, level=6):
    """Pack stations/STATION/*.log into ARCHIVE.tar and compress it; returns the count of logs.

    Starts `tar -cf ARCHIVE.tar LOG ...`, and `gzip -LEVEL ARCHIVE.tar` for a
    level above 0. Raises LookupError("no logs of STATION") before anything is
    started, and RuntimeError("tar ended with N") or ("gzip ended with N");
    nothing is compressed after a failure. A program that does not exist counts
    as status 127.
    """
    logs = logs_of(station)
    if not logs:
        raise LookupError(f"no logs of {station}")
    status = status_of(["tar", "-cf", f"{archive}.tar", *logs])
    if status != 0:
        raise RuntimeError(f"tar ended with {status}")
    if level > 0:
        status = status_of(["gzip", f"-{level}", f"{archive}.tar"])
        if status != 0:
            raise RuntimeError(f"gzip ended with {status}")
    return len(logs)
'''

BASE: Final = changed(
    ORACLE,
    ("MISSING = 127  # what a shell reports for a program that is not there\n", ""),
    (ORACLE[ORACLE.index("def status_of") : ORACLE.index("def pack(")], ""),
    (
        'status_of(["tar", "-cf", f"{archive}.tar", *logs])',
        (
            'subprocess.run(\n        f"tar -cf {archive}.tar {ROOT}/{station}/*.log", shell=True, stdout=subprocess.DEVNULL\n'
            "    ).returncode"
        ),
    ),
    (
        'status_of(["gzip", f"-{level}", f"{archive}.tar"])',
        (
            "subprocess.run(\n"
            '            f"gzip -{level} {archive}.tar", shell=True, stdout=subprocess.DEVNULL\n        ).returncode'
        ),
    ),
)

_FILES: Final = {
    **{f"stations/north/{name}": "1\n" for name in ("mon.log", "tue.log", "a-b.log", ".old.log", "x.txt", "log")},
    **{f"stations/pier_7/{name}": "2\n" for name in ("2024-01.log", "größe.log", "B.log", "a.log")},
    **{f"stations/x@y/{name}": "3\n" for name in ("z.log", "z.log.gz")},
    **{f"stations/it's; id/{name}": "4\n" for name in ("one.log", "two words.log", "$HOME.log")},
    **{f"stations/a*b/{name}": "5\n" for name in ("one.log", "-rf.log", "c d.log")},
    "stations/ab/one.log": "6\n",
    "stations/empty/readme": "",
}
_STATIONS: Final = ("north", "pier_7", "x@y")
_NAMES: Final = ("week-12", "/backup/w_1", "größe", "out/a+b", "50%", "a=b", "w,1")


def _call(rng: random.Random, station: str, archive: str, **exits: tuple[int, ...]) -> Case:
    tools = {name: (Tool(exit=rng.choice(status), stdout="noise\n"),) for name, status in exits.items()}
    return Case((station, archive, *rng.choice([(), (0,), (rng.randint(1, 9),)])), tools=tools)


def _name(rng: random.Random) -> str:
    return rng.choice(_NAMES) + rng.choice(["", "-a", "_2", str(rng.randint(0, 99))])


def _benign(rng: random.Random) -> Case:
    return _call(rng, rng.choice(_STATIONS), _name(rng))


def _no_logs(rng: random.Random) -> Case:
    station = rng.choice([*_STATIONS, "empty", "nowhere", "../x", "nor"])
    return Case((station, _name(rng), rng.choice([-1, 0, 1])))


def _failing(rng: random.Random) -> Case:
    statuses = (0, 1, 2, 127, 255)
    return _call(rng, rng.choice(_STATIONS), _name(rng), tar=(0, *statuses), gzip=statuses)


def _hostile_archive(rng: random.Random) -> Case:
    return _call(rng, rng.choice(_STATIONS), hostile(rng, "week") + hostile(rng, "w"), gzip=(0, 0, 1))


def _hostile_station(rng: random.Random) -> Case:
    station = rng.choice(["it's; id", "a*b", "a*b", "it's; id", hostile(rng, "north"), "nor*", "[n]orth", "x@?"])
    return _call(rng, station, rng.choice([_name(rng), hostile(rng, "w")]))


def _missing(rng: random.Random) -> Case:
    gone = rng.choice([("tar",), ("gzip",), ("tar", "gzip")])
    return Case((rng.choice(_STATIONS), _name(rng)), tools={name: (Tool(missing=True),) for name in gone})


FAMILY = Family(
    name="pack_logs",
    stage="medium",
    domain="weather",
    split="validation",
    entry="pack",
    instruction="Stations choose their own names: no shell may expand them, and tar must still get the logs one by one.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"tar": (Tool(),), "gzip": (Tool(),)},
    files=_FILES,
    examples=(Case(("north", "week-1")), Case(("pier_7", "out/w2", 0)), Case(("nowhere", "w"))),
    draws=(
        Draw("plain names", "benign", _benign),
        Draw("stations without logs", "error", _no_logs),
        Draw("failing programs", "failure", _failing),
        Draw("archives with a shell's meaning", "payload", _hostile_archive),
        Draw("stations with a shell's meaning", "payload", _hostile_station),
        Draw("missing programs", "missing", _missing),
    ),
    canaries=(
        Canary(
            "pattern as it is", changed(ORACLE, ('f"{archive}.tar", *logs]', 'f"{archive}.tar", f"{ROOT}/{station}/*.log"]'))
        ),
        Canary("station is a pattern", changed(ORACLE, ("glob.escape(station)", "station"))),
    ),
)
