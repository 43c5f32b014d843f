"""Boxes of a removal. A class with methods, and a docstring that shows what comes out."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Boxes of a removal and what goes into them."""


class Box:
    """A box with a limit of weight.

    Attributes:
        limit: Kilograms it carries.
        items: Names in the order of packing.
    """

    def __init__(self, limit):
        """Start empty.

        Args:
            limit: Kilograms it carries.
        """
        self.limit = limit
        self.load = 0
        self.items = []

    def fits(self, weight):
        """Tell whether there is room left.

        Args:
            weight: Kilograms of one more item.

        Returns:
            True up to and with the limit.
        """
        return self.load + weight <= self.limit

    def put(self, name, weight):
        """Pack one item, without asking for room.

        Args:
            name: What is written on the list.
            weight: Its kilograms.
        """
        self.load += weight
        self.items.append(name)


def pack_boxes(items, limit):
    """Pack items one after another, each into the first box with room.

    Args:
        items: Pairs of name and kilograms.
        limit: Kilograms that each box carries.

    Returns:
        Names by box, in the order in which boxes were opened.

    Raises:
        ValueError: An item is heavier than a whole box may be.

    Examples:
        >>> pack_boxes([("books", 12), ("lamp", 3), ("pans", 9)], 15)
        [['books', 'lamp'], ['pans']]
        >>> pack_boxes([], 10)
        []
    """
    boxes = []
    for name, weight in items:
        if weight > limit:
            raise ValueError(f"{name} is too heavy")
        box = next((one for one in boxes if one.fits(weight)), None)
        if box is None:
            box = Box(limit)
            boxes.append(box)
        box.put(name, weight)
    return [box.items for box in boxes]
'''

EXAMPLES: Final = (Case(([("books", 12), ("lamp", 3), ("pans", 9)], 15)), Case(([], 10)))
_NAMES: Final = ("books", "lamp", "pans", "shoes", "radio")


def _items(rng: random.Random, most: int, weight: int) -> list[tuple[str, int]]:
    return [(rng.choice(_NAMES), rng.randint(0, weight)) for _ in range(rng.randint(0, most))]


def _plain(rng: random.Random) -> Case:
    return Case((_items(rng, 7, 10), rng.randint(10, 16)))


def _full(rng: random.Random) -> Case:
    limit = rng.randint(3, 9)
    first = rng.randint(1, limit)
    return Case(([("books", first), ("lamp", limit - first + rng.randint(-1, 1)), *_items(rng, 2, 3)], limit))


def _heavy(rng: random.Random) -> Case:
    return Case(([*_items(rng, 3, 4), ("piano", 8)], rng.choice([7, 8, 9])))


FAMILY = Family(
    name="pack_boxes",
    stage="docstrings",
    domain="removal",
    split="train",
    entry="pack_boxes",
    instruction=(
        "Document this module in Google style, methods too. The docstring of the entry ends with a section `Examples:` that "
        "shows the given calls as `>>> call`, each with its result on the next line."
    ),
    oracle=ORACLE,
    examples=EXAMPLES,
    draws=(
        Draw("removals", "partition", _plain),
        Draw("full boxes", "boundary", _full),
        Draw("heavy items", "error", _heavy),
        Draw("documented examples", "documented", lambda rng: rng.choice(EXAMPLES)),
    ),
    spots=(
        Spot(
            """\
    \"\"\"A box with a limit of weight.

    Attributes:
        limit: Kilograms it carries.
        items: Names in the order of packing.
    \"\"\"

""",
            ("", '    """a box with a limit of weight"""\n\n', '    """\n    A box\n    with a limit of weight\n    """\n\n'),
        ),
        Spot(
            """\
        \"\"\"Start empty.

        Args:
            limit: Kilograms it carries.
        \"\"\"
""",
            ("", '        """start empty"""\n'),
        ),
        Spot(
            """\
        \"\"\"Tell whether there is room left.

        Args:
            weight: Kilograms of one more item.

        Returns:
            True up to and with the limit.
        \"\"\"
""",
            (
                "",
                '        """Tell whether there is room left"""\n',
                '        """Tell whether there is room left.\n        Args:\n            weight: Kilograms\n        """\n',
            ),
        ),
        Spot(
            """\
        \"\"\"Pack one item, without asking for room.

        Args:
            name: What is written on the list.
            weight: Its kilograms.
        \"\"\"
""",
            (
                "",
                '        """Pack one item, without asking for room.\n\n'
                '        Args:\n            name: What is written.\n        """\n',
            ),
        ),
        Spot(
            """\
    \"\"\"Pack items one after another, each into the first box with room.

    Args:
        items: Pairs of name and kilograms.
        limit: Kilograms that each box carries.

    Returns:
        Names by box, in the order in which boxes were opened.

    Raises:
        ValueError: An item is heavier than a whole box may be.

    Examples:
        >>> pack_boxes([("books", 12), ("lamp", 3), ("pans", 9)], 15)
        [['books', 'lamp'], ['pans']]
        >>> pack_boxes([], 10)
        []
    \"\"\"
""",
            (
                "",
                '    """pack items one after another, each into the first box with room"""\n',
                '    """Pack items\n    one after another.\n\n    Args:\n'
                '        items: Pairs of name and kilograms.\n    """\n',
            ),
        ),
    ),
    canaries=(
        Canary(
            "a wrong example", changed(ORACLE, ("[['books', 'lamp'], ['pans']]", "[['books'], ['lamp', 'pans']]")), naive=True
        ),
        Canary(
            "room below the limit", changed(ORACLE, ("self.load + weight <= self.limit", "self.load + weight < self.limit"))
        ),
        Canary("no example", changed(ORACLE, (">>> pack_boxes([], 10)\n        []\n", "An empty list stays empty.\n"))),
    ),
)
