"""The bell of a school by aplay, a tiny program. Edges: a player that fails, one that is not there."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
import subprocess


def play(sound):
    """Play a sound by `aplay -q SOUND`; True when that ends with 0."""
    return subprocess.call(["aplay", "-q", sound]) == 0
'''

_FOLDERS: Final = ("", "bells/", "/srv/a-b/", "größe/", "x@y/", "50%/", "a=b/")


def _name(rng: random.Random) -> str:
    return (
        f"{rng.choice(_FOLDERS)}{rng.choice(['ding', 'dong', 'gong', 'fire'])}{rng.randint(0, 99)}.{rng.choice(['wav', 'au'])}"
    )


def _player(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    return {"aplay": (Tool(stdout=rng.choice(["", "x\n"]), stderr=rng.choice(["", "aplay: x\n"]), exit=rng.choice(exits)),)}


def _benign(rng: random.Random) -> Case:
    return Case((_name(rng),))


def _failing(rng: random.Random) -> Case:
    return Case((_name(rng),), {}, _player(rng, 0, 1, 2, 127, 255))


def _hostile(rng: random.Random) -> Case:
    return Case((hostile(rng, "ding.wav"),), {}, _player(rng, 0, 0, 1))


def _more_hostile(rng: random.Random) -> Case:
    return Case((hostile(rng, "a", "b.au") + hostile(rng, "c"),), {}, _player(rng, 0))


def _missing(rng: random.Random) -> Case:
    return Case((_name(rng),), {}, {"aplay": (Tool(missing=True),)})


FAMILY = Family(
    name="play_chime",
    stage="medium",
    domain="school bell",
    split="train",
    entry="play",
    instruction="The name comes from a web page: start aplay without a shell.",
    oracle=ORACLE,
    tools={"aplay": (Tool(),)},
    examples=(Case(("ding.wav",)), Case(("a.wav",), {}, {"aplay": (Tool(exit=1),)})),
    draws=(
        Draw("plain names", "benign", _benign),
        Draw("failing aplay", "failure", _failing),
        Draw("names with a shell's meaning", "payload", _hostile),
        Draw("several signs at once", "payload", _more_hostile),
        Draw("missing aplay", "missing", _missing),
    ),
    canaries=(Canary("always fine", changed(ORACLE, ("    return subprocess", "    return 0 == 0 or subprocess"))),),
    tiny=True,
)
