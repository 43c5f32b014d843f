"""Letters by `cd D && lualatex F`. Edges: a second run where the log asks for one, a folder that is not there, no log."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Letters of the town hall, set by LaTeX in the folder of each office."""

import subprocess

FOLDERS = {"registry": "offices/registry", "parks": "offices/parks", "tax": "offices/tax-1"}
RERUN = "Rerun to get"
MAX_RUNS = 3


def run(argv, folder):
    """Status and output of one program that works in a folder."""
    try:
        result = subprocess.run(
            argv, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
    except FileNotFoundError:
        raise RuntimeError(f"{argv[0]} is not installed") from None
    return result.returncode, result.stdout


def typeset(office, letter, draft=False):
    """Set `letter` in the folder of an office; returns the number of runs and the warnings.

    Starts `lualatex -halt-on-error [-draftmode] LETTER`, up to three times as
    long as its output has "Rerun to get". Warnings are the lines of the last
    run with "Warning" in them. Raises LookupError("no office NAME") for an
    unknown one, RuntimeError("LETTER: LINE") with the last line that begins with "!" (or
    "no error line") when a run fails, and RuntimeError("lualatex is not
    installed").
    """
    if office not in FOLDERS:
        raise LookupError(f"no office {office}")
    options = ["-halt-on-error"]
    if draft:
        options.append("-draftmode")
    runs, output = 0, RERUN
    while RERUN in output and runs < MAX_RUNS:
        status, output = run(["lualatex", *options, letter], FOLDERS[office])
        runs += 1
        if status != 0:
            errors = [line for line in output.splitlines() if line.startswith("!")]
            raise RuntimeError(f"{letter}: {errors[-1] if errors else 'no error line'}")
    return runs, [line for line in output.splitlines() if "Warning" in line]
'''

BASE: Final = changed(
    ORACLE,
    (ORACLE[ORACLE.index("def run(") : ORACLE.index("def typeset(")], ""),
    (
        '    options = ["-halt-on-error"]\n    if draft:\n        options.append("-draftmode")\n',
        '    options = "-halt-on-error"\n    if draft:\n        options += " -draftmode"\n',
    ),
    (
        '        status, output = run(["lualatex", *options, letter], FOLDERS[office])\n',
        """        result = subprocess.run(
            f"cd {FOLDERS[office]} && lualatex {options} {letter} 2>&1", shell=True, stdout=subprocess.PIPE, text=True
        )
        status, output = result.returncode, result.stdout
        if status == 127:
            raise RuntimeError("lualatex is not installed")
""",
    ),
)

_FILES: Final = {f"{folder}/paper.sty": "" for folder in ("offices/registry", "offices/parks", "offices/tax-1")}
_OFFICES: Final = ("registry", "parks", "tax")
_LETTERS: Final = ("letter.tex", "2024/reply-1.tex", "größe.tex", "a_b,c.tex", "x@y.tex", "50%.tex", "a=b")
_LINES: Final = (
    "LaTeX Warning: Rerun to get cross-references right.",
    "LaTeX Warning: Reference `a' undefined",
    "! Undefined control sequence.",
    "! Emergency stop.",
    "Overfull box",
    "Package x Warning: old",
    " ! not one",
    "",
)


def _runs(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    runs = []
    for _ in range(rng.randint(1, 4)):
        lines = "".join(f"{rng.choice(_LINES)}\n" for _ in range(rng.randint(0, 4)))
        runs.append(Tool(stdout=lines, stderr=rng.choice(["", "", "kpathsea Warning: x\n"]), exit=rng.choice(exits)))
    return {"lualatex": tuple(runs)}


def _call(rng: random.Random, letter: str, *exits: int) -> Case:
    return Case((rng.choice(_OFFICES), letter, *rng.choice([(), (True,), (False,)])), tools=_runs(rng, *exits))


def _benign(rng: random.Random) -> Case:
    return _call(rng, rng.choice(_LETTERS), 0)


def _unknown(rng: random.Random) -> Case:
    office = rng.choice([*_OFFICES, "", "Tax", "../tax", "offices/tax-1"])
    return Case((office, rng.choice(_LETTERS)), {"draft": rng.random() < 1 / 2}, _runs(rng, 0))


def _failing(rng: random.Random) -> Case:
    return _call(rng, rng.choice(_LETTERS), 0, 1, 1, 2, 255)


def _hostile(rng: random.Random) -> Case:
    return _call(rng, hostile(rng, "letter.tex"), 0)


def _hostile_failing(rng: random.Random) -> Case:
    return _call(rng, hostile(rng, "a.tex", "b"), 0, 1)


def _missing(rng: random.Random) -> Case:
    return Case((rng.choice(_OFFICES), rng.choice(_LETTERS)), tools={"lualatex": (Tool(missing=True),)})


FAMILY = Family(
    name="typeset",
    stage="medium",
    domain="town hall",
    split="train",
    entry="typeset",
    instruction="Clerks name their letters freely: run lualatex in the office's folder without a shell, as often as before.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"lualatex": (Tool(stdout="Output written.\n"),)},
    files=_FILES,
    examples=(
        Case(("parks", "reply.tex")),
        Case(
            ("tax", "a.tex", True), tools={"lualatex": (Tool(stdout="LaTeX Warning: Rerun to get it\n"), Tool(stdout="ok\n"))}
        ),
        Case(("zoo", "a.tex")),
    ),
    draws=(
        Draw("plain letters", "benign", _benign),
        Draw("unknown offices", "error", _unknown),
        Draw("failing lualatex", "failure", _failing),
        Draw("letters with a shell's meaning", "payload", _hostile),
        Draw("hostile and failing", "payload", _hostile_failing),
        Draw("missing lualatex", "missing", _missing),
    ),
    canaries=(
        Canary("wrong folder", changed(ORACLE, ("argv, cwd=folder, stdout", "argv, stdout"))),
        Canary("errors apart", changed(ORACLE, ("stderr=subprocess.STDOUT", "stderr=subprocess.PIPE"))),
    ),
)
