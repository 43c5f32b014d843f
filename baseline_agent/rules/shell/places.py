"""What the names of a file stand for: assignments, parameters, functions, imported members of subprocess and os."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import libcst as cst
import libcst.matchers as m

_SHELLS: Final = {
    **{f"subprocess.{name}": name for name in ("run", "call", "check_call", "check_output", "Popen")},
    **{f"subprocess.{name}": name for name in ("getoutput", "getstatusoutput")},
    "os.system": "system",
    "os.popen": "popen",
}


@dataclass
class Function:
    """One function: its parameters, and what its names are given."""

    node: cst.FunctionDef | None
    parameters: list[str] = field(default_factory=list)
    values: dict[str, list[cst.BaseExpression]] = field(default_factory=dict)
    grown: set[str] = field(default_factory=set)
    returns: list[cst.Return] = field(default_factory=list)

    @property
    def name(self) -> str:
        """Its name; "" for the module."""
        return self.node.name.value if self.node else ""

    def collects_keywords(self) -> bool:
        """Whether it takes any keyword argument."""
        return self.node is not None and self.node.params.star_kwarg is not None


@dataclass
class File:
    """A file, indexed.

    Attributes:
        functions: by name; "" is the module itself.
        homes: function in which a call stands.
        paths: local name -> what was imported under it.
        words: every name that occurs.
    """

    functions: dict[str, Function] = field(default_factory=dict)
    homes: dict[cst.Call, Function] = field(default_factory=dict)
    paths: dict[str, str] = field(default_factory=dict)

    def calls_of(self, name: str) -> list[cst.Call]:
        """Calls of a function of the file."""
        return [call for call in self.homes if isinstance(call.func, cst.Name) and call.func.value == name]

    def kind(self, call: cst.Call) -> str:
        """Which starter of a shell a call calls, if any: `run`, `system`."""
        return _SHELLS.get(self.path(call.func), "")

    def path(self, node: cst.BaseExpression) -> str:
        """Dotted path of an expression through the imports; "" where there is none."""
        match node:
            case cst.Name(value=name):
                return self.paths.get(name, "")
            case cst.Attribute(value=owner, attr=cst.Name(value=name)):
                before = self.path(owner)
                return f"{before}.{name}" if before else ""
        return ""


def indexed(module: cst.Module) -> File:
    """The index of a file."""
    indexer = _Indexer()
    module.visit(indexer)
    return indexer.file


class _Indexer(cst.CSTVisitor):
    def __init__(self) -> None:
        super().__init__()
        self.file = File(functions={"": Function(None)})
        self._stack = [self.file.functions[""]]

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        """A function begins."""
        given = node.params
        every = (*given.posonly_params, *given.params, *given.kwonly_params)
        function = Function(node, [one.name.value for one in every])
        self.file.functions[function.name] = function
        self._stack.append(function)

    def leave_FunctionDef(self, original_node: cst.FunctionDef) -> None:
        """It ends."""
        del original_node
        self._stack.pop()

    def visit_Assign(self, node: cst.Assign) -> None:
        """Names get a value."""
        for target in node.targets:
            match target.target, node.value:
                case cst.Tuple(elements=targets), cst.Tuple(elements=values) if len(targets) == len(values):
                    for one, value in zip(targets, values, strict=True):
                        self._give(one.value, value.value)
                case cst.Name() as name, value:
                    self._give(name, value)
                case other, value:
                    for inner in m.findall(other, m.Name()):
                        self._give(cst.ensure_type(inner, cst.Name), value, whole=False)

    def visit_AnnAssign(self, node: cst.AnnAssign) -> None:
        """A name with a type gets a value."""
        if node.value is not None:
            self._give(node.target, node.value)

    def visit_AugAssign(self, node: cst.AugAssign) -> None:
        """A name grows."""
        if isinstance(node.target, cst.Name) and isinstance(node.operator, cst.AddAssign):
            self._give(node.target, node.value)
            self._stack[-1].grown.add(node.target.value)

    def visit_For(self, node: cst.For) -> None:
        """Names get one item after the other."""
        for name in m.findall(node.target, m.Name()):
            self._give(name, node.iter, whole=False)

    def visit_With(self, node: cst.With) -> None:
        """Names of contexts."""
        for one in node.items:
            for name in m.findall(one.asname.name, m.Name()) if one.asname else ():
                self._give(name, one.item, whole=False)

    def _give(self, target: cst.CSTNode, value: cst.BaseExpression, *, whole: bool = True) -> None:
        if isinstance(target, cst.Name):
            known = value if whole else cst.Ellipsis()
            self._stack[-1].values.setdefault(target.value, []).append(known)

    def visit_Return(self, node: cst.Return) -> None:
        """What a function answers."""
        self._stack[-1].returns.append(node)

    def visit_Call(self, node: cst.Call) -> None:
        """Where a call stands."""
        self.file.homes[node] = self._stack[-1]

    def visit_Import(self, node: cst.Import) -> None:
        """Modules."""
        for alias in node.names:
            path = cst.Module([]).code_for_node(alias.name)
            if alias.asname and isinstance(alias.asname.name, cst.Name):
                self.file.paths[alias.asname.name.value] = path
            else:
                self.file.paths[path.partition(".")[0]] = path.partition(".")[0]

    def visit_ImportFrom(self, node: cst.ImportFrom) -> None:
        """Members of modules."""
        module = cst.Module([]).code_for_node(node.module) if node.module else ""
        for alias in node.names if not isinstance(node.names, cst.ImportStar) else ():
            name = alias.name.value if isinstance(alias.name, cst.Name) else ""
            local = alias.asname.name.value if alias.asname and isinstance(alias.asname.name, cst.Name) else name
            self.file.paths[local] = f"{module}.{name}"


def statements_of(function: cst.FunctionDef) -> Iterator[cst.BaseStatement | cst.BaseSmallStatement]:
    """Statements of a function without its docstring, simple ones one by one."""
    body: list[cst.BaseStatement | cst.BaseSmallStatement] = list(function.body.body)
    if m.matches(body[0], m.SimpleStatementLine(body=[m.Expr(m.SimpleString() | m.ConcatenatedString())])):
        body = body[1:]
    for statement in body:
        if isinstance(statement, cst.SimpleStatementLine):
            yield from statement.body
        else:
            yield statement
