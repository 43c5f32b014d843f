"""Days of a diary rated by their words. Docstrings in Google style, with examples that are true."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Moods of a diary, read from the words in it."""

GOOD = {"sun", "friend", "cake", "walk"}
BAD = {"rain", "queue", "bill"}


def words_of(entry):
    """Cut an entry into small words without signs.

    Args:
        entry: One day, as it was written.

    Returns:
        Words in their order, repetitions included.
    """
    return [word.strip(".,!?").lower() for word in entry.split()]


def mood(words):
    """Weigh pleasant against unpleasant.

    Args:
        words: Small ones, as `words_of` cuts them.

    Returns:
        A number from below zero to above it.
    """
    return sum((word in GOOD) - (word in BAD) for word in words)


def streak(moods):
    """Find the longest run of pleasant days.

    Args:
        moods: Numbers, one for each day.

    Returns:
        Days in a row above zero, zero where none is.
    """
    best = run = 0
    for number in moods:
        run = run + 1 if number > 0 else 0
        best = max(best, run)
    return best


def rate_days(entries, least=1):
    """Rate every day of a diary and find its best stretch.

    Args:
        entries: Texts, the oldest first.
        least: Mood from which a day is called pleasant.

    Returns:
        Moods of the days, how many were pleasant, and the longest run above zero.

    Examples:
        >>> rate_days(["Sun and cake!", "rain", "A walk."])
        ([2, -1, 1], 2, 1)
        >>> rate_days(["sun", "friend"], 2)
        ([1, 1], 0, 2)
    """
    moods = [mood(words_of(entry)) for entry in entries]
    return moods, sum(number >= least for number in moods), streak(moods)
'''

EXAMPLES: Final = (Case((["Sun and cake!", "rain", "A walk."],)), Case((["sun", "friend"], 2)))
_WORDS: Final = ("sun", "Sun!", "friend", "cake", "walk,", "rain", "queue", "Bill.", "tea", "and", "sunny")


def _entry(rng: random.Random) -> str:
    return " ".join(rng.choice(_WORDS) for _ in range(rng.randint(0, 4)))


def _plain(rng: random.Random) -> Case:
    return Case(([_entry(rng) for _ in range(rng.randint(0, 6))],))


def _pleasant(rng: random.Random) -> Case:
    return Case(([_entry(rng) for _ in range(rng.randint(1, 5))], rng.randint(-2, 3)))


def _runs(rng: random.Random) -> Case:
    return Case(([rng.choice(["sun", "cake walk", "tea", "rain"]) for _ in range(rng.randint(3, 8))],))


FAMILY = Family(
    name="rate_days",
    stage="docstrings",
    domain="diary",
    split="test",
    entry="rate_days",
    instruction=(
        "Document this module in Google style. The docstring of the entry ends with a section `Examples:` that shows the "
        "given calls as `>>> call`, each with its result on the next line."
    ),
    oracle=ORACLE,
    examples=EXAMPLES,
    draws=(
        Draw("diaries", "partition", _plain),
        Draw("pleasant days", "boundary", _pleasant),
        Draw("runs", "partition", _runs),
        Draw("documented examples", "documented", lambda rng: rng.choice(EXAMPLES)),
    ),
    spots=(
        Spot(
            '"""Moods of a diary, read from the words in it."""\n\n',
            ("", '"""moods of a diary, read from the words in it"""\n\n'),
        ),
        Spot(
            """\
    \"\"\"Cut an entry into small words without signs.

    Args:
        entry: One day, as it was written.

    Returns:
        Words in their order, repetitions included.
    \"\"\"
""",
            (
                "",
                '    """Cut an entry into small words without signs"""\n',
                '    """\n    Cut an entry into small words.\n\n    """\n',
            ),
        ),
        Spot(
            """\
    \"\"\"Weigh pleasant against unpleasant.

    Args:
        words: Small ones, as `words_of` cuts them.

    Returns:
        A number from below zero to above it.
    \"\"\"
""",
            ("", '    """Weigh pleasant against unpleasant.\n    Above zero is pleasant."""\n'),
        ),
        Spot(
            """\
    \"\"\"Find the longest run of pleasant days.

    Args:
        moods: Numbers, one for each day.

    Returns:
        Days in a row above zero, zero where none is.
    \"\"\"
""",
            ("", '    """find the longest run of pleasant days"""\n'),
        ),
        Spot(
            """\
    \"\"\"Rate every day of a diary and find its best stretch.

    Args:
        entries: Texts, the oldest first.
        least: Mood from which a day is called pleasant.

    Returns:
        Moods of the days, how many were pleasant, and the longest run above zero.

    Examples:
        >>> rate_days(["Sun and cake!", "rain", "A walk."])
        ([2, -1, 1], 2, 1)
        >>> rate_days(["sun", "friend"], 2)
        ([1, 1], 0, 2)
    \"\"\"
""",
            (
                "",
                '    """rate every day of a diary and find its best stretch"""\n',
                '    """Rate every day.\n\n    Args:\n        entries: Texts, the oldest first.\n    """\n',
            ),
        ),
    ),
    canaries=(
        Canary("a wrong example", changed(ORACLE, ("([1, 1], 0, 2)", "([1, 1], 2, 2)")), naive=True),
        Canary("above least", changed(ORACLE, ("number >= least", "number > least"))),
        Canary("signs stay", changed(ORACLE, ('.strip(".,!?")', '.strip(".,")'))),
    ),
)
