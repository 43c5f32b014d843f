"""Tags of photos by exiftool in JSON. Edges: photos that are no photos, tags of other types, a status that only warns."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Captions for the bird club's photo contest, from what the cameras wrote."""

import json
import subprocess

MISSING = 127  # what a shell reports for a program that is not there


class UnreadablePhoto(Exception):
    """exiftool gave nothing that can be read."""


def raw_tags(photo, names):
    """What exiftool prints about a photo, and its status."""
    wanted = [f"-{name}" for name in names]
    try:
        result = subprocess.run(
            ["exiftool", "-json", "-q", *wanted, photo], stdout=subprocess.PIPE, text=True
        )
    except FileNotFoundError:
        return "", MISSING
    return result.stdout, result.returncode


def caption(photo, names=("Model", "LensID", "ISO"), separator=", "):
    """The wanted tags of a photo as one text, in the order of `names`.

    Starts `exiftool -json -q -NAME ... PHOTO`, which prints a JSON list with
    one object. Tags that it lacks, or that are neither a text nor a number, are
    left out; texts are stripped, and empty ones left out. Status 1 is a
    warning as long as there is an object. Raises UnreadablePhoto(PHOTO) when
    there is none, when the JSON is broken or when the status is above 1 (127
    for a missing exiftool), and ValueError("no tags") before anything is
    started for no names.
    """
    if not names:
        raise ValueError("no tags")
    text, status = raw_tags(photo, names)
    if status > 1:
        raise UnreadablePhoto(photo)
    try:
        found = json.loads(text)
    except ValueError:
        raise UnreadablePhoto(photo) from None
    if not isinstance(found, list) or not found or not isinstance(found[0], dict):
        raise UnreadablePhoto(photo)
    words = []
    for name in names:
        value = found[0].get(name)
        if isinstance(value, str) and value.strip():
            words.append(value.strip())
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            words.append(str(value))
    return separator.join(words)
'''

_PHOTOS: Final = ("heron.jpg", "2024/a_b-1.nef", "größe.jpg", "x@y.png", "50%.jpg", "a=b.jpg", "-q.jpg")
_NAMES: Final = ("Model", "LensID", "ISO", "Artist", "GPSAltitude", "x-y")
_VALUES: Final = ('"D850"', '" Z 9 "', '""', '"  "', "400", "0", "1.5", "true", "null", "[1]", '"größe"', '{"a": 1}')


def _printed(rng: random.Random) -> str:
    tags = ", ".join(f'"{name}": {rng.choice(_VALUES)}' for name in rng.sample(_NAMES, rng.randint(0, 5)))
    odd = ("", "[]", "{}", "[1]", "[{", "null", "x", '["a"]', f"{{{tags}}}")
    return rng.choice([f"[{{{tags}}}]\n"] * 6 + [f"[{{{tags}}}, {{}}]", rng.choice(odd)])


def _tool(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    return {"exiftool": (Tool(stdout=_printed(rng), exit=rng.choice(exits)),)}


def _options(rng: random.Random) -> dict[str, object]:
    options = {"names": rng.sample(_NAMES, rng.randint(1, 4)), "separator": rng.choice([" ", "; ", ""])}
    return {name: options[name] for name in rng.sample(sorted(options), rng.randint(0, 2))}


def _benign(rng: random.Random) -> Case:
    return Case((rng.choice(_PHOTOS),), _options(rng), _tool(rng, 0))


def _few(rng: random.Random) -> Case:
    return Case((rng.choice(_PHOTOS), rng.sample(_NAMES, rng.randint(0, 2))), {}, _tool(rng, 0))


def _failing(rng: random.Random) -> Case:
    return Case((rng.choice(_PHOTOS),), _options(rng), _tool(rng, 0, 1, 1, 2, 127))


def _hostile_photo(rng: random.Random) -> Case:
    return Case((hostile(rng, "heron.jpg"),), _options(rng), _tool(rng, 0, 0, 1))


def _hostile_names(rng: random.Random) -> Case:
    names = [hostile(rng, "Model"), *rng.sample(_NAMES, 2)]
    return Case((hostile(rng, "a.jpg"), names, hostile(rng)), {}, _tool(rng, 0))


def _missing(rng: random.Random) -> Case:
    return Case((rng.choice(_PHOTOS),), _options(rng), {"exiftool": (Tool(missing=True),)})


FAMILY = Family(
    name="photo_tags",
    stage="medium",
    domain="bird club",
    split="test",
    entry="caption",
    instruction="Members name photos and tags: start exiftool without a shell and keep captions and refusals.",
    oracle=ORACLE,
    tools={"exiftool": (Tool(stdout='[{"Model": " D850 ", "ISO": 400, "LensID": ""}]\n'),)},
    examples=(
        Case(("heron.jpg",)),
        Case(("owl.jpg", ["ISO", "Model"], " / ")),
        Case(("a.txt",), {}, {"exiftool": (Tool(stdout="[]", exit=1),)}),
    ),
    draws=(
        Draw("plain photos", "benign", _benign),
        Draw("few tags", "boundary", _few),
        Draw("failing exiftool", "failure", _failing),
        Draw("photos with a shell's meaning", "payload", _hostile_photo),
        Draw("tags with a shell's meaning", "payload", _hostile_names),
        Draw("missing exiftool", "missing", _missing),
    ),
    canaries=(
        Canary("warnings fail", changed(ORACLE, ("if status > 1:", "if status > 0:"))),
        Canary("truth is a number", changed(ORACLE, (" and not isinstance(value, bool)", ""))),
    ),
)
