"""Matches in log files by grep -c. Edges: status 1 is no failure, names that are missing, one file without its name."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""How often a customer's words occur in the logs, for the support desk."""

import subprocess


def counted(output):
    """Counts by name from lines "NAME:COUNT"; other lines are left out."""
    counts = {}
    for line in output.splitlines():
        name, colon, count = line.rpartition(":")
        if colon and count.isdecimal():
            counts[name] = counts.get(name, 0) + int(count)
    return counts


def count_matches(words, files, ignore_case=False):
    """Lines with all of the words joined by blanks, by file.

    Starts `grep -cHF [-i] -e "WORD WORD ..." -- FILE ...` (-H prints the name
    even for one file). Files that grep does not mention are absent. Without
    files, or without words, nothing is started and the answer is {}. Status 1
    means no match; for any above it raises RuntimeError(LINE) with the last
    line of standard error, "grep failed" if there is none, and for a missing
    grep (status 127) RuntimeError("grep failed").
    """
    if not words or not files:
        return {}
    options = "-cHFi" if ignore_case else "-cHF"
    try:
        result = subprocess.run(
            ["grep", options, "-e", " ".join(words), "--", *files],
            capture_output=True,
            text=True,
        )
    except FileNotFoundError:
        raise RuntimeError("grep failed") from None
    if result.returncode == 127:
        raise RuntimeError("grep failed")
    if result.returncode > 1:
        errors = result.stderr.splitlines()
        raise RuntimeError(errors[-1] if errors else "grep failed")
    return counted(result.stdout)
'''

BASE: Final = changed(
    ORACLE,
    ("    try:\n        result", "    result"),
    (
        (
            '            ["grep", options, "-e", " ".join(words), "--", *files],\n'
            "            capture_output=True,\n            text=True,\n        )\n"
            '    except FileNotFoundError:\n        raise RuntimeError("grep failed") from None\n'
        ),
        """        f"grep {options} -e '{' '.join(words)}' -- {' '.join(files)}",
        shell=True,
        capture_output=True,
        text=True,
    )
""",
    ),
)

_WORDS: Final = ("error", "timeout", "disk", "10.0.0.7", "user@host", "größe", "50%", "-v")
_FILES: Final = ("app.log", "/var/log/x-1.log", "a_b.log", "old/2024.log", "x:y.log", "größe.log")


def _output(rng: random.Random) -> str:
    lines = [
        rng.choice([f"{rng.choice(_FILES)}:{rng.choice([0, 1, 7, rng.randint(0, 999)])}", "app.log:", ":3", "Binary file", ""])
        for _ in range(rng.randint(0, 5))
    ]
    return "".join(f"{line}\n" for line in lines)


def _call(rng: random.Random, words: list[str], files: list[str], tool: Tool | None = None) -> Case:
    given = tool or Tool(stdout=_output(rng), stderr=rng.choice(["", "grep: x: No such file\n"]), exit=rng.choice([0, 0, 1]))
    return Case((words, files, *rng.choice([(), (True,), (False,)])), tools={"grep": (given,)})


def _plain(rng: random.Random) -> tuple[list[str], list[str]]:
    return rng.sample(_WORDS, rng.randint(1, 3)), rng.sample(_FILES, rng.randint(1, 3))


def _benign(rng: random.Random) -> Case:
    return _call(rng, *_plain(rng))


def _nothing(rng: random.Random) -> Case:
    words, files = _plain(rng)
    return _call(rng, words[: rng.randint(0, 2)], files[: rng.randint(0, 2)])


def _failing(rng: random.Random) -> Case:
    error = "".join(
        f"grep: {rng.choice(_FILES)}: {rng.choice(['denied', 'is a directory'])}\n" for _ in range(rng.randint(0, 3))
    )
    return _call(rng, *_plain(rng), Tool(stdout=_output(rng), stderr=error, exit=rng.choice([0, 1, 2, 2, 3, 127])))


def _hostile_words(rng: random.Random) -> Case:
    return _call(rng, [hostile(rng, "error"), *rng.sample(_WORDS, rng.randint(0, 1))], rng.sample(_FILES, 1))


def _hostile_files(rng: random.Random) -> Case:
    return _call(rng, rng.sample(_WORDS, 1), [hostile(rng, "app.log"), hostile(rng, "b.log")])


def _missing(rng: random.Random) -> Case:
    return _call(rng, *_plain(rng), Tool(missing=True))


FAMILY = Family(
    name="count_matches",
    stage="medium",
    domain="support",
    split="train",
    entry="count_matches",
    instruction="Words and file names come from a support form: run grep without a shell, the words as one argument.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"grep": (Tool(stdout="app.log:3\n"),)},
    examples=(
        Case((["disk", "full"], ["app.log"])),
        Case((["x"], ["a.log", "b.log"], True), tools={"grep": (Tool(stdout="a.log:0\nb.log:0\n", exit=1),)}),
        Case(([], ["app.log"])),
    ),
    draws=(
        Draw("plain words", "benign", _benign),
        Draw("few or none", "boundary", _nothing),
        Draw("failing grep", "failure", _failing),
        Draw("words with a shell's meaning", "payload", _hostile_words),
        Draw("files with a shell's meaning", "payload", _hostile_files),
        Draw("missing grep", "missing", _missing),
    ),
    canaries=(
        Canary("a word each", changed(ORACLE, ('" ".join(words)', "*words"))),
        Canary("no match is a failure", changed(ORACLE, ("returncode > 1", "returncode > 0"))),
    ),
)
