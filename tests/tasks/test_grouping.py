from collections.abc import Iterator

import pytest

from code_review_env.tasks.grouping import groups
from code_review_env.tasks.paths import arguments, leaves
from code_review_env.tasks.payloads import HARMLESS, INJECTIONS, SAFE
from code_review_env.tasks.task import MAX_GROUPS, Case, Group, Tool

SHELL = """
import subprocess
def count(path, words):
    return [subprocess.run("grep -c " + w + " " + path + " | wc -l", shell=True).returncode for w in words]
"""
TOOLS = {"grep": (Tool(stdout="3\n"),), "wc": (Tool(stdout="1\n"),)}


def texts(cases: tuple[Case, ...]) -> Iterator[str]:
    """All string leaves of the cases."""
    return (leaf for case in cases for _, leaf in leaves(arguments(case)) if isinstance(leaf, str))


@pytest.fixture(scope="module")
def shell() -> dict[str, Group]:
    """The groups of a shell task by name."""
    made = groups(SHELL, "count", [Case(("log.txt", ["error", "warn"]))], tools=TOOLS, processes=True)
    return {group.name: group for group in made}


def test_the_examples_are_the_one_visible_group() -> None:
    """They come first; everything generated is hidden."""
    made = groups("def f(x):\n    return x + 10", "f", [Case((1,)), Case((2,))], tools={}, processes=False)
    assert [(group.name, group.visible) for group in made][:2] == [("examples", True), ("repeat", False)]
    assert sum(group.visible for group in made) == 1


def test_many_parameters_still_make_few_groups() -> None:
    """The parameters beyond the fifth share a group."""
    names = [f"p{number}" for number in range(12)]
    source = f"def f({', '.join(names)}):\n    return p0 > 3\n"
    made = groups(source, "f", [Case(tuple(range(12)))], tools={}, processes=False)
    assert len(made) <= MAX_GROUPS
    assert {"argument p4", "other arguments", "boundary", "several arguments"} <= {group.name for group in made}
    assert sum(len(group.cases) for group in made) <= 300


def test_a_call_is_repeated_in_place() -> None:
    """Each call of the repeat group stands twice in a row."""
    made = {group.name: group for group in groups("def f(x):\n    return x", "f", [Case(([1],))], tools={}, processes=False)}
    cases = made["repeat"].cases
    assert cases[::2] == cases[1::2]


def test_a_function_without_arguments_is_only_repeated() -> None:
    """No empty group is made."""
    made = groups("def f():\n    return 1", "f", [Case()], tools={}, processes=False)
    assert [group.name for group in made] == ["examples", "repeat"]


def test_a_shell_task_has_payloads_and_failing_tools(shell: dict[str, Group]) -> None:
    """Every kind that the medium stage asks for is there, within the limit."""
    assert {group.kind for group in shell.values()} == {
        "example",
        "repeat",
        "payload",
        "failure",
        "missing",
        "boundary",
        "property",
        "benign",
    }
    assert len(shell) <= MAX_GROUPS
    assert sum(len(group.cases) for group in shell.values()) <= 300


def test_every_payload_is_used(shell: dict[str, Group]) -> None:
    """The cap on cases cuts combinations, never a payload."""
    injected, special = " ".join(texts(shell["injection"].cases)), "\0".join(texts(shell["special characters"].cases))
    assert [payload.name for payload in INJECTIONS if payload.text not in injected] == []
    assert [payload.name for payload in HARMLESS if payload.text not in special] == []
    assert "" in texts(shell["special characters"].cases)


def test_texts_outside_the_payload_groups_mean_nothing_to_a_shell(shell: dict[str, Group]) -> None:
    """The messy source is right on them, so it can be its own reference."""
    plain = [text for group in shell.values() if group.kind != "payload" for text in texts(group.cases)]
    assert all(SAFE.fullmatch(text) for text in plain)


def test_each_tool_fails_and_is_missing_in_turn(shell: dict[str, Group]) -> None:
    """One tool at a time, with an exit status or without a program."""
    failing = [(name, starts[0].exit) for case in shell["failing tool"].cases for name, starts in case.tools.items()]
    assert failing == [("grep", 1), ("grep", 2), ("wc", 1), ("wc", 2)]
    missing = [case.tools for case in shell["missing tool"].cases]
    assert missing == [{"grep": (Tool(missing=True),)}, {"wc": (Tool(missing=True),)}]
