"""Names for what a transform has to bind: words that a person would take, never one that the file uses."""

import random
from collections.abc import Iterable
from typing import Final

from code_review_env.tasks.mess.complexity.text import Unfit
from code_review_env.tasks.mess.source import Source

VALUES: Final = (
    "value",
    "result",
    "answer",
    "picked",
    "outcome",
    "current",
    "chosen",
    "output",
    "final",
    "amount",
    "res",
    "tmp",
)
FLAGS: Final = ("ok", "flag", "matches", "good", "valid", "hit", "is_ok", "fits", "passed", "yes", "holds", "applies")
FOUND: Final = ("found", "hit", "seen_one", "match_found", "any_found", "exists", "is_there", "got_one", "present")
KEPT: Final = ("kept", "collected", "gathered", "out", "parts", "entries", "chosen", "result", "new_list", "selection", "temp")
SUMS: Final = ("total", "acc", "running", "amount", "summed", "tally", "subtotal", "so_far", "sum_up", "whole")
KEYS: Final = ("key", "kind", "which", "lookup", "what", "wanted", "code", "selector", "sort_of")
_PREFIXES: Final = ("the_", "this_", "current_", "new_", "my_", "other_", "inner_", "given_")


def fresh(source: Source, rng: random.Random, words: Iterable[str], *first: str) -> str:
    """A name that the file does not use: one of `first` if possible, else one of the words.

    Raises:
        Unfit: all of them are taken.
    """
    free = [word for word in first if word not in source.names]
    if free:
        return free[0]
    free = [word for word in words if word not in source.names]
    if not free:
        raise Unfit
    return rng.choice(free)


def beside(source: Source, rng: random.Random, name: str) -> str:
    """Another name for the same thing."""
    bare = name
    for prefix in _PREFIXES:
        bare = bare.removeprefix(prefix)
    return fresh(source, rng, [prefix + bare for prefix in _PREFIXES])


def of_table(table: str) -> str:
    """What one looks up in a table: `rate` in RATES, `weight` in WEIGHTS_BY_ZONE."""
    word = table.strip("_").lower().split("_by_")[0].split("_of_")[0]
    return word[:-3] + "y" if word.endswith("ies") else word.removesuffix("s") if not word.endswith("ss") else word


def of_function(function: str) -> str:
    """What a function gives: `zone` of `zone_of`, `price` of `weight_price`."""
    word = function.strip("_").removesuffix("_of").removesuffix("_for")
    for prefix in ("get_", "find_", "compute_", "parse_", "read_", "pick_", "make_", "check_"):
        word = word.removeprefix(prefix)
    return word
