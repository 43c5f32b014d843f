"""A plan carried out: calls without a shell, and lists where texts were joined for one."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import libcst as cst

from code_review_env.baseline_agent.rules.shell.emit import item, pieces
from code_review_env.baseline_agent.rules.shell.meaning import Meanings, passed
from code_review_env.baseline_agent.rules.shell.parts import KEPT
from code_review_env.baseline_agent.rules.shell.places import File, Function
from code_review_env.baseline_agent.rules.shell.spelling import Style
from code_review_env.baseline_agent.rules.shell.text import code_of
from code_review_env.baseline_agent.rules.shell.words import plain_words


@dataclass
class Plan:
    """What will change: calls, variables and functions that give lists from now on."""

    file: File
    meanings: Meanings
    style: Style
    calls: dict[cst.Call, str] = field(default_factory=dict)
    wrappers: dict[str, tuple[Function, str]] = field(default_factory=dict)


class Rewrite(cst.CSTTransformer):
    """Changes a file as a plan says."""

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self._plan = plan
        self._stack = [plan.file.functions[""]]

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        """A function begins."""
        self._stack.append(self._plan.file.functions[node.name.value])

    def leave_FunctionDef(self, original_node: cst.FunctionDef, updated_node: cst.FunctionDef) -> cst.FunctionDef:
        """It ends."""
        del original_node
        self._stack.pop()
        return updated_node

    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        """A call without a shell; quoting for one is needless now."""
        code = self._plan.calls.get(original_node)
        if code is not None:
            return cst.parse_expression(code).visit(_Unquote())  # type: ignore[return-value]
        match original_node:
            case cst.Call(func=cst.Attribute(value=cst.Name(value=name), attr=cst.Name(value="split"))) if self._is_handed(
                name
            ):
                return cst.Name(name)
            case cst.Call(func=cst.Attribute(value=cst.Name(value=name), attr=cst.Name(value="append" | "extend"))):
                return self._grown(original_node, updated_node, name)
            case cst.Call(func=cst.Name(value=name)) if any(function == name for function, _ in self._plan.meanings.parts):
                return self._handed(original_node, updated_node, self._plan.file.functions[name])
        return _unquoted(updated_node)

    def leave_FormattedStringExpression(
        self, original_node: cst.FormattedStringExpression, updated_node: cst.FormattedStringExpression
    ) -> cst.FormattedStringExpression:
        """A message that shows the command line."""
        return updated_node.with_changes(expression=self._shown(original_node.expression, updated_node.expression))

    def leave_Arg(self, original_node: cst.Arg, updated_node: cst.Arg) -> cst.Arg:
        """Something that is told the command line."""
        return updated_node.with_changes(value=self._shown(original_node.value, updated_node.value))

    def leave_BinaryOperation(
        self, original_node: cst.BinaryOperation, updated_node: cst.BinaryOperation
    ) -> cst.BinaryOperation:
        """A message that is put together."""
        left, right = original_node.left, original_node.right
        return updated_node.with_changes(
            left=self._shown(left, updated_node.left), right=self._shown(right, updated_node.right)
        )

    def _is_handed(self, name: str) -> bool:
        """Whether the name is the parameter of this function that is a list now."""
        return self._plan.wrappers.get(self._stack[-1].name, (None, ""))[1] == name

    def _shown(self, before: cst.BaseExpression, after: cst.BaseExpression) -> cst.BaseExpression:
        if not isinstance(before, cst.Name) or not self._is_handed(before.value):
            return after
        self._plan.style.used.add("shlex")
        return cst.parse_expression(f"shlex.join({before.value})")

    def _handed(self, before: cst.Call, after: cst.Call, function: Function) -> cst.Call:
        """A call with lists for the parameters that stand for several words."""
        args = list(after.args)
        for name in (name for owner, name in self._plan.meanings.parts if owner == function.name):
            value = passed(before, function, name)
            at = next((at for at, one in enumerate(before.args) if one.value is value), None)
            if at is not None and value is not None:
                args[at] = args[at].with_changes(value=self._list(value))
        return after.with_changes(args=args)

    def _grown(self, before: cst.Call, after: cst.Call, name: str) -> cst.Call:
        """`append` and `extend` of a list whose items were joined to a command line."""
        if (self._stack[-1].name, name) not in self._plan.meanings.items or len(before.args) != 1:
            return _unquoted(after)  # type: ignore[return-value] # only a call of `quote` becomes something else
        value = before.args[0].value
        method = cst.ensure_type(before.func, cst.Attribute).attr.value
        if method == "extend":
            return after.with_changes(args=[cst.Arg(self._items(value))]) if isinstance(value, cst.List | cst.Tuple) else after
        code = pieces(self._plan.meanings.reader(self._stack[-1]).read(value))
        return cst.ensure_type(cst.parse_expression(f"{name}.extend({code})"), cst.Call)

    def _items(self, value: cst.List | cst.Tuple) -> cst.BaseExpression:
        """A list display of the words that its items make together."""
        return cst.parse_expression(f"[{', '.join(self._words(value))}]")

    def _words(self, value: cst.List | cst.Tuple) -> Iterator[str]:
        for element in value.elements:
            if isinstance(element, cst.StarredElement):
                yield f"*{code_of(element.value)}"
            else:
                yield from map(item, plain_words(self._plan.meanings.reader(self._stack[-1]).read(element.value)))

    def leave_Assign(self, original_node: cst.Assign, updated_node: cst.Assign) -> cst.Assign:
        """A command line that is built in steps is a list now."""
        match original_node.targets:
            case [cst.AssignTarget(target=cst.Name(value=name))] if self._is_list(name):
                return updated_node.with_changes(value=self._list(original_node.value))
            case [cst.AssignTarget(target=cst.Name(value=name))] if self._holds_items(name, original_node.value):
                return updated_node.with_changes(value=self._items(original_node.value))  # type: ignore[arg-type] # a list
        return updated_node

    def _holds_items(self, name: str, value: cst.BaseExpression) -> bool:
        return (self._stack[-1].name, name) in self._plan.meanings.items and isinstance(value, cst.List | cst.Tuple)

    def leave_AugAssign(self, original_node: cst.AugAssign, updated_node: cst.AugAssign) -> cst.AugAssign:
        """So is what is added to it."""
        if isinstance(original_node.target, cst.Name) and self._is_list(original_node.target.value):
            return updated_node.with_changes(value=self._list(original_node.value))
        if isinstance(original_node.target, cst.Name) and self._holds_items(original_node.target.value, original_node.value):
            return updated_node.with_changes(value=self._items(original_node.value))  # type: ignore[arg-type] # a list
        return updated_node

    def leave_Return(self, original_node: cst.Return, updated_node: cst.Return) -> cst.Return:
        """And what a function that builds one returns."""
        if self._stack[-1].name in self._plan.meanings.builders and original_node.value is not None:
            return updated_node.with_changes(value=self._list(original_node.value))
        return updated_node

    def _is_list(self, name: str) -> bool:
        place = self._stack[-1]
        built = place.name in self._plan.meanings.builders and len(place.values.get(name, ())) > 1
        return (place.name, name) in self._plan.meanings.lists or built

    def _list(self, value: cst.BaseExpression) -> cst.BaseExpression:
        text = self._plan.meanings.reader(self._stack[-1]).read(value)
        plain_words(text)
        return cst.parse_expression(pieces(text))


class _Unquote(cst.CSTTransformer):
    def leave_Call(self, original_node: cst.Call, updated_node: cst.Call) -> cst.BaseExpression:
        """An argument needs no quotes, but for those of another shell."""
        del original_node
        if code_of(updated_node.func) == KEPT:
            return updated_node.with_changes(func=cst.parse_expression("shlex.quote"))
        return _unquoted(updated_node)


def _unquoted(call: cst.Call) -> cst.BaseExpression:
    return call.args[0].value if code_of(call.func) == "shlex.quote" and len(call.args) == 1 else call
