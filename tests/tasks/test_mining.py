import ast

from code_review_env.tasks.mining import LARGEST, Constants, mine


def mined(source: str) -> Constants:
    """The constants of a source text."""
    return mine(ast.parse(source))


def test_ints_come_with_their_neighbours() -> None:
    """A bound c gives c-1, c, c+1; the sign in front of a constant counts too."""
    assert mined("def f(x):\n    return x > 10").ints == (9, 10, 11)
    assert {-6, -5, -4} <= set(mined("x < -5").ints)


def test_floats_come_with_a_step_and_with_ints() -> None:
    """A float gives itself and a hundredth to either side, and its floor for int places."""
    found = mined("x > 10.5")
    assert {10.49, 10.5, 10.51} <= set(found.floats)
    assert {9, 10, 11} <= set(found.ints)


def test_large_numbers_are_left_alone() -> None:
    """A constant that could only burn time is not offered as an input."""
    assert mined(f"x = {LARGEST * 10}").ints == ()


def test_booleans_are_no_numbers() -> None:
    """True is not 1 here."""
    assert mined("x = True") == Constants()


def test_texts_come_whole_and_in_pieces() -> None:
    """Strings, the words and signs in them, and the keys of dicts."""
    found = mined("D = {'net-price': 1}\nx == 'DE'\ny = f'a {x} b'")
    assert {"net-price", "net", "price", "-", "DE", "a", "b"} <= set(found.texts)


def test_patterns_give_their_literal_runs() -> None:
    """No pattern syntax reaches an input."""
    found = mined("import re\nre.match(r'(?i)user-(\\d+)\\.log$', x)")
    assert {"user-", "log"} <= set(found.texts)
    assert not any(set(text) & set("()\\$+") for text in found.texts)


def test_prose_is_left_out() -> None:
    """Docstrings and annotations describe; they decide nothing."""
    assert mined('def f(x: "int") -> "str":\n    """Gives 7 words."""\n    y: "list" = x\n').texts == ()


def test_keys_and_optional_keys_are_told_apart() -> None:
    """A subscript needs its key; `get` and `in` provide for its absence."""
    found = mined("x['a'] + x.get('b', 0)\nif 'c' in x: pass")
    assert found.keys == {"a", "b", "c"}
    assert found.optional == {"b", "c"}


def test_string_methods_widen_the_alphabet() -> None:
    """Code that strips wants blanks; code that lowers wants both cases."""
    found = mined("x.strip().lower()")
    assert found.letters == " "
    assert found.both_cases


def test_what_is_compared_comes_first() -> None:
    """Comparisons, prefixes, match patterns and dict keys are where behaviour splits."""
    found = mined("D = {'k': 'v'}\nx == 'a' and y > 3\nz.startswith('-')\nmatch x:\n    case 'm': pass\n")
    assert {"k", "a", "-", "m", 2, 3, 4, 3.01} <= set(found.compared)
    assert "v" not in found.compared
