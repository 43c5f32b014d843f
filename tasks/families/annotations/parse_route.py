"""A route as text, read into legs. Distances are optional, numbers come as text or as numbers."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Routes of a courier."""

from collections.abc import Iterator

Leg = tuple[str, str, float | None]


def stops(text: str) -> Iterator[tuple[str, float | None]]:
    """Name and distance of every stop, e.g. `Hull (12.5)`."""
    for part in text.split(">"):
        name, _, rest = part.partition("(")
        digits = rest.rstrip(" )")
        yield name.strip(), float(digits) if digits else None


def legs(text: str) -> list[Leg]:
    """From, to and distance of every leg."""
    found = list(stops(text))
    return [(start, end, length) for (start, _), (end, length) in zip(found, found[1:])]


def total(parts: list[Leg]) -> float | None:
    """Length of all legs, None if one is unknown."""
    known = [length for _, _, length in parts if length is not None]
    return sum(known, 0.0) if len(known) == len(parts) else None


def parse_route(text: str | list[str], limit: float | str | None = None) -> dict[str, list[Leg] | float | bool | None]:
    """Legs and length of a route, given as one text or as a list of stops.

    "far" says whether the length is above `limit`, a number or its text; it is
    False where either is unknown.
    """
    parts = legs(text if isinstance(text, str) else ">".join(text))
    length = total(parts)
    far = length is not None and limit is not None and length > float(limit)
    return {"legs": parts, "length": length, "far": far}
'''

_STOPS: Final = ("Hull (12.5)", "York", "Leeds (40)", " Ripon ( 7 )", "Selby(0)")


def _texts(rng: random.Random) -> Case:
    return Case((">".join(rng.choice(_STOPS) for _ in range(rng.randint(1, 5))),))


def _lists(rng: random.Random) -> Case:
    return Case(([rng.choice(_STOPS) for _ in range(rng.randint(0, 4))], rng.choice([None, 20, "47", 52.5, "0"])))


def _limits(rng: random.Random) -> Case:
    limit: object = rng.choice([12, 12.5, 13, "12.5", "12", 0, None])
    return Case(("York>Hull (12.5)",), {"limit": limit})


FAMILY = Family(
    name="parse_route",
    stage="types",
    domain="courier",
    split="test",
    entry="parse_route",
    instruction="Annotate every function of this module precisely; the values that the calls pass must fit.",
    oracle=ORACLE,
    examples=(Case(("York > Hull (12.5) > Selby (20)", 30)), Case((["York", "Leeds"], "9.5")), Case(("York",))),
    draws=(
        Draw("texts", "partition", _texts),
        Draw("lists", "partition", _lists),
        Draw("limits", "boundary", _limits),
        Draw("values of lists fit", "typed", _lists),
        Draw("limits fit", "typed", _limits),
    ),
    spots=(
        Spot(
            "def stops(text: str) -> Iterator[tuple[str, float | None]]:",
            ("def stops(text):", "def stops(text: str):", "def stops(text) -> Iterator[tuple[str, float | None]]:"),
        ),
        Spot("def legs(text: str) -> list[Leg]:", ("def legs(text):", "def legs(text: str):")),
        Spot("def total(parts: list[Leg]) -> float | None:", ("def total(parts):", "def total(parts: list[Leg]):")),
        Spot(
            "def parse_route(text: str | list[str], limit: float | str | None = None) -> "
            "dict[str, list[Leg] | float | bool | None]:",
            (
                "def parse_route(text, limit=None):",
                "def parse_route(text, limit: float | str | None = None):",
                "def parse_route(text, limit=None) -> dict[str, list[Leg] | float | bool | None]:",
            ),
        ),
    ),
    canaries=(
        Canary("numbers only", changed(ORACLE, ("limit: float | str | None", "limit: float | None")), naive=True),
        Canary("texts only", changed(ORACLE, ("text: str | list[str],", "text: str,"))),
        Canary("lengths are known", changed(ORACLE, ("list[Leg] | float | bool | None]:", "list[Leg] | float | bool]:"))),
    ),
)
