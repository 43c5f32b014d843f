"""Values that a repair would drop although working them out does something: they get a statement of their own."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

import libcst as cst
import libcst.matchers as m

from code_review_env.baseline_agent.rules.style.purity import is_quiet

_EARLIER: Final = m.Call() | m.Await() | m.Yield() | m.NamedExpr()
"""What has to stay in front of an effect."""

Loud = list[cst.BaseExpression]


def without_unused(node: cst.Call, words: frozenset[str]) -> tuple[cst.Call, Loud]:
    """A `format` with None for the arguments that the text does not show, and what was there, in order.

    Args:
        node: the call.
        words: positions and names of the arguments.
    """
    args, loud, kept = list(node.args), Loud(), Loud()
    unused = [str(one.keyword.value if one.keyword else at) in words for at, one in enumerate(args)]
    for at, one in enumerate(args):
        if not unused[at]:
            kept.append(one.value)
        elif not is_quiet(one.value):
            if any(m.findall(value, _EARLIER) for value in kept):
                return _sliced(node, unused), []
            loud.append(one.value)
            args[at] = one.with_changes(value=cst.Name("None"))
    return node.with_changes(args=args), loud


def _sliced(node: cst.Call, unused: Sequence[bool]) -> cst.Call:
    """Every argument is worked out, the first ones are shown; itself where others are shown."""
    count = unused.index(True)
    if not all(unused[count:]) or any(one.keyword or one.star for one in node.args):
        return node
    code = ", ".join(cst.Module([]).code_for_node(one.value) for one in node.args)
    return node.with_changes(args=[cst.Arg(cst.parse_expression(f"({code},)[:{count}]"), star="*")])


def without_unused_keys(node: cst.BinaryOperation, words: frozenset[str]) -> tuple[cst.BinaryOperation, Loud]:
    """The same for the keys of `text % {...}`."""
    if not isinstance(node.right, cst.Dict):
        return node, []
    elements, loud = list(node.right.elements), Loud()
    for at, one in enumerate(elements):
        named = isinstance(one, cst.DictElement) and isinstance(one.key, cst.SimpleString) and one.key.evaluated_value in words
        if named and not is_quiet(one.value):
            loud.append(one.value)
            elements[at] = one.with_changes(value=cst.Name("None"))
    return node.with_changes(right=node.right.with_changes(elements=elements)), loud


def always(node: cst.If) -> Sequence[cst.BaseStatement] | None:
    """The body of an `if` about a tuple, which is always true, behind what the tuple's items do; None for another `if`."""
    if not isinstance(node.test, cst.Tuple) or not node.test.elements or not isinstance(node.body, cst.IndentedBlock):
        return None
    return [*statements(one.value for one in node.test.elements if not is_quiet(one.value)), *node.body.body]


def statements(values: Iterable[cst.BaseExpression]) -> list[cst.BaseStatement]:
    """A statement for each."""
    return [cst.SimpleStatementLine([cst.Expr(value)]) for value in values]


def told(message: str) -> frozenset[str]:
    """The words that a message quotes or lists at its end: names and positions."""
    listed = re.search(r"\(s\): (.+)$", message)
    return frozenset([*re.findall(r"`([^`]+)`", message), *(listed[1].split(", ") if listed else ())])
