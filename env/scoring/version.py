"""One short name for everything that can change a reward, so that scores from different releases are never mixed up."""

import hashlib
import platform
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable

SCORED_BY = ("env/scoring", "env/sandbox", "env/analysis", "tasks/data/stages.toml")


def reward_version(ruff_version: str, bank_digest: str) -> str:
    """12 hex digits over the scoring code, the stages, the pinned tools and the bank.

    Args:
        ruff_version: of the linter in use.
        bank_digest: of the tasks being served.
    """
    root = resources.files("code_review_env")
    digest = hashlib.sha256(f"{ruff_version}\n{platform.python_version()}\n{bank_digest}\n".encode())
    for place in SCORED_BY:
        for name, data in sorted(_sources(root.joinpath(place))):
            digest.update(name.encode() + b"\0" + data + b"\0")
    return digest.hexdigest()[:12]


def _sources(place: Traversable) -> Iterator[tuple[str, bytes]]:
    if place.is_file():
        if place.name.endswith((".py", ".toml")):
            yield place.name, place.read_bytes()
        return
    for child in place.iterdir():
        if child.name != "__pycache__":
            yield from ((f"{place.name}/{name}", data) for name, data in _sources(child))
