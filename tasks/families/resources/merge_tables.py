"""Two tables of a post office merged by number. Both files are read side by side."""

import random
from typing import Final

from code_review_env.tasks.family import Canary, Draw, Family, Spot, changed
from code_review_env.tasks.task import Case

FILES: Final = {
    "/post/names.csv": "1,Ann\n2,Bob\n4,Eve\n",
    "/post/towns.csv": "1,Hull\n3,York\n4,Leeds\n",
    "/post/empty.csv": "",
    "/post/broken.csv": "1,Ann\nno comma\n",
    "/post/sub/late.csv": "2,Ripon\n",
}

ORACLE: Final = '''\
"""Tables of a post office."""

from pathlib import Path


def table(path):
    """Text by number; a line without a comma is a ValueError that names the file."""
    found = {}
    with path.open(encoding="utf-8") as file:
        for line in file:
            number, comma, text = line.strip().partition(",")
            if not comma:
                raise ValueError(f"{path.name}: {line.strip()}")
            found[int(number)] = text
    return found


def heads(left, right):
    """The first line of both files."""
    with left.open(encoding="utf-8") as one, right.open(encoding="utf-8") as other:
        return one.readline().strip(), other.readline().strip()


def resolve(folder, name):
    """The file of a name, in the folder itself or in the folder `sub`."""
    path = Path(folder) / name
    return path if path.exists() else Path(folder) / "sub" / name


def merge_tables(folder, left, right, only=None):
    """Merge two tables (number,text) of a folder.

    Returns the first lines and rows (number, text of left, text of right) by
    number; a text that is missing is None. With `only` the rows of these
    numbers alone. A missing file is a FileNotFoundError.
    """
    paths = resolve(folder, left), resolve(folder, right)
    first, second = table(paths[0]), table(paths[1])
    numbers = sorted(first.keys() | second.keys())
    rows = [(number, first.get(number), second.get(number)) for number in numbers if only is None or number in only]
    return heads(*paths), rows
'''

_FILES: Final = ("names.csv", "towns.csv", "empty.csv", "late.csv")


def _numbers(rng: random.Random) -> list[int]:
    return rng.sample([0, 1, 2, 3, 4, 5, 17], rng.randint(0, 4))


def _plain(rng: random.Random) -> Case:
    return Case(("/post", rng.choice(_FILES), rng.choice(_FILES), rng.choice([None, _numbers(rng)])))


def _only(rng: random.Random) -> Case:
    return Case(("/post", rng.choice(_FILES[:3]), rng.choice(_FILES)), {"only": _numbers(rng)})


def _broken(rng: random.Random) -> Case:
    names = [rng.choice(["broken.csv", "none.csv"]), rng.choice([*_FILES, "broken.csv"])]
    return Case(("/post", *rng.sample(names, 2), rng.choice([None, _numbers(rng)])))


FAMILY = Family(
    name="merge_tables",
    stage="resources",
    domain="post",
    split="test",
    entry="merge_tables",
    instruction="No file may stay open, not even when a line is broken; paths are pathlib's.",
    oracle=ORACLE,
    files=FILES,
    examples=(Case(("/post", "names.csv", "towns.csv")), Case(("/post", "names.csv", "broken.csv"))),
    draws=(
        Draw("tables", "partition", _plain),
        Draw("some numbers", "boundary", _only),
        Draw("broken and missing files", "failure", _broken),
        Draw("handles", "probe", _plain),
        Draw("handles after a failure", "probe", _broken),
    ),
    spots=(
        Spot(
            """\
    with path.open(encoding="utf-8") as file:
        for line in file:
            number, comma, text = line.strip().partition(",")
            if not comma:
                raise ValueError(f"{path.name}: {line.strip()}")
            found[int(number)] = text
""",
            (
                """\
    file = open(path, encoding="utf-8")
    for line in file:
        number, comma, text = line.strip().partition(",")
        if not comma:
            raise ValueError(f"{path.name}: {line.strip()}")
        found[int(number)] = text
    file.close()
""",
                """\
    for line in open(path, encoding="utf-8").readlines():
        number, comma, text = line.strip().partition(",")
        if not comma:
            raise ValueError(f"{path.name}: {line.strip()}")
        found[int(number)] = text
""",
            ),
        ),
        Spot(
            """\
    with left.open(encoding="utf-8") as one, right.open(encoding="utf-8") as other:
        return one.readline().strip(), other.readline().strip()
""",
            (
                """\
    one = open(left, encoding="utf-8")
    other = right.open(encoding="utf-8")
    return one.readline().strip(), other.readline().strip()
""",
                """\
    return tuple(open(path, encoding="utf-8").readline().strip() for path in (left, right))
""",
            ),
        ),
        Spot(
            """\
    path = Path(folder) / name
    return path if path.exists() else Path(folder) / "sub" / name
""",
            (
                """\
    import os

    path = os.path.join(folder, name)
    return Path(path) if os.path.exists(path) else Path(os.path.join(folder, "sub", name))
""",
                """\
    import os.path

    path = Path(folder) / name
    return path if os.path.exists(path) else Path(folder) / "sub" / name
""",
            ),
        ),
    ),
    canaries=(
        Canary(
            "closed at the end",
            changed(
                ORACLE,
                (
                    """\
    with path.open(encoding="utf-8") as file:
        for line in file:
            number, comma, text = line.strip().partition(",")
            if not comma:
                raise ValueError(f"{path.name}: {line.strip()}")
            found[int(number)] = text
""",
                    """\
    file = path.open(encoding="utf-8")
    for line in file:
        number, comma, text = line.strip().partition(",")
        if not comma:
            raise ValueError(f"{path.name}: {line.strip()}")
        found[int(number)] = text
    file.close()
""",
                ),
            ),
            naive=True,
        ),
        Canary("left numbers", changed(ORACLE, ("first.keys() | second.keys()", "first.keys()"))),
        Canary(
            "broken lines pass",
            changed(ORACLE, ('                raise ValueError(f"{path.name}: {line.strip()}")', "                continue")),
        ),
    ),
)
