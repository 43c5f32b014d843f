"""Signatures of releases by gpg. Edges: one bad file among good ones, a key that is unknown, a signature beside its file."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Signatures for the files of a font release."""

import subprocess
from typing import Sequence


class SigningError(Exception):
    """gpg refused a file."""


def sign(path: str, key: str, armor: bool) -> str:
    """Sign one file and return the path of the signature."""
    signature = path + (".asc" if armor else ".sig")
    options = ["--batch", "--yes", "--local-user", key, "--output", signature]
    if armor:
        options.append("--armor")
    try:
        subprocess.run(
            ["gpg", *options, "--detach-sign", "--", path],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
    except subprocess.CalledProcessError as error:
        lines = error.stderr.strip().splitlines()
        reason = lines[-1].removeprefix("gpg: ") if lines else f"status {error.returncode}"
        raise SigningError(f"{path}: {reason}") from error
    except FileNotFoundError:
        raise SigningError(f"{path}: gpg is not installed") from None
    return signature


def sign_all(
    paths: Sequence[str], key: str, armor: bool = True, keep_going: bool = False
) -> dict[str, list[str]]:
    """Sign each file with `gpg ... --detach-sign -- PATH`; PATH.asc or PATH.sig holds the signature.

    Returns {"signatures", "errors"}. The first file that gpg refuses raises
    SigningError("PATH: REASON"), the reason being the last line of standard
    error without "gpg: ", or "status N" when there is none; with `keep_going`
    its text joins the errors and the next file follows. Raises
    ValueError("no key") before anything is started.
    """
    if not key:
        raise ValueError("no key")
    signatures, errors = [], []
    for path in paths:
        try:
            signatures.append(sign(path, key, armor))
        except SigningError as error:
            if not keep_going:
                raise
            errors.append(str(error))
    return {"signatures": signatures, "errors": errors}
'''

_PATHS: Final = ("font-1.2.zip", "dist/a_b.otf", "größe.ttf", "x@y.woff", "50%.zip", "a=b.zip", "-v.zip")
_KEYS: Final = ("0xA1B2", "release@fonts.example", "Ann-Lee", "größe")
_ERRORS: Final = ("gpg: no default secret key", "gpg: signing failed: No such file", "odd", "", "gpg: gpg: twice")


def _runs(rng: random.Random, number: int, *exits: int) -> dict[str, tuple[Tool, ...]]:
    errors = ["".join(f"{rng.choice(_ERRORS)}\n" for _ in range(rng.randint(0, 2))) for _ in range(number)]
    return {"gpg": tuple(Tool(stdout="noise", stderr=error, exit=rng.choice(exits)) for error in errors)}


def _options(rng: random.Random) -> dict[str, object]:
    options = {"armor": rng.random() < 1 / 2, "keep_going": rng.random() < 2 / 3}
    return {name: options[name] for name in rng.sample(sorted(options), rng.randint(0, 2))}


def _paths(rng: random.Random, least: int = 0) -> list[str]:
    return rng.sample(_PATHS, rng.randint(least, 3))


def _benign(rng: random.Random) -> Case:
    return Case((_paths(rng), rng.choice(_KEYS)), _options(rng), _runs(rng, 1, 0))


def _no_key(rng: random.Random) -> Case:
    return Case((_paths(rng), rng.choice(["", "", rng.choice(_KEYS)])), _options(rng))


def _failing(rng: random.Random) -> Case:
    return Case((_paths(rng, 1), rng.choice(_KEYS)), _options(rng), _runs(rng, 3, 0, 0, 1, 2))


def _hostile_path(rng: random.Random) -> Case:
    return Case(([hostile(rng, "font.zip")], rng.choice(_KEYS)), _options(rng), _runs(rng, 1, 0))


def _hostile_both(rng: random.Random) -> Case:
    paths = [hostile(rng, "a"), *_paths(rng)[:1], hostile(rng, "b.zip")]
    return Case((paths, hostile(rng, "key"), True, True), {}, _runs(rng, 3, 0, 0, 2))


def _missing(rng: random.Random) -> Case:
    return Case((_paths(rng, 1), rng.choice(_KEYS)), {"armor": rng.random() < 1 / 2}, {"gpg": (Tool(missing=True),)})


FAMILY = Family(
    name="sign_release",
    stage="medium",
    domain="fonts",
    split="train",
    entry="sign_all",
    instruction="Files and keys are named by the designers: start gpg without a shell, same signatures and errors.",
    oracle=ORACLE,
    tools={"gpg": (Tool(),)},
    examples=(
        Case((["font.zip", "font.otf"], "0xA1")),
        Case((["a", "b"], "k", False, True), {}, {"gpg": (Tool(exit=2, stderr="gpg: no key\n"), Tool())}),
        Case((["a"], "")),
    ),
    draws=(
        Draw("plain files", "benign", _benign),
        Draw("no key", "error", _no_key),
        Draw("failing gpg", "failure", _failing),
        Draw("a file with a shell's meaning", "payload", _hostile_path),
        Draw("files and keys", "payload", _hostile_both),
        Draw("missing gpg", "missing", _missing),
    ),
    canaries=(
        Canary("unchecked", changed(ORACLE, ("            check=True,\n", ""))),
        Canary("first line", changed(ORACLE, ("lines[-1]", "lines[0]"))),
    ),
)
