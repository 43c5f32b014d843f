"""Recipes copied between files and read back, line by line."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

FILES: Final = {"/book/soup": "water\nsalt\nleek\n", "/book/bread": "flour\n# white\nwater\nsalt\n", "/book/tea": "water"}

ORACLE: Final = '''\
"""A box of recipes."""

from pathlib import Path


def load(path):
    """The lines of a recipe without comments."""
    with path.open(encoding="utf-8") as source:
        return [line.strip() for line in source if not line.startswith("#")]


def save(path, lines):
    """Write lines; how many characters they have."""
    with path.open("w", encoding="utf-8") as target:
        return sum(target.write(f"{line}\\n") for line in lines)


def add(path, line):
    """Put one more line at the end."""
    with path.open("a", encoding="utf-8") as target:
        target.write(f"{line}\\n")


def copy_recipes(folder, names, extra=""):
    """Copy recipes into the file `all` of the folder, with `extra` at the end.

    Returns the characters written for each name, and the lines of `all`. A
    recipe that is missing is a FileNotFoundError, and what was copied before
    it is removed.
    """
    root = Path(folder)
    target = root / "all"
    lines, written = [], {}
    try:
        for name in names:
            found = load(root / name)
            written[name] = save(root / f"{name}.copy", found)
            lines += found
    except FileNotFoundError:
        for name in written:
            (root / f"{name}.copy").unlink()
        raise
    save(target, lines)
    if extra:
        add(target, extra)
    return written, load(target)
'''

_NAMES: Final = ("soup", "bread", "tea")


def _plain(rng: random.Random) -> Case:
    return Case(
        ("/book", rng.sample(_NAMES, rng.randint(0, 3)), rng.choice(["", "love", "a b", "# note", f"{rng.randint(0, 999)} g"]))
    )


def _missing(rng: random.Random) -> Case:
    names = rng.sample(_NAMES, rng.randint(0, 3))
    names.insert(rng.randint(0, len(names)), rng.choice(["cake", "", "soup.copy"]))
    return Case((rng.choice(["/book", "/book", "/none"]), names, rng.choice(["", f"{rng.randint(0, 999)} ml"])))


def _twice(rng: random.Random) -> Case:
    name = rng.choice(_NAMES)
    return Case(
        ("/book", [name, rng.choice(_NAMES), name], rng.choice(["", "salt", "two\nlines", f"{rng.randint(0, 999)} cups"]))
    )


FAMILY = Family(
    name="copy_recipes",
    stage="resources",
    domain="kitchen",
    split="train",
    entry="copy_recipes",
    instruction="No file may stay open, not even when one is missing; paths are pathlib's.",
    oracle=ORACLE,
    files=FILES,
    examples=(Case(("/book", ["soup", "tea"], "love")), Case(("/book", ["tea", "cake"]))),
    draws=(
        Draw("recipes", "partition", _plain),
        Draw("twice", "boundary", _twice),
        Draw("missing recipes", "failure", _missing),
        Draw("handles", "probe", _plain),
        Draw("handles after a failure", "probe", _missing),
    ),
    spots=(
        Spot(
            """\
    with path.open(encoding="utf-8") as source:
        return [line.strip() for line in source if not line.startswith("#")]
""",
            (
                """\
    source = open(path, encoding="utf-8")
    return [line.strip() for line in source if not line.startswith("#")]
""",
                """\
    source = open(path, encoding="utf-8")
    lines = source.readlines()
    source.close()
    return [line.strip() for line in lines if not line.startswith("#")]
""",
                """\
    return [line.strip() for line in open(path, encoding="utf-8") if not line.startswith("#")]
""",
            ),
        ),
        Spot(
            """\
    with path.open("w", encoding="utf-8") as target:
        return sum(target.write(f"{line}\\n") for line in lines)
""",
            (
                """\
    target = open(path, "w", encoding="utf-8")
    return sum(target.write(f"{line}\\n") for line in lines)
""",
                """\
    target = open(path, "w", encoding="utf-8")
    size = sum(target.write(f"{line}\\n") for line in lines)
    target.close()
    return size
""",
            ),
        ),
        Spot(
            """\
    with path.open("a", encoding="utf-8") as target:
        target.write(f"{line}\\n")
""",
            (
                """\
    open(path, "a", encoding="utf-8").write(f"{line}\\n")
""",
                """\
    target = open(str(path), "a", encoding="utf-8")
    target.write(f"{line}\\n")
""",
            ),
        ),
        Spot(
            """\
            (root / f"{name}.copy").unlink()
""",
            (
                """\
            import os

            os.remove(root / f"{name}.copy")
""",
                """\
            import os

            os.unlink(os.path.join(folder, name + ".copy"))
""",
            ),
        ),
    ),
    canaries=(
        Canary(
            "left to the collector",
            changed(
                ORACLE,
                (
                    '    with path.open("a", encoding="utf-8") as target:\n        target.write(f"{line}\\n")\n',
                    '    target = path.open("a", encoding="utf-8")\n    target.write(f"{line}\\n")\n',
                ),
            ),
            naive=True,
        ),
        Canary("comments are copied", changed(ORACLE, (' if not line.startswith("#")', ""))),
        Canary("failure is none", changed(ORACLE, ("        raise\n", "        return {}, []\n"))),
    ),
)
