"""Shipping quotes for the checkout page.

Amounts are integer cents, weights integer grams. `quote` is called for every
change of the cart, so it must not change what it is given.
"""

from typing import Any

ZONES = {
    "": "home",
    "DE": "home",
    "AT": "near",
    "CH": "alps",
    "FR": "near",
    "NL": "near",
    "GB": "far",
    "NO": "far",
    "US": "world",
    "JP": "world",
}

# upper end of the band in grams, price by zone
BANDS = (
    (500, {"home": 295, "near": 495, "alps": 695, "far": 895, "world": 1295}),
    (2000, {"home": 445, "near": 745, "alps": 945, "far": 1245, "world": 2195}),
    (10000, {"home": 695, "near": 1395, "alps": 1795, "far": 2195, "world": 5495}),
    (30000, {"home": 1495, "near": 2995, "alps": 3495, "far": 4495, "world": 11995}),
)

SPEEDS = ("standard", "express", "saturday")
EXPRESS = {"home": 750, "near": 750}
DUTY_FREE = ("home", "near")
PERCENT = {"gold": 15, "silver": 10, "bronze": 5}
FREE_FROM = 5000


def zone_of(country: str) -> str:
    """The zone of an ISO country code; "" means home, unknown ones are "world"."""
    if country is None:
        raise ValueError("country is missing")
    code = country.strip().upper()
    if code not in ZONES and len(code) != 2:
        raise ValueError("not a country code: " + country)
    return ZONES.get(code, "world")


def weight_price(grams: int, zone: str) -> int:
    """Base price by weight band and zone.

    Bands end at 500 g, 2 kg, 10 kg and 30 kg, each end included. More than
    30 kg is a ValueError("too heavy: GRAMS g"), less than 1 g is a
    ValueError("empty parcel").
    """
    if grams <= 0:
        raise ValueError("empty parcel")
    prices = next((prices for end, prices in BANDS if grams <= end), None)
    if prices is None:
        raise ValueError(f"too heavy: {grams} g")
    return prices[zone]


def care_extras(parcel: dict[str, Any]) -> list[tuple[str, int]]:
    """Extras for what the parcel is like."""
    extras = []
    if parcel.get("fragile"):
        extras.append(("fragile", 150))
    if any(side > 120 for side in parcel.get("sides") or ()):
        extras.append(("bulky", 990))
    return extras


def check_speed(zone: str, speed: str) -> None:
    """Refuse a speed that is not known, or not offered in the zone."""
    if speed not in SPEEDS:
        raise ValueError("unknown speed: " + str(speed))
    if speed == "saturday" and zone != "home":
        raise ValueError("no saturday delivery to zone " + zone)


def speed_extras(zone: str, speed: str) -> list[tuple[str, int]]:
    """Extras for how fast the parcel travels."""
    check_speed(zone, speed)
    if speed == "standard":
        return []
    extras = [("express", EXPRESS.get(zone, 1500))]
    if speed == "saturday":
        extras.append(("saturday", 500))
    return extras


def customs_extras(parcel: dict[str, Any], zone: str) -> list[tuple[str, int]]:
    """The customs fee, where a declared value crosses a border with customs."""
    if zone in DUTY_FREE:
        return []
    value = parcel.get("value")
    return [("customs", 300)] if value is not None and value > 0 else []


def discount(subtotal: int, member: str | None, parcels: int) -> int:
    """Cents off: members by level, everybody from the third parcel on.

    gold 15 %, silver 10 %, bronze 5 % (rounded down), anything else nothing.
    Three or more parcels take 200 off on top, ten or more 1000. Never more
    than the subtotal.
    """
    off = subtotal * PERCENT.get(member, 0) // 100
    if parcels >= 10:
        off += 1000
    elif parcels >= 3:
        off += 200
    return min(off, subtotal)


def charges(
    number: int, parcel: dict[str, Any], zone: str, speed: str
) -> list[tuple[str, int]]:
    """All lines of one parcel."""
    return [
        (f"parcel {number}", weight_price(parcel["grams"], zone)),
        *care_extras(parcel),
        *speed_extras(zone, speed),
        *customs_extras(parcel, zone),
    ]


def is_free(parcels: list[dict[str, Any]], zone: str, speed: str) -> bool:
    """Whether the declared values waive standard delivery within home."""
    declared = sum(parcel.get("value") or 0 for parcel in parcels)
    return zone == "home" and speed == "standard" and declared >= FREE_FROM


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
    for number, parcel in enumerate(parcels, start=1):
        lines += charges(number, parcel, zone, speed)
    subtotal = sum(cents for _, cents in lines)
    free = is_free(parcels, zone, speed)
    off = 0 if free else discount(subtotal, member, len(parcels))
    total = 0 if free else subtotal - off
    return {"zone": zone, "lines": lines, "discount": off, "total": total, "free": free}
