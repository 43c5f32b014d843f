"""Statistics for the measuring page: named commands over a list of numbers."""

import math
import re
from functools import reduce

COMMANDS: dict[str, object] = {}
UNITS = {"mm": 1, "cm": 10, "m": 1000.0, "in": 25.4, "ft": 304.8, "yd": 914.4}
SPLIT = re.compile(r"^\s*([a-z]+)\s*(?:\[([a-z]+)\])?\s*$")


def command(name, least=1):
    """Register a command and the least count of numbers that it needs."""

    def keep(function):
        COMMANDS[name] = (least, function)
        return function

    return keep


@command("sum", least=0)
def total(values):
    return math.fsum(values)


@command("mean")
def mean(values):
    return math.fsum(values) / len(values)


@command("spread", 2)
def spread(values):
    """Root mean square distance from the mean, over n - 1."""
    middle = mean(values)
    squares = math.fsum([math.pow(value - middle, 2) for value in values])
    return math.sqrt(squares / (len(values) - 1))


@command("energy")
def energy(values):
    """Sum of squares as a float, whatever the numbers are."""
    result = 0
    for value in values:
        result += math.pow(value, 2)
    return result


@command("gmean")
def geometric_mean(values):
    """Geometric mean. One number that is not above 0 makes it 0.0."""
    if not min(values) > 0:
        return 0.0
    return math.pow(reduce(lambda a, b: a * b, values), 1 / len(values))


@command("steps", 2)
def steps(values):
    """Count of neighbours that differ, by more than rounding."""
    count = 0
    for left, right in zip(values, values[1:]):
        if not math.isclose(left, right):
            count += 1
    return count


def measure(text, values, digits=None):
    """Run a command such as "mean" or "sum [cm]" over numbers in millimetres.

    The result is converted to the unit in brackets, if there is one, and
    rounded to `digits` places, if they are not None; 0 places leave what
    `round` makes of it. Raises ValueError("not a command: TEXT") for text of
    another form, ValueError("no command NAME"), ValueError("no unit NAME") and
    ValueError("NAME needs N numbers, got M"), checked in this order.
    """
    match = SPLIT.match(text)
    if match is None:
        raise ValueError(f"not a command: {text}")
    name, unit = match.groups()
    if name not in COMMANDS:
        raise ValueError(f"no command {name}")
    if unit and unit not in UNITS:
        raise ValueError(f"no unit {unit}")
    least, function = COMMANDS[name]
    if len(values) < least:
        raise ValueError(f"{name} needs {least} numbers, got {len(values)}")
    result = function(values)
    if unit:
        result = result / UNITS[unit]
    return result if digits is None else round(result, digits)
