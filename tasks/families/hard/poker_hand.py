"""Rank of a poker hand. Edges: the ace low and high, kickers, broken hands."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Names poker hands for the scoreboard of a card club."""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
PATTERNS = {
    (4, 1): "four of a kind",
    (3, 2): "full house",
    (3, 1, 1): "three of a kind",
    (2, 2, 1): "two pairs",
    (2, 1, 1, 1): "pair",
}
POINTS = {
    "high card": 0,
    "pair": 1,
    "two pairs": 2,
    "three of a kind": 3,
    "straight": 4,
    "flush": 5,
    "full house": 6,
    "four of a kind": 7,
    "straight flush": 8,
}
LOW_ACE = [14, 5, 4, 3, 2]


def value(card):
    """2 to 14."""
    if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
        raise ValueError(f"no such card: {card}")
    return RANKS.index(card[0]) + 2


def check(cards):
    """Refuse what is no hand."""
    if len(cards) != 5:
        raise ValueError(f"{len(cards)} cards")
    if len(set(cards)) < 5:
        raise ValueError("a card twice")


def ordered(values):
    """Values that occur often first, then high ones."""
    return sorted(values, key=lambda one: (-values.count(one), -one))


def pattern(values):
    """How often each value occurs, most first."""
    return tuple(sorted((values.count(one) for one in set(values)), reverse=True))


def is_straight(values):
    """Five in a row; the ace also counts as one."""
    high, low = max(values), min(values)
    return len(set(values)) == 5 and (high - low == 4 or ordered(values) == LOW_ACE)


def is_flush(cards):
    return len({card[1] for card in cards}) == 1


def name_of(cards, values):
    """What the hand is called."""
    flush, straight = is_flush(cards), is_straight(values)
    if straight:
        return "straight flush" if flush else "straight"
    return "flush" if flush else PATTERNS.get(pattern(values), "high card")


def kickers(name, values):
    """Values that decide between hands of one name, the strongest first."""
    row = ordered(values)
    if name.startswith("straight") and row == LOW_ACE:
        return [5, 4, 3, 2, 1]
    return sorted(set(row), key=row.index)


def poker_hand(cards):
    """The hand as `(name, points, kickers)`; a higher tuple (points, kickers) wins.

    Cards are a rank of "23456789TJQKA" and a suit of "cdhs". `kickers` lists
    the different values, those that occur most often first, then high ones; in
    a straight the ace may be low and is 1 then. Raises ValueError("N cards"),
    ValueError("a card twice") and ValueError("no such card: C"), in this order.
    """
    check(cards)
    values = [value(card) for card in cards]
    name = name_of(cards, values)
    return name, POINTS[name], kickers(name, values)
'''

_RANKS: Final = "23456789TJQKA"
_CARDS: Final = tuple(rank + suit for rank in _RANKS for suit in "cdhs")


def _shuffled(rng: random.Random, cards: list[str]) -> Case:
    return Case((rng.sample(cards, len(cards)),))


def _any(rng: random.Random) -> Case:
    return Case((rng.sample(_CARDS, 5),))


def _same(rng: random.Random) -> Case:
    low = rng.randint(0, 8)
    ranks = rng.sample(rng.choice([_RANKS, _RANKS[low : low + 5]]), 5)
    counts = rng.choice([(4, 1), (3, 2), (3, 1, 1), (2, 2, 1), (2, 1, 1, 1)])
    suits = rng.sample("cdhs", 4)
    return _shuffled(rng, [rank + suits[at] for rank, count in zip(ranks, counts, strict=False) for at in range(count)])


def _rows(rng: random.Random) -> Case:
    start = rng.randint(-1, 8)
    ranks = [_RANKS[start + at] for at in range(5)]
    suits = rng.choice("cdhs") * 5 if rng.random() < 1 / 3 else "cdhsc"
    if rng.random() < 1 / 3:
        ranks[4] = rng.choice(_RANKS)
    return _shuffled(rng, [rank + suit for rank, suit in zip(ranks, suits, strict=True)])


def _one_suit(rng: random.Random) -> Case:
    suit = rng.choice("cdhs")
    cards = [rank + suit for rank in rng.sample(_RANKS, 5)]
    return _shuffled(rng, cards if rng.random() < 2 / 3 else [*cards[:4], cards[4][0] + rng.choice("cdhs")])


def _wrong(rng: random.Random) -> Case:
    cards = rng.sample(_CARDS, rng.choice([3, 4, 4, 5]))
    return Case(([*cards, *rng.sample([cards[0], "1c", "Tx", "10h", "", "td", "As"], rng.choice([0, 1, 1, 2]))],))


FAMILY = Family(
    name="poker_hand",
    stage="hard",
    domain="card club",
    split="validation",
    entry="poker_hand",
    instruction=(
        "Untangle this ranking of poker hands into functions of McCabe complexity 3 at most; names, points and kickers must "
        "not change."
    ),
    oracle=ORACLE,
    examples=(
        Case((["Ah", "2d", "3c", "4s", "5h"],)),
        Case((["Kc", "Kd", "7h", "7s", "7c"],)),
        Case((["2c", "9c", "Jc", "Kc", "4c"],)),
        Case((["2c", "2c", "Jc", "Kc", "4c"],)),
    ),
    draws=(
        Draw("any cards", "property", _any),
        Draw("equal values", "partition", _same),
        Draw("rows", "boundary", _rows),
        Draw("one suit", "boundary", _one_suit),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("aces are high", changed(ORACLE, (" or ordered(values) == LOW_ACE", ""))),
        Canary("high cards first", changed(ORACLE, ("(-values.count(one), -one)", "-one"))),
        Canary("any row", changed(ORACLE, ("len(set(values)) == 5 and (high", "(high"))),
    ),
)
