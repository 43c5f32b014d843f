"""Shipping quotes for the checkout page.

Amounts are integer cents, weights integer grams. `quote` is called for every
change of the cart, so it must not change what it is given.
"""

from typing import Any

ZONES = {
    "DE": "home", "AT": "near", "CH": "alps", "FR": "near", "NL": "near",
    "GB": "far", "NO": "far", "US": "world", "JP": "world",
}


def zone_of(country: str) -> str:
    """The zone of an ISO country code; "" means home, unknown ones are "world"."""
    if country is None:
        raise ValueError("country is missing")
    code = country.strip().upper()
    if code == "":
        return "home"
    else:
        if code in ZONES:
            return ZONES[code]
        else:
            if len(code) != 2:
                raise ValueError("not a country code: " + country)
            else:
                return "world"


def weight_price(grams: int, zone: str) -> int:
    """Base price by weight band and zone.

    Bands end at 500 g, 2 kg, 10 kg and 30 kg, each end included. More than
    30 kg is a ValueError("too heavy: GRAMS g"), less than 1 g is a
    ValueError("empty parcel").
    """
    if grams <= 0:
        raise ValueError("empty parcel")
    if grams <= 500:
        if zone == "home":
            price = 295
        elif zone == "near":
            price = 495
        elif zone == "alps":
            price = 695
        elif zone == "far":
            price = 895
        else:
            price = 1295
    elif grams <= 2000:
        if zone == "home":
            price = 445
        elif zone == "near":
            price = 745
        elif zone == "alps":
            price = 945
        elif zone == "far":
            price = 1245
        else:
            price = 2195
    elif grams <= 10000:
        if zone == "home":
            price = 695
        elif zone == "near":
            price = 1395
        elif zone == "alps":
            price = 1795
        elif zone == "far":
            price = 2195
        else:
            price = 5495
    elif grams <= 30000:
        if zone == "home":
            price = 1495
        elif zone == "near":
            price = 2995
        elif zone == "alps":
            price = 3495
        elif zone == "far":
            price = 4495
        else:
            price = 11995
    else:
        raise ValueError(f"too heavy: {grams} g")
    return price


def surcharges(parcel: dict[str, Any], zone: str, speed: str) -> list[tuple[str, int]]:
    """Named extras in the order in which they are printed.

    fragile 150; bulky (any side over 120 cm) 990; express 750, twice that
    outside home and near; saturday 500, only together with express and only
    within home; customs 300 for alps, far and world when there is a declared
    value above 0.
    """
    extras = []
    if parcel.get("fragile"):
        extras.append(("fragile", 150))
    sides = parcel.get("sides") or ()
    for side in sides:
        if side > 120:
            extras.append(("bulky", 990))
            break
    if speed == "express" or speed == "saturday":
        if zone == "home" or zone == "near":
            extras.append(("express", 750))
        else:
            extras.append(("express", 1500))
        if speed == "saturday":
            if zone == "home":
                extras.append(("saturday", 500))
            else:
                raise ValueError("no saturday delivery to zone " + zone)
    elif speed != "standard":
        raise ValueError("unknown speed: " + str(speed))
    if zone not in ("home", "near"):
        if parcel.get("value") is not None and parcel["value"] > 0:
            extras.append(("customs", 300))
    return extras


def discount(subtotal: int, member: str | None, parcels: int) -> int:
    """Cents off: members by level, everybody from the third parcel on.

    gold 15 %, silver 10 %, bronze 5 % (rounded down), anything else nothing.
    Three or more parcels take 200 off on top, ten or more 1000. Never more
    than the subtotal.
    """
    percent = 0
    if member == "gold":
        percent = 15
    elif member == "silver":
        percent = 10
    elif member == "bronze":
        percent = 5
    off = subtotal * percent // 100
    if parcels >= 10:
        off += 1000
    elif parcels >= 3:
        off += 200
    return off if off < subtotal else subtotal


def quote(
    parcels: list[dict[str, Any]],
    country: str = "DE",
    speed: str = "standard",
    member: str | None = None,
) -> dict[str, Any]:
    """Price a shipment: `{"zone", "lines", "discount", "total", "free"}`.

    A parcel is a mapping with `grams` and optionally `fragile`, `sides` (cm)
    and `value` (cents). `lines` holds one (label, cents) pair per charge:
    "parcel N" (N from 1) followed by that parcel's extras. Standard delivery
    within home is free (total 0, discount 0, lines kept) when the declared
    values sum to 5000 or more. An empty list is a ValueError("no parcels").
    The first fault in parcel order is raised, weight before extras.
    """
    if not parcels:
        raise ValueError("no parcels")
    zone = zone_of(country)
    lines = []
    subtotal = 0
    declared = 0
    number = 0
    for parcel in parcels:
        number += 1
        price = weight_price(parcel["grams"], zone)
        lines.append((f"parcel {number}", price))
        subtotal += price
        for label, cents in surcharges(parcel, zone, speed):
            lines.append((label, cents))
            subtotal += cents
        if parcel.get("value"):
            declared += parcel["value"]
    free = False
    if zone == "home":
        if speed == "standard":
            if declared >= 5000:
                free = True
    off = 0
    if not free:
        off = discount(subtotal, member, len(parcels))
        total = subtotal - off
    else:
        total = 0
    return {"zone": zone, "lines": lines, "discount": off, "total": total, "free": free}
