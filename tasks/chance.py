"""Chance that is the same in every process: a generator of its own for each address."""

import hashlib
import random


def chance(*address: object) -> random.Random:
    """A seeded generator; neighbouring addresses, e.g. `"easy/invoice", "property", 7`, are unrelated."""
    text = "/".join(map(str, address)).encode(errors="surrogatepass")
    return random.Random(hashlib.sha256(text).digest())  # noqa: S311 - a draw, no secret
