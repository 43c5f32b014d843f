"""Workers stopped by `kill $(cat F)`. Edges: files with several numbers, files without one, a worker that is gone already."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Stops render workers of the film studio by the files that hold their process numbers."""

import subprocess

SIGNALS = ("TERM", "HUP", "INT", "KILL")
MISSING = 127  # what a shell reports for a program that is not there


def run(argv):
    """Status and standard output of a program, its standard error dropped."""
    try:
        result = subprocess.run(
            argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
    except FileNotFoundError:
        return MISSING, ""
    return result.returncode, result.stdout


def stop(pid_files, signal="TERM", attempts=1):
    """Signal the process of each file; returns {file: "stopped" | "gone"}.

    Starts `cat -- FILE`, then `/bin/kill -s SIGNAL NUMBER ...` with every word
    that cat printed, also when it printed none. A kill that ends with 1 is
    repeated with both programs, `attempts` times in all; "stopped" means that
    it ended with 0. A missing kill counts as status 127. Raises
    ValueError("no signal NAME") for one that is not in SIGNALS, before
    anything is started, and OSError("kill failed with N") for a status above 1.
    """
    if signal not in SIGNALS:
        raise ValueError(f"no signal {signal}")
    states = {}
    for path in pid_files:
        states[path] = "gone"
        for _ in range(attempts):
            _, numbers = run(["cat", "--", path])
            status, _ = run(["/bin/kill", "-s", signal, *numbers.split()])
            if status > 1:
                raise OSError(f"kill failed with {status}")
            if status == 0:
                states[path] = "stopped"
                break
    return states
'''

BASE: Final = changed(
    ORACLE,
    (ORACLE[ORACLE.index("MISSING") : ORACLE.index("def stop(")], ""),
    (
        ORACLE[ORACLE.index("            _, numbers = ") : ORACLE.index("            if status > 1")],
        """            status = subprocess.run(
                f"/bin/kill -s {signal} $(cat -- {path})",
                shell=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            ).returncode
""",
    ),
)

_PATHS: Final = ("run/w1.pid", "/run/render-2.pid", "a_b.pid", "größe.pid", "x@y", "50%", "-f.pid")


def _tools(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    cat = []
    for _ in range(rng.randint(1, 3)):
        numbers = [str(rng.randint(2, 32000)) for _ in range(rng.choice([0, 1, 1, 1, 2]))]
        text = rng.choice(["\n", " "]).join(numbers) + rng.choice(["", "\n"])
        cat.append(Tool(stdout=text, stderr=rng.choice(["", "cat: x\n"]), exit=rng.choice([0, 0, 1])))
    kill = tuple(Tool(stdout=rng.choice(["", "x\n"]), stderr="kill: x\n", exit=rng.choice(exits)) for _ in range(4))
    return {"cat": tuple(cat), "kill": kill}


def _options(rng: random.Random) -> dict[str, object]:
    options = {"signal": rng.choice(["TERM", "HUP", "INT", "KILL"]), "attempts": rng.randint(1, 3)}
    return {name: options[name] for name in rng.sample(sorted(options), rng.randint(0, 2))}


def _paths(rng: random.Random, least: int = 1) -> list[str]:
    return rng.sample(_PATHS, rng.randint(least, 2))


def _benign(rng: random.Random) -> Case:
    return Case((_paths(rng, 0),), _options(rng), _tools(rng, 0, 1))


def _refused(rng: random.Random) -> Case:
    signal = rng.choice(["TERM", "KILL", "term", "", "9", "STOP", "SIGTERM"])
    return Case((_paths(rng), signal, rng.randint(0, 2)), {}, _tools(rng, 0, 1))


def _failing(rng: random.Random) -> Case:
    return Case((_paths(rng),), _options(rng), _tools(rng, 0, 1, 1, 2, 64, 127))


def _hostile(rng: random.Random) -> Case:
    return Case(([hostile(rng, "w1.pid")],), _options(rng), _tools(rng, 0, 0, 1))


def _several(rng: random.Random) -> Case:
    return Case(([hostile(rng, "a"), *_paths(rng, 0)[:1], hostile(rng, "b.pid")],), {}, _tools(rng, 0, 0, 0, 2))


def _missing(rng: random.Random) -> Case:
    gone = rng.choice(["cat", "kill"])
    return Case((_paths(rng),), _options(rng), {**_tools(rng, 0), gone: (Tool(missing=True),)})


FAMILY = Family(
    name="stop_worker",
    stage="medium",
    domain="film studio",
    split="test",
    entry="stop",
    instruction="Artists name the number files: read them by cat and call /bin/kill without a shell, in the same order.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"cat": (Tool(stdout="4711\n"),), "kill": (Tool(),)},
    examples=(
        Case((["run/w1.pid"],)),
        Case((["a.pid", "b.pid"], "KILL", 2), {}, {"kill": (Tool(exit=1), Tool(exit=1), Tool())}),
        Case((["a.pid"], "STOP")),
    ),
    draws=(
        Draw("plain files", "benign", _benign),
        Draw("signals", "error", _refused),
        Draw("failing programs", "failure", _failing),
        Draw("a file with a shell's meaning", "payload", _hostile),
        Draw("several files", "payload", _several),
        Draw("missing programs", "missing", _missing),
    ),
    canaries=(
        Canary("one word", changed(ORACLE, ("*numbers.split()]", "numbers.strip()]"))),
        Canary("reads by itself", changed(ORACLE, ('_, numbers = run(["cat", "--", path])', "numbers = open(path).read()"))),
    ),
)
