"""Settings of a thermostat from lines of text. Faults come as one error of its own, with the cause behind it."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Settings of a thermostat."""

import contextlib

KNOWN = {"target": float, "night": float, "steps": int, "name": str}


class ConfigError(ValueError):
    """A line that cannot be used."""

    def __init__(self, number, reason):
        """Say which line it is and what is wrong with it."""
        super().__init__(f"line {number}: {reason}")


def parse(number, line):
    """Name and value of one line."""
    name, found, text = line.partition("=")
    if not found:
        raise ConfigError(number, "no equals sign")
    name = name.strip()
    try:
        kind = KNOWN[name]
    except KeyError as error:
        raise ConfigError(number, f"no setting {name}") from error
    try:
        return name, kind(text.strip())
    except ValueError as error:
        raise ConfigError(number, f"{name} is no {kind.__name__}") from error


def read_config(lines, defaults):
    """The settings that `lines` make of `defaults`, a dict that stays as it is.

    Blank lines and comments (#) are left out; the last of several lines counts.
    A ConfigError names the first bad line, its cause is what went wrong. A value
    of "steps" below 1 is ignored, and so is a default without a number for it.
    """
    found = dict(defaults)
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            name, value = parse(number, line)
            if name != "steps" or value >= 1:
                found[name] = value
    with contextlib.suppress(KeyError, TypeError, ValueError):
        found["steps"] = int(found["steps"])
    return found
'''

_VALUES: Final = ("21", "18.5", " 7 ", "warm", "", "-3", "0", "1", "1e1", "living room")


def _line(rng: random.Random) -> str:
    name = rng.choice(["target", "night", "steps", "name", " steps ", "name"])
    return f"{name}={rng.choice(_VALUES)}"


def _good(rng: random.Random) -> str:
    name = rng.choice(["target", "night", "steps", "name"])
    values = {"steps": ["1", "2", "9", " 12 ", "0", "-4"], "name": ["hall", "", "a=b"]}
    return f"{name} = {rng.choice(values.get(name, ['21', '18.5', '-3', ' 20 ']))}"


def _defaults(rng: random.Random) -> dict[str, object]:
    steps: list[object] = [4, "8", "many", None, 2.9]
    return {"target": 20.0, **({"steps": rng.choice(steps)} if rng.random() < 0.8 else {})}


def _plain(rng: random.Random) -> Case:
    lines = [rng.choice([_good(rng), _good(rng), "", "# note", "  "]) for _ in range(rng.randint(0, 6))]
    return Case((lines, _defaults(rng)))


def _faulty(rng: random.Random) -> Case:
    bad = rng.choice(["target=warm", "steps=1.5", "colour=red", "target", "=5", "night=", " #x", "steps=x"])
    lines = [_good(rng) for _ in range(rng.randint(0, 3))]
    return Case(([*lines, bad, _line(rng)], _defaults(rng)))


def _defaults_only(rng: random.Random) -> Case:
    return Case(([_line(rng)] if rng.random() < 0.3 else [], _defaults(rng)))


def _edges(rng: random.Random) -> Case:
    return Case(([f"steps={rng.choice([-1, 0, 1, 2])}", rng.choice(["", "#steps=9", "name=#"])], _defaults(rng)))


FAMILY = Family(
    name="read_config",
    stage="exceptions",
    domain="heating",
    split="train",
    entry="read_config",
    instruction="Put the error handling of this reader in order; which error comes, its text and its cause are the contract.",
    oracle=ORACLE,
    examples=(
        Case((["target = 21", "# night", "steps=3"], {"steps": 1})),
        Case((["target=warm"], {})),
        Case(([], {"steps": "many"})),
    ),
    draws=(
        Draw("plain lines", "partition", _plain),
        Draw("faults", "error", _faulty),
        Draw("defaults", "partition", _defaults_only),
        Draw("few steps", "boundary", _edges),
        Draw("causes", "probe", _faulty),
    ),
    spots=(
        Spot(
            '    except KeyError as error:\n        raise ConfigError(number, f"no setting {name}") from error\n',
            (
                '    except KeyError:\n        raise ConfigError(number, f"no setting {name}")\n',
                '    except Exception:\n        raise ConfigError(number, f"no setting {name}")\n',
                '    except:\n        raise ConfigError(number, f"no setting {name}")\n',
            ),
        ),
        Spot(
            "        return name, kind(text.strip())\n    except ValueError as error:\n"
            '        raise ConfigError(number, f"{name} is no {kind.__name__}") from error\n',
            (
                "        return name, kind(text.strip())\n    except ValueError:\n"
                '        raise ConfigError(number, f"{name} is no {kind.__name__}")\n',
                "        value = kind(text.strip())\n        return name, value\n    except (ValueError, TypeError):\n"
                '        raise ConfigError(number, f"{name} is no {kind.__name__}")\n',
            ),
        ),
        Spot(
            '    with contextlib.suppress(KeyError, TypeError, ValueError):\n        found["steps"] = int(found["steps"])\n',
            (
                '    try:\n        found["steps"] = int(found["steps"])\n'
                "    except (KeyError, TypeError, ValueError):\n        pass\n",
                '    try:\n        found["steps"] = int(found["steps"])\n    except Exception:\n        pass\n',
                '    try:\n        found["steps"] = int(found["steps"])\n    except:\n        pass\n',
            ),
        ),
        Spot(
            'class ConfigError(ValueError):\n    """A line that cannot be used."""\n\n'
            '    def __init__(self, number, reason):\n        """Say which line it is and what is wrong with it."""\n'
            '        super().__init__(f"line {number}: {reason}")\n',
            (
                'class ConfigError(ValueError):\n    """A line that cannot be used."""\n\n'
                '    def __init__(self, number, reason):\n        """Say which line it is and what is wrong with it."""\n'
                "        try:\n"
                '            super().__init__(f"line {number}: {reason}")\n'
                "        except Exception as error:\n            raise error\n",
            ),
        ),
    ),
    canaries=(
        Canary("no cause", changed(ORACLE, ('no setting {name}") from error', 'no setting {name}") from None')), naive=True),
        Canary(
            "another error",
            changed(ORACLE, ('        raise ConfigError(number, "no equals sign")', "        raise ValueError(number)")),
        ),
        Canary("swallows bad values", changed(ORACLE, ("KeyError, TypeError, ValueError", "KeyError, ValueError"))),
    ),
)
