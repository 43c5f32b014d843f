"""House rule of the stage `resources`: a file opened, or a path reached, by a road that ruff does not watch."""

import ast
from collections.abc import Iterator
from typing import Final

from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.house.paths import Paths
from code_review_env.env.scoring.house.sightings import Sighting, at

ROAD: Final = "CRE431"
"""`o = open`, `io.FileIO`, `os.open`, `codecs.open`, `posixpath.join`, `getattr(os, ...)`: all open, and ruff is silent."""

_OPENERS: Final = frozenset(
    {"io.open", "io.FileIO", "io.open_code", "os.open", "os.fdopen", "codecs.open", "posix.open", "builtins.open", "_io.open"}
)
_MODULES: Final = ("posixpath.", "ntpath.", "genericpath.", "posix.", "os.path.__")
_LOOKERS: Final = frozenset({"getattr", "attrgetter", "vars"})


def sightings(parsed: Parsed) -> Iterator[Sighting]:
    """The rule, wherever such a function is named."""
    paths = Paths(parsed)
    called = {id(node.func) for node in parsed.outline.nodes.of(ast.Call)}
    for node in parsed.outline.nodes:
        match node:
            case ast.Name(id="open", ctx=ast.Load()) if id(node) not in called:
                yield at(parsed, node, ROAD, "`open` is named and not called; open the file in a `with` block")
            case ast.Call(func=ast.Name(id=name)) if name in _LOOKERS:
                yield at(parsed, node, ROAD, "a function is looked up by its name; name it")
            case ast.Name(ctx=ast.Load()) | ast.Attribute() | ast.Subscript():
                around = sorted(path for path in paths.of(node) if path in _OPENERS or path.startswith(_MODULES))
                yield from (at(parsed, node, ROAD, f"`{path}` goes around `Path.open` and pathlib") for path in around)
