"""The identity gate against honest fixes and against everything that only looks like the same function."""

import textwrap

import pytest

from code_review_env.env.sandbox.program import EntryFacts
from code_review_env.env.scoring import identity
from code_review_env.env.scoring.gate import Parsed, parse


def parsed(text: str) -> Parsed:
    """The text through the gate."""
    found = parse(textwrap.dedent(text))
    assert isinstance(found, Parsed), found
    return found


def faults(original: str, submission: str, facts: EntryFacts | None = None, was: EntryFacts | None = None) -> dict[str, str]:
    """Failed checks with their messages."""
    checks = identity.check(parsed(original), parsed(submission), "f", facts, was)
    return {check.name: check.message for check in checks if not check.ok}


PLAIN = "def f(a, b=1, *rest, c, d=None, **more):\n    return a\n"


def test_the_original_keeps_its_identity_in_a_fixed_order() -> None:
    """Doing nothing passes every check, and their order is part of the contract."""
    checks = identity.check(parsed(PLAIN), parsed(PLAIN), "f", None, None)
    assert [check.name for check in checks] == [
        "definition",
        "parameters",
        "defaults",
        "decorators",
        "binding",
        "internals",
        "runtime",
    ]
    assert all(check.ok and check.message for check in checks)


@pytest.mark.parametrize(
    ("original", "submission"),
    [
        ("def f(a): return a\n", "def f(a):\n    return a\n"),
        ("def f(a,b): return a\n", 'def f(a: int, b: int) -> int:\n    """Doc."""\n    return a\n'),
        ("def f(a, s=f','): return a\n", "def f(a, s=','): return a\n"),
        ("def f(a, s=u','): return a\n", "def f(a, s=','): return a\n"),
        (
            "from functools import lru_cache\n@lru_cache(maxsize=None)\ndef f(a): return a\n",
            "import functools\n@functools.lru_cache(maxsize=None)\ndef f(a): return a\n",
        ),
        (
            "from functools import *\n@lru_cache\ndef f(a): return a\n",
            "import functools\n@functools.lru_cache\ndef f(a): return a\n",
        ),
        (
            "from functools import *\nfrom os import *\n@lru_cache\ndef f(a): return a\n",
            "from functools import lru_cache\n@lru_cache\ndef f(a): return a\n",
        ),
        ("import os, os.path\ndef f(a, p=os.path.join): return p\n", "from os.path import join\ndef f(a, p=join): return p\n"),
        ("f = None\ndef f(a): return a\n", "def f(a): return a\n"),
        ("def g(): return 1\ndef f(a): return a\n", "def f(a):\n    def g():\n        return 1\n    return g()\n"),
        ("def f(a): return a\n", "def helper(f):\n    f = f + 1\n    return f\n\n\ndef f(a):\n    return helper(a)\n"),
        ("def f(a): return a\n", "def f(a):\n    return [f for f in a]\n\n\nX = [f for f in (1, 2)]\n"),
        ("async def f(a): return a\n", "async def f(a):\n    return a\n"),
        ("def f(a): return a\ndef g(): g.__defaults__ = ()\n", "def g():\n    g.__defaults__ = ()\ndef f(a): return a\n"),
        ("def f(a): return a\nfrom os import *\n", "def f(a):\n    return a\nfrom os import *\n"),
        ("def f(a): return a\n", "def f(a):\n    return globals()['g'], globals().get('h'), 'f' in globals()\n"),
        ("import sys\ndef f(a): return sys.modules\n", "import sys\n\n\ndef f(a):\n    return sys.modules\n"),
        ("def f(a): return a\n", "import logging\n\nlog = logging.getLogger(__name__)\n\n\ndef f(a):\n    return a\n"),
    ],
)
def test_honest_fixes_keep_identity(original: str, submission: str) -> None:
    """Layout, annotations, docstrings, helpers and spelled-out imports are all the agent's to change."""
    assert faults(original, submission) == {}


