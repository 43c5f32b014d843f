"""Hidden branches against honest fixes of the hard stage."""

import pytest

from code_review_env.env.analysis.ruff import Ruff
from code_review_env.env.scoring.gate import Parsed, parse
from code_review_env.env.scoring.house import decisions

RUFF = Ruff.installed()
CAP = 4
ORIGINAL = """
def f(a, b):
    if a > 9:
        if b > 9:
            return "both"
        return "a"
    elif b > 9:
        return "b"
    elif b > 5 and a > 5:
        return "half"
    return "none"
"""


def parsed(text: str) -> Parsed:
    """The text through the gate."""
    found = parse(text)
    assert isinstance(found, Parsed), found
    return found


def found(submission: str, original: str = ORIGINAL) -> dict[str, str]:
    """House rules found in the submission, with their messages."""
    seen = decisions.findings(parsed(original), parsed(submission), "f", max_decisions=CAP)
    return {finding.rule: finding.message for finding in seen}


@pytest.mark.parametrize(
    ("expression", "count"),
    [
        ("a", 0),
        ("a if b else a", 1),
        ("a and b and a", 2),
        ("a or b and a", 2),
        ("[x for x in a if x if b]", 2),
        ("{x: x for x in a if x}", 1),
        ("(lambda x: x if x else b)(a)", 1),
        ("(a, b)[a > 3]", 1),
        ("(a, b)[not a]", 1),
        ("{True: a, False: b}[a > 3]", 1),
        ("{a > 3: a, a <= 3: b}[True]", 2),
        ("{(True, True): a}[a > 3, b > 3]", 2),
        ("{True: a}.get(a > 3)", 1),
        ("(a > 3) * 5 + (b > 3) * 2", 2),
        ("int(a > 3) + int(b > 3)", 2),
        ("sum((a > 3, b > 3))", 2),
        ("max(a > 3, b > 3)", 2),
        ("'x'[: a > 3]", 1),
        ("-(a > 3)", 1),
        ("(a, b)[bool(a)]", 1),
        ("(a, b)[isinstance(a, int)]", 1),
        ("(a, b)[a.startswith('x')]", 1),
        ("(a, b)[a.__gt__(3)]", 1),
        ("(a, b)[operator.gt(a, 3)]", 1),
        ("any([a, b, a > 3])", 2),
        ("all((a, b))", 1),
        ("any(x > 3 for x in a)", 0),
        ("sum(x > 3 for x in a)", 0),
        ("f'{a if b else a}'", 1),
        ("a[0] + b", 0),
        ("1 < a < 3", 0),
        ("a.get(b, 3)", 0),
    ],
)
def test_decisions_of_an_expression(expression: str, count: int) -> None:
    """What branches is counted, what computes is not."""
    assert decisions.decisions_of(parsed(f"def f(a, b):\n    return {expression}\n"))["f"] == count


@pytest.mark.parametrize(
    ("lines", "count"),
    [
        (["match a:", "    case 1 | 2 | 3: return 1"], 2),
        (["match a:", "    case x if x > 3: return 1"], 1),
        (["with suppress(KeyError):", "    return a[b]"], 1),
        (["with contextlib.suppress(KeyError), open(a):", "    return a[b]"], 1),
        (["big = a > 3", "return (a, b)[big]"], 1),
        (["total = 0", "total += a > 3", "return total"], 1),
    ],
)
def test_decisions_of_statements_that_c901_counts_too_little(lines: list[str], count: int) -> None:
    """Guards, alternatives, suppressed errors, and truth values that took a detour over a name."""
    source = "def f(a, b):\n" + "".join(f"    {line}\n" for line in lines)
    assert decisions.decisions_of(parsed(source))["f"] == count


def test_a_predicate_of_the_file_is_a_truth_value() -> None:
    """Moving the comparison into a helper does not hide that its result picks a branch."""
    source = "def big(x):\n    return x > 3\n\n\ndef f(a, b):\n    return (a, b)[big(a)]\n"
    assert decisions.decisions_of(parsed(source)) == {"<module>": 0, "big": 0, "f": 1}


DODGES = [
    'return "both" if a > 9 and b > 9 else "a" if a > 9 else "b" if b > 9 else "half" if b > 5 and a > 5 else "none"',
    'return a > 9 and (b > 9 and "both" or "a") or b > 9 and "b" or b > 5 and a > 5 and "half" or "none"',
    'return ["none", "half", "b", "a", "both"][max((a > 5) * (b > 5), (b > 9) * 2, (a > 9) * 3, (a > 9) * (b > 9) * 4)]',
    'return (lambda: "both" if a > 9 and b > 9 else "a" if a > 9 else "b" if b > 9 else "half" if b > 5 else "none")()',
    'return [x for x in "x" if a > 9 if b > 9] or [x for x in "y" if b > 9] or [x for x in "z" if a > 5 if b > 5]',
    'return {(1, 1): "both", (1, 0): "a"}.get((int(a > 9), int(b > 9))) or {(1, 1): "half"}[int(a > 5), int(b > 5)] or "x"',
]


@pytest.mark.parametrize("line", DODGES)
def test_a_branch_in_an_expression_is_still_a_branch(line: str) -> None:
    """Clean for C901, one finding of ours."""
    submission = f"def f(a, b):\n    {line}\n"
    assert RUFF.lint(submission, select=("C901",), max_complexity=3) == ()
    assert "`f` holds too many decisions" in found(submission)[decisions.HIDDEN]


def test_a_match_with_alternatives_and_guards_is_counted() -> None:
    """One case with many alternatives is many branches."""
    submission = "def f(a, b):\n    match a:\n        case 1 | 2 | 3 | 4 | 5 | 6:\n            return b\n    return a\n"
    assert "(5 > 4)" in found(submission)[decisions.HIDDEN]


