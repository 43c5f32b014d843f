"""Previews of photos by ImageMagick. Edges: a picture that is narrow enough, a failing convert, a size that is no number."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Previews for the photo pages of the museum."""

import subprocess

WIDTHS = {"small": 160, "medium": 480, "large": 1200}


def width_of(picture):
    """Width of a picture in pixels, 0 where identify cannot tell."""
    result = subprocess.run(
        ["identify", "-format", "%w", picture], stdout=subprocess.PIPE, text=True
    )
    if result.returncode != 0 or not result.stdout.strip().isdecimal():
        return 0
    return int(result.stdout)


def preview(picture, target, size="medium", quality=85):
    """Scale `picture` down into the file `target` and return the new width.

    Starts `identify -format %w PICTURE`, then
    `convert PICTURE -resize WIDTH -quality QUALITY TARGET`. A picture that is
    narrower than the size keeps its width. Raises ValueError for a size that
    is not in WIDTHS ("no size SIZE") or a quality outside 1..100
    ("quality must be 1 to 100") before anything is started, and RuntimeError
    ("cannot convert PICTURE: LINE", the last line convert wrote to standard
    error, or "no reason given") when convert fails.
    """
    if size not in WIDTHS:
        raise ValueError(f"no size {size}")
    if not 1 <= quality <= 100:
        raise ValueError("quality must be 1 to 100")
    width = width_of(picture)
    wanted = min(width, WIDTHS[size]) if width else WIDTHS[size]
    command = ["convert", picture, "-resize", str(wanted), "-quality", str(quality)]
    result = subprocess.run([*command, target], stderr=subprocess.PIPE, text=True)
    if result.returncode != 0:
        lines = result.stderr.splitlines() or ["no reason given"]
        raise RuntimeError(f"cannot convert {picture}: {lines[-1]}")
    return wanted
'''

_PICTURES: Final = ("photo.jpg", "scans/map-1890.png", "/srv/img/a_b.tif", "x@2x.webp", "größe.jpg", "50%.png", "-draft.jpg")
_TARGETS: Final = ("out.jpg", "/srv/p.png", "thumbs/a-b.webp", "a+b=c.jpg")
_SIZES: Final = ("small", "medium", "large")
_LINES: Final = ("convert: no decode delegate", "convert: unable to open image", "", "warning: profile", "done")


def _printed(rng: random.Random) -> str:
    width = rng.choice([1, 159, 160, 161, 479, 480, 481, 1199, 1200, 1201, 4000, rng.randint(1, 2000)])
    return rng.choice([f"{width}", f"{width}\n", f" {width}\n", "", "\n", "0\n", "-5\n", "12.5\n", "640 480\n", "?"])


def _call(rng: random.Random, picture: str, target: str, **tools: tuple[Tool, ...]) -> Case:
    size, quality = rng.choice(_SIZES), rng.choice([1, 2, 50, 99, 100])
    tools = {"identify": (Tool(stdout=_printed(rng)),), **tools}
    return Case((picture, target, size), {"quality": quality} if rng.random() < 1 / 2 else {}, tools)


def _benign(rng: random.Random) -> Case:
    return _call(rng, rng.choice(_PICTURES), rng.choice(_TARGETS))


def _refused(rng: random.Random) -> Case:
    size = rng.choice(["small", "huge", "", "Small", "large"])
    return Case((rng.choice(_PICTURES), rng.choice(_TARGETS), size, rng.choice([-1, 0, 1, 100, 101, rng.randint(102, 300)])))


def _failing(rng: random.Random) -> Case:
    error = rng.choice(["", "\n"]).join(f"{rng.choice(_LINES)}\n" for _ in range(rng.randint(0, 3)))
    convert = Tool(exit=rng.choice([0, 1, 2, 127, 255]), stderr=error)
    identify = Tool(exit=rng.choice([0, 1, 2]), stdout=_printed(rng), stderr="identify: bad\n")
    return _call(rng, rng.choice(_PICTURES), rng.choice(_TARGETS), identify=(identify,), convert=(convert,))


def _hostile_picture(rng: random.Random) -> Case:
    return _call(rng, hostile(rng, "a.jpg"), rng.choice(_TARGETS))


def _hostile_both(rng: random.Random) -> Case:
    return _call(rng, hostile(rng, "x"), hostile(rng, "b.png"), convert=(Tool(exit=rng.choice([0, 0, 1])),))


def _missing(rng: random.Random) -> Case:
    gone = rng.choice([("identify",), ("convert",), ("identify", "convert")])
    return Case((rng.choice(_PICTURES), rng.choice(_TARGETS)), tools={name: (Tool(missing=True),) for name in gone})


FAMILY = Family(
    name="thumbnail",
    stage="medium",
    domain="museum",
    split="train",
    entry="preview",
    instruction="File names come from visitors' uploads: start identify and convert without a shell, as the docstrings say.",
    oracle=ORACLE,
    tools={"identify": (Tool(stdout="640"),), "convert": (Tool(),)},
    examples=(Case(("photo.jpg", "out.jpg")), Case(("a.png", "b.png", "small", 90)), Case(("a.png", "b.png", "tiny"))),
    draws=(
        Draw("plain names", "benign", _benign),
        Draw("refused settings", "error", _refused),
        Draw("failing programs", "failure", _failing),
        Draw("pictures with a shell's meaning", "payload", _hostile_picture),
        Draw("both names with a shell's meaning", "payload", _hostile_both),
        Draw("missing programs", "missing", _missing),
    ),
    canaries=(
        Canary(
            "widens narrow pictures", changed(ORACLE, ("min(width, WIDTHS[size]) if width else WIDTHS[size]", "WIDTHS[size]"))
        ),
        Canary("first line", changed(ORACLE, ("lines[-1]", "lines[0]"))),
    ),
)
