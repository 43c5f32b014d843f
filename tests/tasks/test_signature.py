import pytest

from code_review_env.tasks.signature import definition, foreign_imports, functions, parse, places, signature
from code_review_env.tasks.task import Case

SOURCE = """
def f(a, /, b, *rest, c, d=4, **more):
    pass
async def g(x: int = 1): pass
class K:
    def f(self): pass
"""


def test_the_definition_is_top_level() -> None:
    """Methods are no entry points; async functions are."""
    tree = parse(SOURCE)
    assert functions(tree) == ["f", "g"]
    assert definition(tree, "g") is tree.body[1]
    assert definition(tree, "K") is None


def test_the_last_definition_of_a_name_counts() -> None:
    """As at run time, a later def replaces an earlier one."""
    tree = parse("def f(a): pass\ndef f(a, b): pass")
    assert definition(tree, "f") is tree.body[1]


def test_each_argument_knows_its_parameter() -> None:
    """Positional, extra and named arguments are told apart."""
    node = definition(parse(SOURCE), "f")
    assert node is not None
    case = Case((1, 2, 3, 4), {"c": 5, "z": 6})
    assert places(signature(node), case) == (("a", "b", "rest", "rest"), ("c", "more"))
    assert str(signature(node)).startswith("(a, /, b, *rest, c, d=")


def test_arguments_that_do_not_bind_raise() -> None:
    """Python's own sentence says what is missing."""
    node = definition(parse(SOURCE), "f")
    assert node is not None
    with pytest.raises(TypeError, match="missing a required"):
        places(signature(node), Case((1,)))


def test_foreign_imports_are_named_with_their_lines() -> None:
    """The standard library is there; anything else is not, unless the source is ready for that."""
    source = "import os, numpy.linalg\nfrom . import x\ntry:\n    import yaml\nexcept ImportError:\n    yaml = None\n"
    assert list(foreign_imports(parse(source + "def f():\n    from requests import get\n"))) == [
        (1, "numpy.linalg"),
        (2, "."),
        (8, "requests"),
    ]


def test_a_doubtful_escape_warns_nobody() -> None:
    """W605 is what some tasks are about."""
    assert len(parse(r"x = '\d'").body) == 1
