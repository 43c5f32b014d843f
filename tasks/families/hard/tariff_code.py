"""Customs duty by tariff codes. Edges: the longest prefix, countries with a treaty, free amounts, weights."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Duties at the customs desk of a small airport, in cents."""

# percent of the value; the longest code counts
CODES = {
    "61": 12,
    "6109": 8,
    "64": 17,
    "71": 3,
    "7113": 4,
    "8517": 0,
    "9503": 5,
}
USUAL = 6
TREATY = {"CH": 0, "NO": 25, "CA": 50, "JP": 40}
BY_WEIGHT = {"09": 150, "17": 40, "24": 9000}
FREE = {"gift": 4500, "traveller": 43000, "post": 2200}


def percent_of(code):
    """Percent for a code, by its longest known beginning."""
    for length in (4, 2):
        if code[:length] in CODES:
            return CODES[code[:length]]
    return USUAL


def by_value(item):
    """Duty on the value."""
    return item["value"] * percent_of(item["code"]) // 100


def by_weight(item):
    """Duty on the weight of spices, sugar and tobacco: cents a kilogram begun."""
    return -(-item.get("grams", 0) // 1000) * BY_WEIGHT[item["code"][:2]]


def duty_of(item, country):
    """The duty on one thing; a treaty lowers what goes by value."""
    check(item)
    if item["code"][:2] in BY_WEIGHT:
        return by_weight(item)
    return by_value(item) * TREATY.get(country, 100) // 100


def check(item):
    """Refuse a code that is none, and a negative value."""
    code = item["code"]
    if not code.isdigit() or len(code) not in (4, 6, 8):
        raise ValueError(f"no code: {code}")
    if item["value"] < 0:
        raise ValueError(f"bad value: {code}")


def is_free(items, reason):
    """Whether the whole parcel is worth little enough, without tobacco."""
    if any(item["code"].startswith("24") for item in items):
        return False
    return sum(item["value"] for item in items) <= FREE.get(reason, 0)


def rounded(cents):
    """Whole tens, as it is paid; small sums are not asked for."""
    return 0 if cents < 100 else cents - cents % 10


def customs_duty(items, country="US", reason="post"):
    """What is paid for a parcel: `{"duties", "total", "free"}`.

    An item maps `code` (4, 6 or 8 digits), `value` and, for goods that are
    taxed by weight, `grams`. `duties` has the amount for each item: a
    percentage by the longest known code, times the treaty's percentage of the
    country, each rounded down, or cents for each kilogram begun. Parcels are
    free up to a value by `reason` ("post", "gift", "traveller"), unless there
    is tobacco in them. The total is rounded down to tens; under 100 nothing is
    paid. Raises ValueError("no code: C") and ValueError("bad value: C") for
    the first such item.
    """
    duties = [duty_of(item, country) for item in items]
    free = is_free(items, reason)
    return {"duties": duties, "total": 0 if free else rounded(sum(duties)), "free": free}
'''

_CODES: Final = (
    "6101",
    "610910",
    "6403",
    "7108",
    "71131900",
    "851712",
    "9503",
    "4202",
    "0910",
    "1704",
    "2402",
    "8528",
    "950300",
)
_COUNTRIES: Final = ("US", "CH", "NO", "CA", "JP", "ch")
_REASONS: Final = {"gift": 4500, "traveller": 43000, "post": 2200}


def _item(rng: random.Random, **rest: object) -> dict[str, object]:
    return {"code": rng.choice(_CODES), "value": rng.randint(0, 60000), "grams": rng.randint(0, 5000), **rest}


def _single(rng: random.Random) -> Case:
    return Case(([_item(rng)], rng.choice(_COUNTRIES)))


def _parcels(rng: random.Random) -> Case:
    return Case(([_item(rng) for _ in range(rng.randint(0, 4))], rng.choice(_COUNTRIES), rng.choice([*_REASONS, "sale"])))


def _weights(rng: random.Random) -> Case:
    grams = rng.choice([0, 1, 999, 1000, 1001, rng.randint(1, 9000)])
    item = _item(rng, code=rng.choice(["0910", "1704", "2402"]), grams=grams)
    if rng.random() < 1 / 5:
        del item["grams"]
    return Case(([item], rng.choice(_COUNTRIES)))


def _free(rng: random.Random) -> Case:
    reason = rng.choice([*_REASONS, "sale"])
    value = _REASONS.get(reason, 0) + rng.randint(-1, 1)
    items = [_item(rng, value=max(0, value)), *[_item(rng, value=0, code="2402")] * rng.choice([0, 0, 1])]
    return Case((items, rng.choice(_COUNTRIES), reason))


def _small(rng: random.Random) -> Case:
    return Case(
        ([_item(rng, code=rng.choice(_CODES[:8]), value=rng.choice([rng.randint(400, 4000), 2201, 1200]))], "US", "sale")
    )


def _wrong(rng: random.Random) -> Case:
    code = rng.choice(["640", "64031", "6403123", "x403", "", "6403000000", "64 03", "6403", "2402"])
    return Case(([_item(rng), _item(rng, code=code, value=rng.choice([-1, -50, 0, 7]))],))


FAMILY = Family(
    name="tariff_code",
    stage="hard",
    domain="customs",
    split="train",
    entry="customs_duty",
    instruction=(
        "Divide these customs duties into functions of McCabe complexity 3 at most, with codes and treaties as tables; each "
        "duty must stay the same to the cent."
    ),
    oracle=ORACLE,
    examples=(
        Case(([{"code": "610910", "value": 9900}, {"code": "0910", "value": 800, "grams": 1200}],)),
        Case(([{"code": "6403", "value": 20000}], "NO", "traveller")),
        Case(([{"code": "24", "value": 1}],)),
    ),
    draws=(
        Draw("single items", "partition", _single),
        Draw("parcels", "property", _parcels),
        Draw("weights", "boundary", _weights),
        Draw("free amounts", "boundary", _free),
        Draw("small sums", "boundary", _small),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("short codes first", changed(ORACLE, ("in (4, 2):", "in (2, 4):"))),
        Canary(
            "kilograms rounded down", changed(ORACLE, ('-(-item.get("grams", 0) // 1000)', 'item.get("grams", 0) // 1000'))
        ),
        Canary("tobacco is free", changed(ORACLE, ('startswith("24")', 'startswith("25")'))),
    ),
)
