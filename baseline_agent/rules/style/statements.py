"""Repairs of single statements that keep what the statement does."""

from collections.abc import Sequence

import libcst as cst

from code_review_env.baseline_agent.rules.style.purity import is_quiet

Gone = cst.CSTNode | cst.RemovalSentinel | cst.FlattenSentinel[cst.BaseSmallStatement]


def unused_assignment(node: cst.CSTNode, words: frozenset[str]) -> Gone:
    """Without the targets that nobody reads; the value stays as a statement where working it out may do something."""
    if not isinstance(node, cst.Assign):
        return node
    targets = [one for one in node.targets if not (isinstance(one.target, cst.Name) and one.target.value in words)]
    if targets:
        return node.with_changes(targets=targets)
    return _value_alone(node.value)


def unused_annotated(node: cst.CSTNode, _: frozenset[str]) -> Gone:
    """The same for `name: kind = value`."""
    if not isinstance(node, cst.AnnAssign) or node.value is None:
        return node
    return _value_alone(node.value)


def _value_alone(value: cst.BaseExpression) -> Gone:
    return cst.RemoveFromParent() if is_quiet(value) else cst.Expr(value)


def unused_annotation(node: cst.CSTNode, _: frozenset[str]) -> Gone:
    """Without the annotation of a name that is never assigned."""
    return cst.RemoveFromParent() if isinstance(node, cst.AnnAssign) and node.value is None else node


def unannotated(node: cst.CSTNode, _: frozenset[str]) -> Gone:
    """Without an annotation that names something unknown; the interpreter never looks at those of locals."""
    if not isinstance(node, cst.AnnAssign) or node.value is None:
        return node
    return cst.Assign([cst.AssignTarget(node.target)], node.value)


def plain_parameter(node: cst.CSTNode, _: frozenset[str]) -> Gone:
    """A parameter without an annotation that means nothing."""
    if not isinstance(node, cst.Param):
        return node
    return node.with_changes(annotation=None, equal=cst.MaybeSentinel.DEFAULT)


def plain_result(node: cst.CSTNode, _: frozenset[str]) -> Gone:
    """A function without such an annotation of its result."""
    return node.with_changes(returns=None) if isinstance(node, cst.FunctionDef) else node


def named_function(node: cst.CSTNode, _: frozenset[str]) -> Gone:
    """A `def` in place of a lambda with a name."""
    match node:
        case cst.SimpleStatementLine(body=[cst.Assign(targets=[cst.AssignTarget(target=cst.Name() as name)], value=value)]):
            pass
        case cst.SimpleStatementLine(body=[cst.AnnAssign(target=cst.Name() as name, value=value)]):
            pass
        case _:
            return node
    if not isinstance(value, cst.Lambda):
        return node
    body = cst.IndentedBlock([cst.SimpleStatementLine([cst.Return(value.body)])])
    return cst.FunctionDef(name, value.params, body, leading_lines=node.leading_lines)


def unused_item(node: cst.CSTNode, _: frozenset[str]) -> Gone:
    """A context without a name for it."""
    return node.with_changes(asname=None) if isinstance(node, cst.WithItem) else node


def unused_name(node: cst.CSTNode, _: frozenset[str]) -> Gone:
    """The value of `name := value`."""
    return node.value if isinstance(node, cst.NamedExpr) else node


def raised_type_error(node: cst.CSTNode, _: frozenset[str]) -> Gone:
    """What `raise NotImplemented` comes to: it is no exception, and saying so is what happens."""
    text = cst.SimpleString('"exceptions must derive from BaseException"')
    return node.with_changes(exc=cst.Call(cst.Name("TypeError"), [cst.Arg(text)])) if isinstance(node, cst.Raise) else node


def bare_handler(node: cst.CSTNode, _: frozenset[str]) -> Gone:
    """`except BaseException`, which is what a bare `except` means."""
    if not isinstance(node, cst.ExceptHandler) or node.type is not None:
        return node
    return node.with_changes(type=cst.Name("BaseException"), whitespace_after_except=cst.SimpleWhitespace(" "))


def handler_name(node: cst.CSTNode, _: frozenset[str]) -> Gone:
    """A handler that does not name the exception it never looks at."""
    return node.with_changes(name=None) if isinstance(node, cst.ExceptHandler) else node


def assertion(node: cst.CSTNode, _: frozenset[str]) -> Gone:
    """An assertion about a tuple never fails, so only what its items do is left."""
    if not isinstance(node, cst.Assert) or not isinstance(node.test, cst.Tuple):
        return node
    values = [one.value for one in node.test.elements]
    loud = [value for value in values if not _is_plain(value)]
    return cst.FlattenSentinel([cst.Expr(value) for value in loud]) if loud else cst.RemoveFromParent()


def _is_plain(value: cst.BaseExpression) -> bool:
    """No call in it: what is left are operators, which a condition may use without an effect."""
    return is_quiet(value) or not any(isinstance(node, cst.Call | cst.Await | cst.NamedExpr) for node in _walk(value))


def _walk(node: cst.CSTNode) -> list[cst.CSTNode]:
    return [node, *(inner for child in node.children for inner in _walk(child))]


def keyed_once(node: cst.CSTNode, _: frozenset[str]) -> Gone:
    """A dict in which every key stands once: at its first place, with its last value."""
    if not isinstance(node, cst.Dict):
        return node
    last: dict[object, cst.DictElement] = {}
    for pair in node.elements:
        if not isinstance(pair, cst.DictElement):
            return node
        key = _key(pair.key)
        if key in last and not is_quiet(last[key].value):
            return node
        last[key] = pair if key not in last else last[key].with_changes(value=pair.value)
    return node.with_changes(elements=_last_plain(list(last.values())))


def _key(key: cst.BaseExpression) -> object:
    """What tells a key from others: the value of a literal, else the text."""
    if isinstance(key, cst.SimpleString | cst.Integer | cst.Float):
        return key.evaluated_value
    return (cst.Module([]).code_for_node(key),)


def _last_plain(pairs: Sequence[cst.DictElement]) -> Sequence[cst.DictElement]:
    return [*(pair.with_changes(comma=cst.MaybeSentinel.DEFAULT) for pair in pairs)]
