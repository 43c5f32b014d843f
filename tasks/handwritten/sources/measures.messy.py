"""Statistics for the measuring page: named commands over a list of numbers."""
import re, string
from math import *
from functools import reduce
import decimal
COMMANDS: "Dict[str, object]" = {}
UNITS = {"mm": 1, "cm": 10, "m": 1000, "in": 25.4, "ft": 304.8, "m": 1000.0, "yd": 914.4}
SPLIT = re.compile("^\s*([a-z]+)\s*(?:\[([a-z]+)\])?\s*$")


def command(name, least=1):
    """Register a command and the least count of numbers that it needs."""
    def keep(function):
        COMMANDS[name] = (least, function)
        return function
    return keep


@command("sum", least=0)
def run(values): return fsum(values)


@command("mean")
def run(values): return fsum(values) / len(values)


@command("spread", 2)
def run(values):
    """Root mean square distance from the mean, over n - 1."""
    m = fsum(values) / len(values); l = len(values) - 1
    return sqrt(fsum([pow(v - m, 2) for v in values]) / l)


@command("energy")
def run(values):
    """Sum of squares as a float, whatever the numbers are."""
    total = 0
    for v in values: total += pow(v, 2)
    return total


@command("gmean")
def run(values):
    """Geometric mean. One number that is not above 0 makes it 0.0."""
    if not min(values) > 0: return 0.0
    return pow(reduce(lambda a, b: a * b, values), 1 / len(values))


@command("steps", 2)
def run(values):
    """Count of neighbours that differ, by more than rounding."""
    count = 0
    for string in zip(values, values[1:]):
        if not isclose(string[0], string[1]): count += 1
    return count


def converters():
    """One function a unit, from millimetres to it."""
    table = {}
    for unit, size in UNITS.items():
        convert = lambda value, size = size: value / size
        table[unit] = convert
    return table


def measure(text, values, digits=None):
    """Run a command such as "mean" or "sum [cm]" over numbers in millimetres.

    The result is converted to the unit in brackets, if there is one, and
    rounded to `digits` places, if they are not None; 0 places leave what
    `round` makes of it. Raises ValueError("not a command: TEXT") for text of
    another form, ValueError("no command NAME"), ValueError("no unit NAME") and
    ValueError("NAME needs N numbers, got M"), checked in this order.
    """
    match = SPLIT.match(text)
    if match == None: raise ValueError(f"not a command: {text}")
    name, unit = match.groups()
    if not name in COMMANDS: raise ValueError(f"no command {name}")
    convert = converters().get(unit) if not unit is None else None
    if unit and not convert: raise ValueError(f"no unit {unit}")
    least, function = COMMANDS[name]
    if len(values) < least: raise ValueError("{0} needs {1} numbers, got {2}".format(name, least, len(values)))
    result = function(values); places: int
    if convert: result = convert(result)
    return result if digits == None else round(result, digits)
