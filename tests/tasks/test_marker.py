import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from code_review_env.tasks.marker import (
    ESCAPES,
    free_marker,
    leaf_marker,
    mark,
    origins,
    payload_cases,
    substitute,
    text_leaves,
)
from code_review_env.tasks.payloads import HARMLESS, INJECTIONS, Payload
from code_review_env.tasks.task import Case, Group, Task

CASE = Case((["ab", 1, ("c", {"key": "de"})],), {"name": "fg", "tags": {"x"}})


def test_every_text_gets_a_marker_of_its_own() -> None:
    """Nested texts in order, after their first character; keys, numbers and sets stay."""
    marked = mark(CASE, "mk")
    assert marked.args == (["amk0qb", 1, ("cmk1q", {"key": "dmk2qe"})],)
    assert marked.kwargs == {"name": "fmk3qg", "tags": {"x"}}


@pytest.mark.parametrize(("placement", "text"), [("inside", "fmk3qg"), ("front", "mk3qfg"), ("whole", "mk3q")])
def test_a_marker_goes_where_it_is_told(placement: str, text: str) -> None:
    """Inside, in front, or in place of one chosen leaf."""
    marked = mark(CASE, "mk", placement=placement, numbers=[3])  # type: ignore[arg-type]
    assert marked.kwargs["name"] == text
    assert marked.args == CASE.args


def test_marker_1_is_not_found_in_marker_10() -> None:
    """A marker ends, so long lists of leaves keep apart."""
    assert substitute("mk1q mk10q mk2q", "mk", {1: "one", 10: "ten"}) == "one ten mk2q"


@given(st.lists(st.text(), max_size=4))
def test_a_free_marker_is_in_no_text(texts: list[str]) -> None:
    """Whatever the example holds, its own texts are never taken for a marker."""
    assert all(free_marker(*texts) not in text for text in texts)
    assert free_marker("mk0x1q") == "mk1x"


@given(st.text(alphabet=st.characters(exclude_characters="\0", exclude_categories=["Cs"])))
def test_an_escaped_text_reads_as_itself(text: str) -> None:
    """The three escapes are undone by POSIX word splitting in their three contexts."""
    assert shlex.split(f"x{ESCAPES['bare'](text)}") == [f"x{text}"]
    assert shlex.split(f"'{ESCAPES['single'](text)}'") == [text]
    plain = text.replace("$", "").replace("`", "")  # shlex knows no expansion, so it keeps a backslash before these
    assert shlex.split(f'"{ESCAPES["double"](plain)}"') == [plain]


def test_payload_cases_name_their_origin() -> None:
    """The call, the marked call and both texts of a leaf belong together."""
    found = list(payload_cases("", [Case(("ab",))], [Payload("empty", "", placement="whole"), Payload("dash", "-", "front")]))
    assert [one.case.args for one in found] == [("",), ("-ab",)]
    assert [one.marked.args[0] for one in found] == [leaf_marker("mk0x", 0), leaf_marker("mk0x", 0) + "ab"]
    assert [(one.texts, one.originals) for one in found] == [({0: ""}, {0: "ab"}), ({0: "-"}, {0: ""})]
    assert found[0].escaped("bare").args == ("''",)


def test_leaves_are_filled_one_by_one_and_together() -> None:
    """All payloads of one choice of leaves come before the next choice."""
    found = payload_cases("", [Case(("ab", "cd"))], [Payload("star", "*")])
    assert [one.case.args for one in found] == [("a*b", "cd"), ("ab", "c*d"), ("a*b", "c*d")]


def test_a_text_of_one_character_has_no_inside() -> None:
    """At the end of a text a blank may rightly be stripped, so nothing is put there."""
    found = payload_cases("", [Case(("a",))], [Payload("space", " "), Payload("dash", "-", "front")])
    assert [one.case.args for one in found] == [("-a",)]


def test_origins_are_found_by_call() -> None:
    """A judge that sees a payload call finds the example and the payload behind it."""
    cases = tuple(one.case for one in payload_cases("", [CASE], INJECTIONS + HARMLESS))
    task = Task(
        name="t",
        stage="medium",
        entry="f",
        instruction="",
        messy="",
        groups=(Group("examples", "example", (CASE,), visible=True), Group("p", "payload", cases)),
    )
    found = origins(task, INJECTIONS + HARMLESS)
    assert {case.call("f") for case in cases} == set(found)
    assert all(one.base == CASE for one in found.values())
    assert len(text_leaves(CASE)) == 4
