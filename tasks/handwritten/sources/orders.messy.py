"""Replay of order events, used to rebuild the order table after an outage."""

FINAL = ("delivered", "cancelled", "returned")


def step(state, event, order):
    """The state after one event, or None when the event is not allowed in it.

    new -> paid by "pay" (only if the amount covers the total) or cancelled by
    "cancel"; paid -> packed by "pack" (only with at least one item) or
    cancelled by "cancel"; packed -> shipped by "ship", or back to paid by
    "unpack"; shipped -> delivered by "deliver" or lost by "lose"; lost ->
    shipped by "find" or cancelled by "cancel"; delivered -> returned by
    "return" within 14 days of delivery. Everything else is not allowed.
    """
    kind = event["type"]
    if state == "new":
        if kind == "pay":
            if event.get("amount", 0) >= order["total"]:
                return "paid"
        elif kind == "cancel":
            return "cancelled"
    elif state == "paid":
        if kind == "pack":
            if order.get("items"):
                return "packed"
        elif kind == "cancel":
            return "cancelled"
    elif state == "packed":
        if kind == "ship":
            return "shipped"
        elif kind == "unpack":
            return "paid"
    elif state == "shipped":
        if kind == "deliver":
            return "delivered"
        elif kind == "lose":
            return "lost"
    elif state == "lost":
        if kind == "find":
            return "shipped"
        elif kind == "cancel":
            return "cancelled"
    elif state == "delivered":
        if kind == "return" and event["day"] - order["delivered_day"] <= 14:
            return "returned"
    return None


def refund(order, state, was_paid):
    """What is paid back: all after a cancellation of a paid order.

    A return gives back the total without shipping, and never less than 0.
    """
    if state == "cancelled":
        if was_paid:
            return order["total"]
        else:
            return 0
    elif state == "returned":
        amount = order["total"] - order.get("shipping", 0)
        if amount < 0:
            amount = 0
        return amount
    else:
        return 0


def check(events):
    """Refuse a log whose days go backwards or whose events have no type."""
    last = None
    for number, event in enumerate(events, 1):
        if not event.get("type"):
            raise ValueError(f"event {number} has no type")
        if last is not None and event["day"] < last:
            raise ValueError(f"event {number} is before event {number - 1}")
        last = event["day"]


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
    state = "new"
    history = []
    ignored = []
    was_paid = False
    for number, event in enumerate(events, 1):
        following = step(state, event, order)
        if following is None:
            if strict:
                kind = event["type"]
                raise ValueError(f"event {number}: {kind} is not allowed in {state}")
            else:
                ignored.append(number)
        else:
            if following == "paid":
                was_paid = True
            elif following == "delivered":
                order["delivered_day"] = event["day"]
            state = following
            history.append((event["day"], state))
    return {"state": state, "history": history, "ignored": ignored,
            "refund": refund(order, state, was_paid), "open": state not in FINAL}
