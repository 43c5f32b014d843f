"""Episodes of a podcast by ffmpeg. Edges: no length, a start behind the end, a bit rate below the least."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Episodes of the podcast: cut, tag and encode."""

import subprocess

LEAST_RATE = 32


def clock(seconds: int) -> str:
    """HH:MM:SS."""
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes // 60:02d}:{minutes % 60:02d}:{seconds:02d}"


def cut_options(start: int, end: int | None) -> list[str]:
    """Nothing for a cut that cuts nothing."""
    options = []
    if start > 0:
        options += ["-ss", clock(start)]
    if end is not None:
        options += ["-to", clock(end)]
    return options


def encode(
    source: str, target: str, title: str, start: int = 0, end: int | None = None, rate: int = 96
) -> str:
    """Encode `source` from second `start` to `end` into `target`; "done" or "skipped".

    Starts `ffmpeg -y -i SOURCE [-ss H:M:S] [-to H:M:S] -b:a RATEk -metadata
    title=TITLE TARGET`. A rate below 32 becomes 32. Raises
    ValueError("nothing left") where the end is not behind the start. Status 1
    means that ffmpeg skipped the file; for another status than 0 it raises
    RuntimeError("ffmpeg: STATUS"), and for no ffmpeg RuntimeError("no ffmpeg").
    """
    if end is not None and end <= start:
        raise ValueError("nothing left")
    cut = cut_options(start, end)
    bits = f"{max(rate, LEAST_RATE)}k"
    try:
        status = subprocess.run(
            ["ffmpeg", "-y", "-i", source, *cut, "-b:a", bits, "-metadata", f"title={title}", target],
            stderr=subprocess.DEVNULL,
        ).returncode
    except FileNotFoundError:
        raise RuntimeError("no ffmpeg") from None
    if status == 1:
        return "skipped"
    if status != 0:
        raise RuntimeError(f"ffmpeg: {status}")
    return "done"
'''

BASE: Final = changed(
    ORACLE,
    ("    try:\n        status = subprocess.run(", "    status = subprocess.run("),
    (
        (
            '            ["ffmpeg", "-y", "-i", source, *cut, "-b:a", bits, "-metadata", f"title={title}", target],\n'
            "            stderr=subprocess.DEVNULL,\n        ).returncode\n"
            '    except FileNotFoundError:\n        raise RuntimeError("no ffmpeg") from None\n'
        ),
        (
            '        ["ffmpeg", "-y", "-i", source, *cut, "-b:a", bits, "-metadata", f"title={title}", target],\n'
            "        stderr=subprocess.DEVNULL,\n    ).returncode\n"
            '    if status == 127:\n        raise RuntimeError("no ffmpeg")\n'
        ),
    ),
)

_SOURCES: Final = ("raw/take-1.wav", "a_b.flac", "größe.wav", "/srv/in/x.wav", "50%.aiff", "t@3.wav")
_TARGETS: Final = ("ep-12.mp3", "out/a+b.mp3", "/srv/www/ep_1.ogg")
_TITLES: Final = ("Intro", "Folge-12", "a=b", "50%", "x/y:z", "Ä")


def _cut(rng: random.Random) -> dict[str, object]:
    start = rng.choice([0, 1, 59, 60, 61, 3599, 3600, rng.randint(0, 9000)])
    end = rng.choice([None, start + 1, start + rng.randint(2, 4000)])
    return {"start": start, "end": end, "rate": rng.choice([0, 31, 32, 33, 96, 320])}


def _call(rng: random.Random, names: tuple[str, str, str], *exits: int) -> Case:
    tool = Tool(exit=rng.choice(exits), stderr="size= 12kB\n")
    return Case(names, _cut(rng) if rng.random() < 3 / 4 else {}, {"ffmpeg": (tool,)})


def _plain(rng: random.Random) -> tuple[str, str, str]:
    return rng.choice(_SOURCES), rng.choice(_TARGETS), rng.choice(_TITLES)


def _benign(rng: random.Random) -> Case:
    return _call(rng, _plain(rng), 0)


def _cuts(rng: random.Random) -> Case:
    if rng.random() < 1 / 4:
        return Case(_plain(rng), {"end": rng.randint(-1, 2)})
    start = rng.randint(-2, 70)
    return Case(_plain(rng), {"start": start, "end": start + rng.choice([-1, 0, 0, 1, 2])})


def _failing(rng: random.Random) -> Case:
    return _call(rng, _plain(rng), 0, 1, 2, 69, 126, 255)


def _hostile_title(rng: random.Random) -> Case:
    return _call(rng, (rng.choice(_SOURCES), rng.choice(_TARGETS), hostile(rng, "Intro")), 0, 0, 1)


def _hostile_files(rng: random.Random) -> Case:
    return _call(rng, (hostile(rng, "a.wav"), hostile(rng, "b.mp3"), rng.choice(_TITLES)), 0, 0, 2)


def _missing(rng: random.Random) -> Case:
    return Case(_plain(rng), tools={"ffmpeg": (Tool(missing=True),)})


FAMILY = Family(
    name="transcode",
    stage="medium",
    domain="podcast",
    split="train",
    entry="encode",
    instruction="Titles and file names come from the authors: start ffmpeg without a shell, each of them as one argument.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"ffmpeg": (Tool(),)},
    examples=(
        Case(("a.wav", "a.mp3", "Intro")),
        Case(("a.wav", "a.mp3", "Folge-2", 61, 3600, 16)),
        Case(("a.wav", "a.mp3", "x", 5, 5)),
    ),
    draws=(
        Draw("plain names", "benign", _benign),
        Draw("cuts", "boundary", _cuts),
        Draw("failing ffmpeg", "failure", _failing),
        Draw("titles with a shell's meaning", "payload", _hostile_title),
        Draw("files with a shell's meaning", "payload", _hostile_files),
        Draw("missing ffmpeg", "missing", _missing),
    ),
    canaries=(
        Canary("no least rate", changed(ORACLE, ("max(rate, LEAST_RATE)", "rate"))),
        Canary("skipped is done", changed(ORACLE, ("if status == 1:", "if status > 1:"))),
    ),
)