@pytest.mark.parametrize(
    ("submission", "failed", "words"),
    [
        ("def g(a): return a\n", "definition", "no function `f`"),
        ("def f(a): return a\ndef f(a): return a\n", "definition", "2 times"),
        ("async def f(a): return a\n", "definition", "plain `def`"),
        ("f = lambda a: a\n", "definition", "not defined by a `def`"),
        ("class f:\n    def __new__(cls, a): return a\n", "definition", "not defined by a `def`"),
        ("from m import f\n", "definition", "not defined by a `def`"),
        ("class C:\n    def f(a): return a\n", "definition", "method of class `C`"),
        ("if True:\n    def f(a): return a\n", "definition", "inside another statement"),
        ("def f(a, b): return a\n", "parameters", "must stay (a), it is (a, b)"),
        ("def f(): return 1\n", "parameters", "it is ()"),
        ("def f(b): return b\n", "parameters", "it is (b)"),
        ("def f(a=1): return a\n", "parameters", "it is (a=...)"),
        ("def f(*a): return a\n", "parameters", "it is (*a)"),
        ("def f(**a): return a\n", "parameters", "it is (**a)"),
        ("def f(a, /): return a\n", "parameters", "it is (a, /)"),
        ("def f(*, a): return a\n", "parameters", "it is (*, a)"),
        ("def f(a, *rest, **more): return a\n", "parameters", "it is (a, *rest, **more)"),
        ("def f(a): return a\nf = g = print\n", "binding", "in line 2"),
        ("def f(a): return a\ndef g(): return 0\nf, x = g, g\n", "binding", "in line 3"),
        ("def f(a): return a\nfor f in (print,): pass\n", "binding", "in line 2"),
        ("def f(a): return a\nwith g() as f: pass\n", "binding", "in line 2"),
        ("def f(a): return a\ntry: pass\nexcept E as f: pass\n", "binding", "in line 3"),
        ("def f(a): return a\nmatch 1:\n    case f: pass\n", "binding", "in line 3"),
        ("def f(a): return a\nmatch {}:\n    case {**f}: pass\n", "binding", "in line 3"),
        ("def f(a): return a\n[(f := x) for x in (1,)]\n", "binding", "in line 2"),
        ("def f(a): return a\ndel f\n", "binding", "in line 2"),
        ("def f(a): return a\nclass f: pass\n", "binding", "in line 2"),
        ("def f(a): return a\nif 1:\n    def f(a): return 2\n", "binding", "in line 3"),
        ("def f(a): return a\nfrom m import g as f\n", "binding", "in line 2"),
        ("def f(a): return a\nimport f.g\n", "binding", "in line 2"),
        ("def f(a): return a\nfrom os import *\n", "binding", "star import in line 2"),
        ("def f(a): return a\ndef g():\n    global f\n    f = 1\ng()\n", "binding", "`global` in line 4"),
        ("def f(a): return a\nclass C:\n    global f\n    def f(self): pass\n", "binding", "`global` in line 4"),
        ("def f(a): return a\nglobals()['f'] = 1\n", "binding", "namespace in line 2"),
        ("def f(a): return a\nvars()[chr(102)] = 1\n", "binding", "namespace in line 2"),
        ("def f(a): return a\nglobals().update(f=1)\n", "binding", "namespace in line 2"),
        ("import sys\ndef f(a): return a\nsetattr(sys.modules[__name__], 'f', 1)\n", "binding", "namespace in line 3"),
        ("import sys\ndef f(a): return a\nsys.modules[__name__].__dict__['f'] = 1\n", "binding", "namespace in line 3"),
        ("def f(a): return a\nk = globals()\nk['f'] = 1\n", "binding", "`globals()` in line 2"),
        ("def f(a): return a\ndict.update(globals(), f=1)\n", "binding", "`globals()` in line 2"),
        (
            "import sys\ndef f(a): return a\nm = sys.modules\nsetattr(m[__name__], 'f' + '', 1)\n",
            "binding",
            "`sys.modules` in line 3",
        ),
        ("from sys import modules\ndef f(a): return a\nsetattr(modules[__name__], 'f' + '', 1)\n", "binding", "`sys.modules`"),
        ("def f(a): return a\nsetattr(__import__(__name__), 'f' + '', 1)\n", "binding", "an import of itself"),
        ("def f(a): return a\nimport submission as s\nsetattr(s, 'f' + '', 1)\n", "binding", "an import of itself"),
        ("import sys\ndef f(a): return a\nsetattr(sys.modules[__name__], 'f' + '', 1)\n", "binding", "`sys.modules`"),
        ("def f(a): return a\nd = f.__globals__\nd['f'] = 1\n", "binding", "`__globals__` in line 2"),
        ("def f(a): return a\ndef g(a): return 2\nf.__code__ = g.__code__\n", "internals", "`__code__` is assigned in line 3"),
        ("def f(a): return a\nf.__defaults__ = (1,)\n", "internals", "`__defaults__`"),
        ("def f(a): return a\nf.__kwdefaults__, x = {}, 1\n", "internals", "`__kwdefaults__`"),
        ("def f(a): return a\ndel f.__wrapped__\n", "internals", "`__wrapped__`"),
        ("def f(a): return a\nsetattr(f, '__code__', 1)\n", "internals", "`__code__`"),
        ("def f(a): return a\nobject.__setattr__(f, '__code__', 1)\n", "internals", "`__code__`"),
        ("@print\ndef f(a): return a\n", "decorators", "had 0 decorators, it has 1"),
        ("def f(\N{CYRILLIC SMALL LETTER A}): return 1\n", "parameters", "must stay (a)"),
    ],
)
def test_a_change_of_the_function_is_named(submission: str, failed: str, words: str) -> None:
    """Each way of putting something else under the name fails one check, in words that tell what to undo."""
    found = faults("def f(a): return a\n", submission)
    assert words in found[failed]


