"""Forms that are checked by type. Trap: True is an int for `isinstance`, and no number for this program."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Type checks for the forms of the town hall."""

TYPES = {"text": str, "number": int, "yes or no": bool, "list": list}


def fits(value, kind):
    """Whether a value is of exactly the type that a kind of field asks for."""
    return type(value) is TYPES[kind]


def form_errors(form, fields):
    """What is wrong with a form, as a list of sentences in the order of `fields`.

    `fields` maps names to kinds as in TYPES; a kind that ends in "?" may be
    missing or None. True is no number, and 1 no yes. Fields of the form that
    nobody asked for come last, sorted. An unknown kind is an error of the
    caller.
    """
    errors = []
    for name, kind in fields.items():
        plain = kind.rstrip("?")
        if plain not in TYPES:
            raise ValueError(f"field {name} has the unknown kind {kind}")
        value = form.get(name)
        if value is None:
            if plain == kind:
                errors.append(f"{name} is missing")
        elif not fits(value, plain):
            errors.append(f"{name} is no {plain}: {value!r}")
    unasked = sorted(name for name in form if name not in fields)
    return errors + [f"{name} is unknown" for name in unasked]
'''

BASE: Final = changed(ORACLE, ("type(value) is TYPES[kind]", "type(value) == TYPES[kind]"))

_NAMES: Final = ("name", "age", "pets", "member")
_KINDS: Final = ("text", "number", "yes or no", "list", "text?", "number?", "yes or no?")
_VALUES: Final[tuple[object, ...]] = ("Ada", "", 1, 0, 40, True, False, None, [], ["cat"], 1.0)


def _form(rng: random.Random, most: int = 4) -> dict[str, object]:
    return {name: rng.choice(_VALUES) for name in rng.sample([*_NAMES, "extra", "a"], rng.randint(0, most))}


def _fields(rng: random.Random, least: int = 1) -> dict[str, str]:
    return {name: rng.choice(_KINDS) for name in rng.sample(_NAMES, rng.randint(least, 4))}


def _ordinary(rng: random.Random) -> Case:
    return Case((_form(rng), _fields(rng)))


def _one(rng: random.Random) -> Case:
    return Case(({"age": rng.choice(_VALUES), "name": rng.choice(_VALUES)}, {"age": rng.choice(_KINDS), "name": "text"}))


def _unasked(rng: random.Random) -> Case:
    names = rng.sample(["z", "b", "Name", "a", "age", "é"], rng.randint(1, 5))
    return Case(({name: rng.choice(_VALUES) for name in names}, _fields(rng, 0)))


def _wrong(rng: random.Random) -> Case:
    fields = _fields(rng)
    fields[rng.choice(_NAMES)] = rng.choice(["Text", "", "?", "date", "number??", "text"])
    return Case((_form(rng), fields))


FAMILY = Family(
    name="form_errors",
    stage="easy",
    domain="town hall",
    split="test",
    entry="form_errors",
    instruction="Bring this form checker to PEP 8; the same forms must pass, with the same complaints about the others.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(
        Case(({"name": "Ada", "age": True}, {"name": "text", "age": "number", "pets": "list?"})),
        Case(({"b": 1, "a": 2}, {"member": "yes or no"})),
        Case(({}, {"day": "date"})),
    ),
    draws=(
        Draw("forms", "partition", _ordinary),
        Draw("two fields", "boundary", _one),
        Draw("not asked for", "partition", _unasked),
        Draw("unknown kinds", "error", _wrong),
    ),
    canaries=(
        Canary("isinstance", changed(ORACLE, ("type(value) is TYPES[kind]", "isinstance(value, TYPES[kind])")), naive=True),
        Canary("falsy is missing", changed(ORACLE, ("if value is None:", "if not value:"))),
    ),
)
