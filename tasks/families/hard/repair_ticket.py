"""State machine of a repair ticket. Edges: forbidden events, parts, deadlines, reopening."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Tickets of a bicycle workshop, followed from the counter to the customer."""

NEXT = {
    ("open", "inspect"): "inspected",
    ("inspected", "approve"): "approved",
    ("inspected", "decline"): "closed",
    ("approved", "start"): "in work",
    ("in work", "need part"): "waiting",
    ("waiting", "part came"): "in work",
    ("in work", "finish"): "ready",
    ("ready", "collect"): "closed",
    ("closed", "reopen"): "open",
}
PRICES = {"brake": 1800, "chain": 2500, "light": 900, "wheel": 5200}
HOUR = 4800
STORE_DAYS = 14


def new_ticket():
    """A ticket as it is at the counter."""
    return {"state": "open", "minutes": 0, "parts": [], "days": 0, "reopened": 0}


def check_reopen(ticket):
    """A ticket is reopened twice at most."""
    if ticket["reopened"] >= 2:
        raise ValueError("reopened too often")
    ticket["reopened"] += 1


def check_part(part):
    """Refuse a part that is not sold."""
    if part not in PRICES:
        raise ValueError(f"no such part: {part}")


def effect(ticket, event, value):
    """What an event changes beside the state."""
    if event == "need part":
        check_part(value)
        ticket["parts"].append(value)
    if event == "reopen":
        check_reopen(ticket)


def count_time(ticket, event, value):
    """Minutes of work, days on the shelf; True where the event is one of time."""
    if event == "work" and ticket["state"] == "in work":
        ticket["minutes"] += value
        return True
    if event == "wait" and ticket["state"] == "ready":
        ticket["days"] += value
        return True
    return event == "wait"


def step(ticket, number, event, value):
    """One event."""
    if count_time(ticket, event, value):
        return
    following = NEXT.get((ticket["state"], event))
    if following is None:
        raise ValueError(f"{number}: {event} while {ticket['state']}")
    effect(ticket, event, value)
    ticket["state"] = following


def storage(days):
    """What a bicycle costs that nobody fetches, at most 30 days of it."""
    return min(max(days - STORE_DAYS, 0), 30) * 100


def price(ticket):
    """Work by the quarter of an hour begun, parts, storage."""
    quarters = -(-ticket["minutes"] // 15)
    parts = sum(PRICES[part] for part in ticket["parts"])
    return quarters * HOUR // 4 + parts + storage(ticket["days"])


def follow_ticket(events):
    """State and price after the events: `{"state", "price", "reopened"}`.

    An event is (name, value). "inspect", "approve", "decline", "start", "need
    part" (value: the part), "part came", "finish", "collect" and "reopen" (twice
    at most) change the state; "work" adds minutes while in work; "wait" adds
    days, which cost 100 each from the 15th on while ready (30 of them at most)
    and nothing otherwise. Raises ValueError("N: EVENT while STATE") with the
    number of the event from 1, ValueError("no such part: P") and
    ValueError("reopened too often").
    """
    ticket = new_ticket()
    for number, (event, value) in enumerate(events, start=1):
        step(ticket, number, event, value)
    return {"state": ticket["state"], "price": price(ticket), "reopened": ticket["reopened"]}
'''

_PATH: Final = ("inspect", "approve", "start", "need part", "part came", "finish", "collect", "reopen")
_EVENTS: Final = (*_PATH, "decline", "work", "wait", "paint")
_PARTS: Final = ("brake", "chain", "light", "wheel")


def _value(rng: random.Random, event: str) -> object:
    if event == "need part":
        return rng.choice(_PARTS)
    return rng.randint(1, 60) if event in {"work", "wait"} else None


def _told(rng: random.Random, *events: str) -> list[tuple[str, object]]:
    return [(event, _value(rng, event)) for event in events]


def _paths(rng: random.Random) -> Case:
    return Case((_told(rng, *_PATH[: rng.randint(0, 8)]),))


def _work(rng: random.Random) -> Case:
    minutes = [rng.choice([0, 14, 15, 16, 29, 30, 31, 61, rng.randint(1, 200)]) for _ in range(rng.randint(1, 3))]
    repairs = [event for _ in range(rng.randint(0, 2)) for event in _told(rng, "need part", "part came")]
    work: list[tuple[str, object]] = [("work", one) for one in minutes]
    return Case(([*_told(rng, *_PATH[:3]), *work, *repairs, ("finish", None)],))


def _shelf(rng: random.Random) -> Case:
    days = rng.choice([13, 14, 15, 16, 43, 44, 45, 60, rng.randint(0, 50)])
    path = _told(rng, *_PATH[:6])
    at = rng.choice([6, 6, 6, rng.randint(0, 5)])
    return Case(
        ([*path[:at], ("wait", days), *path[at:], ("wait", rng.randint(0, 3)), *_told(rng, *_PATH[6 : rng.randint(6, 7)])],)
    )


def _reopened(rng: random.Random) -> Case:
    events = _told(rng, *(["inspect", "decline", "reopen"] * rng.randint(1, 4)))
    return Case(
        (
            events[: rng.randint(2, len(events))]
            + _told(rng, *rng.choice([(), ("inspect", "approve")]))
            + [("wait", rng.randint(0, 40))],
        )
    )


def _forbidden(rng: random.Random) -> Case:
    path = _told(rng, *_PATH[: rng.randint(0, 7)])
    return Case(([*path, *_told(rng, rng.choice(_EVENTS), rng.choice(_EVENTS))],))


def _parts(rng: random.Random) -> Case:
    part = rng.choice(["brake", "bell", "", None, "Chain", "wheel"])
    again: list[tuple[str, object]] = [
        ("part came", None),
        ("need part", rng.choice([*_PARTS, "seat"])),
        ("work", rng.randint(1, 99)),
    ]
    return Case(([*_told(rng, *_PATH[:3]), ("need part", part), *again[: rng.randint(0, 3)]],))


FAMILY = Family(
    name="repair_ticket",
    stage="hard",
    domain="bicycle workshop",
    split="test",
    entry="follow_ticket",
    instruction=(
        "Divide this ticket into functions of McCabe complexity 3 at most, around a table of states; states, prices and "
        "refusals must not change."
    ),
    oracle=ORACLE,
    examples=(
        Case(([("inspect", None), ("approve", None), ("start", None), ("work", 40), ("need part", "chain")],)),
        Case(([("inspect", None), ("finish", None)],)),
        Case(([],)),
    ),
    draws=(
        Draw("paths", "partition", _paths),
        Draw("work", "boundary", _work),
        Draw("on the shelf", "boundary", _shelf),
        Draw("reopened", "boundary", _reopened),
        Draw("any events", "error", _forbidden),
        Draw("parts", "error", _parts),
    ),
    canaries=(
        Canary(
            "ignores what is forbidden",
            changed(
                ORACLE, ("        raise ValueError(f\"{number}: {event} while {ticket['state']}\")\n", "        return\n")
            ),
        ),
        Canary("quarters rounded down", changed(ORACLE, ('-(-ticket["minutes"] // 15)', 'ticket["minutes"] // 15'))),
        Canary("always on the shelf", changed(ORACLE, ('event == "wait" and ticket["state"] == "ready"', 'event == "wait"'))),
    ),
)
