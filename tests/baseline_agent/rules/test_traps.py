"""Traps of the style skill: files that run before and after the repair, and answer the same."""

import contextlib
import io
import subprocess
import sys
from pathlib import Path

import pytest

from code_review_env.baseline_agent.rules.job import Job
from code_review_env.baseline_agent.rules.style.repair import repair

RUFF = Path(sys.executable).with_name("ruff")

TRAPS = {
    "arguments and keys that a text does not show": (
        "class Q:\n"
        "    n = 0\n"
        "    @property\n"
        "    def ticket(self):\n"
        "        self.n += 1\n"
        "        return self.n\n"
        "def f():\n"
        "    q = Q(); out = []\n"
        '    out.append("{0} x".format("a", q.ticket))\n'
        '    out.append("{a} x".format(a="a", b=q.ticket))\n'
        '    out.append("%(a)s x" % {"a": 1, "b": q.ticket})\n'
        "    return out, q.n\n"
    ),
    "a comparison by identity with a number": (
        "def f():\n"
        "    out = []\n"
        '    for x in (0, False, 0.0, 1, True, "a", "", None):\n'
        "        out.append(x is 0)\n"
        "        if x is not 1: out.append(x)\n"
        '        out.append(x is "")\n'
        "    return out\n"
    ),
    "an if about a tuple": (
        "def f(x=0):\n"
        "    out = []\n"
        '    if (x, "message"): out.append(1)\n'
        "    else: out.append(2)\n"
        "    if (out.append(7), x):\n"
        "        out.append(3)\n"
        "    while (x, 1):\n"
        "        out.append(4)\n"
        "        break\n"
        "    return out\n"
    ),
    "what is no exception": (
        "def g(): raise NotImplemented\n"
        'def h(): raise NotImplemented("x")\n'
        "def f():\n"
        "    out = []\n"
        "    for one in (g, h):\n"
        "        try:\n"
        "            one()\n"
        '        except NotImplementedError: out.append("nie")\n'
        '        except TypeError: out.append("te")\n'
        "    return out\n"
    ),
    "a name in an expression": ('import re\ndef f():\n    if (m := re.match("a", "ab")): return 1\n    return 2\n'),
    "a docstring that is read": (
        'def usage():\n    """Usage: x   \n    \n    two  \n    """\ndef f():\n    return usage.__doc__\n'
    ),
    "a long docstring of the module that is read": (
        '"""A tool with a very long first line that goes on and on and on and on and on and on and on and on, and then some.\n'
        "\n"
        "    indented   \n"
        '"""\n'
        "import sys\n"
        "def f():\n"
        "    return __doc__\n"
    ),
    "texts of several lines": (
        "def f(a=3):\n"
        '    x = """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen\n'
        "  second   \n"
        '"""\n'
        '    y = f"""first {a}   \n'
        "  {a!r} one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen {a:>10} z\n"
        '"""\n'
        "    return x, y\n"
    ),
    "long words": (
        "def f(a=3):\n"
        '    x = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\\tbbbbbbbbb\\x41bbbbbbbbbbbbbbb"\n'
        '    y = b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\\x41bbbbbbbbbbbbbbb"\n'
        '    z = f"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa{a}bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\\x41bbbbbbbbbbbb{{}}bbb"\n'
        '    r = r"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb\\d+bbbbbbbbbbbbbbb"\n'
        "    return x, y, z, r\n"
    ),
    "imports that ask whether a module is there": (
        "try:\n"
        "    import no_such_module_x\n"
        "    HAVE = True\n"
        "except ImportError:\n"
        "    HAVE = False\n"
        "try:\n"
        "    import json\n"
        "    HAVE2 = True\n"
        "except ImportError:\n"
        "    HAVE2 = False\n"
        "def f():\n"
        "    return HAVE, HAVE2\n"
    ),
    "a loop that hides an import": (
        "import string\n"
        "from os import path\n"
        "def f():\n"
        "    out = []\n"
        '    for string in "ab": out.append(string)\n'
        "    for path in (1, 2): pass\n"
        "    return out, string, path\n"
        "def g():\n"
        "    return string\n"
    ),
    "a late import that hides a built-in": ("X = pow(2, 5, 7)\nfrom math import pow\ndef f():\n    return X, pow(2, 3)\n"),
    "late imports behind an effect": (
        "import os\n"
        'os.environ["TZQ"] = "1"\n'
        "import string, json\n"
        "def f():\n"
        "    import re, sys\n"
        '    return os.environ["TZQ"], string.digits, json.dumps(1), re.escape("."), bool(sys.path)\n'
    ),
    "methods of one name": (
        "class A:\n"
        "    def x(self): return 1\n"
        "    def x(self): return 2\n"
        "    @property\n"
        "    def y(self): return 3\n"
        "    @y.setter\n"
        "    def y(self, v): self.z = v\n"
        "    @staticmethod\n"
        "    def w(): return 5\n"
        "    def w(self): return 6\n"
        "def f():\n"
        "    a = A(); a.y = 4\n"
        "    return a.x(), a.y, a.z, a.w()\n"
    ),
    "annotations in quotes": (
        'TABLE: "Dict[str, int]" = {}\n'
        'def g(a: "Optional[int]" = None) -> "List[int]":\n'
        '    x: "Tuple[int]" = (1,)\n'
        "    return [a, *x]\n"
        "def f(): return g(1), TABLE\n"
    ),
    "an unclear global": ("l = 0\ndef g():\n    global l\n    l += 1\ndef f():\n    g(); g()\n    return l\n"),
    "unused values that may raise": (
        "def g(d, k):\n"
        "    try:\n"
        "        x = d[k]\n"
        "        y = d.missing\n"
        '    except KeyError: return "key"\n'
        '    except AttributeError: return "attr"\n'
        "    return 1\n"
        "def h(it):\n"
        "    a = b = next(it)\n"
        "    c: int = next(it)\n"
        "    z = yield a\n"
        "def f():\n"
        "    it = iter(range(5)); gen = h(it); next(gen)\n"
        "    return g({}, 1), g({1: 1}, 1), next(it)\n"
    ),
    "tabs inside a text": ('def f(x=1):\n\tif x:\r\n\t\treturn "a\tb"\r\n\treturn 2\n'),
    "long lines of every kind": (
        "def deco(*a): return lambda fn: fn\n"
        '@deco("a long decorator argument text that is far too long to stand in a single line of this file, really so")\n'
        'def g(x="a long default value text that is far too long to stand in a single line of this file, really so, yes"):\n'
        '    assert x, "a long message in an assertion that is far too long to stand in a single line of this file, yes"\n'
        '    if x == "a comparison with a long text that is far too long to stand in a single line of the file, really": return 1\n'
        '    return x if x in ("some long text that is far too long to stand in one line of this file, really so, we say", "b") else f"{x} is not one of the long texts that are far too long for a line of this file: {x!r}"\n'
        'def f(): return g(), g("b")   # a trailing comment that is far too long to stand in a single line of this file, really so it is\n'
    ),
    "a docstring that inspect reads": (
        'import inspect\ndef g():\n    """One.   \n\n    Two  """\ndef f(): return inspect.getdoc(g), g.__doc__\n'
    ),
    "arguments that are worked out in order": (
        'def f():\n    it = iter(range(9))\n    x = "{}".format(next(it), next(it))\n    return x, next(it)\n'
    ),
    "unclear names in every place": (
        "l = 3\n"
        "def g(x): return x + l\n"
        "def f():\n"
        "    out = [l for l in range(3)]\n"
        '    with open("/dev/null") as l: out.append(l.read())\n'
        '    try: raise ValueError("x")\n'
        "    except ValueError as l: out.append(str(l))\n"
        "    return out, g(1)\n"
    ),
}
"""Files whose function `f` shows what they do."""


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", TRAPS)
def test_a_repaired_file_answers_as_before(name: str) -> None:
    """Nothing is left for ruff, and the answer is the same."""
    source = TRAPS[name]
    after = repair(Job(source, "f"))
    assert _found(source) != []
    assert _found(after) == []
    assert _answer(after) == _answer(source)


def _answer(source: str) -> tuple[str, str]:
    space: dict[str, object] = {}
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        exec(compile(source, "file", "exec"), space)  # noqa: S102 - the test's own source
        answer = repr(space["f"]())  # type: ignore[operator] # a function of that source
    return answer, printed.getvalue()


def _found(source: str) -> list[str]:
    argv = [str(RUFF), "check", "--isolated", "--select=E,W,F", "--output-format=concise", "--quiet", "-"]
    done = subprocess.run(argv, input=source, capture_output=True, text=True, check=False)
    return done.stdout.splitlines()
