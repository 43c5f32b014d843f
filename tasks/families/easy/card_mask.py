"""Card numbers on a receipt. Small enough for the tiny level."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
def card_mask(number):
    """A card number with stars for all but its last four characters."""
    if number is None:
        return "cash"
    return "*" * (len(number) - 4) + number[-4:]
'''


def _card(rng: random.Random) -> Case:
    return Case(("".join(rng.choices("0123456789", k=rng.randint(12, 19))),))


def _short(rng: random.Random) -> Case:
    return Case(("".join(rng.choices("0123456789 X", k=rng.randint(0, 7))),))


def _grouped(rng: random.Random) -> Case:
    group = "".join(rng.choices("0123456789", k=4))
    return Case((rng.choice([None, " ".join([group] * rng.randint(1, 4)), f"{group}-{rng.randint(0, 999)}"]),))


FAMILY = Family(
    name="card_mask",
    stage="easy",
    domain="receipts",
    split="validation",
    entry="card_mask",
    instruction="Clean up this function; receipts must show the same stars and digits as before.",
    oracle=ORACLE,
    examples=(Case(("4711000012345678",)), Case(("123",)), Case((None,))),
    draws=(
        Draw("cards", "partition", _card),
        Draw("short numbers", "boundary", _short),
        Draw("groups", "partition", _grouped),
    ),
    canaries=(
        Canary("always four stars", changed(ORACLE, ('"*" * (len(number) - 4)', '"****"'))),
        Canary("nothing is cash", changed(ORACLE, ("if number is None:", "if not number:"))),
    ),
    tiny=True,
)
