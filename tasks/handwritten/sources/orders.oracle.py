"""Replay of order events, used to rebuild the order table after an outage."""

FINAL = ("delivered", "cancelled", "returned")
RETURN_DAYS = 14

TRANSITIONS = {
    ("new", "pay"): "paid",
    ("new", "cancel"): "cancelled",
    ("paid", "pack"): "packed",
    ("paid", "cancel"): "cancelled",
    ("packed", "ship"): "shipped",
    ("packed", "unpack"): "paid",
    ("shipped", "deliver"): "delivered",
    ("shipped", "lose"): "lost",
    ("lost", "find"): "shipped",
    ("lost", "cancel"): "cancelled",
    ("delivered", "return"): "returned",
}


def holds(event, order):
    """Whether the condition that goes with this type of event is met."""
    if event["type"] == "pay":
        return event.get("amount", 0) >= order["total"]
    if event["type"] == "pack":
        return bool(order.get("items"))
    return event["type"] != "return" or in_time(event, order)


def in_time(event, order):
    """Whether a return comes soon enough after the delivery."""
    return event["day"] - order["delivered_day"] <= RETURN_DAYS


def step(state, event, order):
    """The state after one event, or None when the event is not allowed in it.

    new -> paid by "pay" (only if the amount covers the total) or cancelled by
    "cancel"; paid -> packed by "pack" (only with at least one item) or
    cancelled by "cancel"; packed -> shipped by "ship", or back to paid by
    "unpack"; shipped -> delivered by "deliver" or lost by "lose"; lost ->
    shipped by "find" or cancelled by "cancel"; delivered -> returned by
    "return" within 14 days of delivery. Everything else is not allowed.
    """
    following = TRANSITIONS.get((state, event["type"]))
    if following is None or not holds(event, order):
        return None
    return following


def refund(order, state, was_paid):
    """What is paid back: all after a cancellation of a paid order.

    A return gives back the total without shipping, and never less than 0.
    """
    if state == "returned":
        return max(order["total"] - order.get("shipping", 0), 0)
    return order["total"] if state == "cancelled" and was_paid else 0


def check(events):
    """Refuse a log whose days go backwards or whose events have no type."""
    last = None
    for number, event in enumerate(events, 1):
        if not event.get("type"):
            raise ValueError(f"event {number} has no type")
        check_day(number, event["day"], last)
        last = event["day"]


def check_day(number, day, last):
    """Refuse an event that lies before the one in front of it."""
    if last is not None and day < last:
        raise ValueError(f"event {number} is before event {number - 1}")


def check_allowed(number, event, state, strict):
    """Complain about an event that is not allowed, if complaints are wanted."""
    if strict:
        kind = event["type"]
        raise ValueError(f"event {number}: {kind} is not allowed in {state}")


def record(order, state, day, history):
    """Write a change into the history, and a delivery into the order."""
    if state == "delivered":
        order["delivered_day"] = day
    history.append((day, state))


def run(order, events, strict):
    """History of the changes, and numbers of the events that are not allowed."""
    state = "new"
    history = []
    ignored = []
    for number, event in enumerate(events, 1):
        following = step(state, event, order)
        if following is not None:
            state = following
            record(order, state, event["day"], history)
            continue
        ignored.append(number)
        check_allowed(number, event, state, strict)
    return state, history, ignored


def replay(order, events, strict=False):
    """Replay `events` (mappings with `type`, `day` and, for "pay", `amount`).

    Returns `{"state", "history", "ignored", "refund", "open"}`: history lists
    (day, state) for each change, ignored the numbers (from 1) of events that
    are not allowed, open says whether the state is not final. With `strict`
    the first event that is not allowed is a
    ValueError("event N: TYPE is not allowed in STATE"). The log is checked as
    a whole before anything is replayed. `order` gets `delivered_day` when the
    order is delivered, and is not changed otherwise.
    """
    check(events)
    state, history, ignored = run(order, events, strict)
    was_paid = any(reached == "paid" for _, reached in history)
    return {
        "state": state,
        "history": history,
        "ignored": ignored,
        "refund": refund(order, state, was_paid),
        "open": state not in FINAL,
    }
