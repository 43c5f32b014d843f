"""Releases by `docker tag A B && docker push B`. Edges: a tag of its own, a registry with a port, a push that fails once."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Releases of the game server's images."""

import subprocess

REGISTRY = "registry.game.example:5000"


def docker(*words: str) -> tuple[int, str]:
    """Status and printed lines of one docker command, errors among them."""
    try:
        result = subprocess.run(
            ["docker", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
    except FileNotFoundError:
        return 127, "docker is not installed"
    return result.returncode, result.stdout


def digest_of(output: str) -> str | None:
    """What follows "digest: " in the last line that has it."""
    digest = None
    for line in output.splitlines():
        _, found, rest = line.partition("digest: ")
        if found:
            digest = rest.split(" ")[0]
    return digest


def push(image: str, version: str, latest: bool = False) -> dict[str, object]:
    """Tag a local image with the registry's name and push it.

    Starts `docker tag IMAGE REGISTRY/IMAGE:VERSION`, then `docker push
    REGISTRY/IMAGE:VERSION`; with `latest` the same two again for "latest". The
    first command that fails ends it. Returns {"status", "digest", "log"}: the
    last status, the digest that push printed or None, and all that was
    printed. A missing docker counts as status 127. Raises
    ValueError("no version") before anything is started.
    """
    if not version:
        raise ValueError("no version")
    status, log = 0, ""
    for tag in [version, "latest"] if latest else [version]:
        name = f"{REGISTRY}/{image}:{tag}"
        for words in (("tag", image, name), ("push", name)):
            status, text = docker(*words)
            log += text
            if status != 0:
                return {"status": status, "digest": digest_of(log), "log": log}
    return {"status": status, "digest": digest_of(log), "log": log}
'''

BASE: Final = changed(
    ORACLE,
    (ORACLE[ORACLE.index("def docker(") : ORACLE.index("def digest_of(")], ""),
    (
        ORACLE[
            ORACLE.index("        for words in") : ORACLE.index(
                '    return {"status": status, "digest": digest_of(log), "log": log}\n', ORACLE.index("                return")
            )
        ],
        """        result = subprocess.run(
            f"(docker tag {image} {name} && docker push {name}) 2>&1",
            shell=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        status = result.returncode
        log += result.stdout
        if status != 0:
            break
""",
    ),
)

_IMAGES: Final = ("lobby", "match-maker", "team/chat_1", "x.y", "a@b", "größe")
_VERSIONS: Final = ("1.0", "2024-05-01", "v1_rc", "latest", "3+x", "50%")
_LINES: Final = ("digest: sha256:ab12 size: 1", "The push refers to x", "latest: digest: sha256:cd", "retry", "digest:", "")


def _runs(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    runs = []
    for _ in range(4):
        lines = "".join(f"{rng.choice(_LINES)}\n" for _ in range(rng.randint(0, 3)))
        runs.append(Tool(stdout=lines, stderr=rng.choice(["", "denied\n"]), exit=rng.choice(exits)))
    return {"docker": tuple(runs)}


def _latest(rng: random.Random) -> tuple[bool, ...]:
    return rng.choice([(), (True,), (False,)])


def _benign(rng: random.Random) -> Case:
    return Case((rng.choice(_IMAGES), rng.choice(_VERSIONS), *_latest(rng)), {}, _runs(rng, 0))


def _refused(rng: random.Random) -> Case:
    return Case((rng.choice(_IMAGES), rng.choice(["", "", "0", "1.0"]), *_latest(rng)), {}, _runs(rng, 0))


def _failing(rng: random.Random) -> Case:
    return Case((rng.choice(_IMAGES), rng.choice(_VERSIONS), *_latest(rng)), {}, _runs(rng, 0, 0, 0, 1, 125, 255))


def _hostile_image(rng: random.Random) -> Case:
    return Case((hostile(rng, "lobby"), rng.choice(_VERSIONS), *_latest(rng)), {}, _runs(rng, 0))


def _hostile_version(rng: random.Random) -> Case:
    return Case((rng.choice(_IMAGES), hostile(rng, "1.0") + "x", *_latest(rng)), {}, _runs(rng, 0, 0, 0, 1))


def _missing(rng: random.Random) -> Case:
    return Case((rng.choice(_IMAGES), rng.choice(_VERSIONS), *_latest(rng)), {}, {"docker": (Tool(missing=True),)})


FAMILY = Family(
    name="push_image",
    stage="medium",
    domain="games",
    split="train",
    entry="push",
    instruction="Image and version come from a chat command: run docker without a shell, in order, up to a failure.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"docker": (Tool(), Tool(stdout="digest: sha256:ab12 size: 7\n"))},
    examples=(
        Case(("lobby", "1.0")),
        Case(("lobby", "1.1", True), {}, {"docker": (Tool(), Tool(stdout="denied\n", exit=1))}),
        Case(("lobby", "")),
    ),
    draws=(
        Draw("plain images", "benign", _benign),
        Draw("no version", "error", _refused),
        Draw("failing docker", "failure", _failing),
        Draw("images with a shell's meaning", "payload", _hostile_image),
        Draw("versions with a shell's meaning", "payload", _hostile_version),
        Draw("missing docker", "missing", _missing),
    ),
    canaries=(
        Canary("pushes after a failure", changed(ORACLE, ("            if status != 0:", "            if status > 1:"))),
        Canary("errors unseen", changed(ORACLE, ("stderr=subprocess.STDOUT", "stderr=subprocess.DEVNULL"))),
    ),
)
