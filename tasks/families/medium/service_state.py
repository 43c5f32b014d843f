"""States of services by systemctl. Edges: every status has its meaning, units without an ending, output before a failure."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""States of the ticket shop's services, and restarts of those that failed."""

import subprocess

STATES = {0: "running", 3: "stopped", 4: "unknown"}
MISSING = 127  # what a shell reports for a program that is not there


def systemctl(verb, unit):
    """Status and standard output of one systemctl command."""
    try:
        result = subprocess.run(
            ["systemctl", "--no-pager", verb, "--", unit],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
    except FileNotFoundError:
        return MISSING, ""
    return result.returncode, result.stdout


def full_name(unit):
    """The unit with its ending; a service has none of its own."""
    return unit if "." in unit else f"{unit}.service"


def look_after(units, restart=()):
    """State of each unit; units of `restart` that failed are started again.

    Starts `systemctl --no-pager is-active -- UNIT` for each; its status says
    "running" (0), "stopped" (3) or "unknown" (4). When it is 3 and systemctl
    printed "failed", the state is "failed"; then a unit that is also in
    `restart` gets `systemctl --no-pager restart -- UNIT` and is "restarted" if
    that ends with 0. Any other status, 127 for a missing systemctl among them,
    raises RuntimeError("UNIT: status N"). Units are asked under their full
    name ("web" is web.service) and answered under the given one.
    """
    states = {}
    for unit in units:
        status, printed = systemctl("is-active", full_name(unit))
        if status not in STATES:
            raise RuntimeError(f"{unit}: status {status}")
        state = STATES[status]
        if state == "stopped" and printed.strip() == "failed":
            state = "failed"
            if unit in restart and systemctl("restart", full_name(unit))[0] == 0:
                state = "restarted"
        states[unit] = state
    return states
'''

BASE: Final = changed(
    ORACLE,
    ("MISSING = 127  # what a shell reports for a program that is not there\n", ""),
    (
        ORACLE[ORACLE.index("    try:\n") : ORACLE.index("    return result.returncode, result.stdout")],
        """    result = subprocess.run(
        f"systemctl --no-pager {verb} -- {unit} 2>/dev/null", shell=True, stdout=subprocess.PIPE, text=True
    )
""",
    ),
)

_UNITS: Final = ("web", "shop-db", "mail.timer", "x_1@2", "größe", "50%", "a=b.socket")
_WORDS: Final = ("active\n", "failed\n", "failed", "inactive\n", "", " failed \n", "failed\nfailed\n")


def _runs(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    return {
        "systemctl": tuple(Tool(rng.choice(_WORDS), "x\n", rng.choice(exits)) for _ in range(rng.randint(1, 5))),
    }


def _call(rng: random.Random, units: list[str], *exits: int) -> Case:
    restart = rng.choice([(), tuple(units), tuple(units[:1]), ("other",)])
    return Case((units, *([restart] if rng.random() < 3 / 4 else [])), {}, _runs(rng, *exits))


def _benign(rng: random.Random) -> Case:
    return _call(rng, rng.sample(_UNITS, rng.randint(0, 3)), 0, 3, 3, 4)


def _failed(rng: random.Random) -> Case:
    runs = (Tool("failed\n", "", 3), Tool("", "", rng.choice([0, 0, 1, 3])), Tool(rng.choice(_WORDS), "", rng.choice([0, 3])))
    units = rng.sample(_UNITS, rng.randint(1, 3))
    return Case((units, rng.sample(units, rng.randint(0, len(units)))), {}, {"systemctl": runs})


def _failing(rng: random.Random) -> Case:
    return _call(rng, rng.sample(_UNITS, rng.randint(1, 3)), 0, 1, 2, 3, 3, 3, 4, 5, 127)


def _hostile(rng: random.Random) -> Case:
    return _call(rng, [hostile(rng, "web")], 0, 3, 4)


def _several(rng: random.Random) -> Case:
    return _call(rng, [hostile(rng, "a.service"), rng.choice(_UNITS), hostile(rng, "b")], 0, 3)


def _missing(rng: random.Random) -> Case:
    return Case((rng.sample(_UNITS, rng.randint(1, 2)), rng.sample(_UNITS, 1)), {}, {"systemctl": (Tool(missing=True),)})


FAMILY = Family(
    name="service_state",
    stage="medium",
    domain="ticket shop",
    split="validation",
    entry="look_after",
    instruction="Unit names come from a status page's address: call systemctl without a shell and keep states and restarts.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"systemctl": (Tool(stdout="active\n"),)},
    examples=(
        Case((["web", "mail.timer"],)),
        Case((["web", "db"], ["web"]), {}, {"systemctl": (Tool("failed\n", "", 3), Tool(), Tool("", "", 4))}),
        Case((["web"],), {}, {"systemctl": (Tool(exit=5),)}),
    ),
    draws=(
        Draw("plain units", "benign", _benign),
        Draw("failed units", "partition", _failed),
        Draw("failing systemctl", "failure", _failing),
        Draw("a unit with a shell's meaning", "payload", _hostile),
        Draw("several units", "payload", _several),
        Draw("missing systemctl", "missing", _missing),
    ),
    canaries=(
        Canary("restarts whatever stopped", changed(ORACLE, (' and printed.strip() == "failed"', ""))),
        Canary("always a service", changed(ORACLE, ('unit if "." in unit else f"{unit}.service"', 'f"{unit}.service"'))),
    ),
)
