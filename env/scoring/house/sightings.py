"""What a rule of a further stage saw in a file, and what of it is new: the original excuses what it has itself."""

import ast
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

from code_review_env.env.scoring.gate import Parsed, column_of
from code_review_env.env.scoring.report import Diagnostic

Node = ast.stmt | ast.expr | ast.arg


@dataclass(frozen=True, slots=True)
class Sighting:
    """One thing that a rule saw.

    Attributes:
        key: equal keys are the same thing in another file.
        row: 1-based line.
        column: 1-based column in code points.
        rule: code of the rule.
        message: one line for people.
    """

    key: Hashable
    row: int
    column: int
    rule: str
    message: str


Watcher = Callable[[Parsed], Iterable[Sighting]]


def at(parsed: Parsed, node: Node, rule: str, message: str, key: Hashable = None) -> Sighting:
    """A sighting at a node; without a key of its own its text is the key."""
    return Sighting((rule, ast.unparse(node) if key is None else key), node.lineno, column_of(parsed, node), rule, message)


def new(original: Parsed, submission: Parsed, watch: Watcher) -> tuple[Diagnostic, ...]:
    """What a rule sees in the submission beyond what it sees in the original."""
    known = Counter(one.key for one in watch(original))
    found = []
    for one in watch(submission):
        known[one.key] -= 1
        if known[one.key] < 0:
            found.append(Diagnostic(one.row, one.column, one.rule, one.message, source="house"))
    return tuple(found)
