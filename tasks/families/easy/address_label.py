"""Address labels. Trap: a pattern with unknown escapes sits in one string with a real tab, so `r` in front is wrong."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Address labels for the mail room."""

import re

FIELDS = re.compile("[\\t;]")
POSTCODE = re.compile("(\\\\d{4,5})[\\t ]+(\\\\w.*)")


def split_place(text):
    """Postcode and town, or an empty postcode where the text has none."""
    match = POSTCODE.fullmatch(text.strip())
    if match is None:
        return "", text.strip()
    return match[1], match[2].upper()


def address_label(line, country="DE"):
    """Turn one exported line into the lines of a label.

    Fields are divided by tabs or semicolons: name, street, place, and perhaps
    a country. Empty fields are left out. The place is a postcode of 4 or 5
    digits and a town, which is told in capitals; without a postcode it stays as
    it is. A country other than `country` is the last line. Fewer than three
    fields are an error.
    """
    fields = FIELDS.split(line)
    if len(fields) < 3:
        raise ValueError(f"{len(fields)} fields in {line!r}")
    postcode, town = split_place(fields[2])
    label = [fields[0].strip(), fields[1].strip(), f"{postcode} {town}".strip()]
    if len(fields) > 3 and fields[3].strip() != country:
        label.append(fields[3].strip())
    return [part for part in label if part]
'''

BASE: Final = changed(ORACLE, ('"(\\\\d{4,5})[\\t ]+(\\\\w.*)"', '"(\\d{4,5})[\\t ]+(\\w.*)"'))
NAIVE: Final = changed(
    ORACLE,
    ('"(\\\\d{4,5})[\\t ]+(\\\\w.*)"', '"(\\\\d{4,5})[\\\\t ]+(\\\\w.*)"'),
    ('re.compile("[\\t;]")', 're.compile(r"[\\\\t;]")'),
)

_NAMES: Final = ("Ada Lind", " Bo ", "", "Cleo & Co", "D. Tree")
_STREETS: Final = ("Hill 4", "", " Old Lane 12b ", "Box 9;9", "Quay 1")
_PLACES: Final = (
    *("1234 Oslo", "50667 Cologne", "123456 Too long", "123 short", "Oslo", "", "1234", "12345  two blanks"),
    *("4321 t-end", "1234 tt", " 20095 Hamburg ", "12345 -x", "99999 \\d"),
)
_COUNTRIES: Final = ("DE", "FR", "", " DE ", "de", "NO", "t")


def _line(rng: random.Random, fields: int, sign: str) -> str:
    parts = [rng.choice(_NAMES), rng.choice(_STREETS), rng.choice(_PLACES), rng.choice(_COUNTRIES), "rest"]
    return sign.join(parts[:fields])


def _ordinary(rng: random.Random) -> Case:
    return Case((_line(rng, rng.choice([3, 4, 4, 5]), rng.choice(["\t", ";"])),))


def _country(rng: random.Random) -> Case:
    return Case((_line(rng, 4, "\t"), rng.choice(_COUNTRIES)))


def _place(rng: random.Random) -> Case:
    digits = "".join(rng.choice("0123456789") for _ in range(rng.randint(2, 7)))
    gap = rng.choice([" ", "  ", "", "\t", "t", "\\"])
    return Case((f"Ada;Hill 4;{digits}{gap}{rng.choice(['town', 'Nort', '-', 'é', ''])}",))


def _short(rng: random.Random) -> Case:
    return Case((_line(rng, rng.randint(1, 3), rng.choice(["\t", ";", ",", "t", "\\t"])),))


FAMILY = Family(
    name="address_label",
    stage="easy",
    domain="mail room",
    split="train",
    entry="address_label",
    instruction="Bring this label printer to PEP 8. Every pattern must match exactly what it matches now.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(Case(("Ada Lind\tHill 4\t1234 Oslo\tNO",)), Case(("Bo;Quay 1;50667 Cologne;DE",)), Case(("Bo;Quay 1",))),
    draws=(
        Draw("lines", "partition", _ordinary),
        Draw("countries", "partition", _country),
        Draw("places", "boundary", _place),
        Draw("too few fields", "error", _short),
    ),
    canaries=(
        Canary("raw strings", NAIVE, naive=True),
        Canary("town as it is", changed(ORACLE, ("match[2].upper()", "match[2]"))),
    ),
)