@pytest.mark.parametrize(
    "submission",
    [
        "class Run:\n    if A:\n        X = 1\n    if B:\n        X = 2\n    for _ in C:\n        X = 3\n",
        "if X:\n    Y = 1\nelif Z:\n    Y = 2\nelif A:\n    Y = 3\n\n\ndef f(a, b):\n    return Y\n",
    ],
)
def test_branches_outside_functions_are_counted(submission: str) -> None:
    """C901 looks at functions alone; class bodies and the module have the same limit."""
    assert RUFF.lint(submission, select=("C901",), max_complexity=3) == ()
    assert "(3 > 2)" in found(submission)[decisions.OUTSIDE]


@pytest.mark.parametrize(
    "submission",
    [
        "def rest(s):\n    return s['a']\n\n\ndef f(a, b):\n    return rest(locals())\n",
        "def rest(a, b):\n    return a\n\n\ndef f(a, b):\n    return rest(**locals())\n",
        "def first(a, b):\n    c = a\n    return locals()\n\n\ndef f(a, b):\n    return first(a, b)['c']\n",
        "def rest(s):\n    return s['a']\n\n\ndef f(a, b):\n    return rest(vars())\n",
    ],
)
def test_a_helper_that_gets_every_local_is_no_helper(submission: str) -> None:
    """The function was only cut in two."""
    assert decisions.WHOLE_SCOPE in found(submission)


@pytest.mark.parametrize(
    "submission",
    [
        "def unused(a):\n    return a\n\n\ndef f(a, b):\n    return a\n",
        "def again(a):\n    return again(a)\n\n\ndef f(a, b):\n    return a\n",
        "class C:\n    def unused(self):\n        return 1\n\n\ndef f(a, b):\n    return C()\n",
    ],
)
def test_a_new_function_that_nothing_uses_is_a_finding(submission: str) -> None:
    """Calling only itself is no use."""
    assert decisions.NEVER_CALLED in found(submission)


HONEST = [
    """\
def _both(a, b):
    return a > 9 and b > 9


def _single(a, b):
    if a > 9:
        return 'a'
    return 'b' if b > 9 else None


def f(a, b):
    if _both(a, b):
        return 'both'
    return _single(a, b) or ('half' if a > 5 and b > 5 else 'none')
""",
    """\
import operator

OPS = {'+': operator.add, '-': operator.sub}


def f(a, b):
    return OPS[a](b, b)
""",
    """\
OPS = {
    '+': lambda x: x + x,
    '-': lambda x: x - x,
    '*': lambda x: x * x,
    '/': lambda x: x / x,
    '%': lambda x: x % x,
}


def f(a, b):
    return OPS[a](b)
""",
    """\
TIERS = ((1000, 'gold'), (500, 'silver'), (100, 'bronze'))


def f(a, b):
    return next((name for least, name in TIERS if a >= least), 'none')
""",
    """\
RULES = (
    (lambda a, b: a > 9 and b > 9, 'both'),
    (lambda a, b: a > 9, 'a'),
    (lambda a, b: b > 9, 'b'),
    (lambda a, b: a > 5, 'half'),
)


def f(a, b):
    for test, name in RULES:
        if test(a, b):
            return name
    return 'none'
""",
    """\
from contextlib import suppress


def f(a, b):
    with suppress(KeyError):
        return a[b]
    return None
""",
    """\
from dataclasses import dataclass


@dataclass
class Pair:
    a: int
    b: int

    @property
    def both(self):
        return self.a > 9 and self.b > 9


def f(a, b):
    return Pair(a, b).both
""",
    """\
def _valid(a):
    return (x for x in a if x is not None and x > 0)


def f(a, b):
    return sum(x for x in _valid(a) if x < b)
""",
    """\
HANDLERS = {}


def register(name):
    def add(function):
        HANDLERS[name] = function
        return function

    return add


@register('x')
def _x(a):
    return a


def f(a, b):
    return HANDLERS[b](a)
""",
    """\
import ast


class Names(ast.NodeVisitor):
    def visit_Name(self, node):
        self.seen = node.id


def f(a, b):
    Names().visit(a)
    return b
""",
    """\
def f(a, b):
    return sum(x > b for x in a)
""",
    """\
try:
    import zoneinfo
except ImportError:
    zoneinfo = None

TABLE = {}
for _x in range(3):
    TABLE[_x] = _x


def f(a, b):
    return TABLE[a], zoneinfo
""",
]


@pytest.mark.parametrize("submission", HONEST)
def test_an_honest_fix_is_no_finding(submission: str) -> None:
    """Tables, helpers, small classes and a few conditions in expressions are how C901 is meant to be met."""
    assert found(submission) == {}
    assert RUFF.lint(submission, select=("C901",), max_complexity=3) == ()


def test_the_original_sets_the_limit_of_its_own_scopes() -> None:
    """What was in an expression before may stay there, in that function only."""
    line = "    return a and b and a and b and a and b and a\n"
    original = f"def f(a, b):\n{line}"
    assert found(original, original) == {}
    assert "`g`" in found(f"def g(a, b):\n{line}\n\ndef f(a, b):\n    return g(a, b)\n", original)[decisions.HIDDEN]


def test_two_scopes_of_one_name_are_told_apart() -> None:
    """A second function of a name does not inherit the first one's limit."""
    line = "        return a and b and a and b and a and b and a\n"
    original = f"class C:\n    def m(self, a, b):\n{line}"
    double = original + f"\n    def m(self, a, b):\n{line}"
    assert "`C.m#2`" in found(double, original)[decisions.HIDDEN]
