"""Reading of a track list into a caller's list. Edges: what was read before a fault stays, warnings, defaults."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Reads the track list of a radio show into the list that the player shows."""

SECONDS = {"s": 1, "m": 60, "h": 3600}
KINDS = {"+": "song", "*": "jingle", "!": "advert", "~": "talk", "#": "news"}
QUIET = ("", "--", "==")
LONGEST = {"jingle": 30, "advert": 60, "news": 300}


def seconds(text):
    """A length such as "3:20", "45s" or "2m"."""
    minutes, colon, rest = text.partition(":")
    if colon:
        return whole(minutes) * 60 + whole(rest)
    factor = SECONDS.get(text[-1:])
    return whole(text) if factor is None else whole(text[:-1]) * factor


def whole(text):
    """A whole number, or an error that shows the text."""
    if not text.isdigit():
        raise ValueError(f"bad length: {text!r}")
    return int(text)


def kind_of(mark):
    """What a line announces by its first character."""
    if mark not in KINDS:
        raise ValueError(f"unknown mark: {mark!r}")
    return KINDS[mark]


def check_length(kind, length):
    """Refuse what is longer than its kind may be."""
    if length > LONGEST.get(kind, 7200):
        raise ValueError(f"{kind} too long: {length}")


def track(line):
    """One line, "MARK TITLE @ LENGTH": (kind, title, seconds)."""
    kind = kind_of(line[0])
    title, at, length = line[1:].rpartition("@")
    if not at:
        title, length = length, "180"
    length = seconds(length.strip())
    check_length(kind, length)
    return kind, title.strip() or "untitled", length


def is_quiet(line):
    """Whether a line says nothing: blank, a rule, or a comment."""
    return line in QUIET or line.startswith("//")


def collect(lines, out, limit=None):
    """Append the tracks of `lines` to `out` and return the seconds added.

    A line is a mark ("+" song, "*" jingle, "!" advert, "~" talk, "#" news), a
    title and, behind the last "@", a length ("3:20", "45s", "2m", "1h" or
    seconds; 180 without one). Blank lines, "--", "==" and lines with "//" are
    skipped. A line that would bring the sum above `limit` ends the reading. A
    line that cannot be read ends it, too: the tracks before it stay in `out`,
    and its number and fault are returned with the sum: `(seconds, "line N: FAULT")`.
    """
    progress = {"line": 0, "total": 0}
    try:
        read(lines, out, limit, progress)
    except ValueError as error:
        return progress["total"], f"line {progress['line']}: {error}"
    return progress["total"], None


def read(lines, out, limit, progress):
    """Append tracks until the limit, and keep note of how far it went."""
    for line in lines:
        progress["line"] += 1
        length = added(line.strip(), out, limit, progress["total"])
        if length is None:
            break
        progress["total"] += length


def added(line, out, limit, total):
    """Seconds that a line brings in, None where they would pass the limit."""
    if is_quiet(line):
        return 0
    found = track(line)
    if limit is not None and total + found[2] > limit:
        return None
    out.append(found)
    return found[2]
'''

_TITLES: Final = ("Morning", "a @ b", "", "Rain", "News at 8", "x")
_LENGTHS: Final = ("3:20", "45s", "2m", "30", "0:59", "31s", "1h", "60", "61", "5m", "301", "2h", "7201", "10")
_ODD: Final = ("3:", ":5", "m", "x", "3:2x", "1d", "", "-5", "4.5")
_MARKS: Final = "+*!~#"


def _line(rng: random.Random) -> str:
    text = f"{rng.choice(_MARKS)} {rng.choice(_TITLES)}"
    return rng.choice([text, f"{text} @ {rng.choice(_LENGTHS)}", f"{text}@{rng.choice(_LENGTHS[:8])}", f"  {text} @ 20s "])


def _lines(rng: random.Random, most: int = 5) -> list[str]:
    quiet = ("", "--", "==", "// later", "   ", "-")
    return [rng.choice([_line(rng), _line(rng), rng.choice(quiet[:5])]) for _ in range(rng.randint(1, most))]


def _usual(rng: random.Random) -> Case:
    return Case((_lines(rng), []))


def _single(rng: random.Random) -> Case:
    return Case(([f"{rng.choice(_MARKS)}{rng.choice(_TITLES)} @ {rng.choice([*_LENGTHS, str(rng.randint(1, 400))])}"], []))


def _kept(rng: random.Random) -> Case:
    lines = [f"+ {rng.choice(_TITLES)} @ {rng.randint(1, 59)}s" for _ in range(rng.randint(1, 3))]
    lines.insert(
        rng.randint(0, 3), rng.choice(["? what", f"+ x @ {rng.choice(_ODD)}", "* long @ 31", "! ad @ 61", "# n @ 301", "-"])
    )
    return Case((lines, [("song", "before", 1)]))


def _limits(rng: random.Random) -> Case:
    lengths = [rng.randint(1, 60) for _ in range(rng.randint(1, 4))]
    limit = sum(lengths) + rng.randint(-30, 2)
    return Case(([f"~ talk @ {length}s" for length in lengths], [], rng.choice([limit, sum(lengths), None, 0])))


def _edges(rng: random.Random) -> Case:
    kind, most = rng.choice([("*", 30), ("!", 60), ("#", 300), ("+", 7200), ("~", 7200)])
    return Case(([f"{kind} x @ {most + rng.randint(-1, 1)}{rng.choice(['', 's'])}", _line(rng)], [], rng.choice([None, most])))


FAMILY = Family(
    name="collect_tracks",
    stage="hard",
    domain="radio",
    split="train",
    entry="collect",
    instruction=(
        "Divide this reader of a track list into functions of McCabe complexity 3 at most; what has reached the list when a "
        "line fails is part of the contract."
    ),
    oracle=ORACLE,
    examples=(
        Case((["+ Rain @ 3:20", "", "* jingle @ 12s"], [])),
        Case((["+ Rain", "? what", "+ Sun"], [])),
        Case((["~ talk @ 2m", "~ more @ 2m"], [], 200)),
    ),
    draws=(
        Draw("lists", "partition", _usual),
        Draw("single lines", "partition", _single),
        Draw("what stays", "mutation", _kept),
        Draw("limits", "boundary", _limits),
        Draw("longest", "boundary", _edges),
    ),
    canaries=(
        Canary("all or nothing", changed(ORACLE, (" as error:\n", " as error:\n        out.clear()\n"))),
        Canary("goes on", changed(ORACLE, ("        return None\n", "        return 0\n"))),
        Canary("first at", changed(ORACLE, ('line[1:].rpartition("@")', 'line[1:].partition("@")'))),
    ),
)
