"""What the names and calls of a command line stand for, looked up in the function around it."""

from dataclasses import dataclass, field

import libcst as cst

from code_review_env.baseline_agent.rules.shell.parts import Choice, Each, Literal, Many, Opaque, Text
from code_review_env.baseline_agent.rules.shell.places import File, Function, statements_of
from code_review_env.baseline_agent.rules.shell.text import Reader, code_of

_BUILDING = frozenset({"format", "join", "replace", "strip", "rstrip", "lstrip", "translate"})


@dataclass
class Meanings:
    """Looks names up, and notes which variables and functions must give lists from now on.

    Attributes:
        file: where to look.
        lists: (function, variable) that are used as several words.
        builders: functions that are.
        items: (function, list) whose items are joined to a command line.
        parts: (function, parameter) that stand for several words, which get a list.
    """

    file: File
    entry: str
    lists: set[tuple[str, str]] = field(default_factory=set)
    builders: set[str] = field(default_factory=set)
    items: set[tuple[str, str]] = field(default_factory=set)
    parts: set[tuple[str, str]] = field(default_factory=set)

    def reader(self, place: Function) -> Reader:
        """A reader of expressions of that function."""
        return Reader(lambda name: self._look(name, place), lambda name: self.items.add((place.name, name)), self._call)

    def _look(self, name: str, place: Function) -> cst.BaseExpression | Text | None:
        values = place.values.get(name)
        if name in place.parameters:
            return self._parameter(name, place)
        if values is None:
            return self._constant(name)
        if not all(self._texty(value, place, name) for value in values):
            return None
        if len(values) == 1 and name not in place.grown:
            return values[0]
        return (Many(name, variable=name, apart=self._apart(name, place)),)

    def _parameter(self, name: str, place: Function) -> Text | None:
        """A parameter that some call gives several words; it gets a list from now on."""
        if place.name in {"", self.entry} or place.node is None or name in place.values:
            return None
        if (place.name, name) not in self.parts:
            given = [(call, passed(call, place, name)) for call in self.file.calls_of(place.name)]
            if not any(value is not None and self._is_several(value, self.file.homes[call]) for call, value in given):
                return None
            self.parts.add((place.name, name))
        return (Many(name),)

    def _is_several(self, value: cst.BaseExpression, place: Function) -> bool:
        """Whether an argument is a text of several words, or of none."""
        if not self._texty(value, place):
            return False
        return any(
            isinstance(part, Many | Choice | Each) or (isinstance(part, Literal) and " " in part.text)
            for part in self.reader(place).read(value)
        )

    def _constant(self, name: str) -> cst.BaseExpression | None:
        values = self.file.functions[""].values.get(name, [])
        return values[0] if len(values) == 1 and self._texty(values[0], self.file.functions[""], name) else None

    def _apart(self, name: str, place: Function) -> bool:
        """Every text that the variable can hold is empty or begins with a blank."""
        first = place.values[name][0]
        return isinstance(first, cst.SimpleString) and first.evaluated_value in {"", " "}

    def _texty(self, node: cst.BaseExpression, place: Function, own: str = "") -> bool:  # noqa: PLR0911 - one return for each form
        """Whether the expression builds a text that is worth looking into."""
        match node:
            case cst.SimpleString() | cst.ConcatenatedString() | cst.FormattedString():
                return True
            case cst.BinaryOperation(left=left, operator=cst.Add(), right=right):
                return self._texty(left, place, own) or self._texty(right, place, own)
            case cst.BinaryOperation(left=left, operator=cst.Modulo()):
                return self._texty(left, place, own)
            case cst.IfExp(body=body, orelse=other):
                return self._texty(body, place, own) and self._texty(other, place, own)
            case cst.Name(value=name):
                return name != own and self._look(name, place) is not None
            case cst.Call(func=cst.Attribute(value=owner, attr=cst.Name(value=name))) if name in _BUILDING:
                return self._texty(owner, place, own) or code_of(owner) == "shlex"
            case cst.Call(func=cst.Name(value=name)):
                builder = self.file.functions.get(name)
                return builder is not None and builder.name != "" and self._builds(builder)
        return False

    def _builds(self, function: Function) -> bool:
        values = [one.value for one in function.returns]
        return bool(values) and all(value is not None and self._texty(value, function) for value in values)

    def _call(self, call: cst.Call) -> cst.BaseExpression | Text | None:
        """What a call of a function of the file amounts to: its one expression, with the arguments in place."""
        function = self.file.functions.get(call.func.value) if isinstance(call.func, cst.Name) else None
        if function is None or function.node is None or not self._builds(function):
            return None
        given = _arguments(call, function)
        statements = list(statements_of(function.node))
        known = dict(given)
        for statement in statements[:-1]:
            match statement:
                case cst.Assign(targets=[cst.AssignTarget(target=cst.Name(value=name))], value=value):
                    known[name] = _substituted(value, known)
                case _:
                    return self._built(function, call)
        last = statements[-1]
        if not isinstance(last, cst.Return) or last.value is None:
            return self._built(function, call)
        return _substituted(last.value, known)

    def _built(self, function: Function, call: cst.Call) -> Text:
        """A function that builds its text in steps gives a list from now on."""
        if function.name not in self.builders:
            self.builders.add(function.name)
            for one in function.returns:
                if one.value is not None:
                    self.reader(function).read(one.value)
        return (Many(code_of(call)),)


