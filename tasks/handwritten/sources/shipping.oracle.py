"""Shipping quotes for the checkout page: integer cents, integer grams."""

from typing import Any

ZONES = {
    "": "home",
    "DE": "home",
    "AT": "near",
    "FR": "near",
    "NL": "near",
    "US": "world",
}

# upper end of the band in grams, price by zone
BANDS = (
    (2000, {"home": 445, "near": 745, "world": 2195}),
    (30000, {"home": 1495, "near": 2995, "world": 11995}),
)

MAX_SIDE = 120
SPEEDS = ("standard", "express", "saturday")
EXPRESS = {"home": 750, "near": 750, "world": 1500}
PERCENT = {"gold": 15, "silver": 10}

# from this number of parcels on, cents off
BULK = ((10, 1000), (3, 200))
FREE_FROM = 5000


def zone_of(country: str) -> str:
    """The zone of an ISO country code; "" means home, unknown ones are "world"."""
    code = country.strip().upper()
    if code not in ZONES and len(code) != 2:
        raise ValueError("not a country code: " + country)
    return ZONES.get(code, "world")


def weight_price(grams: int, zone: str) -> int:
    """Base price by weight band (2 kg, 30 kg, each end included) and zone.

    More is a ValueError("too heavy: GRAMS g"), less than 1 g a
    ValueError("empty parcel").
    """
    if grams <= 0:
        raise ValueError("empty parcel")
    prices = next((prices for end, prices in BANDS if grams <= end), None)
    if prices is None:
        raise ValueError(f"too heavy: {grams} g")
    return prices[zone]


def care(parcel: dict[str, Any]) -> list[tuple[str, int]]:
    """Extras for what the parcel is like."""
    lines = []
    if parcel.get("fragile"):
        lines.append(("fragile", 150))
    if max(parcel.get("sides") or (0,)) > MAX_SIDE:
        lines.append(("bulky", 990))
    return lines


def check_speed(zone: str, speed: str) -> None:
    """Refuse a speed that is not known, or not offered in the zone."""
    if speed not in SPEEDS:
        raise ValueError("unknown speed: " + str(speed))
    if speed == "saturday" and zone != "home":
        raise ValueError("no saturday delivery to zone " + zone)


def haste(zone: str, speed: str) -> list[tuple[str, int]]:
    """Extras for how fast the parcel travels."""
    check_speed(zone, speed)
    lines = []
    if speed != "standard":
        lines.append(("express", EXPRESS[zone]))
    if speed == "saturday":
        lines.append(("saturday", 500))
    return lines


def customs(parcel: dict[str, Any], zone: str) -> list[tuple[str, int]]:
    """The customs fee for a declared value that leaves the union."""
    declared = parcel.get("value") or 0
    if zone == "world" and declared > 0:
        return [("customs", 300)]
    return []


def charges(
    number: int, parcel: dict[str, Any], zone: str, speed: str
) -> list[tuple[str, int]]:
    """One parcel's price and its extras, in the order in which they are printed."""
    return [
        (f"parcel {number}", weight_price(parcel["grams"], zone)),
        *care(parcel),
        *haste(zone, speed),
        *customs(parcel, zone),
    ]


def discount(subtotal: int, member: str | None, parcels: int) -> int:
    """Cents off: gold 15 %, silver 10 % (rounded down), others nothing.

    From 3 parcels on another 200, from 10 on another 1000 instead; never more
    than the subtotal.
    """
    off = subtotal * PERCENT.get(member, 0) // 100
    off += next((cents for count, cents in BULK if parcels >= count), 0)
    return min(off, subtotal)


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
    """Price a shipment: `{"zone", "lines", "discount", "total"}`.

    A parcel maps `grams` and, if known, `fragile`, `sides` (cm) and `value`
    (cents). `lines` has (label, cents) pairs: "parcel N", from 1, each with its
    extras after it. Standard delivery within home is free (total and discount
    0, lines kept) when the values sum to 5000 or more. No parcels is a
    ValueError("no parcels"). The first fault in parcel order is raised, weight
    before extras. Nothing that is passed in is changed.
    """
    if not parcels:
        raise ValueError("no parcels")
    zone = zone_of(country)
    lines = []
    for number, parcel in enumerate(parcels, start=1):
        lines += charges(number, parcel, zone, speed)
    free = is_free(parcels, zone, speed)
    subtotal = 0 if free else sum(cents for _, cents in lines)
    off = discount(subtotal, member, len(parcels))
    return {"zone": zone, "lines": lines, "discount": off, "total": subtotal - off}
