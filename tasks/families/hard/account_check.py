"""Check of account numbers. Edges: blanks, lengths by country, check digits, letters."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Checks the account numbers of members who pay a sports club by debit."""

LENGTHS = {"DE": 22, "AT": 20, "NL": 18, "BE": 16, "NO": 15, "FR": 27}
BANKS = {
    "DE": (4, 12),
    "AT": (4, 9),
    "NL": (4, 8),
    "BE": (4, 7),
    "NO": (4, 8),
    "FR": (4, 9),
}
DIGITS_ONLY = ("DE", "AT", "BE", "NO")
PREFIXES = ("iban", "IBAN")


def cleaned(text):
    """Without blanks and an "IBAN" in front; capitals."""
    compact = "".join(text.split())
    for prefix in PREFIXES:
        compact = compact.removeprefix(prefix)
    return compact.lstrip(":").upper()


def shape_fault(number):
    """What is wrong before anything is computed, or None."""
    if not number[:2].isalpha() or not number.isascii():
        return "no country"
    if number[:2] not in LENGTHS:
        return "unknown country"
    return length_fault(number, LENGTHS[number[:2]])


def length_fault(number, length):
    """Too short or too long, or odd characters."""
    if len(number) != length:
        return "too short" if len(number) < length else "too long"
    return sign_fault(number)


def sign_fault(number):
    """Characters that may not be there."""
    if not number.isalnum() or not number[2:4].isdigit():
        return "bad character"
    if number[:2] in DIGITS_ONLY and not number[2:].isdigit():
        return "bad character"
    return None


def remainder(number):
    """What is left of the number, read as one integer, divided by 97."""
    turned = number[4:] + number[:4]
    return int("".join(str(int(sign, 36)) for sign in turned)) % 97


def check_fault(number):
    """A check number out of range, or one that does not fit."""
    if not 2 <= int(number[2:4]) <= 98:
        return "bad check number"
    return None if remainder(number) == 1 else "wrong check number"


def grouped(number):
    """Four characters a group, as it is printed."""
    return " ".join(number[at : at + 4] for at in range(0, len(number), 4))


def hidden(number, shown):
    """The number with stars, but for the country and the last few signs."""
    last = max(0, min(shown, 6))
    kept = number[len(number) - last :]
    return number[:2] + "*" * (len(number) - 2 - last) + kept


def check_account(text, shown=4):
    """Check one account number: `{"ok", "fault", "number", "bank", "hidden"}`.

    Blanks, small letters and an "IBAN" in front do not count. Faults, the
    first that is found: "no country", "unknown country", "too short", "too
    long", "bad character", "bad check number" (outside 2 to 98), "wrong check
    number". `number` is printed in groups of four, `bank` the part that names
    the bank, `hidden` the number with stars but for the last `shown` signs, 0
    to 6; all three are None where there is a fault. An empty text is a
    ValueError("empty").
    """
    number = cleaned(text)
    if not number:
        raise ValueError("empty")
    fault = shape_fault(number) or check_fault(number)
    if fault:
        return {"ok": False, "fault": fault, "number": None, "bank": None, "hidden": None}
    start, end = BANKS[number[:2]]
    return {
        "ok": True,
        "fault": None,
        "number": grouped(number),
        "bank": number[start:end],
        "hidden": hidden(number, shown),
    }
'''

_LENGTHS: Final = {"DE": 22, "AT": 20, "NL": 18, "BE": 16, "NO": 15, "FR": 27}


def _checked(country: str, rest: str) -> str:
    turned = "".join(str(int(sign, 36)) for sign in f"{rest}{country}00")
    return f"{country}{98 - int(turned) % 97:02}{rest}"


def _rest(rng: random.Random, country: str) -> str:
    signs = "0123456789ABCXYZ" if country in {"NL", "FR"} else "0123456789"
    return "".join(rng.choice(signs) for _ in range(_LENGTHS[country] - 4))


def _good(rng: random.Random) -> str:
    country = rng.choice(sorted(_LENGTHS))
    return _checked(country, _rest(rng, country))


def _valid(rng: random.Random) -> Case:
    return Case((_good(rng),))


def _spelled(rng: random.Random) -> Case:
    number = _good(rng)
    spaced = " ".join(number[at : at + 4] for at in range(0, len(number), 4))
    return Case((rng.choice(["", "IBAN ", "iban:", "IBAN: ", " "]) + rng.choice([spaced, number.lower(), f"{number}\n"]),))


def _shown(rng: random.Random) -> Case:
    return Case((_good(rng), rng.choice([-1, 0, 1, 4, 5, 6, 7, 30])))


def _mistyped(rng: random.Random) -> Case:
    number = list(_good(rng))
    at = rng.randrange(len(number))
    number[at] = rng.choice("0123456789AZ-.é")
    return Case(("".join(number),))


def _check_numbers(rng: random.Random) -> Case:
    number = _good(rng)
    return Case((number[:2] + rng.choice(["00", "01", "02", "97", "98", "99", "0A", "X1", number[2:4]]) + number[4:],))


def _lengths(rng: random.Random) -> Case:
    number = _good(rng)
    return Case(
        (rng.choice([number[:-1], number + "0", number[:2], number[: rng.randint(1, 12)], number + number, number[1:]]),)
    )


def _wrong(rng: random.Random) -> Case:
    return Case(
        (
            rng.choice(
                [
                    "",
                    "  ",
                    "IBAN",
                    "iban:",
                    "IBAN IBAN",
                    "XX12",
                    "1",
                    "D",
                    "D1",
                    "IBANIBANDE12",
                    f"US{rng.randint(10, 99)}",
                    f"{rng.randint(1, 999)}",
                ]
            ),
        )
    )


FAMILY = Family(
    name="account_check",
    stage="hard",
    domain="sports club",
    split="test",
    entry="check_account",
    instruction=(
        "Bring this check of account numbers to functions of McCabe complexity 3 at most; faults, groups and stars must come "
        "out as before."
    ),
    oracle=ORACLE,
    examples=(Case(("IBAN NL54 ABCX 0123 4567 89",)), Case(("DE12",)), Case(("be68 5390 0754 7034", 2)), Case((" ",))),
    draws=(
        Draw("good numbers", "partition", _valid),
        Draw("spellings", "partition", _spelled),
        Draw("signs shown", "boundary", _shown),
        Draw("mistyped", "partition", _mistyped),
        Draw("check numbers", "boundary", _check_numbers),
        Draw("lengths", "boundary", _lengths),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("no check", changed(ORACLE, ('None if remainder(number) == 1 else "wrong check number"', "None"))),
        Canary("letters everywhere", changed(ORACLE, ("number[:2] in DIGITS_ONLY and not", "not number and not"))),
        Canary("shows all", changed(ORACLE, ("max(0, min(shown, 6))", "max(0, shown)"))),
    ),
)
