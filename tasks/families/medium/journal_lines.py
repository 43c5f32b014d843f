"""Recent lines of a unit by `journalctl ... 2>&1 | tail`. Edges: boot marks, levels by number or word, half a pipe failing."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Recent messages of the ski lifts' controllers."""

import subprocess

LEVELS = ("emerg", "alert", "crit", "err", "warning", "notice", "info", "debug")
MARK = "-- "


def run(argv, **options):
    """Status and standard output of a program; 127 and nothing without it."""
    try:
        result = subprocess.run(argv, stdout=subprocess.PIPE, text=True, **options)
    except FileNotFoundError:
        return 127, ""
    return result.returncode, result.stdout


def messages(unit, since, level="info", count=20):
    """The last `count` lines of a unit's journal from `since` on, without marks.

    Starts `journalctl -q -o cat -u UNIT --since=SINCE -p NUMBER` and hands all
    that it prints, standard error included, to `tail -n COUNT`. The level is
    one of LEVELS or its number as text. Lines that begin with "-- " are left
    out. Raises KeyError(LEVEL) before anything is started, and
    RuntimeError("tail ended with N") (127 for a missing one); journalctl's own
    status does not matter.
    """
    number = LEVELS.index(level) if level in LEVELS else None
    if number is None and level.isdecimal() and int(level) < len(LEVELS):
        number = int(level)
    if number is None:
        raise KeyError(level)
    words = ["-q", "-o", "cat", "-u", unit, f"--since={since}", "-p", str(number)]
    _, text = run(["journalctl", *words], stderr=subprocess.STDOUT)
    status, text = run(["tail", "-n", str(count)], input=text)
    if status != 0:
        raise RuntimeError(f"tail ended with {status}")
    return [line for line in text.splitlines() if not line.startswith(MARK)]
'''

BASE: Final = changed(
    ORACLE,
    (ORACLE[ORACLE.index("def run(") : ORACLE.index("def messages(")], ""),
    (
        ORACLE[ORACLE.index("    words = [") : ORACLE.index("    return [line for line")],
        """    result = subprocess.run(
        f"journalctl -q -o cat -u {unit} --since='{since}' -p {number} 2>&1 | tail -n {count}",
        shell=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    if result.returncode != 0:
        raise RuntimeError(f"tail ended with {result.returncode}")
    text = result.stdout
""",
    ),
)

_UNITS: Final = ("lift-1", "gondola.service", "x_2@a", "größe", "50%", "a=b")
_TIMES: Final = ("today", "-2h", "2024-01-31 10:00", "10 min ago", "@1700000000", "2024-01-31")
_LEVELS: Final = ("info", "err", "emerg", "debug", "0", "3", "7")
_LINES: Final = ("lift stopped", "-- Boot 12 --", "--no mark", " -- no mark", "", "wind 20 m/s", "Größe")


def _journal(rng: random.Random) -> Tool:
    lines = "".join(f"{rng.choice(_LINES)}\n" for _ in range(rng.randint(0, 5)))
    return Tool(stdout=lines, stderr=rng.choice(["", "", "Failed to x\n", "-- y\n"]), exit=rng.choice([0, 0, 1]))


def _call(rng: random.Random, unit: str, since: str, **tools: Tool) -> Case:
    options = {"level": rng.choice(_LEVELS), "count": rng.choice([0, 1, 5, 100])}
    given = {name: options[name] for name in rng.sample(sorted(options), rng.randint(0, 2))}
    return Case((unit, since), given, {name: (tool,) for name, tool in {"journalctl": _journal(rng), **tools}.items()})


def _benign(rng: random.Random) -> Case:
    return _call(rng, rng.choice(_UNITS), rng.choice(_TIMES))


def _levels(rng: random.Random) -> Case:
    level = rng.choice(["emerg", "debug", "0", "7", "8", "08", "-1", "", "Info", "warn", "٣", "1.0", "x"])
    return Case((rng.choice(_UNITS), rng.choice(_TIMES), level, rng.randint(0, 30)), {}, {"journalctl": (_journal(rng),)})


def _failing(rng: random.Random) -> Case:
    tail = Tool(stdout=f"{rng.choice(_LINES)}\n", stderr="tail: x\n", exit=rng.choice([0, 1, 2, 127]))
    return _call(rng, rng.choice(_UNITS), rng.choice(_TIMES), tail=tail)


def _hostile_unit(rng: random.Random) -> Case:
    return _call(rng, hostile(rng, "lift-1"), rng.choice(_TIMES))


def _hostile_time(rng: random.Random) -> Case:
    return _call(rng, rng.choice([hostile(rng, "x"), "lift-1"]), hostile(rng, "today"))


def _missing(rng: random.Random) -> Case:
    gone = rng.choice([("journalctl",), ("tail",), ("journalctl", "tail")])
    return _call(rng, rng.choice(_UNITS), rng.choice(_TIMES), **{name: Tool(missing=True) for name in gone})


FAMILY = Family(
    name="journal_lines",
    stage="medium",
    domain="ski lifts",
    split="train",
    entry="messages",
    instruction="Unit and time are typed into a box: build the pipe without a shell, errors among what tail reads.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"journalctl": (Tool(stdout="lift stopped\n-- Boot --\nwind 20\n"),), "tail": (Tool(echo=True),)},
    examples=(
        Case(("lift-1", "today")),
        Case(("lift-1", "-2h", "3", 5), {}, {"journalctl": (Tool(stderr="Failed to x\n", exit=1),)}),
        Case(("lift-1", "today", "loud")),
    ),
    draws=(
        Draw("plain units", "benign", _benign),
        Draw("levels", "error", _levels),
        Draw("failing tail", "failure", _failing),
        Draw("units with a shell's meaning", "payload", _hostile_unit),
        Draw("times with a shell's meaning", "payload", _hostile_time),
        Draw("missing programs", "missing", _missing),
    ),
    canaries=(
        Canary("errors unseen", changed(ORACLE, ("stderr=subprocess.STDOUT", "stderr=subprocess.DEVNULL"))),
        Canary("no tail", changed(ORACLE, ('status, text = run(["tail", "-n", str(count)], input=text)', "status = 0"))),
    ),
)
