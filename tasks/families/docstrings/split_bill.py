"""The bill of a restaurant divided. Docstrings in Google style, with examples that are true."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Bills of a restaurant, divided among guests."""


class BillError(ValueError):
    """A bill that nobody can divide."""


def cents(amount):
    """Round an amount of money to whole cents.

    Args:
        amount: Money in the currency of the house.

    Returns:
        A whole number of hundredths.
    """
    return round(amount * 100)


def with_tip(total, percent):
    """Add a tip, rounded down.

    Args:
        total: Cents before the tip.
        percent: Whole hundredths, from zero.

    Returns:
        Cents including the tip.
    """
    return total + total * percent // 100


def split_bill(amounts, guests, percent=0):
    """Divide a bill so that nobody pays more than a cent beyond another.

    Args:
        amounts: Prices on the bill.
        guests: Number of people, at least one.
        percent: Tip in whole hundredths.

    Returns:
        Cents to pay, the largest share first.

    Raises:
        BillError: Nobody is there, or the tip is negative.

    Examples:
        >>> split_bill([10.0], 3)
        [334, 333, 333]
        >>> split_bill([4.2, 5.8], 2, 10)
        [550, 550]
    """
    if guests < 1 or percent < 0:
        raise BillError(f"{guests} guests, {percent} percent")
    total = with_tip(sum(cents(amount) for amount in amounts), percent)
    share, rest = divmod(total, guests)
    return [share + (at < rest) for at in range(guests)]
'''

EXAMPLES: Final = (Case(([10.0], 3)), Case(([4.2, 5.8], 2, 10)))


def _plain(rng: random.Random) -> Case:
    return Case(([rng.randint(0, 5000) / 100 for _ in range(rng.randint(0, 5))], rng.randint(1, 6)))


def _tips(rng: random.Random) -> Case:
    return Case(([rng.randint(1, 900) / 100, 3], rng.randint(1, 4), rng.choice([0, 1, 5, 10, 15, 33])))


def _faulty(rng: random.Random) -> Case:
    return Case(([rng.randint(1, 9)], rng.choice([-1, 0, 1]), rng.choice([-1, 0, 1])))


FAMILY = Family(
    name="split_bill",
    stage="docstrings",
    domain="restaurant",
    split="train",
    entry="split_bill",
    instruction=(
        "Document this module in Google style. The docstring of the entry ends with a section `Examples:` that shows the "
        "given calls as `>>> call`, each with its result on the next line."
    ),
    oracle=ORACLE,
    examples=EXAMPLES,
    draws=(
        Draw("bills", "partition", _plain),
        Draw("tips", "boundary", _tips),
        Draw("faults", "error", _faulty),
        Draw("documented examples", "documented", lambda rng: rng.choice(EXAMPLES)),
    ),
    spots=(
        Spot(
            '"""Bills of a restaurant, divided among guests."""\n\n\n',
            (
                "",
                '"""Bills of a restaurant, divided among guests"""\n\n\n',
                '"""\nBills of a restaurant, divided among guests.\n"""\n\n\n',
            ),
        ),
        Spot(
            '    """A bill that nobody can divide."""\n',
            ("    pass\n", '    """a bill that nobody can divide"""\n', "    '''A bill that nobody can divide'''\n"),
        ),
        Spot(
            """\
    \"\"\"Round an amount of money to whole cents.

    Args:
        amount: Money in the currency of the house.

    Returns:
        A whole number of hundredths.
    \"\"\"
""",
            (
                "",
                '    """round an amount of money to whole cents"""\n',
                '    """Round an amount of money to whole cents.\n    Returns a whole number of hundredths.\n    """\n',
            ),
        ),
        Spot(
            """\
    \"\"\"Add a tip, rounded down.

    Args:
        total: Cents before the tip.
        percent: Whole hundredths, from zero.

    Returns:
        Cents including the tip.
    \"\"\"
""",
            (
                "",
                '    """Add a tip, rounded down.\n\n    Args:\n        total: Cents before the tip.\n    """\n',
                '    """ Add a tip, rounded down """\n',
            ),
        ),
        Spot(
            """\
    \"\"\"Divide a bill so that nobody pays more than a cent beyond another.

    Args:
        amounts: Prices on the bill.
        guests: Number of people, at least one.
        percent: Tip in whole hundredths.

    Returns:
        Cents to pay, the largest share first.

    Raises:
        BillError: Nobody is there, or the tip is negative.

    Examples:
        >>> split_bill([10.0], 3)
        [334, 333, 333]
        >>> split_bill([4.2, 5.8], 2, 10)
        [550, 550]
    \"\"\"
""",
            (
                "",
                '    """divide a bill so that nobody pays more than a cent beyond another,\n    the largest share first"""\n',
                '    """Divide a bill.\n\n    Args:\n        amounts: Prices on the bill.\n'
                '        guests: Number of people.\n    """\n',
            ),
        ),
    ),
    canaries=(
        Canary("a wrong example", changed(ORACLE, ("[334, 333, 333]", "[333, 333, 334]")), naive=True),
        Canary("one example", changed(ORACLE, ("        >>> split_bill([4.2, 5.8], 2, 10)\n        [550, 550]\n", ""))),
        Canary("the rest is lost", changed(ORACLE, ("share + (at < rest)", "share + (at < rest - 1)"))),
    ),
)
