"""Offsets of a completion from its ids, for engines that return nothing else. Ids are decoded here and never encoded."""

from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import Final

_PARTIAL: Final = "\ufffd"
"""What decoders put in place of bytes that are no whole character yet."""


def offsets(ids: Sequence[int], decode: Callable[[Sequence[int]], str]) -> list[tuple[int, int]]:
    """`(T,)` offsets in `decode(ids)`.

    The place of a token is what it adds to the text of those before it; the bytes of one character share the character. One
    decoding for each token, so the time grows with the square of the length: milliseconds for hundreds of tokens.

    Args:
        ids: `(T,)`, as they were sampled.
        decode: from ids to text, which neither cleans up nor skips anything.
    """
    text = decode(ids)
    begun = (decode(ids[:count]).rstrip(_PARTIAL) for count in range(len(ids)))
    starts = [*accumulate((_agree(text, one) for one in begun), max), len(text)]
    # A token that finishes no character lies on the one that is finished next.
    return [(start, max(end, min(start + 1, len(text)))) for start, end in pairwise(starts)]


def _agree(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    if one.startswith(other):
        return len(other)
    return next(at for at, (left, right) in enumerate(zip(one, other, strict=False)) if left != right)
