"""Stops of an elevator. Edges: direction, full cabins, floors out of service, calls on the way."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""The goods elevator of a department store: where it stops, and when."""

FLOORS = {"garage": -1, "ground": 0, "toys": 1, "books": 2, "roof": 3}
SECONDS = {"floor": 4, "doors": 6, "turn": 2}
LOADS = {"person": 80, "trolley": 150, "pallet": 400, "piano": 300}
MOST = 630


def floor_of(name):
    """The number of a floor, given by number or by name."""
    number = FLOORS.get(name, name)
    if number not in FLOORS.values():
        raise ValueError(f"no such floor: {name}")
    return number


def load_of(call):
    """Kilograms that a call brings in."""
    kind = call.get("load", "person")
    if kind not in LOADS:
        raise ValueError(f"unknown load: {kind}")
    return LOADS[kind]


def ahead(floor, direction, stops):
    """The nearest stop in this direction, or None."""
    return min(
        (stop for stop in stops if (stop - floor) * direction > 0),
        key=lambda stop: abs(stop - floor),
        default=None,
    )


def choose(floor, direction, stops):
    """The next stop: on the way first, else the other way round."""
    stop = ahead(floor, direction, stops)
    if stop is not None:
        return stop, direction
    return ahead(floor, -direction, stops), -direction


def get_out(floor, cabin):
    """Everybody whose floor this is leaves."""
    cabin[:] = [rider for rider in cabin if rider[0] != floor]


def get_in(floor, waiting, cabin):
    """Whoever waits here comes in as long as the load allows."""
    refused = []
    for call in waiting:
        fits = sum(load for _, load in cabin) + call[2] <= MOST
        if call[0] == floor and fits:
            cabin.append((call[1], call[2]))
        else:
            refused.append(call)
    waiting[:] = refused


def goals(floor, waiting, cabin):
    """Floors that somebody wants; those of waiting people only while they fit."""
    load = sum(load for _, load in cabin)
    inside = {goal for goal, _ in cabin}
    return inside | {call[0] for call in waiting if call[0] != floor and load + call[2] <= MOST}


def orders(calls):
    """(from, to, load) of each call that goes somewhere."""
    found = [(floor_of(call["from"]), floor_of(call["to"]), load_of(call)) for call in calls]
    return [order for order in found if order[0] != order[1]]


def elevator_run(calls, floor=0, direction=1):
    """Serve all calls: a list of (floor, second, load behind it).

    A call maps `from`, `to` (floors by number or name) and maybe `load`. The
    cabin takes 4 seconds a floor, 6 for the doors, 2 to turn round. It goes on
    in its direction as long as somebody wants to get in or out there, and
    takes the nearest such floor. At most 630 kg ride; who does not fit waits
    and is fetched later. Calls of one floor are served in order. Raises
    ValueError("no such floor: F") and ValueError("unknown load: L").
    """
    floor = floor_of(floor)
    waiting, cabin, log, second = orders(calls), [], [], 0
    get_in(floor, waiting, cabin)
    stop, turned = choose(floor, direction, goals(floor, waiting, cabin))
    while stop is not None:
        second += abs(stop - floor) * SECONDS["floor"] + SECONDS["doors"]
        second += SECONDS["turn"] if turned != direction else 0
        floor, direction = stop, turned
        get_out(floor, cabin)
        get_in(floor, waiting, cabin)
        log.append((floor, second, sum(load for _, load in cabin)))
        stop, turned = choose(floor, direction, goals(floor, waiting, cabin))
    return log
'''

_FLOORS: Final = (-1, 0, 1, 2, 3, "garage", "ground", "toys", "books", "roof")
_LOADS: Final = ("person", "trolley", "pallet", "piano")


def _call(rng: random.Random, *loads: str) -> dict[str, object]:
    load = {"load": rng.choice(loads)} if loads else {}
    return {"from": rng.choice(_FLOORS), "to": rng.choice(_FLOORS), **load}


def _single(rng: random.Random) -> Case:
    return Case(([_call(rng, *_LOADS)], rng.choice(_FLOORS), rng.choice([1, -1])))


def _people(rng: random.Random) -> Case:
    return Case(([_call(rng) for _ in range(rng.randint(1, 5))], rng.choice(_FLOORS[:5])))


def _heavy(rng: random.Random) -> Case:
    calls = [_call(rng, *_LOADS) for _ in range(rng.randint(2, 5))]
    return Case((calls, rng.choice(_FLOORS[:5]), rng.choice([1, -1])))


def _full(rng: random.Random) -> Case:
    start = rng.choice(_FLOORS[:5])
    loads = rng.choice(
        [("pallet", "trolley", "person"), ("pallet", "trolley", "person", "person"), ("piano", "piano", "person")]
    )
    return Case(
        ([{"from": start, "to": rng.choice(_FLOORS[:5]), "load": load} for load in rng.sample(loads, len(loads))], start)
    )


def _directions(rng: random.Random) -> Case:
    calls = [{"from": 1, "to": rng.choice([-1, 0, 2, 3])}, {"from": rng.choice([0, 2, 3]), "to": rng.choice([-1, 1])}]
    return Case((calls + [_call(rng)] * rng.randint(0, 1), rng.choice([0, 1, 2]), rng.choice([1, -1])))


def _wrong(rng: random.Random) -> Case:
    odd = rng.choice(
        [{"from": 4, "to": 0}, {"from": 0, "to": "attic"}, {"from": 1, "to": 2, "load": "cow"}, {"from": -2, "to": 9}]
    )
    calls = [odd, *(_call(rng) for _ in range(rng.randint(0, 3)))]
    rng.shuffle(calls)
    return Case((calls, rng.choice([0, 1, 3, 4, -2, "attic"])))


FAMILY = Family(
    name="elevator_run",
    stage="hard",
    domain="elevators",
    split="train",
    entry="elevator_run",
    instruction=(
        "Split this elevator into functions of McCabe complexity 3 at most; stops, seconds and loads must come out as before."
    ),
    oracle=ORACLE,
    examples=(
        Case(([{"from": "ground", "to": "roof"}, {"from": 2, "to": 0, "load": "piano"}],)),
        Case(([{"from": 0, "to": 3, "load": "pallet"}, {"from": 0, "to": 1, "load": "piano"}],)),
        Case(([{"from": 0, "to": "moon"}],)),
    ),
    draws=(
        Draw("single calls", "partition", _single),
        Draw("people", "property", _people),
        Draw("heavy loads", "partition", _heavy),
        Draw("full cabins", "boundary", _full),
        Draw("directions", "boundary", _directions),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary(
            "nearest first",
            changed(ORACLE, ("return stop, direction\n", "return min(stops, key=lambda one: abs(one - floor)), direction\n")),
        ),
        Canary("no limit", changed(ORACLE, ("call[2] <= MOST\n        if", "call[2] <= 9 * MOST\n        if"))),
        Canary("turns for nothing", changed(ORACLE, ("if turned != direction else 0", "if turned == direction else 0"))),
    ),
)
