"""Wrapping of labels. Edges: long words, hyphens, blank lines, alignment, a limit of lines."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Wraps the text of labels for the glass cases of a geological collection."""

ALIGN = ("left", "centre", "right")
SHORT = {"and": "&", "approximately": "ca.", "million": "M", "years": "a", "found": "f."}
MARK = " [...]"


def shortened(word, width):
    """A known word in its short form where it is wider than a third of the line."""
    if 3 * len(word) <= width:
        return word
    return SHORT.get(word, word)


def pieces(word, width):
    """A word in parts that fit, all but the last with a hyphen."""
    found = []
    while len(word) > width:
        found.append(word[: width - 1] + "-")
        word = word[width - 1 :]
    return [*found, word]


def broken(paragraph, width):
    """All words of a paragraph, none wider than the line."""
    words = [shortened(word, width) for word in paragraph.split()]
    return [part for word in words for part in pieces(word, width)]


def lines_of(paragraph, width):
    """Lines with as many words as fit."""
    lines = []
    for word in broken(paragraph, width):
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines or [""]


def aligned(line, width, align):
    """A line with blanks in front of it; never behind."""
    free = width - len(line)
    if align == "centre":
        return " " * (free // 2) + line
    return " " * free + line if align == "right" else line


def cut(lines, limit, width):
    """At most so many lines; the last one says that there is more."""
    if limit is None or len(lines) <= limit:
        return lines
    last = lines[limit - 1][: max(0, width - len(MARK))].rstrip()
    return [*lines[: limit - 1], (last + MARK).lstrip()]


def check(width, align, limit):
    """Refuse what cannot be printed."""
    if width < 2:
        raise ValueError(f"too narrow: {width}")
    if align not in ALIGN:
        raise ValueError(f"unknown alignment: {align}")
    check_limit(limit)


def check_limit(limit):
    """At least one line is needed."""
    if limit is not None and limit < 1:
        raise ValueError(f"no lines: {limit}")


def wrap_label(text, width, align="left", limit=None):
    """The lines of a label.

    Every line of `text` is a paragraph; words are filled into lines of at most
    `width` characters, a blank paragraph is an empty line. Some long words
    have a short form, used where they take more than a third of the width.
    Words wider than a line are broken with hyphens. With `limit` the last line
    that is left ends with "[...]". Lines are aligned "left", "centre" (the odd
    blank behind) or "right", without blanks at the end; empty ones stay empty
    on the left only. Raises ValueError("too narrow: N"), ValueError("unknown
    alignment: A") and ValueError("no lines: N").
    """
    check(width, align, limit)
    lines = [line for paragraph in text.splitlines() for line in lines_of(paragraph, width)]
    return [aligned(line, width, align) for line in cut(lines, limit, width)]
'''

_WORDS: Final = (
    "and",
    "approximately",
    "million",
    "years",
    "found",
    "quartz",
    "in",
    "a",
    "Trilobites",
    "old",
    "near",
    "of",
    "pseudomorphosis",
)


def _text(rng: random.Random, most: int = 9) -> str:
    return " ".join(rng.choice(_WORDS) for _ in range(rng.randint(0, most)))


def _labels(rng: random.Random) -> Case:
    return Case((_text(rng), rng.randint(8, 40)))


def _narrow(rng: random.Random) -> Case:
    return Case((_text(rng, 4), rng.randint(2, 9), rng.choice(["left", "right"])))


def _paragraphs(rng: random.Random) -> Case:
    return Case(
        (
            "\n".join(rng.choice([_text(rng, 5), "", "  "]) for _ in range(rng.randint(1, 4))),
            rng.randint(6, 24),
            rng.choice(["left", "centre", "right"]),
        )
    )


def _limits(rng: random.Random) -> Case:
    return Case(
        (_text(rng, 12), rng.randint(3, 20)),
        {"limit": rng.choice([1, 2, 3, 4, None]), "align": rng.choice(["left", "right", "centre"])},
    )


def _thirds(rng: random.Random) -> Case:
    word = rng.choice(_WORDS[:5])
    return Case((f"{word} {rng.choice(_WORDS)} {word}", max(2, 3 * len(word) + rng.randint(-2, 1))))


def _wrong(rng: random.Random) -> Case:
    return Case(
        (
            _text(rng, 3),
            rng.choice([-1, 0, 1, 2, 9]),
            rng.choice(["left", "middle", "", "Right"]),
            rng.choice([None, 0, -1, 1]),
        )
    )


FAMILY = Family(
    name="wrap_text",
    stage="hard",
    domain="mineral collection",
    split="train",
    entry="wrap_label",
    instruction=(
        "Divide this wrapping of labels into functions of McCabe complexity 3 at most; every line must come out as before."
    ),
    oracle=ORACLE,
    examples=(
        Case(("Trilobites found near a river and approximately old", 14)),
        Case(("one\n\ntwo", 9, "right")),
        Case(("quartz of many million years", 10), {"limit": 2}),
    ),
    draws=(
        Draw("labels", "partition", _labels),
        Draw("narrow labels", "boundary", _narrow),
        Draw("paragraphs", "partition", _paragraphs),
        Draw("limits", "boundary", _limits),
        Draw("short forms", "boundary", _thirds),
        Draw("refused", "error", _wrong),
    ),
    canaries=(
        Canary("no hyphens", changed(ORACLE, ('word[: width - 1] + "-"', "word[: width - 1]"))),
        Canary("always short", changed(ORACLE, ("3 * len(word) <= width", "len(word) <= 0"))),
        Canary("blank lines lost", changed(ORACLE, ('return lines or [""]', "return lines"))),
    ),
)
