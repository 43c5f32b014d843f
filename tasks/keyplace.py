"""Where a key stands in a task file, so that a message can name the line."""

import re
from collections.abc import Iterator

_PART = re.compile(r"(?P<name>[^.\[\]]+)(?:\[(?P<index>\d+)\])?")


def line_of(text: str, key: str) -> int | None:
    """The line (from 1) of a key such as `examples[1].args`, of the nearest table around it, or None.

    Args:
        text: TOML, or JSON with a key on a line of its own.
        key: as messages spell it.
    """
    place = None
    start = 0
    for name, index in _parts(key):
        found = [match.start() for match in _spelled(name).finditer(text, start)]
        if len(found) <= index:
            break
        start = found[index]
        place = text.count("\n", 0, start) + 1
    return place


def _parts(key: str) -> Iterator[tuple[str, int]]:
    return ((part["name"], int(part["index"] or 0)) for part in _PART.finditer(key))


def _spelled(name: str) -> re.Pattern[str]:
    """A key with its sign, or the head of a table, at the beginning of a line."""
    word = re.escape(name)
    return re.compile(rf"""^(?=[ \t]*(?:["']?{word}["']?[ \t]*[=:]|\[+[ \t]*{word}\b))""", re.MULTILINE)
