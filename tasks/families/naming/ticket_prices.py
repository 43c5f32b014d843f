"""Prices of a fair. Trap: keys of the result look like names that are spelled wrongly, and are the contract."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Tickets of a fair."""

from dataclasses import dataclass

CHILD_AGE = 14


class PriceError(ValueError):
    """A price below zero."""


@dataclass
class Ticket:
    """One ticket of a visitor."""

    visitor_age: int
    base_price: float

    @property
    def is_child(self):
        """Whether the visitor pays half."""
        return self.visitor_age < CHILD_AGE

    def final_price(self, discount_rate):
        """What has to be paid."""
        half_price = self.base_price / 2 if self.is_child else self.base_price
        return round(half_price * (1 - discount_rate), 2)


def group_rate(ticket_count):
    """Discount of a group."""
    return 0.1 if ticket_count >= 10 else 0.0


def ticket_prices(ages, price, extra=0.0):
    """Price the tickets of a group.

    Returns {"ticketCount", "groupRate", "totalPrice", "childCount"}; `extra` is
    added to the discount. A price below 0 is a PriceError.
    """
    if price < 0:
        raise PriceError(f"price {price}")
    all_tickets = [Ticket(age, price) for age in ages]
    full_rate = group_rate(len(all_tickets)) + extra
    total_price = sum(ticket.final_price(full_rate) for ticket in all_tickets)
    return {
        "ticketCount": len(all_tickets),
        "groupRate": full_rate,
        "totalPrice": round(total_price, 2),
        "childCount": sum(ticket.is_child for ticket in all_tickets),
    }
'''


def _ages(rng: random.Random, most: int) -> list[int]:
    return [rng.choice([3, 13, 14, 15, 40]) for _ in range(rng.randint(0, most))]


def _plain(rng: random.Random) -> Case:
    return Case((_ages(rng, 5), rng.choice([10, 12.5, 0, 7.99])))


def _groups(rng: random.Random) -> Case:
    ages = [rng.choice([8, 20]) for _ in range(rng.randint(8, 11))]
    return Case((ages, rng.choice([10, 12.5]), rng.choice([0.0, 0.05, 0.5])))


def _faulty(rng: random.Random) -> Case:
    return Case((_ages(rng, 2), rng.choice([-1, -0.01, 0, 0.01]), rng.randint(0, 9) / 10))


FAMILY = Family(
    name="ticket_prices",
    stage="naming",
    domain="fair",
    split="train",
    entry="ticket_prices",
    instruction="Spell the names of this module as PEP 8 does. The entry, its parameters and the keys of its result stay.",
    oracle=ORACLE,
    examples=(Case(([8, 40], 10)), Case(([20] * 10, 5, 0.05)), Case(([1], -2))),
    draws=(
        Draw("visitors", "partition", _plain),
        Draw("groups", "boundary", _groups),
        Draw("prices", "error", _faulty),
    ),
    trap=True,
    spots=(
        Spot("visitor_age", ("visitorAge",), word=True),
        Spot("base_price", ("basePrice",), word=True),
        Spot("is_child", ("isChild", "IsChild"), word=True),
        Spot("final_price", ("finalPrice", "FinalPrice"), word=True),
        Spot("discount_rate", ("discountRate", "DiscountRate"), word=True),
        Spot("half_price", ("halfPrice", "Half_Price"), word=True),
        Spot("ticket_count", ("ticketCount",), word=True),
        Spot("group_rate", ("groupRate", "Group_Rate"), word=True),
        Spot("total_price", ("totalPrice",), word=True),
        Spot("all_tickets", ("allTickets", "AllTickets"), word=True),
    ),
    canaries=(
        Canary(
            "keys respelled",
            changed(ORACLE, ('"ticketCount": ', '"ticket_count": '), ('"totalPrice": ', '"total_price": ')),
            naive=True,
        ),
        Canary("children of 14", changed(ORACLE, ("visitor_age < CHILD_AGE", "visitor_age <= CHILD_AGE"))),
        Canary("groups of 11", changed(ORACLE, (">= 10", "> 10"))),
    ),
)
