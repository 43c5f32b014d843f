"""Two promises that a text makes about its entry, held against what is known to be right: documented examples, annotations.

Both are read from the syntax tree; nothing of the submission runs here.
"""

import ast
import re
from collections.abc import Sequence
from typing import Final

from code_review_env.env.sandbox import codec
from code_review_env.env.sandbox.program import Outcome, Tree
from code_review_env.env.scoring.fitting import Annotations
from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.signature import definition, parameters
from code_review_env.tasks.evaluate import NotEvaluable, evaluate
from code_review_env.tasks.task import Case, GroupKind

_EXAMPLE: Final = re.compile(r"^[ \t]*>>> (?P<call>.{1,2000})\n(?P<result>.*)$", re.MULTILINE)


def says_enough(kind: GroupKind, submission: Parsed, entry: str, cases: Sequence[Case], outcomes: Sequence[Outcome]) -> bool:
    """Whether the text keeps the promise that groups of this kind ask for; those of other kinds ask for none.

    Args:
        kind: of the group.
        submission: the file.
        entry: its function under test.
        cases: calls of the group.
        outcomes: what is right for each.
    """
    function = definition(submission, entry)
    if kind not in {"documented", "typed"}:
        return True
    if isinstance(function, str):
        return False
    if kind == "documented":
        return _documented(function, entry, cases, outcomes)
    return _typed(submission, function, cases, outcomes)


def _documented(
    function: ast.FunctionDef | ast.AsyncFunctionDef, entry: str, cases: Sequence[Case], outcomes: Sequence[Outcome]
) -> bool:
    """Every call stands in the docstring of the entry as `>>> call`, and the right result on the next line."""
    told: dict[str, Tree] = {}
    for found in _EXAMPLE.finditer(ast.get_docstring(function) or ""):
        try:
            told[_normal(found["call"])] = codec.encode(evaluate(found["result"]))
        except (NotEvaluable, SyntaxError, ValueError, RecursionError, MemoryError):
            return False
    return all(
        codec.equal(outcome.value, told.get(_normal(case.call(entry)), ["?"]), exact_floats=False)
        for case, outcome in zip(cases, outcomes, strict=True)
    )


def _normal(call: str) -> str:
    return ast.unparse(ast.parse(call.strip(), mode="eval"))


def _typed(
    submission: Parsed,
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    cases: Sequence[Case],
    outcomes: Sequence[Outcome],
) -> bool:
    """Arguments and results fit the annotations of the entry."""
    annotations = Annotations(submission)
    named = {parameter.name: parameter.node.annotation for parameter in parameters(function)}
    names = list(named)
    for case, outcome in zip(cases, outcomes, strict=True):
        given = dict(zip(names, case.args, strict=False)) | dict(case.kwargs)
        if not all(annotations.fit(named[name], codec.encode(value)) for name, value in given.items() if name in named):
            return False
        if outcome.kind == "value" and not annotations.fit(function.returns, outcome.value):
            return False
    return True
