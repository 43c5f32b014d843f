"""Slotting in a warehouse. Edges: weights, cold goods, dangerous neighbours, full zones, ties."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Where a warehouse puts what the lorry brings."""

# places and most kilograms for one crate
ZONES = {
    "floor": (4, 900),
    "rack": (6, 250),
    "top": (5, 60),
    "cold": (3, 300),
    "cage": (2, 120),
}
GOODS = {
    "meat": "cold",
    "milk": "cold",
    "vaccine": "cold",
    "paint": "cage",
    "gas": "cage",
    "laptop": "cage",
}
APART = (("paint", "gas"), ("meat", "milk"))
PACE = ((50, ("floor", "rack")), (10, ("rack", "floor", "top")), (1, ("rack", "top", "floor")))
SLOW = ("top", "rack", "floor")


def candidates(crate):
    """Zones to try, the best first."""
    zone = GOODS.get(crate["what"])
    if zone is not None:
        return (zone,)
    picks = crate.get("picks", 0)
    return next((zones for least, zones in PACE if picks >= least), SLOW)


def quarrels(what, others):
    """Whether the goods may not lie beside those that are there."""
    return any(other in pair and what in pair and other != what for pair in APART for other in others)


def fault(crate, zone, stock):
    """Why a crate cannot lie in a zone, or None."""
    places, most = ZONES[zone]
    if crate["kilos"] > most:
        return "heavy"
    if len(stock[zone]) >= places:
        return "full"
    return "apart" if quarrels(crate["what"], stock[zone]) else None


def place(crate, stock):
    """Zone and reason: the first zone that fits, or None and the last fault."""
    reason = None
    for zone in candidates(crate):
        reason = fault(crate, zone, stock)
        if reason is None:
            return zone, None
    return None, reason


def check(crate):
    """Refuse what has no weight."""
    kilos = crate.get("kilos")
    if kilos is None:
        raise ValueError("not weighed: " + crate["what"])
    if kilos <= 0:
        raise ValueError("bad weight: " + crate["what"])


def stocked(stock):
    """A copy of the stock with every zone in it."""
    for zone in stock:
        if zone not in ZONES:
            raise ValueError("no such zone: " + zone)
    return {zone: list(stock.get(zone, ())) for zone in ZONES}


def shelf_slots(crates, stock=None):
    """Place crates one after the other: `(places, refused)`.

    A crate maps `what`, `kilos` and maybe `picks` (a day; often picked goods
    lie low). Cold and caged goods have their zone, the others a row of zones
    by their picks. A zone has so many places and a weight limit for one crate;
    paint and gas, meat and milk never share one. `places` lists (what, zone),
    `refused` (what, reason) with the reason of the last zone tried: "heavy",
    "full", "apart". `stock` maps zones to the goods that lie there, and is not
    changed. Raises ValueError("not weighed: W"), ValueError("bad weight: W")
    and ValueError("no such zone: Z").
    """
    there = stocked(stock or {})
    places, refused = [], []
    for crate in crates:
        check(crate)
        zone, reason = place(crate, there)
        if zone is None:
            refused.append((crate["what"], reason))
        else:
            places.append((crate["what"], zone))
            there[zone].append(crate["what"])
    return places, refused
'''

_GOODS: Final = ("meat", "milk", "vaccine", "paint", "gas", "laptop", "chair", "book", "anvil")
_LIMITS: Final = (60, 120, 250, 300, 900)
_PICKS: Final = (0, 1, 9, 10, 11, 49, 50, 51)


def _crate(rng: random.Random, **rest: object) -> dict[str, object]:
    kilos = rng.choice([rng.randint(1, 60), rng.randint(40, 320), rng.choice(_LIMITS) + rng.randint(-1, 1)])
    return {
        "what": rng.choice(_GOODS),
        "kilos": kilos,
        **({"picks": rng.choice(_PICKS)} if rng.random() < 2 / 3 else {}),
        **rest,
    }


def _single(rng: random.Random) -> Case:
    return Case(([_crate(rng)],))


def _limits(rng: random.Random) -> Case:
    what = rng.choice(["chair", "book", rng.choice(_GOODS)])
    return Case(([{"what": what, "kilos": rng.choice(_LIMITS) + rng.randint(0, 1), "picks": rng.choice(_PICKS)}],))


def _lorry(rng: random.Random) -> Case:
    return Case(([_crate(rng) for _ in range(rng.randint(3, 9))],))


def _quarrels(rng: random.Random) -> Case:
    goods = rng.choice([("meat", "milk", "vaccine"), ("paint", "gas", "laptop")])
    return Case(([_crate(rng, what=rng.choice(goods), kilos=rng.randint(20, 100)) for _ in range(rng.randint(2, 4))],))


def _stock(rng: random.Random) -> Case:
    zones = {"floor": 4, "rack": 6, "top": 5, "cold": 3, "cage": 2}
    stock = {zone: [rng.choice(["box", "gas", "milk"])] * rng.randint(0, zones[zone]) for zone in rng.sample(sorted(zones), 3)}
    return Case(([_crate(rng, kilos=rng.randint(5, 60)) for _ in range(rng.randint(1, 4))], stock))


def _full(rng: random.Random) -> Case:
    stock = {"floor": ["x"] * rng.randint(3, 4), "rack": ["x"] * rng.randint(5, 6), "top": ["x"] * rng.randint(4, 5)}
    stock |= {"cold": ["x"] * rng.randint(2, 3), "cage": ["x"] * rng.randint(1, 2)}
    return Case(([_crate(rng, kilos=rng.choice([50, 60, 61, 100])) for _ in range(rng.randint(1, 3))], stock))


def _wrong(rng: random.Random) -> Case:
    crates = [_crate(rng), _crate(rng, kilos=rng.choice([None, 0, -3, 1])), _crate(rng, kilos=rng.choice([None, 5]))]
    rng.shuffle(crates)
    return Case((crates, rng.choice([None, {}, {"attic": []}, {"top": ["x"]}])))


FAMILY = Family(
    name="shelf_slot",
    stage="hard",
    domain="warehouse",
    split="train",
    entry="shelf_slots",
    instruction=(
        "Divide this slotting into functions of McCabe complexity 3 at most, with zones and goods as tables; places, reasons "
        "and refusals stay as they are."
    ),
    oracle=ORACLE,
    examples=(
        Case(([{"what": "milk", "kilos": 20}, {"what": "meat", "kilos": 30}, {"what": "book", "kilos": 12, "picks": 60}],)),
        Case(([{"what": "chair", "kilos": 80}], {"top": [], "rack": ["x"] * 6})),
        Case(([{"what": "anvil"}],)),
    ),
    draws=(
        Draw("single crates", "partition", _single),
        Draw("limits", "boundary", _limits),
        Draw("lorries", "property", _lorry),
        Draw("bad neighbours", "partition", _quarrels),
        Draw("some stock", "mutation", _stock),
        Draw("full zones", "boundary", _full),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("good neighbours", changed(ORACLE, ('"apart" if quarrels(crate["what"], stock[zone]) else None', "None"))),
        Canary(
            "first fault",
            changed(
                ORACLE,
                (
                    "        if reason is None:\n            return zone, None\n",
                    "        return (None, reason) if reason else (zone, None)\n",
                ),
            ),
        ),
        Canary("one place more", changed(ORACLE, ("len(stock[zone]) >= places", "len(stock[zone]) > places"))),
    ),
)
