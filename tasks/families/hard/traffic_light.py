"""Controller of a crossing. Edges: waiting pedestrians, night mode, emergency vehicles, sensors, minimum times."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Controller of a crossing of a main road and a side road."""

FOLLOWING = {
    "main": "main amber",
    "main amber": "side",
    "side": "side amber",
    "side amber": "main",
    "walk": "clear",
    "clear": "main",
    "blink": "main amber",
}

SHORTEST = {
    "main": 10,
    "main amber": 3,
    "side": 5,
    "side amber": 3,
    "walk": 8,
    "clear": 4,
    "blink": 1,
}
LONGEST_SIDE = 20
WANTS = {"main": ("side", "walk"), "side": ("main",)}
EVENTS = ("tick", "car main", "car side", "button", "siren", "night", "day")


def start():
    """What the controller remembers."""
    return {"phase": "main", "age": 0, "waiting": [], "night": False, "siren": 0}


def wait_for(memory, name):
    """Somebody waits for a phase, unless it is there already."""
    if name != memory["phase"] and name not in memory["waiting"]:
        memory["waiting"].append(name)


def note(memory, event):
    """Write down what is no tick."""
    if event in ("night", "day"):
        memory["night"] = event == "night"
    elif event == "siren":
        memory["siren"] = 15
    else:
        name = {"car main": "main", "car side": "side", "button": "walk"}[event]
        wait_for(memory, name)


def is_wanted(memory):
    """Whether somebody waits for the end of this phase."""
    wanted = WANTS.get(memory["phase"], ())
    return any(name in wanted for name in memory["waiting"])


def may_end(memory):
    """Whether the phase is old enough to end; green waits until somebody wants it to."""
    if memory["phase"] in WANTS and not is_wanted(memory):
        return memory["phase"] == "side" and memory["age"] >= LONGEST_SIDE
    return memory["age"] >= SHORTEST[memory["phase"]]


def after_main(memory):
    """Pedestrians come first where they came first."""
    return "walk" if memory["waiting"][:1] == ["walk"] else "side"


def next_phase(memory):
    """The phase behind this one."""
    if memory["phase"] == "main amber" and memory["night"]:
        return "blink"
    if memory["phase"] == "main amber" and memory["waiting"]:
        return after_main(memory)
    return FOLLOWING[memory["phase"]]


def enter(memory, phase):
    """Begin a phase."""
    memory["phase"] = phase
    memory["age"] = 0
    if phase in memory["waiting"]:
        memory["waiting"].remove(phase)


def stays(memory):
    """Whether nothing may change in this second."""
    if memory["siren"] > 0:
        memory["siren"] -= 1
        return memory["phase"] == "main"
    return memory["phase"] == "blink" and memory["night"]


def tick(memory):
    """One second."""
    memory["age"] += 1
    if stays(memory):
        return
    if may_end(memory) or (memory["night"] and memory["phase"] == "main"):
        enter(memory, next_phase(memory))


def handle(memory, event):
    """Seconds that an event takes."""
    if event != "tick":
        note(memory, event)
        return 0
    tick(memory)
    return 1


def run_crossing(events):
    """The phases after each second, as (second, phase) where they change.

    Events are "tick" (a second goes by), "car main", "car side", "button",
    "siren", "night", "day", or a number of ticks. Main has green until
    somebody waits for the side road or to walk, at least 10 seconds; the side
    road has 5 to 20; walking comes before the side road if it was asked for
    first. Amber lasts 3 seconds and cannot be cut. A siren holds green for main for 15 seconds. At night
    the lights blink from the next main amber on. It starts with main at
    second 0. Raises ValueError("no such event: E").
    """
    memory = start()
    changes = [(0, "main")]
    second = 0
    for event in spelled_out(events):
        second += handle(memory, event)
        if memory["phase"] != changes[-1][1]:
            changes.append((second, memory["phase"]))
    return changes


def spelled_out(events):
    """Single events, numbers as so many ticks; all of them are checked first."""
    single = []
    for event in events:
        if isinstance(event, str) and event not in EVENTS:
            raise ValueError(f"no such event: {event}")
        single += [event] if isinstance(event, str) else ["tick"] * event
    return single
'''

_CALLS: Final = ("car main", "car side", "button", "siren")


def _events(rng: random.Random, calls: tuple[str, ...], count: int) -> list[object]:
    events: list[object] = [rng.randint(0, 12)]
    for _ in range(count):
        events += [rng.choice(calls), rng.choice([rng.randint(1, 8), rng.randint(3, 25), "tick"])]
    return [*events, rng.randint(10, 60)]


def _cars(rng: random.Random) -> Case:
    return Case((_events(rng, ("car main", "car side"), rng.randint(1, 4)),))


def _walkers(rng: random.Random) -> Case:
    return Case((_events(rng, ("button", "car side", "button"), rng.randint(1, 4)),))


def _sirens(rng: random.Random) -> Case:
    return Case((_events(rng, _CALLS, rng.randint(2, 5)),))


def _nights(rng: random.Random) -> Case:
    events = _events(rng, ("night", "day", "button", "car side"), rng.randint(1, 4))
    return Case((events,))


def _times(rng: random.Random) -> Case:
    ticks = rng.choice([8, 9, 10, 11, 12, 13, 19, 20, 21, 39, 40, 41])
    return Case(([ticks, rng.choice(_CALLS[1:3]), rng.randint(1, 30), rng.choice(_CALLS), rng.randint(1, 45)],))


def _wrong(rng: random.Random) -> Case:
    events = _events(rng, _CALLS, rng.randint(1, 3))
    events.insert(rng.randrange(len(events)), rng.choice(["car", "", "Siren", "tock", "day"]))
    return Case((events,))


FAMILY = Family(
    name="traffic_light",
    stage="hard",
    domain="traffic",
    split="train",
    entry="run_crossing",
    instruction=(
        "Untangle this traffic light controller into functions of McCabe complexity 3 at most, around its tables; every "
        "change of phase must come at the same second."
    ),
    oracle=ORACLE,
    examples=(
        Case(([12, "car side", 40],)),
        Case((["button", "car side", 60],)),
        Case((["night", 20, "day", 20],)),
        Case((["siren", "button", 30],)),
    ),
    draws=(
        Draw("cars", "partition", _cars),
        Draw("walkers", "partition", _walkers),
        Draw("sirens", "partition", _sirens),
        Draw("nights", "partition", _nights),
        Draw("times", "boundary", _times),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("side road first", changed(ORACLE, ('["walk"] else "side"', '["side"] else "side"'))),
        Canary("siren ignored", changed(ORACLE, ('        memory["siren"] = 15\n', '        memory["siren"] = 0\n'))),
        Canary(
            "no shortest time",
            changed(ORACLE, ('return memory["age"] >= SHORTEST[memory["phase"]]', "return True")),
        ),
    ),
)
