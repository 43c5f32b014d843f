"""Refunds of a hotel. Edges: deadlines by tariff, nights used, vouchers, illness, groups."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""What a hotel pays back when guests cancel or leave early; amounts in cents."""

# days before arrival, percent paid back
TARIFFS = {
    "flexible": ((1, 100), (0, 50)),
    "standard": ((14, 100), (7, 60), (2, 30)),
    "saver": ((30, 50), (14, 20)),
    "group": ((60, 100), (30, 80), (14, 40), (7, 10)),
}
REASONS = {"illness": 80, "storm": 100, "strike": 70, "work": 20}
EARLY = {"flexible": 60, "standard": 30, "group": 10}
FEE = 2500
NO_FEE = ("storm", "strike")


def steps_of(tariff):
    """Deadlines of a tariff."""
    if tariff not in TARIFFS:
        raise ValueError(f"unknown tariff: {tariff}")
    return TARIFFS[tariff]


def step_percent(tariff, days):
    """Percent that is paid back so many days before arrival."""
    for least, percent in steps_of(tariff):
        if days >= least:
            return percent
    return 0


def percent_back(tariff, days, reason):
    """The better one of deadline and reason; reasons need a proof."""
    return max(step_percent(tariff, days), REASONS.get(reason, 0))


def cancelled(booking, days, reason):
    """The refund before arrival, without the fee."""
    return booking["price"] * percent_back(booking["tariff"], days, reason) // 100


def left_early(booking, nights):
    """The refund for nights that were paid and not used."""
    steps_of(booking["tariff"])
    unused = max(0, booking["nights"] - nights)
    price = booking["price"] * unused // booking["nights"]
    return price * EARLY.get(booking["tariff"], 0) // 100


def fee(booking, reason):
    """What the hotel keeps for its work."""
    if reason in NO_FEE or booking.get("member"):
        return 0
    return FEE


def check(booking):
    """Refuse a booking that cannot be right."""
    if booking["nights"] < 1:
        raise ValueError("no nights")
    if booking["price"] < 0:
        raise ValueError("bad price")


def shared(amount, booking):
    """The refund as (money, voucher): what was paid by voucher goes back first."""
    voucher = min(booking.get("voucher", 0), amount)
    return amount - voucher, voucher


def hotel_refund(booking, days, reason=None):
    """What is paid back: `(money, voucher)`.

    A booking maps `tariff`, `price`, `nights` and maybe `voucher` (what was
    paid with one) and `member`. `days` is the number of days before arrival;
    0 is the day of arrival, and -2 means that the guests leave after two
    nights. Before or on arrival the better one of deadline and reason counts
    ("illness", "storm", "strike", "work"), later the unused nights at the
    tariff's percentage; all rounded down. A fee of 2500 is taken off, never
    below 0, except for members, storms and strikes. Raises ValueError("no
    nights"), ValueError("bad price") and ValueError("unknown tariff: T").
    """
    check(booking)
    if days >= 0:
        amount = cancelled(booking, days, reason)
    else:
        amount = left_early(booking, -days)
    return shared(max(0, amount - fee(booking, reason)), booking)
'''

_TARIFFS: Final = {"flexible": (1, 0), "standard": (14, 7, 2), "saver": (30, 14), "group": (60, 30, 14, 7)}
_REASONS: Final = ("illness", "storm", "strike", "work", "Storm", None)


def _booking(rng: random.Random, **rest: object) -> dict[str, object]:
    return {"tariff": rng.choice(sorted(_TARIFFS)), "price": rng.randint(4000, 90000), "nights": rng.randint(1, 9), **rest}


def _deadlines(rng: random.Random) -> Case:
    tariff = rng.choice([*sorted(_TARIFFS), "group", "standard"])
    return Case((_booking(rng, tariff=tariff), max(0, rng.choice(_TARIFFS[tariff]) + rng.choice([-1, 0]))))


def _reasons(rng: random.Random) -> Case:
    return Case((_booking(rng), rng.randint(0, 40), rng.choice(_REASONS)))


def _early(rng: random.Random) -> Case:
    return Case((_booking(rng, nights=rng.randint(2, 9)), -rng.randint(1, 10), rng.choice([None, "storm"])))


def _vouchers(rng: random.Random) -> Case:
    booking = _booking(rng, voucher=rng.choice([0, 1, 5000, rng.randint(1, 60000)]), member=rng.choice([True, False]))
    return Case((booking, rng.randint(-4, 60), rng.choice(_REASONS)))


def _small(rng: random.Random) -> Case:
    booking = _booking(
        rng, price=rng.choice([0, 2499, 2500, 2501, rng.randint(0, 9000)]), tariff=rng.choice(["flexible", "standard"])
    )
    return Case((booking, rng.choice([0, 1, 14, 30]), rng.choice([None, "illness"])))


def _wrong(rng: random.Random) -> Case:
    tariff = rng.choice([*sorted(_TARIFFS), "Saver", "", "weekend"])
    booking = _booking(rng, tariff=tariff, nights=rng.choice([-1, 0, 1, 2]), price=rng.choice([-1, 0, 900, 9000]))
    return Case((booking, rng.randint(-3, 9)))


FAMILY = Family(
    name="hotel_refund",
    stage="hard",
    domain="hotel",
    split="test",
    entry="hotel_refund",
    instruction=(
        "Untangle these refunds into functions of McCabe complexity 3 at most, with deadlines as tables; each refund must "
        "stay the same to the cent."
    ),
    oracle=ORACLE,
    examples=(
        Case(({"tariff": "standard", "price": 40000, "nights": 4}, 8)),
        Case(({"tariff": "flexible", "price": 30000, "nights": 3, "voucher": 4000}, -1)),
        Case(({"tariff": "group", "price": 99999, "nights": 2, "member": True}, 3, "illness")),
    ),
    draws=(
        Draw("deadlines", "boundary", _deadlines),
        Draw("reasons", "partition", _reasons),
        Draw("early departures", "boundary", _early),
        Draw("vouchers and members", "partition", _vouchers),
        Draw("small amounts", "boundary", _small),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary(
            "reasons only",
            changed(
                ORACLE,
                (
                    "max(step_percent(tariff, days), REASONS.get(reason, 0))",
                    "REASONS.get(reason, 0) or step_percent(tariff, days)",
                ),
            ),
        ),
        Canary("money first", changed(ORACLE, ("return amount - voucher, voucher", "return voucher, amount - voucher"))),
        Canary(
            "below zero",
            changed(
                ORACLE,
                ("shared(max(0, amount - fee(booking, reason)), booking)", "shared(amount - fee(booking, reason), booking)"),
            ),
        ),
    ),
)
