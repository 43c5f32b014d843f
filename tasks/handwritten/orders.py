"""Hard: replay of order events. A state machine written as a ladder of ladders."""

from typing import Final

from code_review_env.tasks.chance import chance
from code_review_env.tasks.handwritten.making import calls, source
from code_review_env.tasks.task import Case, Group, Task

_KINDS: Final = ("pay", "cancel", "pack", "ship", "unpack", "deliver", "lose", "find", "return")
_PATHS: Final = {
    "new": (),
    "paid": ("pay",),
    "packed": ("pay", "pack"),
    "shipped": ("pay", "pack", "ship"),
    "lost": ("pay", "pack", "ship", "lose"),
    "delivered": ("pay", "pack", "ship", "deliver"),
    "cancelled": ("cancel",),
    "returned": ("pay", "pack", "ship", "deliver", "return"),
}
"""State -> events that lead to it."""

Mapping = dict[str, object]


def _order(**rest: object) -> Mapping:
    return {"total": 5000, "items": ["cup"], "shipping": 490, **rest}


def _log(*kinds: str, day: int = 1, step: int = 1, amount: int = 5000) -> list[Mapping]:
    return [
        {"type": kind, "day": day + index * step, **({"amount": amount} if kind == "pay" else {})}
        for index, kind in enumerate(kinds)
    ]


def _each_state() -> tuple[Case, ...]:
    """From every state, every event, told one after the other until one is allowed: then the state is another one."""
    return tuple(Case((_order(), _log(*path, kind))) for path in _PATHS.values() for kind in (*_KINDS, "explode"))


def _conditions() -> tuple[Case, ...]:
    cases = [Case((_order(), _log("pay", amount=amount))) for amount in (0, 4999, 5000, 5001)]
    cases += [Case((_order(total=total), [{"type": "pay", "day": 0}])) for total in (-1, 0, 1)]
    cases += [Case((_order(items=items), _log("pay", "pack"))) for items in ([], None, ["a", "b"], "")]
    cases += [Case(({"total": 0}, _log("pay", "pack")))]
    delivered = _log(*_PATHS["delivered"], day=10)
    cases += [Case((_order(), [*delivered, {"type": "return", "day": day}])) for day in (13, 14, 26, 27, 28, 40)]
    return tuple(cases)


def _refunds() -> tuple[Case, ...]:
    back = _PATHS["returned"]
    cases = [Case((_order(shipping=fee), _log(*back))) for fee in (0, 1, 4999, 5000, 5001, -10)]
    cases += [Case(({"total": 700, "items": "x"}, _log(*back, amount=700)))]
    cases += [
        Case((_order(), _log(*kinds))) for kinds in (("pay", "cancel"), ("cancel",), ("pay", "pack", "unpack", "cancel"))
    ]
    cases += [Case((_order(), _log("pay", "pack", "ship", "lose", "cancel")))]
    cases += [Case((_order(), _log("pay", "cancel", amount=1)))]
    return tuple(cases)


def _errors() -> tuple[Case, ...]:
    untyped: tuple[Mapping, ...] = ({"day": 1}, {"type": "", "day": 1}, {"type": None, "day": 9})
    cases = [Case((_order(), [*_log("pay"), event])) for event in untyped]
    cases += [Case((_order(), _log("pay", "pack", step=step))) for step in (-1, 0)]
    cases += [Case((_order(), [*_log("pay", "pack", day=3), {"type": "explode", "day": 2}], True))]
    cases += [Case((_order(), [*_log("explode", day=3), *_log("pay", day=2)], True))]
    cases += [Case((_order(), _log(*path, "explode"), True)) for path in _PATHS.values()]
    cases += [Case((_order(), _log("pay", "pay"), True)), Case((_order(items=[]), _log("pay", "pack", "ship"), True))]
    cases += [Case((_order(), [], True)), Case((_order(), _log("pay", amount=1), True))]
    return tuple(cases)


def _random_cases(count: int) -> tuple[Case, ...]:
    rng = chance("hard/orders/property")
    cases = []
    for _ in range(count):
        path = list(_PATHS[rng.choice(sorted(_PATHS))])
        for _ in range(rng.randint(0, 3)):
            path.insert(rng.randint(0, len(path)), rng.choice(_KINDS))
        order = _order(shipping=rng.randint(0, 900), total=rng.choice([5000, 5100]))
        cases.append(Case((order, _log(*path, step=rng.choice([0, 1, 5, 14, 15]), amount=5050))))
    return tuple(cases)


def _groups() -> tuple[Group, ...]:
    examples = calls(
        (_order(), _log("pay", "pack", "ship", "deliver", "return")),
        (_order(), _log("ship", "cancel")),
        (_order(), _log("pay", "ship"), True),
    )
    delivered = _log(*_PATHS["delivered"])
    return (
        Group("examples", "example", examples, visible=True),
        Group("every event in every state", "partition", _each_state()),
        Group("conditions", "boundary", _conditions()),
        Group("refunds", "boundary", _refunds()),
        Group("faults", "error", _errors()),
        Group("what the order gains", "mutation", calls((_order(), delivered), (_order(), _log("pay", "lose")), ({}, []))),
        Group("repeat", "repeat", calls(*[(_order(), delivered)] * 2, (_order(), _log("pay")))),
        Group("random logs", "property", _random_cases(20)),
    )


def task() -> Task:
    """The task `hard/orders`."""
    return Task(
        name="hard/orders",
        stage="hard",
        entry="replay",
        instruction=(
            "Turn this state machine into functions of McCabe complexity 3 at most, for instance around a table of "
            "transitions; history, ignored events, refund and errors must stay the same."
        ),
        messy=source("orders", "messy"),
        oracle=source("orders", "oracle"),
        groups=_groups(),
        split="validation",
    )
