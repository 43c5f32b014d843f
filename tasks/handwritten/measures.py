"""Easy: statistics by name. Traps: a star import that hides `pow`, functions of one name kept by a decorator."""

from typing import Final

from code_review_env.tasks.chance import chance
from code_review_env.tasks.handwritten.making import calls, source
from code_review_env.tasks.task import Case, Group, Task

_NAMES: Final = ("sum", "mean", "spread", "energy", "gmean", "steps")
_UNITS: Final = ("mm", "cm", "m", "in", "ft", "yd")
_LISTS: Final[tuple[list[float], ...]] = (
    [1, 2, 3, 4],
    [2.5],
    [0.1] * 10,
    [-3, 5],
    [0, 0],
    [7, 7, 7.0000000001],
    [4, 9, 1, 1e3],
)


def _random_cases(count: int) -> tuple[Case, ...]:
    rng = chance("easy/measures/property")
    cases = []
    for _ in range(count):
        values = [rng.choice([rng.randint(-9, 99), rng.uniform(0, 10)]) for _ in range(rng.randint(0, 5))]
        unit = rng.choice(["", " [cm]", "[m]", " [yd] "])
        cases.append(Case((rng.choice(_NAMES) + unit, values, rng.choice([None, 0, 1, 3]))))
    return tuple(cases)


def _groups() -> tuple[Group, ...]:
    small: tuple[list[float], ...] = ([], [1], [1, 2])
    forms = (
        "mean[cm]",
        " mean  [cm] ",
        "\tmean\n",
        "mean [cm] x",
        "mean []",
        "mean [CM]",
        "Mean",
        "",
        "mean cm",
        "mean [cm",
        "a b",
    )
    unknown = ("median", "run", "keep", "mean [km]", "mean [l]", "median [km]", "sum [b]")
    steps: tuple[list[float], ...] = ([1, 1], [1, 2, 1], [0, 1e-12], [1, 1 + 1e-10], [1, 1 + 1e-8], [5, 5, 6, 6])
    return (
        Group(
            "examples", "example", calls(("mean", [1, 2, 4]), ("sum [cm]", [10, 20, 30], 1), ("energy", [3, 4])), visible=True
        ),
        Group(
            "commands", "partition", calls(*((name, values) for name in _NAMES for values in _LISTS[:4] if len(values) > 1))
        ),
        Group("special lists", "partition", calls(*((name, values) for name in _NAMES for values in _LISTS[4:]))),
        Group("units", "partition", calls(*((f"energy [{unit}]", [30, 40]) for unit in _UNITS), ("sum [m]", [1500]))),
        Group("least counts", "boundary", calls(*((name, values) for name in _NAMES for values in small))),
        Group("digits", "boundary", calls(*(("mean [in]", [31, 64], digits) for digits in (None, 0, 1, 2, -1, False, 9)))),
        Group("steps", "boundary", calls(*(("steps", values, None) for values in steps))),
        Group(
            "geometric mean",
            "boundary",
            calls(*(("gmean", values) for values in ([0], [1], [-1, -1], [1e-300, 1], [8, 0, 2]))),
        ),
        Group("forms of text", "error", calls(*((text, [1, 2]) for text in forms))),
        Group("unknown names", "error", calls(*((text, []) for text in unknown), *((text, [1, 2, 3]) for text in unknown))),
        Group("repeat", "repeat", calls(*[("spread [cm]", [1, 2, 4], 3)] * 2, ("steps [mm]", [1, 2, 4], 0))),
        Group("random lists", "property", _random_cases(20)),
    )


def task() -> Task:
    """The task `easy/measures`."""
    return Task(
        name="easy/measures",
        stage="easy",
        entry="measure",
        instruction=(
            "Bring this module to PEP 8: explicit imports instead of the star, one name a function. Every command must keep "
            "its results, down to whether they are ints or floats."
        ),
        messy=source("measures", "messy"),
        oracle=source("measures", "oracle"),
        groups=_groups(),
        split="validation",
    )
