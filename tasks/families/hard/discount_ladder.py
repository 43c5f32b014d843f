"""Discounts of a print shop. Edges: quantity steps, coupons, the best of several, the least price."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Discounts of a print shop, in cents."""

STEPS = ((1000, 30), (500, 22), (250, 15), (100, 8), (50, 3))
GROUPS = {"school": 12, "club": 10, "press": 15, "staff": 40}
COUPONS = {"HELLO": 500, "SPRING": 1500, "VIP": 4000}
LEAST_SHARE = 55


def step_percent(pieces):
    """Percent off for so many pieces."""
    return next((percent for least, percent in STEPS if pieces >= least), 0)


def percent_off(pieces, group):
    """The better of the two discounts; they do not add up."""
    return max(step_percent(pieces), GROUPS.get(group, 0))


def coupon_value(coupon, price):
    """Cents of a coupon; it only counts from four times its value on."""
    value = COUPONS.get(coupon, 0)
    return value if price >= 4 * value else 0


def check(pieces, cents):
    """Refuse what cannot be priced."""
    if pieces < 1:
        raise ValueError("no pieces")
    if not 0 < cents <= 100000:
        raise ValueError(f"bad price: {cents}")


def discounted(pieces, cents, group=None, coupon=None):
    """The price of a job: `{"full", "price", "saved"}`.

    The discount is the better one of quantity (from 50 pieces 3 % up to 30 %
    from 1000) and group, rounded down in favour of the shop: the price is
    rounded up. A coupon is taken off after that if the price is at least four
    times its value. At least 55 % of the full price is paid (rounded down).
    Raises ValueError("no pieces") and ValueError("bad price: N").
    """
    check(pieces, cents)
    full = pieces * cents
    price = full - full * percent_off(pieces, group) // 100
    price -= coupon_value(coupon, price)
    price = max(price, full * LEAST_SHARE // 100)
    return {"full": full, "price": price, "saved": full - price}
'''

_STEPS: Final = (50, 100, 250, 500, 1000)
_GROUPS: Final = ("school", "club", "press", "staff", "Press", None)
_COUPONS: Final = {"HELLO": 500, "SPRING": 1500, "VIP": 4000}


def _quantities(rng: random.Random) -> Case:
    return Case((rng.choice(_STEPS) + rng.randint(-1, 1), rng.randint(1, 300)))


def _groups(rng: random.Random) -> Case:
    return Case(
        (rng.choice([rng.randint(1, 60), rng.choice(_STEPS) + rng.randint(-1, 40)]), rng.randint(1, 900), rng.choice(_GROUPS))
    )


def _coupons(rng: random.Random) -> Case:
    coupon = rng.choice([*_COUPONS, "hello", ""])
    price = 4 * _COUPONS.get(coupon, 100) + rng.choice([-1, 0, 1, 500, rng.randint(-300, 9000)])
    return Case((1, max(1, price)), {"coupon": coupon})


def _least(rng: random.Random) -> Case:
    return Case((rng.randint(1, 49), rng.randint(100, 700), "staff", rng.choice(sorted(_COUPONS))))


def _wrong(rng: random.Random) -> Case:
    return Case((rng.choice([0, -1, 1, 2, rng.randint(-9, 9)]), rng.choice([0, 1, -5, 100000, 100001, rng.randint(-99, 99)])))


FAMILY = Family(
    name="discount_ladder",
    stage="hard",
    domain="print shop",
    split="test",
    entry="discounted",
    instruction=(
        "Bring these discounts to functions of McCabe complexity 3 at most, with tables instead of ladders; every price must "
        "stay the same to the cent."
    ),
    oracle=ORACLE,
    examples=(Case((120, 35)), Case((40, 200, "press", "HELLO")), Case((2000, 3), {"coupon": "VIP"}), Case((0, 5))),
    draws=(
        Draw("quantities", "boundary", _quantities),
        Draw("groups", "partition", _groups),
        Draw("coupons", "boundary", _coupons),
        Draw("the least price", "boundary", _least),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary(
            "both discounts",
            changed(
                ORACLE, ("max(step_percent(pieces), GROUPS.get(group, 0))", "step_percent(pieces) + GROUPS.get(group, 0)")
            ),
        ),
        Canary(
            "coupon first", changed(ORACLE, ("price -= coupon_value(coupon, price)", "price -= coupon_value(coupon, full)"))
        ),
        Canary("more than", changed(ORACLE, ("pieces >= least", "pieces > least"))),
    ),
)
