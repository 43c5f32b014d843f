"""House rules of the further stages: what each sees, and that the original excuses what it has itself."""

import pytest

from code_review_env.env.scoring.gate import Parsed, parse
from code_review_env.env.scoring.house import annotations, docs, handlers, handles, loops, names, statements, work
from code_review_env.env.scoring.house.sightings import Watcher, new

SEEN = [
    (handlers.sightings, "CRE401", "E = Exception\ntry:\n    f()\nexcept E:\n    g()\n"),
    (handlers.sightings, "CRE401", "from contextlib import suppress\nwith suppress(Exception):\n    f()\n"),
    (handlers.sightings, "CRE401", "class A:\n    def __exit__(self, *a):\n        return True\n"),
    (handlers.sightings, "CRE402", "try:\n    f()\nexcept KeyError:\n    ...\n"),
    (annotations.sightings, "CRE411", "def f(a: dict) -> 'object':\n    pass\n"),
    (annotations.sightings, "CRE412", "from typing import cast\nx = cast(int, y)\n"),
    (annotations.sightings, "CRE412", "x: int = f()  # ty: ignore\n"),
    (statements.sightings, "CRE421", "def f(c, n):\n    c.execute('SELECT ' + n)\n"),
    (statements.sightings, "CRE421", "def f(c, q):\n    c.execute(q)\n"),
    (statements.sightings, "CRE422", "def f(c):\n    run = c.execute\n"),
    (handles.sightings, "CRE431", "files = map(open, paths)\n"),
    (handles.sightings, "CRE431", "import posixpath\nx = posixpath.join(a, b)\n"),
    (work.sightings, "CRE441", "for a in b:\n    out += [a]\n"),
    (work.sightings, "CRE441", "add = out.append\n"),
    (work.sightings, "CRE442", "make = list\n"),
    (names.sightings, "CRE451", "def f():\n    v1 = 2\n"),
    (names.sightings, "CRE452", "globals()['rowTotal'] = 1\n"),
    (docs.sightings, "CRE461", 'def read_line():\n    """Read the line."""\n'),
    (docs.sightings, "CRE462", 'def f(width):\n    """Cut a text short.\n\n    Args:\n        width: The width.\n    """\n'),
    (docs.sightings, "CRE463", "def _f():\n    pass\n"),
    (loops.sightings, "CRE471", "import time\nnap = time.sleep\n"),
    (loops.sightings, "CRE472", "import asyncio\n(asyncio.create_task(f()),)\n"),
]
HONEST = [
    (
        handlers.sightings,
        "try:\n    f()\nexcept KeyError:\n    pass\ntry:\n    f()\nexcept Exception as e:\n    raise A from e\n",
    ),
    (annotations.sightings, "def f(a: dict[str, int | None], *b: str) -> list['Row']:\n    pass\n"),
    (
        statements.sightings,
        "Q = 'SELECT 1'\nT = {'a': 'SELECT 2'}\ndef f(c, k):\n    c.execute(Q)\n    c.execute(T[k], (k,))\n",
    ),
    (handles.sightings, "from pathlib import Path\nwith Path('a').open() as f:\n    f.read()\n"),
    (work.sightings, "out = [a for a in b]\nfor a in b:\n    total += a\n"),
    (names.sightings, "def read_rows(path):\n    row_count = 0\n"),
    (docs.sightings, 'def read_line():\n    """Take one line off the tape, without its end."""\n'),
    (loops.sightings, "import asyncio\nasync def f():\n    t = asyncio.create_task(g())\n    await t\n"),
]


def parsed(source: str) -> Parsed:
    """A file that passes the gate."""
    found = parse(source)
    assert isinstance(found, Parsed)
    return found


@pytest.mark.parametrize(("watch", "rule", "source"), SEEN)
def test_a_dodge_is_seen_unless_the_original_has_it(watch: Watcher, rule: str, source: str) -> None:
    """New to the file it is a finding with a place in the file, in both files it is none."""
    empty, file = parsed("pass\n"), parsed(source)
    found = new(empty, file, watch)
    assert rule in {one.rule for one in found}
    assert all(1 <= one.row <= len(file.lines) and one.column >= 1 and one.source == "house" for one in found)
    assert new(file, file, watch) == ()


@pytest.mark.parametrize(("watch", "source"), HONEST)
def test_honest_code_is_left_alone(watch: Watcher, source: str) -> None:
    """Nothing is seen."""
    assert new(parsed("pass\n"), parsed(source), watch) == ()
