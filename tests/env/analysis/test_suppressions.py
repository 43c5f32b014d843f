"""No comment switches a finding off, on the command line or by the server, however it is spelled and wherever it stands."""

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import product
from typing import Final

import pytest

from code_review_env.env.analysis.ruff import SYNTAX, Ruff
from code_review_env.env.analysis.ruff_server import SUPPRESSION, RuffServer, Rules

CLI: Final = Ruff(Ruff.installed().path, timeout_s=20.0)
SELECT: Final = ("E4", "E5", "E7", "F")

MARKERS: Final = (
    *(
        "noqa",
        "noqa: F401",
        "noqa:F401,E711",
        "noqa : F401",
        "noqa F401",
        "NOQA",
        "NoQA",
        "noqa: F401 E711",
        "noqa:",
        "noqa: F",
    ),
    *(
        "ruff: noqa",
        "ruff: noqa: F401",
        "ruff:noqa",
        "Ruff: NOQA",
        "ruff : noqa",
        "flake8: noqa",
        "flake8: noqa: F401",
        "FLAKE8:NOQA",
    ),
    *("ruff: ignore[F401]", "ruff: ignore[F401, E711]", "ruff: ignore[unused-import]", "ruff:ignore[F401]", "ruff: ignore"),
    *(
        "ruff: file-ignore[F401]",
        "ruff: file-ignore[F401,E711]",
        "ruff: disable[F401]",
        "ruff: disable[F401, E711]",
        "ruff: disable",
    ),
    *(
        "ruff: enable[F401]",
        "isort: skip",
        "isort: skip_file",
        "isort: off",
        "isort: on",
        "isort: split",
        "isort: dont-add-imports",
    ),
    *(
        "fmt: off",
        "fmt: on",
        "fmt: skip",
        "yapf: disable",
        "type: ignore",
        "type: ignore[import]",
        "pyright: ignore",
        "mypy: ignore",
    ),
    *(
        "pylint: disable=all",
        "pylint: disable=unused-import",
        "pylint: skip-file",
        "nosec",
        "nosec B404",
        "pragma: no cover",
        "nopep8",
    ),
    *(
        "pycodestyle: noqa",
        "pyflakes: noqa",
        "lint: ignore",
        "codespell:ignore",
        "ty: ignore",
        "ty: ignore[unused]",
        "noinspection",
    ),
)
PLACES: Final = {
    "at the end": "import os  # {}\nx = None == y\n",
    "close": "import os#{}\nx = None == y#{}\n",
    "above": "# {}\nimport os\nx = None == y\n",
    "below": "import os\nx = None == y\n# {}\n",
    "around": "# {}\nimport os\n# ruff: enable[F401]\nx = None == y\n",
    "both": "import os  # {}\nx = None == y  # {}\n",
    "second": "import os  # a # {}\nx = None == y  # b; {}\n",
    "no space": "#{}\nimport os\nx = None == y\n",
    "doc": '"""{}"""\nimport os\nx = None == y\n',
    "string": "import os; s = '# {}'\nx = None == y; t = '''\n# {}\n'''\n",
    "brackets": "import os\nx = (  # {}\n    None ==  # {}\n    y\n)\n",
    "joined": "import os \\\n  # {}\nx = None == \\\n  y  # {}\n",
    "carriage return": "import os  # {}\rx = None == y\r",
    "both ends": "import os  # {}\r\nx = None == y  # {}\r\n",
    "form feed": "\fimport os  # {}\n\f\n# {}\nx = None == y\n",
    "mark": "\ufeff# {}\nimport os\nx = None == y\n",
    "indented": "def f():\n    # {}\n    import os\n    x = None == y  # {}\n",
    "script": "# /// script\n# requires-python = '>=3.8'\n# [tool.ruff.lint]\n# ignore = ['F401', 'E711']\n# ///\n"
    "# {}\nimport os\nx = None == y\n",
    "coding": "# -*- coding: utf-8; {} -*-\nimport os\nx = None == y\n",
    "shebang": "#!/usr/bin/python {}\nimport os\nx = None == y\n",
}
FOLDED: Final = {
    "o": ("\u043e", "\u03bf", "\uff4f", "\u00ba", "0", "o\u0301"),
    "q": ("\uff51", "\u024b"),
    "a": ("\u0430", "\uff41", "\u00aa"),
    "n": ("\uff4e", "\u0578", "\u207f"),
    "s": ("\u017f", "\uff53"),
    "k": ("\u212a", "\uff4b"),
    "f": ("\uff46", "\ufb00"[:1]),
    "i": ("\u0131", "\u0130", "\uff49"),
    "r": ("\uff52",),
    "u": ("\uff55", "\u03c5"),
    ":": ("\uff1a", "\ua789"),
    "8": ("\uff18",),
}
"""Letters that look the same, fold to the same, or normalise to the same."""
BLANKS: Final = ("\t", "\f", "\v", "\u00a0", "\u2003", "\u3000", "\u200b", "\u200d", "\u2060", "\u00ad", "\x1f", "\ufeff", "")
GENERATED: Final = 80
PROOF: Final = 4_000


