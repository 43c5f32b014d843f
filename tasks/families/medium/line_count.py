"""Lines of a survey by wc, a tiny program. Edges: a file that wc cannot read, blanks around the number."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
import subprocess


def answers(path):
    """Lines of a survey, as `wc -l PATH` prints them first; CalledProcessError if it fails."""
    text = subprocess.check_output(["wc", "-l", path])
    return int(text.split()[0])
'''

_STEMS: Final = ("survey", "/srv/polls/a-b", "größe", "x@y", "50%", "a=b", "q_1")


def _path(rng: random.Random) -> str:
    return f"{rng.choice(_STEMS)}-{rng.randint(0, 199)}.{rng.choice(['csv', 'txt'])}"


def _wc(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    count = rng.choice([0, 1, 10, rng.randint(2, 99999)])
    text = rng.choice([f"{count} a.csv\n", f"   {count} a b.csv\n", f"{count}\n", f"{count}"])
    return {"wc": (Tool(stdout=text, stderr="", exit=rng.choice(exits)),)}


def _benign(rng: random.Random) -> Case:
    return Case((_path(rng),), {}, _wc(rng, 0))


def _failing(rng: random.Random) -> Case:
    return Case((_path(rng),), {}, _wc(rng, 0, 1, 2, 127))


def _hostile(rng: random.Random) -> Case:
    return Case((hostile(rng, "survey.csv"),), {}, _wc(rng, 0, 0, 1))


def _more_hostile(rng: random.Random) -> Case:
    return Case((hostile(rng, "a", "b.csv") + hostile(rng, "c"),), {}, _wc(rng, 0))


def _missing(rng: random.Random) -> Case:
    return Case((_path(rng),), {}, {"wc": (Tool(missing=True),)})


FAMILY = Family(
    name="line_count",
    stage="medium",
    domain="surveys",
    split="train",
    entry="answers",
    instruction="The path comes from a form: start wc without a shell; its failures stay the caller's business.",
    oracle=ORACLE,
    tools={"wc": (Tool(stdout="12 survey.csv\n"),)},
    examples=(Case(("survey.csv",)), Case(("gone.csv",), {}, {"wc": (Tool(exit=1),)})),
    draws=(
        Draw("plain paths", "benign", _benign),
        Draw("failing wc", "failure", _failing),
        Draw("paths with a shell's meaning", "payload", _hostile),
        Draw("several signs at once", "payload", _more_hostile),
        Draw("missing wc", "missing", _missing),
    ),
    canaries=(Canary("unchecked", changed(ORACLE, ("check_output(", "run("), ("path])", "path], stdout=-1).stdout"))),),
    tiny=True,
)
