"""Cue sheets of a radio. Trap: the file is indented with tabs, and some of its tabs stand inside strings."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.task import Case

ORACLE: Final = '''\
"""Cue sheets of the local radio."""

HEAD = "no\\tstart\\ttitle\\n"


def clock(seconds):
    """Minutes and seconds of a moment in a show."""
    return f"{seconds // 60:02}:{seconds % 60:02}"


def cue_sheet(tracks, gap=2):
    """A table of the tracks of a show, its columns divided by tabs.

    Tracks are pairs of title and length in seconds; `gap` seconds lie between
    two of them. A title loses its own tabs, each of which becomes a blank. A
    last line tells the end of the show, without gap. A length below 1 is an
    error; a show without tracks is the head alone.
    """
    lines = [HEAD]
    now = 0
    for number, (title, length) in enumerate(tracks, start=1):
        if length < 1:
            raise ValueError(f"track {number} has no length")
        plain = title.replace("\\t", " ")
        lines.append(f"{number}\\t{clock(now)}\\t{plain}\\n")
        now += length + gap
    if tracks:
        lines.append(f"\\t{clock(now - gap)}\\tend\\n")
    return "".join(lines)
'''


def _tabbed(source: str) -> str:
    """Tabs for every indentation, and real ones inside the strings."""
    lines = []
    for line in source.replace("\\t", "\t").splitlines():
        body = line.lstrip(" ")
        lines.append("\t" * ((len(line) - len(body)) // 4) + body)
    return "\n".join(lines) + "\n"


BASE: Final = _tabbed(ORACLE)

_TITLES: Final = ("Night train", "a\tb", "", "\t", "Ünder", "News  ", "t")


def _track(rng: random.Random) -> tuple[str, int]:
    return rng.choice(_TITLES), rng.choice([1, 2, 57, 58, 59, 60, 61, 180, 3600, rng.randint(1, 400)])


def _tracks(rng: random.Random, least: int, most: int) -> list[tuple[str, int]]:
    return [_track(rng) for _ in range(rng.randint(least, most))]


def _ordinary(rng: random.Random) -> Case:
    return Case((_tracks(rng, 1, 5),))


def _gaps(rng: random.Random) -> Case:
    return Case((_tracks(rng, 0, 3), rng.choice([0, 1, 2, 5, 60])))


def _clock(rng: random.Random) -> Case:
    return Case(([("a", rng.randint(1, 7300)), ("b", 1)],), {"gap": rng.choice([0, 2])})


def _wrong(rng: random.Random) -> Case:
    tracks = _tracks(rng, 0, 3)
    tracks.insert(rng.randint(0, len(tracks)), ("x", rng.choice([0, 1, -1, -60])))
    return Case((tracks,))


FAMILY = Family(
    name="cue_sheet",
    stage="easy",
    domain="radio",
    split="train",
    entry="cue_sheet",
    instruction="Bring this cue sheet writer to PEP 8, tabs for indentation included; the sheets keep their tabs.",
    oracle=ORACLE,
    bases=(BASE,),
    trap=True,
    examples=(Case(([("Night train", 61), ("News", 120)],)), Case(([],)), Case(([("a\tb", 5), ("c", 0)], 0))),
    draws=(
        Draw("shows", "partition", _ordinary),
        Draw("gaps", "partition", _gaps),
        Draw("clock", "boundary", _clock),
        Draw("no length", "error", _wrong),
    ),
    canaries=(
        Canary("every tab expanded", BASE.expandtabs(4), naive=True),
        Canary("gap at the end", changed(ORACLE, ("clock(now - gap)", "clock(now)"))),
    ),
)
