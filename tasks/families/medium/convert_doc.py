"""Newsletters by pandoc. Edges: the format from an ending, fields in their order, warnings that are kept, no ending."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Newsletters of the garden club, from Markdown to whatever members read."""

import os.path
import subprocess

FORMATS = {".html": "html5", ".pdf": "pdf", ".docx": "docx", ".txt": "plain"}


def fields(metadata):
    """Words for the document's fields, by name; empty ones are left out."""
    return [word for name in sorted(metadata) if metadata[name] for word in ("-M", f"{name}:{metadata[name]}")]


def convert(source, target, metadata=None, contents=False):
    """Convert a Markdown file; returns the warnings, one a line of standard error.

    Starts `pandoc -f markdown -t FORMAT -s [--toc] [-M NAME:VALUE ...] -o TARGET
    -- SOURCE`. The format follows from the target's ending in any case. Raises
    ValueError("no format for TARGET") for another ending, before anything is
    started, RuntimeError(TEXT) with all of standard error stripped ("status N"
    when that is empty) when pandoc fails, and RuntimeError("status 127") when
    there is none.
    """
    ending = os.path.splitext(target)[1].lower()
    if ending not in FORMATS:
        raise ValueError(f"no format for {target}")
    style = ["-s", "--toc"] if contents else ["-s"]
    marks = fields(metadata or {})
    command = ["pandoc", "-f", "markdown", "-t", FORMATS[ending], *style, *marks]
    command += ["-o", target, "--", source]
    try:
        result = subprocess.run(command, stderr=subprocess.PIPE, text=True)
    except FileNotFoundError:
        raise RuntimeError("status 127") from None
    if result.returncode != 0:
        raise RuntimeError(result.stderr.strip() or f"status {result.returncode}")
    return [line for line in result.stderr.splitlines() if line.strip()]
'''

BASE: Final = changed(
    ORACLE,
    (
        ORACLE[ORACLE.index("    command = [") : ORACLE.index("    if result.returncode")],
        """    result = subprocess.run(
        ["pandoc", "-f", "markdown", "-t", FORMATS[ending], *style, *marks, "-o", target, "--", source],
        stderr=subprocess.PIPE,
        text=True,
    )
""",
    ),
)

_SOURCES: Final = ("may.md", "2024/news-5_b.md", "größe.md", "x@y.md", "50%.md", "a=b", "-o.md")
_TARGETS: Final = ("may.html", "out/a-b.PDF", "x_1.docx", "größe.txt", "a.b.Html")
_FIELDS: Final = ("title", "author", "lang", "date-meta")
_VALUES: Final = ("May", "Ann", "", "2024-05-01", "a:b", "50%", "größe")


def _pandoc(rng: random.Random, *exits: int) -> dict[str, tuple[Tool, ...]]:
    error = "".join(f"{rng.choice(['[WARNING] no title', '  pandoc: x', '', ' '])}\n" for _ in range(rng.randint(0, 3)))
    return {"pandoc": (Tool(stdout=rng.choice(["", "x\n"]), stderr=error, exit=rng.choice(exits)),)}


def _options(rng: random.Random) -> dict[str, object]:
    given = {name: rng.choice(_VALUES) for name in rng.sample(_FIELDS, rng.randint(0, 3))}
    options = {"metadata": rng.choice([None, given, given]), "contents": rng.random() < 1 / 2}
    return {name: options[name] for name in rng.sample(sorted(options), rng.randint(0, 2))}


def _benign(rng: random.Random) -> Case:
    return Case((rng.choice(_SOURCES), rng.choice(_TARGETS)), _options(rng), _pandoc(rng, 0))


def _endings(rng: random.Random) -> Case:
    target = rng.choice(["a", "a.", ".pdf", "a.md", "a.htm", "a.pdf.gz", "x.TXT", "a.DocX", "dir.pdf/a", "a.html"])
    return Case((rng.choice(_SOURCES), target), _options(rng), _pandoc(rng, 0))


def _failing(rng: random.Random) -> Case:
    return Case((rng.choice(_SOURCES), rng.choice(_TARGETS)), _options(rng), _pandoc(rng, 0, 1, 43, 99, 127))


def _hostile_files(rng: random.Random) -> Case:
    return Case((hostile(rng, "may.md"), hostile(rng, "out") + ".html"), _options(rng), _pandoc(rng, 0, 0, 43))


def _hostile_fields(rng: random.Random) -> Case:
    fields = {name: hostile(rng, "May") for name in rng.sample(_FIELDS, rng.randint(1, 3))}
    return Case((rng.choice(_SOURCES), rng.choice(_TARGETS), fields), {}, _pandoc(rng, 0))


def _missing(rng: random.Random) -> Case:
    return Case((rng.choice(_SOURCES), rng.choice(_TARGETS)), _options(rng), {"pandoc": (Tool(missing=True),)})


FAMILY = Family(
    name="convert_doc",
    stage="medium",
    domain="garden club",
    split="train",
    entry="convert",
    instruction="Titles and file names come from the members: start pandoc without a shell, fields as single arguments.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"pandoc": (Tool(stderr="[WARNING] no title\n"),)},
    examples=(
        Case(("may.md", "may.html")),
        Case(("may.md", "may.PDF", {"title": "May", "author": ""}, True)),
        Case(("may.md", "may.odt")),
    ),
    draws=(
        Draw("plain files", "benign", _benign),
        Draw("endings", "error", _endings),
        Draw("failing pandoc", "failure", _failing),
        Draw("files with a shell's meaning", "payload", _hostile_files),
        Draw("fields with a shell's meaning", "payload", _hostile_fields),
        Draw("missing pandoc", "missing", _missing),
    ),
    canaries=(
        Canary("fields as they come", changed(ORACLE, ("in sorted(metadata)", "in metadata"))),
        Canary("endings in small letters", changed(ORACLE, ("[1].lower()", "[1]"))),
    ),
)
