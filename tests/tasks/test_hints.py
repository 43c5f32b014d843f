import ast

import pytest

from code_review_env.tasks.hints import NOTHING, Hint, hint

NONE = type(None)


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("int", Hint(kinds=(int,))),
        ("'int'", Hint(kinds=(int,))),
        ("None", Hint(kinds=(NONE,))),
        ("Optional[str]", Hint(kinds=(str, NONE))),
        ("typing.Union[int, float, None]", Hint(kinds=(int, float, NONE))),
        ("int | None", Hint(kinds=(int, NONE))),
        ("Any", NOTHING),
        ("Widget", NOTHING),
        ("'int |'", NOTHING),
        ("list", Hint(kinds=(list,))),
        ("list[int]", Hint(kinds=(list,), item=Hint(kinds=(int,)))),
        ("List['str']", Hint(kinds=(list,), item=Hint(kinds=(str,)))),
        ("tuple[int, ...]", Hint(kinds=(tuple,), item=Hint(kinds=(int,)))),
        ("tuple[int, str]", Hint(kinds=(tuple,), fixed=(Hint(kinds=(int,)), Hint(kinds=(str,))))),
        ("Mapping[str, float]", Hint(kinds=(dict,), key=Hint(kinds=(str,)), value=Hint(kinds=(float,)))),
        ("Sequence[bool]", Hint(abstract=True, item=Hint(kinds=(bool,)))),
        ("Iterable", Hint(abstract=True)),
        ("Literal['a', 2]", Hint(kinds=(str, int), choices=("a", 2))),
        ("Annotated[int, 'seconds']", Hint(kinds=(int,))),
        ("decimal.Decimal", Hint(kinds=(__import__("decimal").Decimal,))),
        ("f(x)", NOTHING),
    ],
)
def test_an_annotation_is_read(annotation: str, expected: Hint) -> None:
    """Each known form gives its types; an unknown one says nothing."""
    assert hint(ast.parse(annotation, mode="eval").body) == expected


def test_no_annotation_says_nothing() -> None:
    """What a signature holds for a missing annotation is no hint."""
    assert hint(None) == NOTHING
