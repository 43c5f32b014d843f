import datetime as dt
import random
from decimal import Decimal
from fractions import Fraction

import pytest

from code_review_env.tasks.atoms import LONGEST, Atoms
from code_review_env.tasks.mining import LARGEST, Constants
from code_review_env.tasks.shape import Atom


def drawn(atom: Atom, constants: Constants | None = None) -> list[object]:
    """Two hundred values of an atom."""
    atoms = Atoms(random.Random(7), constants or Constants())  # noqa: S311  reproducible, not secret
    return [atoms.draw(atom) for _ in range(200)]


@pytest.mark.parametrize(
    "seen",
    [
        3,
        2.5,
        True,
        "ab",
        b"ab",
        bytearray(b"ab"),
        Decimal("1.5"),
        Fraction(1, 3),
        dt.date(2024, 2, 29),
        1j,
        None,
        dt.datetime(2024, 1, 2, 3),  # noqa: DTZ001  tasks pass naive times
        dt.timedelta(seconds=5),
        dt.time(3, 4),
        range(3),
    ],
)
def test_values_keep_their_exact_type(seen: object) -> None:
    """Whatever type is seen, nothing else is drawn; types with an order come in several values."""
    found = drawn(Atom(type(seen), (seen,)))
    assert {type(value) for value in found} == {type(seen)}


@pytest.mark.parametrize("kind", [int, float, str, bytes, bool, Decimal, dt.date, dt.datetime, dt.timedelta, complex])
def test_a_type_that_was_never_shown_has_values(kind: type) -> None:
    """An annotation alone is enough to draw from."""
    assert {type(value) for value in drawn(Atom(kind))} == {kind}


def test_numbers_stay_finite_and_moderate() -> None:
    """No nan, no infinity, no minus zero, nothing that only burns time."""
    found = drawn(Atom(float, (float("nan"), float("inf"), 90_000.0)))
    assert all(isinstance(value, float) and abs(value) <= LARGEST for value in found)
    assert "-0.0" not in {repr(value) for value in found}


def test_texts_keep_their_alphabet_and_length() -> None:
    """Characters come from what was seen and mined; a text does not grow without end."""
    found = drawn(Atom(str, ("abba",)), Constants(texts=("x-y",)))
    assert set("".join(str(value) for value in found)) <= set("abxy-")
    assert max(len(str(value)) for value in found) <= LONGEST


def test_letters_change_case_only_where_the_source_looks_at_it() -> None:
    """Upper case appears when the source has string methods about case."""
    assert not any(str(value).isupper() for value in drawn(Atom(str, ("ab",))))
    assert any(str(value).isupper() for value in drawn(Atom(str, ("ab",)), Constants(both_cases=True)))


def test_a_closed_atom_gives_what_was_named() -> None:
    """Choices are drawn, never edited."""
    assert set(drawn(Atom(str, ("a", "b"), closed=True))) == {"a", "b"}


def test_the_last_day_has_no_morrow() -> None:
    """A step beyond the range of a type gives the value back."""
    assert dt.date.max in drawn(Atom(dt.date, (dt.date.max,)))
