"""A ship's journal over several files. Some are missing, some are binary."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

FILES: Final = {
    "/log/mon.txt": "06 calm\n12 wind\n\n18 storm\n",
    "/log/tue.txt": "06 storm\nbad line\n12 calm\n",
    "/log/wed.txt": "",
    "/log/crew": "ann\nbob\n",
}

ORACLE: Final = '''\
"""A ship's journal."""

from pathlib import Path


def lines_of(path):
    """Lines without their ends; a file that is missing has none."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8") as file:
        return [line.rstrip("\\n") for line in file]


def size_of(path):
    """Characters of a file."""
    with path.open(encoding="utf-8") as file:
        return len(file.read())


def first_line(path):
    """The first line of a file, FileNotFoundError where there is none."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            return line.strip()
    return ""


def names_in(folder):
    """Names of the text files of a folder."""
    return sorted(path.name for path in folder.iterdir() if path.suffix == ".txt")


def read_journal(folder, days, word):
    """Read the journal of some days, e.g. ["mon"].

    Returns {"hits": (day, hour) of the lines that hold `word`, "sizes":
    characters of the files that there are, "first": the first line of the first
    day, "files": text files of the folder}. Lines without an hour are left out.
    """
    root = Path(folder)
    hits, sizes = [], {}
    for day in days:
        path = root / f"{day}.txt"
        for line in lines_of(path):
            hour, _, text = line.partition(" ")
            if hour.isdigit() and word in text:
                hits.append((day, int(hour)))
        if path.is_file():
            sizes[day] = size_of(path)
    first = first_line(root / f"{days[0]}.txt") if days else ""
    return {"hits": hits, "sizes": sizes, "first": first, "files": names_in(root)}
'''

_DAYS: Final = ("mon", "tue", "wed", "thu")


def _word(rng: random.Random) -> str:
    word = rng.choice(["storm", "calm", "wind", "line", "x", f"calm{rng.randint(0, 99)}", f"sto{rng.choice('abcr')}"])
    start = rng.randint(0, len(word))
    return word[start : rng.randint(start, len(word))]


def _plain(rng: random.Random) -> Case:
    days = [rng.choice(_DAYS[:3]), *(rng.choice(_DAYS) for _ in range(rng.randint(0, 3)))]
    return Case((rng.choice(["/log", "/log/"]), days, _word(rng)))


def _none(rng: random.Random) -> Case:
    return Case(("/log", [], _word(rng)))


def _one(rng: random.Random) -> Case:
    return Case(("/log", [rng.choice(_DAYS[:3])], _word(rng)))


FAMILY = Family(
    name="read_journal",
    stage="resources",
    domain="shipping",
    split="train",
    entry="read_journal",
    instruction="No file may stay open, and paths are pathlib's; what is read and what is missing stays as it is.",
    oracle=ORACLE,
    files=FILES,
    examples=(Case(("/log", ["mon", "thu"], "storm")), Case(("/log", [], "calm"))),
    draws=(
        Draw("days", "partition", _plain),
        Draw("no day", "boundary", _none),
        Draw("one day", "partition", _one),
        Draw("handles of a day", "probe", _one),
        Draw("handles of days", "probe", _plain),
    ),
    spots=(
        Spot(
            """\
    with path.open(encoding="utf-8") as file:
        return [line.rstrip("\\n") for line in file]
""",
            (
                """\
    return [line.rstrip("\\n") for line in open(path, encoding="utf-8")]
""",
                """\
    file = open(path, encoding="utf-8")
    return [line.rstrip("\\n") for line in file]
""",
                """\
    file = open(path, encoding="utf-8")
    lines = [line.rstrip("\\n") for line in file]
    file.close()
    return lines
""",
            ),
        ),
        Spot(
            """\
    with path.open(encoding="utf-8") as file:
        return len(file.read())
""",
            (
                """\
    return len(open(str(path), encoding="utf-8").read())
""",
                """\
    file = open(path, encoding="utf-8")
    return len(file.read())
""",
            ),
        ),
        Spot(
            """\
    with path.open(encoding="utf-8") as file:
        for line in file:
            return line.strip()
    return ""
""",
            (
                """\
    for line in open(path, encoding="utf-8"):
        return line.strip()
    return ""
""",
                """\
    file = open(path, encoding="utf-8")
    return file.readline().strip()
""",
            ),
        ),
        Spot(
            """\
    return sorted(path.name for path in folder.iterdir() if path.suffix == ".txt")
""",
            (
                """\
    import os

    return sorted(name for name in os.listdir(folder) if os.path.splitext(name)[1] == ".txt")
""",
                """\
    import os.path

    return sorted(os.path.basename(path) for path in folder.iterdir() if path.suffix == ".txt")
""",
            ),
        ),
        Spot(
            "        if path.is_file():\n",
            (
                "        import os\n\n        if os.path.isfile(path):\n",
                "        import os.path\n\n        if os.path.isfile(str(path)):\n",
            ),
        ),
    ),
    canaries=(
        Canary(
            "closed too late",
            changed(
                ORACLE,
                (
                    '    with path.open(encoding="utf-8") as file:\n        return len(file.read())\n',
                    '    return len(path.open(encoding="utf-8").read())\n',
                ),
            ),
            naive=True,
        ),
        Canary(
            "blank lines end it",
            changed(
                ORACLE,
                ("            return line.strip()\n", "            if line.strip():\n                return line.strip()\n"),
                ("        return []\n", "        return ['']\n"),
                ("and word in text", "and word == text"),
            ),
        ),
        Canary("every file", changed(ORACLE, (' if path.suffix == ".txt"', ""))),
    ),
)
