"""Where two JSON values part, each place by its path."""

from collections.abc import Iterator
from typing import Any, Final

ABSENT: Final = "(absent)"
"""Stands for a key or an element that one side does not have."""


def differences(recorded: Any, found: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:  # noqa: ANN401 - any JSON value
    """Path, value in `recorded` and value in `found`, for every leaf that differs; equal numbers are equal in any spelling.

    Args:
        recorded: one JSON value.
        found: the other.
        path: of both within something larger.
    """
    if isinstance(recorded, dict) and isinstance(found, dict):
        for key in sorted(recorded.keys() | found.keys()):
            where = f"{path}.{key}" if path else key
            yield from differences(recorded.get(key, ABSENT), found.get(key, ABSENT), where)
    elif isinstance(recorded, list) and isinstance(found, list):
        for at in range(max(len(recorded), len(found))):
            mine, theirs = (side[at] if at < len(side) else ABSENT for side in (recorded, found))
            yield from differences(mine, theirs, f"{path}[{at}]")
    elif recorded != found or isinstance(recorded, bool) != isinstance(found, bool):
        yield path, recorded, found
