"""Stock of a warehouse. Trap: two statements behind one `if` on a line, both of which hang on it."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Bookkeeping of a small warehouse."""


def split_move(move):
    """Name and signed amount of a move like `+3 bolts`."""
    amount, _, name = move.partition(" ")
    if not name or amount[:1] not in ("+", "-") or not amount[1:].isdecimal():
        raise ValueError(f"cannot read {move!r}")
    return name, int(amount)


def stock_moves(stock, moves, least=0):
    """Book moves in the given stock and tell what happened.

    `stock` maps names to amounts and is changed in place. A move that would
    leave less than `least` is refused: it changes nothing and is listed.
    A name whose amount comes to 0 leaves the stock. New names begin at 0.
    Answers with the refused moves and the number of those booked.
    """
    refused = []
    booked = 0
    for move in moves:
        name, amount = split_move(move)
        left = stock.get(name, 0) + amount
        if left < least:
            refused.append(move)
            continue
        booked += 1
        if left == 0:
            stock.pop(name, None)
            continue
        stock[name] = left
    return refused, booked
'''

BASE: Final = changed(
    ORACLE,
    (
        "        if left < least:\n            refused.append(move)\n            continue\n",
        "        if left < least: refused.append(move); continue\n",
    ),
    (
        "        if left == 0:\n            stock.pop(name, None)\n            continue\n        stock[name] = left\n",
        "        if left != 0: stock[name] = left\n        else: stock.pop(name, None)\n",
    ),
)
NAIVE: Final = changed(
    ORACLE,
    (
        "        if left < least:\n            refused.append(move)\n            continue\n        booked += 1\n",
        "        if left < least:\n            refused.append(move)\n        booked += 1\n",
    ),
)

_NAMES: Final = ("bolts", "nuts", "long screws")


def _stock(rng: random.Random) -> dict[str, int]:
    return {name: rng.randint(1, 9) for name in rng.sample(_NAMES, rng.randint(0, 3))}


def _move(rng: random.Random) -> str:
    return f"{rng.choice('+--')}{rng.randint(0, 9)} {rng.choice(_NAMES)}"


def _moves(rng: random.Random, most: int = 5) -> list[str]:
    return [_move(rng) for _ in range(rng.randint(0, most))]


def _ordinary(rng: random.Random) -> Case:
    return Case((_stock(rng), [_move(rng), *_moves(rng)]))


def _least(rng: random.Random) -> Case:
    return Case((_stock(rng), _moves(rng)), {"least": rng.choice([-3, -1, 0, 1, 2])})


def _to_nothing(rng: random.Random) -> Case:
    amount = rng.randint(1, 9)
    return Case(({"bolts": amount, "nuts": 1}, [f"-{amount + rng.choice([-1, 0, 0, 1])} bolts", *_moves(rng, 2)]))


def _wrong(rng: random.Random) -> Case:
    moves = _moves(rng, 3)
    moves.insert(rng.randint(0, len(moves)), rng.choice(["3 bolts", "+3", "+ 3 bolts", "-x nuts", "", "+1.5 nuts", "+3bolts"]))
    return Case((_stock(rng), moves))


FAMILY = Family(
    name="stock_moves",
    stage="easy",
    domain="warehouses",
    split="train",
    entry="stock_moves",
    instruction="Clean up this stock keeper; the stock that it changes in place counts as much as what it returns.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(
        Case(({"bolts": 3}, ["+2 nuts", "-4 bolts", "-3 bolts"])),
        Case(({"bolts": 3}, ["-3 bolts"], 1)),
        Case(({}, ["3 bolts"])),
    ),
    draws=(
        Draw("moves", "mutation", _ordinary),
        Draw("limits", "boundary", _least),
        Draw("down to nothing", "boundary", _to_nothing),
        Draw("bad moves", "error", _wrong),
    ),
    canaries=(
        Canary("books what it refused", NAIVE, naive=True),
        Canary("keeps zeros", changed(ORACLE, ("        if left == 0:\n", "        if left == 0 and least:\n"))),
    ),
)
