"""House rules of the stage `docstrings`: words that say nothing, and definitions that were taken out of ruff's sight."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from code_review_env.env.scoring.gate import Parsed
from code_review_env.env.scoring.house.sightings import Sighting, at

WORDLESS: Final = "CRE461"
"""A docstring with no word beyond the name of what it documents, or one that stands in several places."""

SECTION: Final = "CRE462"
"""A description of a parameter or a result with no word beyond its name."""

PRIVATE: Final = "CRE463"
"""`__all__`, `@override`, `@overload`: definitions that ruff then passes over."""

_WORD: Final = re.compile(r"[a-z]+")
_ENTRY: Final = re.compile(r"^[ ]+\*{0,2}(?P<name>\w+)(?: ?\([^)]*\))?:[ ]*(?P<text>.*)$", re.MULTILINE)
_FILLERS: Final = frozenset(
    "a an the this that it is of to for and or do does did make makes get gets return returns give gives function method "  # noqa: SIM905 - reads best as text
    "class module file parameter argument value values result object thing things stuff todo fixme doc docstring summary "
    "description some any its to be here see above below".split()
)
"""Words that say nothing of a definition."""

_LEAST: Final = 2
"""New words that a docstring has at least."""

Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def sightings(parsed: Parsed) -> Iterator[Sighting]:
    """All rules."""
    told: Counter[str] = Counter()
    for node in (parsed.tree, *parsed.outline.nodes):
        if isinstance(node, Documented):
            text = ast.get_docstring(node) or ""
            summary = text.partition("\n\n")[0]
            told[summary] += 1
            yield from _talk(parsed, node, text, again=told[summary] > 1)
    for node in parsed.outline.nodes.of(ast.Assign):
        if any(isinstance(one, ast.Name) and one.id == "__all__" for one in node.targets):
            yield at(parsed, node, PRIVATE, "`__all__` makes definitions private", "__all__")
    for function in parsed.outline.functions():
        for one in function.decorator_list:
            if ast.unparse(one).rpartition(".")[2] in {"override", "overload"}:
                yield at(parsed, one, PRIVATE, "the decorator excuses the function from its docstring")
        if function.name.startswith("_") and not function.name.endswith("__"):
            yield at(
                parsed, function, PRIVATE, f"`{function.name}` is private, which excuses it from its docstring", function.name
            )


def _talk(parsed: Parsed, node: Documented, text: str, *, again: bool) -> Iterator[Sighting]:
    if not text or not node.body:
        return
    name = "" if isinstance(node, ast.Module) else node.name
    summary = text.partition("\n\n")[0]
    if again or len(_new(summary, name)) < _LEAST:
        message = "the docstring says nothing that the name does not"
        yield at(parsed, node.body[0], WORDLESS, message, (WORDLESS, name, text))
    for entry in _ENTRY.finditer(text):
        if entry["text"] and not _new(entry["text"], entry["name"]):
            message = f"the description of `{entry['name']}` says nothing that its name does not"
            yield at(parsed, node.body[0], SECTION, message, (SECTION, name, entry[0]))


def _new(text: str, name: str) -> set[str]:
    """Words of a text beyond those of a name."""
    known = set(_WORD.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()))
    words = {word.removesuffix("s") for word in _WORD.findall(text.lower())} - {word.removesuffix("s") for word in known}
    return {word for word in words if word not in _FILLERS and f"{word}s" not in _FILLERS}
