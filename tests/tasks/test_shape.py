import pytest

from code_review_env.tasks.hints import Hint
from code_review_env.tasks.shape import Atom, Fixed, Many, Record, Table, fits, shape

INT = Hint(kinds=(int,))


def test_seen_types_only() -> None:
    """A shape admits the exact types of its examples and no others."""
    known = shape([1, 2])
    assert known == (Atom(int, seen=(1, 2)),)
    assert [fits(value, known) for value in (7, True, 7.0, None, "7")] == [True, False, False, False, False]


def test_an_annotation_adds_types() -> None:
    """None that is annotated is admitted even if no example shows it."""
    known = shape([1], Hint(kinds=(int, type(None))))
    assert fits(None, known)
    assert not fits("", known)


def test_a_literal_admits_its_choices_only() -> None:
    """A closed choice stays closed."""
    known = shape(["a"], Hint(kinds=(str,), choices=("a", "b")))
    assert [fits(text, known) for text in ("a", "b", "c")] == [True, True, False]


def test_a_record_keeps_its_layouts() -> None:
    """Field names and their order are as seen; a field keeps its own types."""
    known = shape([{"id": 1, "name": "a"}, {"id": 2, "name": "b", "age": 3}])
    assert isinstance(known[0], Record)
    assert fits({"id": 9, "name": "z", "age": 0}, known)
    assert not fits({"id": 9}, known)
    assert not fits({"name": "z", "id": 9}, known)
    assert not fits({"id": "9", "name": "z"}, known)
    assert fits({"id": 9}, known, optional=frozenset({"name"}))


def test_a_dict_with_free_keys_is_a_table() -> None:
    """Keys that are no texts, never repeat, or are annotated with a value type are data."""
    assert isinstance(shape([{1: "a"}])[0], Table)
    assert isinstance(shape([{"a": 1}, {"b": 2}])[0], Table)
    assert isinstance(shape([{"a": 1}], Hint(kinds=(dict,), key=Hint(kinds=(str,)), value=INT))[0], Table)


def test_a_dict_that_the_source_looks_into_is_a_record() -> None:
    """An annotation of the values does not free keys that the source names."""
    said = Hint(kinds=(dict,), key=Hint(kinds=(str,)), value=INT)
    assert isinstance(shape([{"width": 1}], said, frozenset({"width"}))[0], Record)


def test_rows_keep_their_length() -> None:
    """Tuples of one length, and lists with unlike items, have a type for each position."""
    assert shape([(1, "a"), (2, "b")]) == (Fixed(tuple, (shape([1, 2]), shape(["a", "b"]))),)
    assert isinstance(shape([[1, "a"]])[0], Fixed)
    assert not fits([1, "a", 2], shape([[1, "a"]]))


def test_lists_of_like_items_have_any_length() -> None:
    """The items of all lists at one place share a shape."""
    known = shape([[1], [2.5, 3]])
    assert known == (Many(list, shape([1, 2.5, 3]), size=2),)
    assert fits([], known)
    assert not fits([None], known)


@pytest.mark.parametrize(("seen", "kind"), [((), list), (((1, 2), (1,)), tuple), (([3],), list)])
def test_an_abstract_sequence_takes_the_kind_that_is_shown(seen: tuple[object, ...], kind: type) -> None:
    """`Sequence[int]` means a list unless the examples pass something else."""
    (known,) = shape(seen, Hint(abstract=True, item=INT))
    assert known.kind is kind


def test_unknown_stays_unknown() -> None:
    """Nothing seen and nothing said admits nothing."""
    assert shape([]) == ()
    assert not fits(None, ())
