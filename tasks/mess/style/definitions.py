"""Functions that are defined or named badly: E731, E743."""

import ast
import random
from collections.abc import Iterator
from typing import Final

from code_review_env.tasks.mess.edit import Change, Edit, Transform
from code_review_env.tasks.mess.source import Source, is_text

_AMBIGUOUS: Final = ("l", "I", "O")


def _lambda(source: Source, _: random.Random) -> Iterator[Change]:
    """A helper or nested function that is one `return`, as a lambda that is assigned; its docstring goes."""
    nested = [node for node in source.all(ast.FunctionDef) if isinstance(source.parents[node], ast.FunctionDef)]
    for node in (*source.helpers, *(() if source.reflective else nested)):
        body = node.body[1:] if is_text(node.body[0]) else node.body
        match body:
            case [ast.Return(value=ast.expr() as value)] if not node.decorator_list and not _annotated(node.args):
                text = source.of(value)
                text = f"({text})" if "\n" in text or isinstance(value, ast.Tuple) else text
                given = ast.unparse(node.args)
                head = f"lambda {given}" if given else "lambda"
                yield (Edit(source.start(node), source.end(node), f"{node.name} = {head}: {text}"),)


def _annotated(args: ast.arguments) -> bool:
    return any(isinstance(node, ast.arg) and node.annotation for node in ast.walk(args))


def _ambiguous_name(source: Source, rng: random.Random) -> Iterator[Change]:
    """Helpers under names that read like a digit, each under another one."""
    free = [name for name in _AMBIGUOUS if name not in source.names]
    helpers = rng.sample(source.helpers, len(source.helpers))
    for node, new in zip(helpers, rng.sample(free, len(free)), strict=False):
        uses = [name for name in source.all(ast.Name) if name.id == node.name]
        if all(source.of(name) == node.name for name in uses):
            at = source.text.index(node.name, source.text.index("def ", source.start(node)))
            yield (
                Edit(at, at + len(node.name), new),
                *(Edit(source.start(name), source.end(name), new) for name in uses),
            )


TRANSFORMS: Final = (
    Transform("assigned lambda", "E731", "local", _lambda),
    Transform("ambiguous function name", "E743", "local", _ambiguous_name, held_out=True, stubborn=True),
)
