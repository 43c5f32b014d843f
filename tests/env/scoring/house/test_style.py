"""Silenced findings against honest fixes of the easy stage."""

import pytest

from code_review_env.env.analysis.ruff import Ruff
from code_review_env.env.scoring.gate import Parsed, parse
from code_review_env.env.scoring.house import style

SELECT = ("E", "W", "F")
RUFF = Ruff.installed()


def parsed(text: str) -> Parsed:
    """The text through the gate."""
    found = parse(text)
    assert isinstance(found, Parsed), found
    return found


def rules(original: str, submission: str) -> list[str]:
    """House rules found in the submission."""
    return [finding.rule for finding in style.findings(parsed(original), parsed(submission), "f")]


FUNCTION = "\n\ndef f(a):\n    return a\n"
LONG = "    return " + " + ".join(f"value_{at}" for at in range(12))


@pytest.mark.parametrize(
    ("submission", "rule"),
    [
        ("import os as os\n", style.IMPORT),
        ("from os import path as path\n", style.IMPORT),
        ("import os\n\ndel os\n", style.IMPORT),
        ("import os\n\nos\n", style.IMPORT),
        ("import os\n\nos.path\n", style.IMPORT),
        ("import os\nimport sys\n\n(os, sys)\n", style.IMPORT),
        ("import os\n\nos is None\n", style.IMPORT),
        ("import os\n\n_ = os\n", style.IMPORT),
        ("import os\n\n_ = os.path\n", style.IMPORT),
        ("import os\n\nkeep = os\nkept = keep\n", style.IMPORT),
        ("import os\n\n_unused: object = os\n", style.IMPORT),
        ("import os\n\n_: os\n", style.IMPORT),
        ('import os\n\n_: "os.PathLike"\n', style.IMPORT),
        ('import os\n\n__all__ = ["os"]\n', style.IMPORT),
        ('import os\n\n__all__ = ["f"]\n__all__ += ["os"]\n', style.IMPORT),
        ("import os\n\nprint(os)\n", style.IMPORT),
        ("import os\n\nid(os)\n", style.IMPORT),
        ("import os\n\n_ = id(os)\n", style.IMPORT),
        ("import os\n\nassert os\n", style.IMPORT),
        ("import os\n\n\ndef g(os):\n    return os\n\n\n_ = os\n", style.IMPORT),
        ("import os\n\n_ = [os for os in (1, 2)]\n_ = os\n", style.IMPORT),
        ("def g():\n    import os\n\n    _ = os\n    return 1\n", style.IMPORT),
        ("def g():\n    x = 0\n    x += 1\n    return 1\n", style.LOCAL),
        ("def g():\n    x = 0\n    x = x + 1\n    return 1\n", style.LOCAL),
        ("def g():\n    x = 0\n    return len(locals())\n", style.LOCAL),
        ("def g():\n    x = 0\n    del x\n", style.LOCAL),
        ("def g():\n    x = 0\n    x\n", style.LOCAL),
        ("def g():\n    x = 0\n    _ = x\n", style.LOCAL),
        ("if False:\n    print(1)\n", style.CONSTANT),
        ("if 0:\n    print(1)\n", style.CONSTANT),
        ("if not True:\n    print(1)\n", style.CONSTANT),
        ("if ():\n    print(1)\n", style.CONSTANT),
        ("if 1 > 2:\n    print(1)\n", style.CONSTANT),
        ("if False and f:\n    print(1)\n", style.CONSTANT),
        ("while 0:\n    print(1)\n", style.CONSTANT),
        ("for _ in ():\n    print(1)\n", style.CONSTANT),
        ("x = 1 if True else 2\n", style.CONSTANT),
        ("x = f\"abc{''}\"\n", style.FORMAT),
    ],
)
def test_a_silenced_finding_still_counts(submission: str, rule: str) -> None:
    """Each dodge is clean for ruff, apart from layout, and a finding of ours."""
    text = submission + FUNCTION
    assert rule in rules(FUNCTION.lstrip(), text)
    assert not {found.rule for found in RUFF.lint(text, select=("F401", "F841", "F541"))}