def passed(call: cst.Call, function: Function, name: str) -> cst.BaseExpression | None:
    """What a call gives for a parameter; None where it leaves it out."""
    at = function.parameters.index(name)
    for number, one in enumerate(call.args):
        if (one.keyword is None and not one.star and number == at) or (one.keyword and one.keyword.value == name):
            return one.value
    return None


def _arguments(call: cst.Call, function: Function) -> dict[str, cst.BaseExpression]:
    """Argument of each parameter.

    Raises:
        Opaque: it cannot be told.
    """
    if function.node is None or any(one.star for one in call.args):
        message = "arguments that are unpacked"
        raise Opaque(message)
    given = function.node.params
    values = {one.name.value: one.default for one in (*given.params, *given.kwonly_params) if one.default is not None}
    positional = iter(function.parameters)
    for one in call.args:
        values[one.keyword.value if one.keyword else next(positional, "")] = one.value
    if not set(function.parameters) <= values.keys():
        message = "missing arguments"
        raise Opaque(message)
    return values


class _Substitute(cst.CSTTransformer):
    def __init__(self, values: dict[str, cst.BaseExpression]) -> None:
        super().__init__()
        self._values = values

    def visit_Attribute_attr(self, node: cst.Attribute) -> None:
        """Names of attributes are no variables."""

    def leave_Attribute(self, original_node: cst.Attribute, updated_node: cst.Attribute) -> cst.Attribute:
        """Keep the attribute's own name."""
        return updated_node.with_changes(attr=original_node.attr)

    def leave_Arg(self, original_node: cst.Arg, updated_node: cst.Arg) -> cst.Arg:
        """Keep the keyword."""
        return updated_node.with_changes(keyword=original_node.keyword)

    def leave_Name(self, original_node: cst.Name, updated_node: cst.Name) -> cst.BaseExpression:
        """The value in place of the name."""
        del original_node
        value = self._values.get(updated_node.value)
        if value is None:
            return updated_node
        plain = isinstance(value, cst.Name | cst.SimpleString | cst.Call | cst.Attribute | cst.Subscript | cst.Integer)
        if plain or value.lpar:
            return value
        return value.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])


def _substituted(node: cst.BaseExpression, values: dict[str, cst.BaseExpression]) -> cst.BaseExpression:
    changed = node.visit(_Substitute(values))
    if not isinstance(changed, cst.BaseExpression):
        message = "nothing is left"
        raise Opaque(message)
    return changed