@pytest.fixture(scope="module")
def server() -> Iterator[RuffServer]:
    """One for all texts."""
    with closing(RuffServer(CLI)) as server:
        yield server


def rules(linter: Ruff | RuffServer, text: str) -> list[tuple[int, int, str]]:
    """Place and rule of every finding."""
    return [(one.row, one.column, one.rule) for one in linter.lint(text, select=SELECT)]


def missed(server: RuffServer, text: str) -> str:
    """What is wrong about the answers to a text with an unused import and a comparison to None, or nothing."""
    mine, theirs = rules(server, text), rules(CLI, text)
    seen = {rule for _, _, rule in theirs}
    if mine != theirs:
        return f"{text!r}: the server says {mine}, the command line {theirs}"
    return "" if {"F401", "E711"} <= seen or SYNTAX in seen else f"{text!r}: only {seen}"


def switched_off(server: RuffServer, texts: Iterable[str]) -> list[str]:
    """What is wrong about the answers to some texts."""
    return [wrong for text in texts if (wrong := missed(server, text))]


def test_no_marker_switches_a_finding_off(server: RuffServer) -> None:
    """Every suppression form that linters know leaves both findings where they are, on both roads."""
    places = [*PLACES.values()]
    texts = [places[number % len(places)].replace("{}", marker) for number, marker in enumerate(MARKERS)]
    assert switched_off(server, texts) == []


@pytest.mark.proof
@pytest.mark.timeout(1800)
def test_no_marker_in_any_place_switches_a_finding_off(server: RuffServer, print_table: Callable[[str], None]) -> None:
    """The same for every form in every place."""
    texts = [place.replace("{}", marker) for place in PLACES.values() for marker in MARKERS]
    assert switched_off(server, texts) == []
    print_table(f"suppressions: {len(MARKERS)} forms in {len(PLACES)} places, 0 differences, 0 findings switched off")


def odd(source: random.Random) -> str:
    """A marker with letters of another script, strange blanks, joined lines or doubled signs."""
    marker = source.choice(MARKERS)
    for _ in range(source.randint(1, 3)):
        kind = source.randrange(4)
        at = source.randrange(len(marker) + 1)
        letter = marker[at : at + 1].lower()
        if kind == 0 and letter in FOLDED:
            marker = marker[:at] + source.choice(FOLDED[letter]) + marker[at + 1 :]
        elif kind == 1:
            marker = marker.replace(" ", source.choice(BLANKS), 1)
        elif kind == 2:
            marker = marker[:at] + source.choice(BLANKS) + marker[at:]
        else:
            marker = source.choice((marker.upper(), marker.title(), marker.swapcase(), f"{marker} # {source.choice(MARKERS)}"))
    return marker


def generated(count: int) -> Iterator[str]:
    """Texts with odd markers in all places."""
    source = random.Random(11)  # noqa: S311 - a seeded source
    for _ in range(count):
        place = PLACES[source.choice([*PLACES])]
        while "{}" in place:
            place = place.replace("{}", odd(source), 1)
        yield place


def check(server: RuffServer, texts: Iterator[str], print_table: Callable[[str], None]) -> None:
    """Both roads agree about every text, and miss nothing."""
    given = list(texts)
    by_server = sum(not SUPPRESSION.search(text) and not text.startswith("\ufeff") for text in given)
    assert switched_off(server, given) == []
    print_table(f"odd suppressions: {len(given)} texts, {by_server} of them answered by the server, 0 differences, 0 missed")


def test_no_odd_spelling_dodges_the_gate(server: RuffServer, print_table: Callable[[str], None]) -> None:
    """Where the gate lets a text through to the server, the server does not obey it."""
    check(server, generated(GENERATED), print_table)


@pytest.mark.proof
@pytest.mark.timeout(1800)
def test_no_odd_spelling_of_thousands_dodges_the_gate(server: RuffServer, print_table: Callable[[str], None]) -> None:
    """The same for thousands."""
    check(server, generated(PROOF), print_table)


def test_the_gate_knows_every_marker_that_the_server_obeys() -> None:
    """Without the gate the server obeys some forms: each of them has a word that the gate looks for."""
    obeyed = []
    with closing(RuffServer(CLI)) as server:
        lane = server._lane(Rules(SELECT, None))
        for marker, place in product(MARKERS[::2], ("at the end", "above")):
            text = PLACES[place].replace("{}", marker)
            found = lane.lint(text)
            if found is not None and len(found) < len(CLI.lint(text, select=SELECT)):
                obeyed.append(marker)
                assert SUPPRESSION.search(text)
    assert len(set(obeyed)) > 3
