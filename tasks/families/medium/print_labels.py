"""Labels printed by lpr from standard input. Edges: copies, a printer by place, labels that hold several lines."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Labels for the jars of the jam factory."""

import subprocess

PRINTERS = {"hall": "zebra-1", "store": "zebra_2"}
WIDTH = 24


def label(fruit, batch):
    """Text of one label: the fruit in the middle, the batch at the right."""
    return f"{fruit[:WIDTH]:^{WIDTH}}\\n{batch[:WIDTH]:>{WIDTH}}\\n"


def print_labels(fruit, batch, copies=1, place="hall", title=None):
    """Print labels and return how many copies were sent.

    Starts `lpr -P PRINTER -# COPIES -T TITLE` with the label on standard input;
    the title is "FRUIT/BATCH" unless one is given. The printer is PRINTERS'
    entry for the place, or the place itself where it has none. Copies above 50
    are sent in several jobs of at most 50. The first job that fails ends it:
    the copies sent until then are the answer, or OSError("PRINTER: status N")
    when there are none, N being 127 where lpr does not exist. Raises
    ValueError("no copies") for less than one, before anything is started.
    """
    if copies < 1:
        raise ValueError("no copies")
    printer = PRINTERS.get(place, place)
    if title is None:
        title = f"{fruit}/{batch}"
    sent = 0
    while sent < copies:
        number = min(copies - sent, 50)
        try:
            status = subprocess.run(
                ["lpr", "-P", printer, "-#", str(number), "-T", title],
                input=label(fruit, batch),
                text=True,
            ).returncode
        except FileNotFoundError:
            status = 127
        if status != 0 and sent == 0:
            raise OSError(f"{printer}: status {status}")
        if status != 0:
            break
        sent += number
    return sent
'''

BASE: Final = changed(
    ORACLE,
    (
        ORACLE[ORACLE.index("        try:\n") : ORACLE.index("        if status != 0 and")],
        """        status = subprocess.run(
            ["lpr", "-P", printer, "-#", str(number), "-T", title],
            input=label(fruit, batch),
            text=True,
        ).returncode
""",
    ),
)

_FRUITS: Final = ("plum", "red-currant", "größe", "a_b", "50%", "x@y", "quince" * 5)
_BATCHES: Final = ("2024-05", "B7", "x/1", "a,b", "a=b", "0" * 30)
_PLACES: Final = ("hall", "store", "office-3", "Hall", "lab_1")


def _jobs(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    return {"lpr": tuple(Tool(rng.choice(["", "x\n"]), "lpr: x\n", rng.choice(exits)) for _ in range(rng.randint(1, 4)))}


def _options(rng: random.Random) -> dict[str, object]:
    options = {
        "copies": rng.choice([1, 2, 49, 50, 51, 100, 101, rng.randint(1, 160)]),
        "place": rng.choice(_PLACES),
        "title": rng.choice([None, "jam", "a-b", "50%"]),
    }
    return {name: options[name] for name in rng.sample(sorted(options), rng.randint(0, 3))}


def _benign(rng: random.Random) -> Case:
    return Case((rng.choice(_FRUITS), rng.choice(_BATCHES)), _options(rng))


def _copies(rng: random.Random) -> Case:
    return Case((rng.choice(_FRUITS), rng.choice(_BATCHES), rng.choice([-1, 0, 1, 49, 50, 51, 99, 100, 101, 151])))


def _failing(rng: random.Random) -> Case:
    return Case((rng.choice(_FRUITS), rng.choice(_BATCHES)), _options(rng), _jobs(rng, 0, 0, 1, 2, 127))


def _hostile_label(rng: random.Random) -> Case:
    return Case((hostile(rng, "plum"), hostile(rng, "B7")), _options(rng), _jobs(rng, 0))


def _hostile_rest(rng: random.Random) -> Case:
    options = {
        "place": hostile(rng, "hall"),
        "title": rng.choice([None, "", hostile(rng, "jam")]),
        "copies": rng.choice([1, 60]),
    }
    return Case((rng.choice([hostile(rng, "x"), "plum"]), rng.choice(_BATCHES)), options, _jobs(rng, 0, 0, 1))


def _missing(rng: random.Random) -> Case:
    return Case((rng.choice(_FRUITS), rng.choice(_BATCHES)), _options(rng), {"lpr": (Tool(missing=True),)})


FAMILY = Family(
    name="print_labels",
    stage="medium",
    domain="jam factory",
    split="train",
    entry="print_labels",
    instruction="Fruits, batches and places are typed at the till: start lpr without a shell, job by job as before.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"lpr": (Tool(),)},
    examples=(
        Case(("plum", "B7")),
        Case(("plum", "B7", 120, "store"), {}, {"lpr": (Tool(), Tool(), Tool(exit=1))}),
        Case(("plum", "B7", 1, "lab"), {}, {"lpr": (Tool(exit=1),)}),
    ),
    draws=(
        Draw("plain labels", "benign", _benign),
        Draw("copies", "boundary", _copies),
        Draw("failing lpr", "failure", _failing),
        Draw("labels with a shell's meaning", "payload", _hostile_label),
        Draw("places and titles", "payload", _hostile_rest),
        Draw("missing lpr", "missing", _missing),
    ),
    canaries=(
        Canary("one job", changed(ORACLE, ("min(copies - sent, 50)", "copies - sent"))),
        Canary("no title given is empty", changed(ORACLE, ("if title is None:", "if not title:"))),
    ),
)
