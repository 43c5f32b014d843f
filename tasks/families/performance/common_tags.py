"""Tags of two photo albums. Membership in a list is quick to write and slow to run."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Tags of photo albums."""


def unique(tags):
    """Tags without repetitions, in their order."""
    return list(dict.fromkeys(tags))


def counts(tags):
    """How often each tag occurs, by first occurrence."""
    found = {}
    for tag in tags:
        found[tag] = found.get(tag, 0) + 1
    return found


def longest(tags):
    """Length of the longest tag, 0 without any."""
    return max((len(tag) for tag in tags), default=0)


def common_tags(left, right, least=1):
    """Compare the tags of two albums, lists of texts.

    Returns {"common": tags of both in the order of `left`, "only": those of
    `left` alone, "often": tags of `left` that occur at least `least` times with
    their counts, "width": length of the longest tag of both}.
    """
    known = set(right)
    first = unique(left)
    common = [tag for tag in first if tag in known]
    only = [tag for tag in first if tag not in known]
    often = {tag: count for tag, count in counts(left).items() if count >= least}
    return {"common": common, "only": only, "often": often, "width": longest([*left, *right])}
'''

_TAGS: Final = ("sea", "sun", "cat", "tree", "", "old town")


def _tags(rng: random.Random, most: int) -> list[str]:
    return [rng.choice(_TAGS) for _ in range(rng.randint(0, most))]


def _plain(rng: random.Random) -> Case:
    return Case((_tags(rng, 8), _tags(rng, 8)))


def _often(rng: random.Random) -> Case:
    return Case((_tags(rng, 9), _tags(rng, 3)), {"least": rng.randint(0, 4)})


def _large(rng: random.Random) -> Case:
    """So many tags, or twice as many."""
    size = rng.choice([200, 400])
    left = [f"tag {number}" for number in range(size)]
    right = [f"tag {number}" for number in range(size // 2, size + size // 2)]
    return Case((left, right))


FAMILY = Family(
    name="common_tags",
    stage="performance",
    domain="photos",
    split="train",
    entry="common_tags",
    instruction="Albums have become large: no needless work, and no more than the number of tags asks for.",
    oracle=ORACLE,
    examples=(
        Case((["sea", "sun", "sea"], ["sun"])),
        Case((["cat", "cat", "sea"], ["old town"], 2)),
        Case(([], [])),
    ),
    draws=(
        Draw("albums", "partition", _plain),
        Draw("counts", "boundary", _often),
        Draw("operations", "probe", _large),
    ),
    spots=(
        Spot(
            "    return list(dict.fromkeys(tags))\n",
            (
                "    found = []\n    for tag in tags:\n        if tag not in found:\n            found.append(tag)\n"
                "    return list([tag for tag in found])\n",
                "    return sorted(list(set(tags)), key=lambda tag: tags.index(tag))\n",
            ),
        ),
        Spot(
            "    found = {}\n    for tag in tags:\n        found[tag] = found.get(tag, 0) + 1\n    return found\n",
            (
                "    return dict([(tag, tags.count(tag)) for tag in tags])\n",
                "    found = dict()\n    for tag in tags:\n        found[tag] = tags.count(tag)\n    return found\n",
            ),
        ),
        Spot(
            "    return max((len(tag) for tag in tags), default=0)\n",
            (
                "    lengths = []\n    for tag in tags:\n"
                "        lengths.append(len(tag))\n    return max(lengths, default=0)\n",
                "    return max(list(map(lambda tag: len(tag), tags)), default=0)\n",
            ),
        ),
        Spot(
            "    known = set(right)\n    first = unique(left)\n    common = [tag for tag in first if tag in known]\n",
            (
                "    known = list(right)\n    first = unique(left)\n    common = []\n    for tag in first:\n"
                "        if tag in known:\n            common.append(tag)\n",
                "    known = set([tag for tag in right])\n    first = unique(left)\n"
                "    common = list([tag for tag in first if tag in known])\n",
            ),
        ),
        Spot(
            "    often = {tag: count for tag, count in counts(left).items() if count >= least}\n",
            (
                "    often = {}\n    for tag, count in counts(left).items():\n        if count >= least:\n"
                "            often[tag] = count\n",
                "    often = dict([(tag, count) for tag, count in counts(left).items() if count >= least])\n",
            ),
        ),
    ),
    canaries=(
        Canary("looks in a list", changed(ORACLE, ("    known = set(right)\n", "    known = right\n")), naive=True),
        Canary("loses the order", changed(ORACLE, ("list(dict.fromkeys(tags))", "sorted(set(tags))"))),
        Canary("more than least", changed(ORACLE, ("count >= least", "count > least"))),
    ),
)
