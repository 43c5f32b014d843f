"""A barrier by its control program, a tiny program. Edges: seconds below one, refusals of the barrier."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
import subprocess


def open_gate(gate, seconds=5):
    """Run `gatectl open GATE SECONDS` (at least 1) and return its status."""
    wait = str(max(seconds, 1))
    return subprocess.run(["gatectl", "open", gate, wait]).returncode
'''

_GATES: Final = ("north", "yard-2", "a_b", "größe", "x@y", "50%", "a=b", "g/1")


def _gate(rng: random.Random) -> str:
    return f"{rng.choice(_GATES)}{rng.choice(['', '-old', ':1', '.x'])}"


def _barrier(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    return {"gatectl": (Tool(stdout=rng.choice(["", "ok\n"]), stderr=rng.choice(["", "no\n"]), exit=rng.choice(exits)),)}


def _benign(rng: random.Random) -> Case:
    return Case((_gate(rng), *rng.choice([(), (rng.randint(1, 90),)])))


def _seconds(rng: random.Random) -> Case:
    return Case((_gate(rng),), {"seconds": rng.choice([-5, -1, 0, 1, 2])}, _barrier(rng, 0))


def _failing(rng: random.Random) -> Case:
    return Case((_gate(rng), rng.randint(-1, 9)), {}, _barrier(rng, 0, 1, 2, 127, 255))


def _hostile(rng: random.Random) -> Case:
    return Case((hostile(rng, "north"), *rng.choice([(), (rng.randint(0, 9),)])), {}, _barrier(rng, 0, 0, 3))


def _more_hostile(rng: random.Random) -> Case:
    return Case((hostile(rng, "a", "b-1") + hostile(rng, "c"),), {}, _barrier(rng, 0))


def _missing(rng: random.Random) -> Case:
    return Case((_gate(rng), rng.randint(1, 9)), {}, {"gatectl": (Tool(missing=True),)})


FAMILY = Family(
    name="open_gate",
    stage="medium",
    domain="car park",
    split="validation",
    entry="open_gate",
    instruction="The gate's name comes from a phone: start gatectl without a shell.",
    oracle=ORACLE,
    tools={"gatectl": (Tool(),)},
    examples=(Case(("north",)), Case(("yard", 0), {}, {"gatectl": (Tool(exit=3),)})),
    draws=(
        Draw("plain gates", "benign", _benign),
        Draw("seconds", "boundary", _seconds),
        Draw("refusing barrier", "failure", _failing),
        Draw("gates with a shell's meaning", "payload", _hostile),
        Draw("several signs at once", "payload", _more_hostile),
        Draw("missing gatectl", "missing", _missing),
    ),
    canaries=(Canary("no least", changed(ORACLE, ("max(seconds, 1)", "seconds"))),),
    tiny=True,
)