@pytest.mark.parametrize(
    ("original", "submission"),
    [
        ("import os, sys\n" + FUNCTION, FUNCTION.lstrip()),
        ("import os, sys\n", "import os\nimport sys\n\nprint(os.name, sys.path)\n"),
        ("import os\n", "import os\n\n\ndef f():\n    return os\n"),
        ("import os\n", "import os\n\nos.umask(0)\n"),
        ("import os\n", "import os\n\nSEP = os.sep\n\n\ndef f():\n    return SEP\n"),
        ("from os import *\n\ndef f(): return sep\n", "from os import sep\n\n\ndef f():\n    return sep\n"),
        ('from os import path\n__all__ = ["path"]\n', 'from os import path\n\n__all__ = ["path"]\n'),
        ("from __future__ import annotations\nX=1\n", "from __future__ import annotations\n\nX = 1\n"),
        ("import os as os\nX=1\n", "import os as os\n\nX = 1\n"),
        ("def f(a):\n    x = g(a)\n    return a\n", "def f(a):\n    g(a)\n    return a\n"),
        ("def f(a):\n    x = g(a)\n    return a\n", "def f(a):\n    _ = g(a)\n    return a\n"),
        ("def f(a):\n    x = g(a)\n    return a\n", "def f(a):\n    _x = g(a)\n    return a\n"),
        (
            "def f(a):\n    l = 0\n    for x in a: l += x\n    return l\n",
            "def f(a):\n    n = 0\n    for x in a:\n        n += x\n    return n\n",
        ),
        ("def f(a):\n    x = a; print(x)\n", "def f(a):\n    x = a\n    print(x)\n"),
        ("def f(a):\n    x = a; assert x\n", "def f(a):\n    x = a\n    assert x\n"),
        ("def f(a):\n    if a == True: return 1\n", "def f(a):\n    yes = True\n    if a == yes:\n        return 1\n"),
        (
            "def f(a):\n    n = 0\n    def g(): nonlocal n; n += 1\n    g(); return n\n",
            "def f(a):\n    n = 0\n\n    def g():\n        nonlocal n\n        n += 1\n\n    g()\n    return n\n",
        ),
        ("N = 0\ndef f(a):\n    global N; N += 1\n", "N = 0\n\n\ndef f(a):\n    global N\n    N += 1\n"),
        ("def f(a):\n    while True: return a\n", "def f(a):\n    while True:\n        return a\n"),
        ("def f(a):\n    if False: return 1\n    return a\n", "def f(a):\n    if False:\n        return 1\n    return a\n"),
        ('X = f"abc"\n', 'X = "abc"\n'),
        ("def f(a): return a\n", 'def f(a):\n    for x in "abc":\n        a += x\n    return a\n'),
        ("def f(a): return a\n", "def f(a):\n    val = a\n    out = []\n    out.append(val)\n    return out\n"),
        ("def f(a): return a\n", "def f(a):\n    first = a\n    val = first\n    print(val)\n"),
        ("def f(a): return a\n", "def f(a):\n    a = a.strip()\n"),
        ("import os\n", "import os\n\n\nclass C:\n    join = os.path.join\n"),
        ("def f(a): return a\n", "def f(a):\n    for x, y in a:\n        y += 1\n        print(x, locals())\n"),
        ('X = f"{1}"\n', 'X = f"{1}"\n'),
        ("def f(a):\n    x: int\n    x = a\n    return x\n", "def f(a):\n    x: int\n    x = a\n    return x\n"),
    ],
)
def test_an_honest_fix_is_no_finding(original: str, submission: str) -> None:
    """Removing, splitting and really using things is what the stage asks for."""
    assert rules(original, submission) == []


@pytest.mark.parametrize(
    "line",
    [
        "    return " + "+".join(f"value_{at}" for at in range(12)) + "#://",
        "    x = 1  # noqa: " + "a long explanation " * 6,
        "    x = 1  # type: ignore " + "a long explanation " * 6,
        "    # " + "a long explanation " * 3 + "and its rather strange end://",
        "    g(" + ",".join(f"value_{at}" for at in range(12)) + ")",
    ],
)
def test_a_long_line_in_an_exempt_form_counts(line: str) -> None:
    """Every word would fit, so the line could be broken; ruff does not measure it."""
    text = f"def f(a):\n{line}\n    return a\n"
    assert style.LONG in rules("def f(a): return a\n", text)
    assert not RUFF.lint(text, select=("E501",))


@pytest.mark.parametrize(
    "line",
    [
        '    x = (\n        "https://example.org/' + "path/" * 20 + '"\n    )',
        "    # https://example.org/" + "path/" * 20,
        "    # see https://example.org/" + "path/" * 20,
        "    # " + "a long explanation " * 3 + "https://example.org/path/path",
        "    x = 1  # " + "a long explanation " * 3 + "https://example.org/path/path",
        '    x = """\n' + "some text " * 7 + 'https://example.org/path/path\n"""',
        "    " + "x" * 30 + " = " + "y" * 40 + "(a)  # type: ignore[attr-defined]",
        f'    digest = "{"0" * 96}"',
        f'    return (\n        "{"0" * 96}"\n    )',
        '    x = """\n' + "word" * 30 + '\n"""',
    ],
)
def test_a_word_that_fits_no_line_is_no_dodge(line: str) -> None:
    """Addresses and digests are longer than a line by themselves; ruff's exemption is meant for them."""
    assert rules("def f(a): return a\n", f"def f(a):\n{line}\n    return a\n") == []


def test_a_long_line_of_the_original_may_stay() -> None:
    """A line that was exempt before is not the agent's to fix, wherever its function moves."""
    line = "g(" + ",".join(f"value_{at}" for at in range(12)) + ")"
    assert rules(f"def f(a):\n    {line}\n", f"def f(a):\n    if a:\n        {line}\n") == []


def test_a_star_import_trades_one_finding_for_another() -> None:
    """Ruff itself counts the star, so no rule of ours is needed."""
    found = {finding.rule for finding in RUFF.lint("from os import *\n", select=SELECT)}
    assert found == {"F403"}
