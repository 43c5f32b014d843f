"""Validation of a sign-up form. Edges: lengths, ages, optional fields, several faults at once."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Sign-up form of a running club: what is wrong with what was typed in."""

# shortest and longest text
LENGTHS = {"name": (2, 40), "password": (8, 64), "club": (3, 30), "phone": (6, 15)}
REQUIRED = ("name", "email", "password", "age")
DISTANCES = {"5k": 10, "10k": 14, "half": 16, "full": 18, "ultra": 21}
OLDEST = 99


def missing(form):
    """Fields that are required and blank."""
    return [(field, "missing") for field in REQUIRED if not str(form.get(field, "")).strip()]


def length_fault(field, text):
    """A text that is too short or too long."""
    shortest, longest = LENGTHS[field]
    if len(text) < shortest:
        return [(field, "too short")]
    return [(field, "too long")] if len(text) > longest else []


def lengths(form):
    """Faults of all texts that were filled in."""
    faults = []
    for field in LENGTHS:
        text = form.get(field, "").strip()
        faults += length_fault(field, text) if text else []
    return faults


def is_email(text):
    """One @ with something before it and a dotted domain after it."""
    user, at, domain = text.strip().rpartition("@")
    if not user or "@" in user or " " in text.strip():
        return False
    return "." in domain and not domain.startswith(".") and not domain.endswith(".")


def email(form):
    """The fault of the address, if one was given."""
    text = form.get("email", "")
    return [("email", "no address")] if text.strip() and not is_email(text) else []


def kinds(text):
    """How many kinds of characters a password mixes."""
    tests = (str.islower, str.isupper, str.isdigit)
    found = sum(1 for test in tests if any(test(one) for one in text))
    return found + any(not one.isalnum() for one in text)


def password(form):
    """A password that is too plain."""
    text = form.get("password", "")
    return [("password", "too simple")] if text.strip() and kinds(text) < 3 else []


def youngest(form):
    """The least age for the distance, 6 without one."""
    return DISTANCES.get(form.get("distance"), 6)


def age(form):
    """The fault of the age, a whole number in the range of the distance."""
    text = str(form.get("age", "")).strip()
    if not text:
        return []
    if not text.isdigit():
        return [("age", "no number")]
    return [] if youngest(form) <= int(text) <= OLDEST else [("age", "not allowed")]


def check_signup(form):
    """Everything that is wrong with a form: a list of (field, fault).

    First the required fields that are missing, then too short or too long
    texts, then the e-mail address, the password (three of: small letters,
    capitals, digits, others) and the age (for the distance, at most 99). A
    field that is not filled in has no other fault than "missing". An unknown
    distance is a ValueError("no such distance: NAME").
    """
    distance = form.get("distance")
    if distance is not None and distance not in DISTANCES:
        raise ValueError(f"no such distance: {distance}")
    checks = (missing, lengths, email, password, age)
    return [fault for check in checks for fault in check(form)]
'''

_VALUES: Final = {
    "name": ("Jo", "J", " J ", "Ada Lovelace", "x" * 40, "x" * 41, "", "   "),
    "email": ("a@b.de", "a@b", "@b.de", "a b@c.de", "a@@b.de", "a@.de", "a@b.", "a@b.c@d.e", " a@b.de ", "", "a"),
    "password": (
        "Secret12",
        "secret12",
        "Se1!",
        "Sec!et12" * 8,
        "Sec!et12" * 8 + "x",
        "SECRET!!",
        "secret!1",
        "",
        " ",
        "Short1",
    ),
    "club": ("", "Run", "Ru", "x" * 30, "x" * 31, " x "),
    "phone": ("12345", "123456", "1" * 15, "1" * 16, "", " 12345 "),
}
_DISTANCES: Final = ("5k", "10k", "half", "full", "ultra")
_GOOD: Final = {"name": "Ada", "email": "ada@run.org", "password": "Fast4ever", "age": "30"}


def _one_field(rng: random.Random) -> Case:
    field = rng.choice(sorted(_VALUES))
    return Case(({**_GOOD, field: rng.choice(_VALUES[field]), "age": str(rng.randint(6, 60))},))


def _several(rng: random.Random) -> Case:
    fields = rng.sample(sorted(_VALUES), rng.randint(2, 5))
    return Case(({**_GOOD, **{field: rng.choice(_VALUES[field]) for field in fields}},))


def _ages(rng: random.Random) -> Case:
    distance = rng.choice([*_DISTANCES, None])
    limit = {"5k": 10, "10k": 14, "half": 16, "full": 18, "ultra": 21}.get(str(distance), 6)
    age = rng.choice([limit - 1, limit, limit - 1, limit, 99, 100, 0])
    return Case(({**_GOOD, "age": rng.choice([age, age, str(age), f" {age} ", f"-{age}", "x"]), "distance": distance},))


def _absent(rng: random.Random) -> Case:
    form: dict[str, object] = {**_GOOD, "club": "Run", "phone": "1234567", "distance": rng.choice(_DISTANCES)}
    for field in rng.sample(sorted(form), rng.randint(1, 5)):
        if rng.random() < 2 / 3:
            del form[field]
    return Case((form,))


def _mixtures(rng: random.Random) -> Case:
    parts = rng.sample(["abc", "ABC", "123", "!?", "  ", "é", "²"], rng.randint(1, 4))
    return Case(({**_GOOD, "password": "".join(parts) * rng.randint(1, 3)},))


def _wrong(rng: random.Random) -> Case:
    return Case(({"name": rng.choice(_VALUES["name"]), "distance": rng.choice(["3k", "Half", "", "full", "10k", 5])},))


FAMILY = Family(
    name="check_signup",
    stage="hard",
    domain="running club",
    split="train",
    entry="check_signup",
    instruction=(
        "Break this form check into functions of McCabe complexity 3 at most, with at most four decisions in the expressions "
        "of each; the faults and their order must not change."
    ),
    oracle=ORACLE,
    examples=(
        Case((dict(_GOOD),)),
        Case(({"name": "J", "email": "a@b", "password": "short"},)),
        Case(({**_GOOD, "age": 17, "distance": "full"},)),
    ),
    draws=(
        Draw("one field", "boundary", _one_field),
        Draw("several fields", "property", _several),
        Draw("ages", "boundary", _ages),
        Draw("absent fields", "partition", _absent),
        Draw("passwords", "partition", _mixtures),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("two kinds will do", changed(ORACLE, ("kinds(text) < 3", "kinds(text) < 2"))),
        Canary("any domain", changed(ORACLE, ('"." in domain and not domain', "not domain"))),
        Canary("oldest runner", changed(ORACLE, ("<= OLDEST", "< OLDEST"))),
    ),
)
