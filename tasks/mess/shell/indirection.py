"""The command line stands elsewhere: in a variable, in a function, in a template, or the call itself does."""

import ast
import random
from collections.abc import Iterator, Sequence
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.shell.site import Function, Site, arguments, free, function_of, locals_of, shelled, written
from code_review_env.tasks.mess.source import Source

_VARIABLES: Final = ("command", "cmd", "line", "command_line", "cmdline", "shell_line")
_BUILDERS: Final = ("command_for", "build_command", "make_command", "command_text", "get_command")
_RUNNERS: Final = ("sh", "execute", "run_command", "shell", "run_line")
_TEMPLATES: Final = ("COMMAND", "TEMPLATE", "COMMAND_LINE", "CMD")


def host_of(source: Source, call: ast.Call) -> ast.stmt | None:
    """The statement that evaluates the call before anything else, so that what the call needs can be made in front of it."""
    node: ast.AST = call
    parent = source.parents[node]
    while _first(parent) is node:
        node, parent = parent, source.parents[parent]
    if not isinstance(parent, ast.stmt) or _head(parent) is not node:
        return None
    start = source.start(parent)
    alone = not source.text[source.line_span(parent)[0] : start].strip()
    return parent if alone and not source.text.startswith("elif", start) else None


def _first(parent: ast.AST) -> ast.AST | None:
    """What an expression evaluates before everything else in it."""
    match parent:
        case ast.Call(func=first) | ast.withitem(context_expr=first) | ast.Attribute(value=first) | ast.Subscript(value=first):
            return first
    return None


def _head(host: ast.stmt) -> ast.AST | None:
    """What a statement evaluates once and before everything else in it."""
    match host:
        case ast.With(items=[head, *_]) | ast.If(test=head) | ast.For(iter=head):
            return head
        case ast.Assign(value=head) | ast.Return(value=head) | ast.Expr(value=head):
            return head
    return None


def _code(source: Source, node: ast.expr) -> str:
    code = source.of(node)
    return f"({code})" if "\n" in code else code


def _call(source: Source, site: Site, command: str) -> Edit:
    """The same call with another command; `shell=` keeps its end of the list."""
    rest = arguments(source, site)
    keyword = source.of(site.shell) if site.shell else ""
    first = site.call.keywords[0] is site.shell
    given = [command, keyword, *rest] if first else [command, *rest, keyword]
    return Edit(source.start(site.call), source.end(site.call), written(source, site.call, source.of(site.call.func), given))


def _variable(source: Source, rng: random.Random) -> Iterator[Change]:
    """`command = ...` in front of the call."""
    names = free(source, _VARIABLES)
    for site in shelled(source):
        host = host_of(source, site.call)
        if host and names and not isinstance(site.command, ast.Name):
            name, at = rng.choice(names), source.line_span(host)[0]
            yield (
                Edit(at, at, f"{source.indent(host)}{name} = {_code(source, site.command)}\n"),
                _call(source, site, name),
            )


def _builder(source: Source, rng: random.Random) -> Iterator[Change]:
    """A function that puts the line together."""
    names = free(source, _BUILDERS)
    for site in shelled(source):
        function = function_of(source, site.call)
        if not names or function is None or source.parents[function] is not source.tree:
            continue
        node = _bound(function, site.command) if isinstance(site.command, ast.Name) else site.command
        needed = _needed(function, node) if node else []
        if node and needed and not isinstance(node, ast.Name):
            name = rng.choice(names)
            at = source.line_span(function)[0] if not function.decorator_list else source.start(function)
            given = ", ".join(needed)
            yield (
                Edit(at, at, f"def {name}({given}):\n    return {_code(source, node)}\n\n\n"),
                Edit(source.start(node), source.end(node), f"{name}({given})"),
            )


def _bound(function: Function, name: ast.Name) -> ast.expr | None:
    """The value of a name that the function binds once."""
    stores = [node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name.id]
    values = [node.value for node in ast.walk(function) if isinstance(node, ast.Assign) and stores[0] in node.targets]
    bound_once = sum(isinstance(node.ctx, ast.Store) for node in stores) == 1
    return values[0] if values and bound_once else None


def _needed(function: Function, node: ast.expr) -> list[str]:
    """Local names that an expression reads, in their order."""
    inner = {one.id for part in ast.walk(node) if isinstance(part, ast.comprehension) for one in _names(part.target)}
    known = locals_of(function)
    found = sorted(_names(node), key=lambda one: (one.lineno, one.col_offset))
    return list(dict.fromkeys(one.id for one in found if one.id in known and one.id not in inner))


def _names(node: ast.AST) -> list[ast.Name]:
    return [part for part in ast.walk(node) if isinstance(part, ast.Name)]


def _template(source: Source, rng: random.Random) -> Iterator[Change]:
    """The text with its gaps as a constant of the module."""
    at = source.line_starts[_imports_end(source.tree)]
    names = free(source, _TEMPLATES)
    for node in source.nodes:
        match node:
            case ast.BinOp(left=ast.Constant(value=str()) as text, op=ast.Mod()):
                pass
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()) as text, attr="format")):
                pass
            case _:
                continue
        if names and " " in str(text.value) and _is_command(source, node):
            name = rng.choice(names)
            blank = "" if source.text[at : at + 1] == "\n" else "\n"
            yield Edit(at, at, f"\n{name} = {source.of(text)}\n{blank}"), Edit(source.start(text), source.end(text), name)


def _is_command(source: Source, node: ast.AST) -> bool:
    """The node is what a shell reads, or the value of a name that is."""
    commands = [site.command for site in shelled(source)]
    parent = source.parents[node]
    read = {one.id for one in commands if isinstance(one, ast.Name)}
    named = isinstance(parent, ast.Assign) and any(isinstance(one, ast.Name) and one.id in read for one in parent.targets)
    return node in commands or named


def _imports_end(tree: ast.Module) -> int:
    """Lines up to the last import at the top."""
    return max((node.end_lineno or 0 for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)), default=0)


def _runner(source: Source, rng: random.Random) -> Iterator[Change]:
    """A function of one's own that calls `run` with a shell, for every place that does."""
    found = [site for site in shelled(source) if site.runner == "run"]
    names = free(source, _RUNNERS)
    functions = [node for node in source.tree.body if isinstance(node, Function)]
    if not found or not names or not functions or "kwargs" in source.words:
        return
    name = rng.choice(names)
    at = source.start(functions[0])
    text = f"def {name}(command, **kwargs):\n    return subprocess.run(command, shell=True, **kwargs)\n\n\n"
    yield Edit(at, at, text), *(_handed(source, site, name) for site in found)


def _handed(source: Source, site: Site, name: str) -> Edit:
    given: Sequence[str] = [source.of(site.command), *arguments(source, site)]
    return Edit(source.start(site.call), source.end(site.call), written(source, site.call, name, given))


INDIRECTION: Final = (
    Transform("command in a variable", "S602", "fuzz", _variable),
    Transform("command from a function", "S602", "fuzz", _builder),
    Transform("command from a template", "S602", "fuzz", _template),
    Transform("a runner of one's own", "S602", "fuzz", _runner),
)
