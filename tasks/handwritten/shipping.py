"""Hard: shipping quotes. Ladders over weight bands and zones, flag loops, nested conditions."""

from typing import Final

from code_review_env.tasks.chance import chance
from code_review_env.tasks.handwritten.making import calls, source
from code_review_env.tasks.task import Case, Group, Task

_COUNTRIES: Final = ("DE", "AT", "FR", "NL", "US", "ZA")
_BAND_ENDS: Final = (2000, 30000)

Parcel = dict[str, object]


def _parcel(grams: int, **rest: object) -> Parcel:
    return {"grams": grams, **rest}


def _weights() -> tuple[Case, ...]:
    edges = [end + step for end in _BAND_ENDS for step in (-1, 0, 1)]
    return tuple(Case(([_parcel(grams)], country)) for grams in (1, *edges) for country in ("DE", "US"))


def _zones() -> tuple[Case, ...]:
    spelled = ("", " de ", "us", "xx", "\tat\n", "  ")
    bands = [[_parcel(grams)] for grams in (1400, 9000, 29000)]
    return tuple(Case((bands[index % 3], country)) for index, country in enumerate((*_COUNTRIES, "AT", "AT", *spelled)))


def _extras() -> tuple[Case, ...]:
    sides: tuple[object, ...] = (
        [119, 1, 1],
        [120, 10, 10],
        [121, 10, 10],
        [10, 10, 121],
        [130, 140, 150],
        [],
        None,
        (10, 200),
    )
    cases = [Case(([_parcel(900, sides=given, fragile=index % 2)],)) for index, given in enumerate(sides)]
    cases += [Case(([_parcel(900, fragile=flag)],)) for flag in (True, "yes", "", None)]
    cases += [Case(([_parcel(900, value=value)], "US")) for value in (None, -1, 0, 1, 2)]
    cases += [Case(([_parcel(900, value=100)], country)) for country in ("DE", "FR", "ZA")]
    return tuple(cases)


def _speeds() -> tuple[Case, ...]:
    return tuple(
        Case(([_parcel(700, fragile=1, value=1)], country, speed))
        for country in ("DE", "AT", "US")
        for speed in ("standard", "express", "saturday", "Express", None)
    )


def _discounts() -> tuple[Case, ...]:
    members = ("gold", "silver", "bronze", "Gold", "", None)
    cases = [Case(([_parcel(777)], "FR", "standard", member)) for member in members]
    cases += [Case(([_parcel(10)] * count, "DE", "standard", "silver")) for count in (2, 3, 4, 9, 10, 11)]
    return tuple(cases)


def _free() -> tuple[Case, ...]:
    values = ([4999], [5000], [5001], [2500, 2500], [2500, 2499], [None, 5000], [6000, -1000], [6000, -1001], [0, 0])
    cases = [Case(([_parcel(600, value=value) for value in given], "DE")) for given in values]
    cases += [
        Case(([_parcel(600, value=9000)], country, speed)) for country in ("DE", "AT") for speed in ("standard", "express")
    ]
    cases += [Case(([_parcel(600, value=5000)] * 3, "", "standard", "gold"))]
    return tuple(cases)


def _errors() -> tuple[Case, ...]:
    good, heavy, empty = _parcel(100), _parcel(30001), _parcel(0)
    return calls(
        ([], "DE"),
        ([], "bogus"),
        ([good], "DEU"),
        ([good], " x "),
        ([empty], "DE"),
        ([_parcel(-1)], "DE"),
        ([heavy], "DE", "warp"),
        ([good, heavy], "DE"),
        ([good, heavy], "DE", "warp"),
        ([good], "DE", "warp"),
        ([good], "US", "saturday"),
        ([good], "AT", "saturday"),
        ([heavy, empty], "DE"),
        ([{}], "DE"),
    )


def _random_cases(count: int) -> tuple[Case, ...]:
    rng = chance("hard/shipping/property")
    cases = []
    for _ in range(count):
        parcels = [
            _parcel(
                rng.choice([rng.randint(1, 600), rng.randint(1, 31000)]),
                fragile=rng.random() < 1 / 3,
                sides=[rng.randint(5, 130) for _ in range(3)],
                value=rng.choice([None, 0, rng.randint(1, 4000)]),
            )
            for _ in range(rng.randint(1, 4))
        ]
        speed = rng.choice(["standard", "standard", "express", "saturday"])
        cases.append(Case((parcels, rng.choice(_COUNTRIES), speed, rng.choice(["gold", "silver", "bronze", None]))))
    return tuple(cases)


def _groups() -> tuple[Group, ...]:
    shared = [_parcel(450, fragile=True, sides=[121, 5, 5], value=900), _parcel(2500)]
    examples = calls(([_parcel(450)],), ([_parcel(450, fragile=True, value=900)], "US", "express", "gold"), ([],))
    return (
        Group("examples", "example", examples, visible=True),
        Group("weight bands", "boundary", _weights()),
        Group("zones", "partition", _zones()),
        Group("extras", "boundary", _extras()),
        Group("speeds", "partition", _speeds()),
        Group("discounts", "boundary", _discounts()),
        Group("free delivery", "boundary", _free()),
        Group("faults", "error", _errors()),
        Group("arguments stay", "mutation", calls((shared, "US", "express", "gold"), (shared, "DE", "saturday"))),
        Group("repeat", "repeat", calls(*[(shared, "NL", "express", "silver")] * 3)),
        Group("random carts", "property", _random_cases(16)),
    )


def task() -> Task:
    """The task `hard/shipping`."""
    return Task(
        name="hard/shipping",
        stage="hard",
        entry="quote",
        instruction=(
            "Break these shipping rules into functions of McCabe complexity 3 at most, with price tables instead of "
            "ladders; the order of lines and of faults must stay as it is."
        ),
        messy=source("shipping", "messy"),
        oracle=source("shipping", "oracle"),
        groups=_groups(),
        split="train",
    )
