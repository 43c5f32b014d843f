"""Blanks where none belong: W291, W293. The tree stays equal."""

import random
from collections.abc import Iterator
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.source import Source


def _trailing(source: Source, rng: random.Random, *, blank: bool) -> Iterator[Change]:
    """Blanks at the end of lines that are empty, or of those that are not."""
    for index in source.free_lines:
        line = source.lines[index]
        body = line.rstrip("\n")
        if line.endswith("\n") and not body.endswith("\\") and bool(body) is not blank:
            at = source.line_starts[index] + len(body)
            yield (Edit(at, at, rng.choice([" ", "  ", "    ", "\t"])),)


def _behind_code(source: Source, rng: random.Random) -> Iterator[Change]:
    return _trailing(source, rng, blank=False)


def _on_blank_lines(source: Source, rng: random.Random) -> Iterator[Change]:
    return _trailing(source, rng, blank=True)


TRANSFORMS: Final = (
    Transform("trailing blanks", "W291", "tree", _behind_code),
    Transform("blanks on an empty line", "W293", "tree", _on_blank_lines),
)
