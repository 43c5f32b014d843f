"""Words of manuscripts by `cat F | wc -w`. Edges: a chapter without words, wc that says nothing, no chapters at all."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, changed
from code_review_env.tasks.metacharacters import hostile
from code_review_env.tasks.task import Case, Tool

ORACLE: Final = '''\
"""Sizes of manuscripts for the publisher's fee table."""

import subprocess

MISSING = 127  # what a shell reports for a program that is not there


def piped(argv: list[str], text: str | None = None) -> tuple[int, str]:
    """Status and standard output of one program, with `text` on its standard input."""
    try:
        result = subprocess.run(
            argv, input=text, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
    except FileNotFoundError:
        return MISSING, ""
    return result.returncode, result.stdout


def words_in(chapter: str) -> int:
    """Words of one chapter."""
    _, text = piped(["cat", "--", chapter])
    status, count = piped(["wc", "-w"], text)
    if status != 0 or not count.strip().isdecimal():
        raise RuntimeError(f"cannot count {chapter}")
    return int(count)


def sizes(chapters: list[str], least: int = 0) -> dict[str, object]:
    """Words of each chapter, as `cat -- CHAPTER | wc -w` counts them.

    Returns {"chapters": [[name, words], ...], "total": words, "short": names
    of chapters with fewer than `least` words}, all in the order given. What
    the two programs write to standard error is dropped, and so is cat's
    status: a chapter that cannot be read has no words. Raises
    RuntimeError("cannot count CHAPTER") when wc ends with another status than
    0, does not exist or prints no number.
    """
    counts = [[chapter, words_in(chapter)] for chapter in chapters]
    return {
        "chapters": counts,
        "total": sum(words for _, words in counts),
        "short": [chapter for chapter, words in counts if words < least],
    }
'''

BASE: Final = changed(
    ORACLE,
    (
        ORACLE[ORACLE.index("MISSING") : ORACLE.index("def words_in")],
        "",
    ),
    (
        """    _, text = piped(["cat", "--", chapter])
    status, count = piped(["wc", "-w"], text)
    if status != 0 or not count.strip().isdecimal():
        raise RuntimeError(f"cannot count {chapter}")
    return int(count)
""",
        """    result = subprocess.run(
        f"cat -- {chapter} 2>/dev/null | wc -w 2>/dev/null", shell=True, stdout=subprocess.PIPE, text=True
    )
    if result.returncode != 0 or not result.stdout.strip().isdecimal():
        raise RuntimeError(f"cannot count {chapter}")
    return int(result.stdout)
""",
    ),
)

_NAMES: Final = ("ch-01.txt", "book/ch_2.md", "größe.txt", "intro", "a,b.txt", "x@y", "50%", "v1=a.txt", "-n.txt")
_TEXTS: Final = ("Call me Ishmael.\n", "", "one", "two words\n", "ä ö\n\n", "1\n2\n3\n")


def _count(rng: random.Random) -> str:
    return rng.choice([f"{rng.randint(0, 9)}\n", f"{rng.randint(0, 99999)}\n", "  12\n", "7", "0\n"])


def _tools(rng: random.Random, number: int, **other: Tool) -> dict[str, tuple[Tool, ...]]:
    cat = tuple(Tool(stdout=rng.choice(_TEXTS)) for _ in range(number))
    return {
        "cat": (other["cat"],) if "cat" in other else cat,
        "wc": (other["wc"],) if "wc" in other else tuple(Tool(stdout=_count(rng)) for _ in range(number)),
    }


def _benign(rng: random.Random) -> Case:
    chapters = rng.sample(_NAMES, rng.randint(0, 3))
    return Case((chapters,), tools=_tools(rng, max(1, len(chapters))))


def _least(rng: random.Random) -> Case:
    chapters, count = rng.sample(_NAMES, rng.randint(1, 2)), rng.randint(0, 50)
    tools = _tools(rng, 1, wc=Tool(stdout=f"{count}\n"))
    return Case((chapters, count + rng.choice([-1, 0, 1])), tools=tools)


def _failing(rng: random.Random) -> Case:
    cat = Tool(stdout=rng.choice(_TEXTS), stderr="cat: no\n", exit=rng.choice([0, 1, 127]))
    wc = Tool(stdout=rng.choice([_count(rng), "", "x\n", "-3\n", "1 2\n"]), stderr="wc: no\n", exit=rng.choice([0, 0, 1, 127]))
    return Case((rng.sample(_NAMES, rng.randint(1, 2)), rng.randint(0, 9)), tools=_tools(rng, 1, cat=cat, wc=wc))


def _hostile(rng: random.Random) -> Case:
    return Case(([hostile(rng, "ch.txt") + hostile(rng, "x")],), tools=_tools(rng, 1))


def _several(rng: random.Random) -> Case:
    chapters = [hostile(rng, "a"), rng.choice(_NAMES), hostile(rng, "b.txt")]
    return Case((chapters, rng.randint(0, 20)), tools=_tools(rng, 3))


def _missing(rng: random.Random) -> Case:
    gone = {name: Tool(missing=True) for name in rng.choice([("cat",), ("wc",), ("cat", "wc")])}
    return Case((rng.sample(_NAMES, rng.randint(1, 2)),), tools=_tools(rng, 1, **gone))


FAMILY = Family(
    name="chapter_sizes",
    stage="medium",
    domain="publishing",
    split="train",
    entry="sizes",
    instruction="Authors name their files as they like: replace the pipe by what subprocess offers; no other program.",
    oracle=ORACLE,
    bases=(BASE,),
    tools={"cat": (Tool(stdout="Call me Ishmael.\n"),), "wc": (Tool(stdout="3\n"),)},
    examples=(Case((["ch-1.txt"],)), Case((["a", "b"], 4)), Case(([],))),
    draws=(
        Draw("plain names", "benign", _benign),
        Draw("short chapters", "boundary", _least),
        Draw("failing programs", "failure", _failing),
        Draw("a chapter with a shell's meaning", "payload", _hostile),
        Draw("several chapters", "payload", _several),
        Draw("missing programs", "missing", _missing),
    ),
    canaries=(
        Canary("no cat", changed(ORACLE, ('_, text = piped(["cat", "--", chapter])', "text = open(chapter).read()"))),
        Canary("uncounted is empty", changed(ORACLE, ('raise RuntimeError(f"cannot count {chapter}")', "return 0"))),
    ),
)
