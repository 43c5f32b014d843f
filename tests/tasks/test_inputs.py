import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from code_review_env.tasks.inputs import MAX_INPUTS, generate, inputs
from code_review_env.tasks.literal import literal
from code_review_env.tasks.task import Case

SOURCE = '''
RATES = {"DE": 0.19, "FR": 0.2}

def invoice(items, country="DE", *, discount: float | None = None):
    """Total of 3 things."""
    total = 0.0
    for item in items:
        total += item["price"] * item.get("qty", 1)
    if total > 1000:
        total -= 50
    return total * (1 + RATES.get(country, 0)) - (discount or 0)
'''
EXAMPLES = (
    Case(args=([{"price": 2.5, "qty": 3}, {"price": 10.0, "qty": 1}],)),
    Case(args=([{"price": 999.0, "qty": 2}], "FR")),
)


def arguments(name: str, cases: tuple[Case, ...], position: int) -> Iterator[object]:
    """What the cases give for one parameter."""
    for case in cases:
        if position < len(case.args):
            yield case.args[position]
        elif name in case.kwargs:
            yield case.kwargs[name]


def test_inputs_are_new_and_all_different() -> None:
    """As many calls as asked for, no call twice and none of the examples."""
    found = [case.call("invoice") for case in generate(SOURCE, "invoice", EXAMPLES, count=MAX_INPUTS)]
    assert len(found) == len(set(found)) == MAX_INPUTS
    assert not set(found) & {case.call("invoice") for case in EXAMPLES}


def test_types_and_keys_stay_as_shown() -> None:
    """Prices stay floats, quantities ints, countries texts; only what may lack in a record lacks."""
    cases = generate(SOURCE, "invoice", EXAMPLES, count=MAX_INPUTS)
    rows = [row for items in arguments("items", cases, 0) for row in items]  # type: ignore[attr-defined]
    assert {type(row["price"]) for row in rows} == {float}
    assert {type(row["qty"]) for row in rows if "qty" in row} == {int}
    assert {tuple(row) for row in rows} == {("price", "qty"), ("price",)}
    assert {type(country) for country in arguments("country", cases, 1)} == {str}
    assert {type(discount) for discount in arguments("discount", cases, 9)} == {float, type(None)}


def test_constants_of_the_source_are_tried() -> None:
    """Boundary inputs hold the bound itself, both neighbours, and the keys that are looked up."""
    found = [one.case for one in inputs(SOURCE, "invoice", EXAMPLES, count=MAX_INPUTS) if one.origin == "boundary"]
    prices = {row["price"] for items in arguments("items", tuple(found), 0) for row in items}  # type: ignore[attr-defined]
    assert {999.99, 1000.0, 1000.01} & prices
    assert "DE" in set(arguments("country", tuple(found), 1))


def test_every_parameter_gets_its_turn() -> None:
    """A short run is a fair sample over parameters, boundaries and mixtures."""
    found = inputs(SOURCE, "invoice", EXAMPLES, count=25)
    assert {one.origin for one in found} == {"items", "country", "discount", "boundary", "mixed"}


def test_inputs_do_not_depend_on_the_hash_seed() -> None:
    """Another process with another hash seed makes the same inputs, sets included."""
    code = (
        "from code_review_env.tasks.inputs import generate; from code_review_env.tasks.task import Case;"
        "cs = generate('def f(x, y):\\n    return x | {\"b\"}', 'f', [Case(({'a', 'q', 'zz'}, {'k': {1, 2}}))], count=40);"
        "print(*[c.call('f') for c in cs], sep='\\n')"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1
    assert len(runs.pop().splitlines()) == 40


def test_annotations_alone_suffice() -> None:
    """A parameter that no example passes is drawn from its annotation and its default."""
    source = "def f(n: int, tags: list[str] | None = None, sep=','):\n    return n\n"
    cases = generate(source, "f", [Case((3,))], count=120)
    tags = list(arguments("tags", cases, 1))
    assert None in tags
    assert any(isinstance(value, list) and value for value in tags)
    assert {type(value) for value in arguments("sep", cases, 2)} == {str}


def test_a_literal_annotation_is_not_left() -> None:
    """A mined text never stands where only named choices may."""
    source = "def f(mode: Literal['fast', 'slow'], word):\n    return word + 'other'\n"
    cases = generate(source, "f", [Case(("fast", "x"))], count=100)
    assert {case.args[0] for case in cases} == {"fast", "slow"}


def test_few_possible_values_end_the_search() -> None:
    """Two booleans give no more than four calls, and no endless loop."""
    assert len(generate("def f(a, b):\n    return a", "f", [Case((True, False))], count=50)) == 3


def test_a_function_without_arguments_has_no_inputs() -> None:
    """Nothing can be varied, so nothing is made."""
    assert generate("def f():\n    return 1", "f", [Case()], count=10) == ()


def test_star_parameters_are_varied_in_place() -> None:
    """Extra positional and keyword arguments keep their names and types."""
    cases = generate("def f(a, *rest, **more):\n    return rest", "f", [Case((1, 2, 3), {"k": "v"})], count=60)
    assert {len(case.args) for case in cases} == {3}
    assert {tuple(case.kwargs) for case in cases} == {("k",)}


@pytest.mark.parametrize(
    ("entry", "examples", "count"), [("gone", (Case(),), 1), ("f", (), 1), ("f", (Case(),), -1), ("f", (Case(),), 301)]
)
def test_a_wrong_request_is_refused(entry: str, examples: tuple[Case, ...], count: int) -> None:
    """An unknown function, no example or a count out of range raises."""
    with pytest.raises(ValueError, match="count must be 0 to 300"):
        generate("def f():\n    pass", entry, examples, count=count)


LEAVES = (
    st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.booleans()
    | st.none()
    | st.binary(max_size=4)
    | st.dates()
    | st.datetimes()
    | st.decimals(allow_nan=False)
    | st.fractions()
    | st.timedeltas()
)
TREES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=3) | st.integers(), inner, max_size=3)
        | st.tuples(inner, inner)
        | st.sets(st.text(max_size=2), max_size=3)
    ),
    max_leaves=6,
)


def types(value: object) -> set[type]:
    """Every exact type inside a value, its own included."""
    inner = list(value) if isinstance(value, (list, tuple, set)) else []
    inner += [part for pair in value.items() for part in pair] if isinstance(value, dict) else []
    return {type(value)}.union(*(types(part) for part in inner))


@settings(max_examples=120, deadline=None)
@given(TREES, TREES)
def test_any_example_is_varied_within_its_types(first: object, second: object) -> None:
    """Whatever is passed, generation ends, repeats itself exactly, and brings no type that was not shown."""
    source = "def f(x, y):\n    return x.get('a', 3), y > 1.5, 'word'\n"
    cases = generate(source, "f", [Case((first, second))], count=25)
    assert [literal(case.args) for case in cases] == [
        literal(case.args) for case in generate(source, "f", [Case((first, second))], count=25)
    ]
    shown = types((first, second))
    assert all(types(case.args) <= shown for case in cases)


def test_words_and_numbers_inside_a_text_are_replaced() -> None:
    """A small language in a text is spoken with the words and bounds of the source."""
    source = "UNITS = {'cm': 10, 'inch': 25}\ndef f(text):\n    return len(text) > 7 and text in UNITS\n"
    found = {case.args[0] for case in generate(source, "f", [Case(("sum 12 [cm]",))], count=150)}
    assert {"sum 12 [inch]", "inch 12 [cm]", "sum 8 [cm]"} <= found
