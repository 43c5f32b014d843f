"""Means of weather stations. Readings that are no numbers are left out, a station without any is an error."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Means of weather stations."""

import contextlib


class NoReadings(Exception):
    """A station has no usable reading."""

    def __init__(self, station):
        """Name the station."""
        super().__init__(f"{station} has no readings")


def numbers(texts):
    """The texts that are numbers, as numbers."""
    found = []
    for text in texts:
        with contextlib.suppress(ValueError, TypeError):
            found.append(float(text))
    return found


def offset_of(station, offsets):
    """What is added to the readings of a station; 0 where nothing is known."""
    try:
        offset = offsets[station]
    except KeyError:
        return 0.0
    return float(offset)


def mean(station, texts, offsets):
    """The mean of one station, rounded to a tenth."""
    found = numbers(texts)
    try:
        plain = sum(found) / len(found)
    except ZeroDivisionError as error:
        raise NoReadings(station) from error
    return round(plain + offset_of(station, offsets), 1)


def sensor_means(stations, offsets, required=()):
    """Mean of each station that has readings, plus its offset.

    `stations` maps names to lists of texts. A station of `required` without a
    reading is a NoReadings whose cause is the division, one that is missing a
    LookupError whose cause is the KeyError. An offset that is no number is a
    ValueError.
    """
    means = {}
    for station, texts in stations.items():
        try:
            means[station] = mean(station, texts, offsets)
        except NoReadings:
            if station in required:
                raise
    for station in required:
        try:
            stations[station]
        except KeyError as error:
            message = f"no station {station}"
            raise LookupError(message) from error
    return means
'''

_TEXTS: Final = ("20.5", "-3", "n/a", "", "7", "1e1", " 4 ", None, "12,5")
_NAMES: Final = ("hill", "port", "lake", "mill")


def _station(rng: random.Random) -> list[str | None]:
    return [rng.choice(_TEXTS) for _ in range(rng.randint(0, 5))]


def _plain(rng: random.Random) -> Case:
    stations = {name: _station(rng) for name in rng.sample(_NAMES, rng.randint(0, 4))}
    return Case((stations, {name: rng.choice([0.5, -1, "2", 0]) for name in rng.sample(_NAMES, 2)}))


def _empty(rng: random.Random) -> Case:
    stations: dict[str, list[str | None]] = {"hill": ["20"], "port": [rng.choice(["n/a", "", None])] * rng.randint(0, 2)}
    return Case((stations, {}, [rng.choice(["port", "hill", "lake"])]))


def _missing(rng: random.Random) -> Case:
    return Case(({"hill": _station(rng)}, {}, rng.sample(_NAMES, rng.randint(1, 2))))


def _bad_offset(rng: random.Random) -> Case:
    return Case(({"hill": ["1", rng.choice(_TEXTS)]}, {"hill": rng.choice(["x", "", "1", 2.25])}))


FAMILY = Family(
    name="sensor_means",
    stage="exceptions",
    domain="weather",
    split="train",
    entry="sensor_means",
    instruction="Put the error handling in order: what is left out, what is an error, its text and its cause stay.",
    oracle=ORACLE,
    examples=(
        Case(({"hill": ["20", "n/a", "22"], "port": []}, {"hill": 0.5})),
        Case(({"port": ["n/a"]}, {}, ["port"])),
        Case(({}, {}, ["lake"])),
    ),
    draws=(
        Draw("stations", "partition", _plain),
        Draw("no readings", "error", _empty),
        Draw("missing stations", "error", _missing),
        Draw("offsets", "boundary", _bad_offset),
        Draw("causes", "probe", _empty),
        Draw("causes of a missing station", "probe", _missing),
    ),
    spots=(
        Spot(
            """\
        with contextlib.suppress(ValueError, TypeError):
            found.append(float(text))
""",
            (
                """\
        try:
            found.append(float(text))
        except Exception:
            continue
""",
                """\
        try:
            found.append(float(text))
        except:
            pass
""",
                """\
        try:
            found.append(float(text))
        except (ValueError, TypeError):
            pass
""",
            ),
        ),
        Spot(
            """\
    try:
        offset = offsets[station]
    except KeyError:
        return 0.0
    return float(offset)
""",
            (
                """\
    try:
        offset = offsets[station]
    except Exception:
        return 0.0
    return float(offset)
""",
            ),
        ),
        Spot(
            """\
    except ZeroDivisionError as error:
        raise NoReadings(station) from error
""",
            (
                """\
    except ZeroDivisionError:
        raise NoReadings(station)
""",
                """\
    except Exception:
        raise NoReadings(station)
""",
            ),
        ),
        Spot(
            """\
        except NoReadings:
            if station in required:
                raise
""",
            (
                """\
        except NoReadings as error:
            if station in required:
                raise error
""",
            ),
        ),
        Spot(
            """\
        except KeyError as error:
            message = f"no station {station}"
            raise LookupError(message) from error
""",
            (
                """\
        except KeyError:
            message = f"no station {station}"
            raise LookupError(message)
""",
                """\
        except KeyError:
            raise LookupError(f"no station {station}")
""",
            ),
        ),
    ),
    canaries=(
        Canary("no cause", changed(ORACLE, ("raise LookupError(message) from error", "raise LookupError(message) from None"))),
        Canary(
            "a check instead",
            changed(ORACLE, ("raise NoReadings(station) from error", "raise NoReadings(station)")),
            naive=True,
        ),
        Canary("whole degrees", changed(ORACLE, ("offset_of(station, offsets), 1)", "offset_of(station, offsets))"))),
    ),
)
