"""Songs of a jukebox by sox. Edges: gains per track, one track alone, effects in their order, a length out of soxi."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Mixes for the radio play workshop."""

import subprocess
from typing import Sequence


class MixError(RuntimeError):
    """sox or soxi did not do its work."""


def run(program: str, *words: str) -> str:
    """Standard output of a program."""
    try:
        return subprocess.run(
            [program, *words], check=True, capture_output=True, text=True
        ).stdout
    except subprocess.CalledProcessError as error:
        lines = error.stderr.splitlines()
        raise MixError(lines[0] if lines else f"{program}: status {error.returncode}") from None
    except FileNotFoundError:
        raise MixError(f"{program}: status 127") from None


def inputs(tracks: Sequence[tuple[str, float]]) -> list[str]:
    """Each track with its gain, where that is not 1."""
    words: list[str] = []
    for path, gain in tracks:
        if gain != 1:
            words += ["-v", f"{gain:g}"]
        words.append(path)
    return words


def mix(tracks: Sequence[tuple[str, float]], target: str, fade: float = 0, title: str = "") -> float:
    """Mix tracks (path, gain) into `target` and return its length in seconds.

    Starts `sox [-m] [-v GAIN] TRACK ... [--comment Title=TITLE] TARGET [fade 0
    -0 FADE]` (-m for several tracks), then `soxi -D TARGET`, which prints the
    length. Raises ValueError("nothing to mix") without tracks, before anything
    is started, and MixError with the first line of standard error, "PROGRAM:
    status N" where there is none (127 for a missing one), or "no length" when
    soxi prints no number.
    """
    if not tracks:
        raise ValueError("nothing to mix")
    many = ["-m"] if len(tracks) > 1 else []
    comment = ["--comment", f"Title={title}"] if title else []
    effects = ["fade", "0", "-0", f"{fade:g}"] if fade > 0 else []
    run("sox", *many, *inputs(tracks), *comment, target, *effects)
    length = run("soxi", "-D", target)
    try:
        return float(length)
    except ValueError:
        raise MixError("no length") from None
'''

BASE: Final = changed(
    ORACLE,
    (ORACLE[ORACLE.index("def run(") : ORACLE.index("def inputs(")], ""),
    (
        ORACLE[ORACLE.index('    run("sox"') : ORACLE.index("    try:\n        return float(length)")],
        """    words = [*many, *inputs(tracks), *comment, target, *effects]
    mixed = subprocess.run(["sox", *words], capture_output=True, text=True)
    if mixed.returncode != 0:
        lines = mixed.stderr.splitlines() or [f"sox: status {mixed.returncode}"]
        raise MixError(lines[0])
    told = subprocess.run(["soxi", "-D", target], capture_output=True, text=True)
    if told.returncode != 0:
        lines = told.stderr.splitlines() or [f"soxi: status {told.returncode}"]
        raise MixError(lines[0])
    length = told.stdout
""",
    ),
)

_PATHS: Final = ("voice-1.wav", "fx/door_2.flac", "größe.wav", "x@y.wav", "50%.wav", "a=b.ogg")
_TARGETS: Final = ("out.wav", "mix/a-b.mp3", "x_1.flac")
_GAINS: Final = (1, 1, 0.5, 2, 0, 1.25, 0.1)
_TITLES: Final = ("", "Scene-1", "x=y", "50%", "größe")


def _tracks(rng: random.Random, least: int = 1) -> list[tuple[str, float]]:
    return [(path, rng.choice(_GAINS)) for path in rng.sample(_PATHS, rng.randint(least, 3))]


def _length(rng: random.Random) -> str:
    return rng.choice([f"{rng.randint(0, 900)}.{rng.randint(0, 999):03}\n", "12\n", "0.000000\n", "3.5"])


def _tools(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    error = ["", "sox FAIL x\nmore\n", "sox WARN y\n", "\n"]
    return {
        "sox": (Tool(stderr=rng.choice(error), exit=rng.choice(exits)),),
        "soxi": (Tool(stdout=_length(rng), stderr=rng.choice(error), exit=rng.choice([0, *exits])),),
    }


def _options(rng: random.Random) -> dict[str, object]:
    options = {"fade": rng.choice([0, 0.5, 3, -1, 0.25]), "title": rng.choice(_TITLES)}
    return {name: options[name] for name in rng.sample(sorted(options), rng.randint(0, 2))}


def _benign(rng: random.Random) -> Case:
    return Case((_tracks(rng), rng.choice(_TARGETS)), _options(rng), _tools(rng, 0))


def _few(rng: random.Random) -> Case:
    tools = {**_tools(rng, 0), "soxi": (Tool(stdout=rng.choice(["", "x\n", "1 2\n", "nan\n", _length(rng)])),)}
    return Case((_tracks(rng, 0)[:1], rng.choice(_TARGETS)), _options(rng), tools)


def _failing(rng: random.Random) -> Case:
    return Case((_tracks(rng), rng.choice(_TARGETS)), _options(rng), _tools(rng, 0, 0, 1, 2, 127))


def _hostile_tracks(rng: random.Random) -> Case:
    tracks = [(hostile(rng, "a.wav"), rng.choice(_GAINS)), *_tracks(rng, 0)[:1]]
    return Case((tracks, rng.choice(_TARGETS)), _options(rng), _tools(rng, 0, 0, 1))


def _hostile_rest(rng: random.Random) -> Case:
    return Case((_tracks(rng)[:1], hostile(rng, "out.wav")), {"title": hostile(rng, "Scene")}, _tools(rng, 0))


def _missing(rng: random.Random) -> Case:
    gone = rng.choice(["sox", "soxi"])
    return Case((_tracks(rng), rng.choice(_TARGETS)), _options(rng), {**_tools(rng, 0), gone: (Tool(missing=True),)})


FAMILY = Family(
    name="mix_tracks",
    stage="medium",
    domain="radio play",
    split="train",
    entry="mix",
    instruction="Actors name files and scenes: start sox and soxi without a shell and keep lengths and errors.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"sox": (Tool(),), "soxi": (Tool(stdout="12.5\n"),)},
    examples=(
        Case(([("a.wav", 1), ("b.wav", 0.5)], "out.wav")),
        Case(([("a.wav", 1)], "out.wav", 2, "Scene-1"), {}, {"sox": (Tool(stderr="sox FAIL a\nb\n", exit=2),)}),
        Case(([], "out.wav")),
    ),
    draws=(
        Draw("plain tracks", "benign", _benign),
        Draw("few tracks, odd lengths", "boundary", _few),
        Draw("failing programs", "failure", _failing),
        Draw("tracks with a shell's meaning", "payload", _hostile_tracks),
        Draw("targets and titles", "payload", _hostile_rest),
        Draw("missing programs", "missing", _missing),
    ),
    canaries=(
        Canary("unchecked", changed(ORACLE, ("check=True, ", ""))),
        Canary("always mixed", changed(ORACLE, ('["-m"] if len(tracks) > 1 else []', '["-m"]'))),
    ),
)
