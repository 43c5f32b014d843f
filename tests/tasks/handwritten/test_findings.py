"""What ruff says about the sources of the hand-written tasks, as the stages count it."""

import ast
import json
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.curriculum import load_curriculum
from code_review_env.tasks.task import Task

RUFF = Path(sys.prefix) / "bin" / "ruff"
ALONE = ("--isolated", "--no-cache")
JUDGED = (*ALONE, "--target-version", "py311", "--ignore-noqa")
MIN_EASY_FINDINGS = 5
MIN_EASY_RULES = 12
MIN_COMPLEX_FUNCTIONS = 3

Run = Callable[..., list[Any]]


def ruff(source: str, *words: str) -> str:
    """Standard output of ruff for a source on its standard input."""
    done = subprocess.run([RUFF, *words, "-"], input=source, capture_output=True, text=True, check=False)
    assert done.returncode in {0, 1}, done.stderr
    return done.stdout


@cache
def rules(source: str, stage_name: str) -> list[str]:
    """The rule of every finding of the stage."""
    stage = load_curriculum().stage(stage_name)
    words = ["check", *JUDGED, "--select", ",".join(stage.select), "--output-format", "json"]
    if stage.max_complexity is not None:
        words += ["--config", f"lint.mccabe.max-complexity={stage.max_complexity}"]
    return [found["code"] for found in json.loads(ruff(source, *words))]


def parsed(source: str) -> ast.Module:
    """The tree; the originals hold escapes that Python warns about."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def decisions(scope: ast.AST) -> int:
    """Ternaries, further operands of and/or, and conditions of comprehensions of one function, nested functions left out."""
    count = 0
    for node in inner(scope):
        count += isinstance(node, ast.IfExp)
        count += len(node.values) - 1 if isinstance(node, ast.BoolOp) else 0
        count += len(node.ifs) if isinstance(node, ast.comprehension) else 0
    return count


def inner(scope: ast.AST) -> Iterator[ast.AST]:
    """All nodes of a scope but those of nested functions."""
    for node in ast.iter_child_nodes(scope):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node
            yield from inner(node)


def functions(source: str) -> dict[str, ast.FunctionDef]:
    """Functions by name."""
    return {node.name: node for node in ast.walk(parsed(source)) if isinstance(node, ast.FunctionDef)}


def signature(source: str, entry: str) -> str:
    """Names, kinds, order and defaults of the parameters, without annotations."""
    arguments = functions(source)[entry].args
    for argument in ast.walk(arguments):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return ast.unparse(arguments)


def test_doing_nothing_does_not_clear(any_task: Task) -> None:
    """The original holds findings of its stage."""
    assert rules(any_task.messy, any_task.stage) != []


def test_oracle_is_clean(any_task: Task) -> None:
    """The oracle holds none."""
    assert rules(any_task.reference, any_task.stage) == []


def test_oracle_keeps_the_signature(any_task: Task) -> None:
    """The oracle is the same function by its parameters."""
    assert signature(any_task.reference, any_task.entry) == signature(any_task.messy, any_task.entry)


def test_easy_findings_are_many_and_removable(easy_task: Task) -> None:
    """At least five findings, no ambiguous parameter, nothing that depends on interned objects."""
    found = rules(easy_task.messy, "easy")
    parameters = {node.arg for node in ast.walk(parsed(easy_task.messy)) if isinstance(node, ast.arg)}
    assert len(found) >= MIN_EASY_FINDINGS
    assert "F632" not in found
    assert not parameters & {"l", "O", "I"}


def test_easy_rules_are_varied() -> None:
    """The easy tasks together show many different rules."""
    tasks = [task for task in TaskBank.load().handwritten if task.stage == "easy"]
    assert len({rule for task in tasks for rule in rules(task.messy, "easy")}) >= MIN_EASY_RULES


def test_mechanical_fixes_do_not_clear(easy_task: Task, run: Run) -> None:
    """What `ruff --fix --unsafe-fixes` and the formatter make of an easy task leaves findings or changes what it does."""
    words = ("check", *ALONE, "--target-version", "py311", "--fix", "--unsafe-fixes", "--select", "E,W,F", "--quiet")
    fixed = ruff(ruff(ruff(easy_task.messy, *words), "format", *ALONE), *words)
    result, expected = run(easy_task, [fixed, easy_task.reference], easy_task.groups)
    assert rules(fixed, "easy") != [] or result != expected


def test_traps_change_behaviour(run: Run) -> None:
    """In at least two easy tasks the mechanical fix changes what the function does."""
    words = ("check", *ALONE, "--target-version", "py311", "--fix", "--unsafe-fixes", "--select", "E,W,F", "--quiet")
    sprung = []
    for task in (task for task in TaskBank.load().handwritten if task.stage == "easy"):
        result, expected = run(task, [ruff(task.messy, *words), task.reference], task.groups)
        sprung += [task.name] if result != expected else []
    assert len(sprung) >= 2, sprung


def test_medium_finding_is_the_shell(medium_task: Task) -> None:
    """The original is flagged for a shell that subprocess starts."""
    assert "S602" in rules(medium_task.messy, "medium")


def test_hard_has_several_complex_functions(hard_task: Task) -> None:
    """The fault is not one function alone."""
    assert len(rules(hard_task.messy, "hard")) >= MIN_COMPLEX_FUNCTIONS


def test_hard_oracle_hides_no_decisions(hard_task: Task) -> None:
    """Complexity did not move into expressions."""
    limit = load_curriculum().stage("hard").max_decisions
    assert limit is not None
    found = {name: decisions(function) for name, function in functions(hard_task.reference).items()}
    assert max(found.values()) <= limit, found