def test_a_homoglyph_is_not_the_name() -> None:
    """A name with a Cyrillic letter is another name, and the message says that it only looks right."""
    found = identity.check(
        parsed("def total(a): return a\n"), parsed("def t\N{CYRILLIC SMALL LETTER O}tal(a): return a\n"), "total", None, None
    )
    assert "only looks like `total`" in found[0].message
    assert not found[0].ok


@pytest.mark.parametrize("name", ["\N{FULLWIDTH LATIN SMALL LETTER F}", "\N{MATHEMATICAL BOLD SMALL F}"])
def test_a_compatibility_character_counts_as_what_the_interpreter_reads(name: str) -> None:
    """`f` in fullwidth is the same name for the interpreter, so it rebinds the function."""
    assert "bound again" in faults("def f(a): return a\n", f"def f(a): return a\n{name} = 1\n")["binding"]


def test_defaults_compare_by_the_value_that_the_runs_saw() -> None:
    """`limit=l` may become `limit=LIMIT`, when both runs report an equal value."""
    original, fixed = "l = 3\ndef f(a, limit=l): return a\n", "LIMIT = 3\ndef f(a, limit=LIMIT): return a\n"
    runs = [EntryFacts("builtins.function", line, {"limit": value}) for line, value in ((2, 3), (2, 3), (2, 4))]
    assert faults(original, fixed, runs[1], runs[0]) == {}
    assert "`limit`" in faults(original, fixed, runs[2], runs[0])["defaults"]
    assert "`limit`" in faults(original, fixed)["defaults"]


def test_a_default_of_none_is_a_value_like_any_other() -> None:
    """The tree of None is None, which must not read as "nothing seen"."""
    facts = EntryFacts("builtins.function", 2, {"a": None})
    assert faults("X = None\ndef f(a=X): return a\n", "import os\ndef f(a=None): return a\n", facts, facts) == {}


def test_a_literal_default_of_another_type_is_a_change() -> None:
    """`1`, `1.0` and `True` are equal for Python and not for a caller."""
    for other in ("1.0", "True", "2", "None", "-1"):
        assert "`n`" in faults("def f(n=1): return n\n", f"def f(n={other}): return n\n")["defaults"]


def test_the_words_of_a_decorator_must_keep_their_meaning() -> None:
    """A local function that took the name of an imported decorator is another decorator."""
    original = "from functools import lru_cache\n@lru_cache\ndef f(a): return a\n"
    found = faults(original, "def lru_cache(g): return print\n@lru_cache\ndef f(a): return a\n")
    assert "decorator 1" in found["decorators"]


def test_the_object_after_import_must_be_the_function_of_the_file() -> None:
    """Type and first line come from the run; a decorated function starts at its first decorator."""
    plain = "def f(a): return a\n"
    was = EntryFacts("builtins.function", 1)
    assert faults(plain, f"\n\n{plain}", EntryFacts("builtins.function", 3), was) == {}
    assert "another function" in faults(plain, f"\n\n{plain}", EntryFacts("builtins.function", 9), was)["runtime"]
    assert "is functools.partial" in faults(plain, plain, EntryFacts("functools.partial", 1), was)["runtime"]
    assert "is nothing" in faults(plain, plain, EntryFacts(), was)["runtime"]


def test_a_decorated_function_starts_where_the_interpreter_says() -> None:
    """The gate's first line equals `co_firstlineno`, also with several decorators and split lines."""
    source = (
        "import functools\n\n\n@functools.lru_cache(\n    maxsize=None,\n)\n@functools.cache\ndef f(\n    a,\n):\n    pass\n"
    )
    codes = compile(source, "x", "exec").co_consts
    lines = [code.co_firstlineno for code in codes if hasattr(code, "co_firstlineno")]
    facts = EntryFacts("functools._lru_cache_wrapper", 4)
    assert lines == [4]
    assert faults(source, source, facts, facts) == {}


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("f = lambda a: a\n", "not defined by a `def`"),
        ("class C:\n    def f(self): pass\n", "method of class"),
        ("def f(a): return a\nf = print\n", "bound again in line 2"),
        ("x = 1\n", "no function `f`"),
    ],
)
def test_an_original_beyond_the_gate_is_refused_with_the_reason(source: str, words: str) -> None:
    """What the gate cannot compare must not become a task."""
    assert words in str(identity.expressible(parsed(source), "f"))


def test_an_ordinary_original_is_expressible() -> None:
    """No reason stands against a plain function."""
    assert identity.expressible(parsed(PLAIN), "f") is None


@pytest.mark.parametrize(
    ("submission", "passes"),
    [
        ("def f(x): return x\n", True),
        ("class C:\n    def f(a): return a\n", True),
        ("def f(a, b): return a\n", False),
        ("f = 1\n", False),
    ],
)
def test_the_plain_gate_asks_for_name_and_count_only(submission: str, passes: bool) -> None:  # noqa: FBT001 - a table
    """The specification's gate is reported beside ours, and is as easy to pass as it is written."""
    assert identity.seed_plain(parsed("def f(a): return a\n"), parsed(submission), "f") is passes
