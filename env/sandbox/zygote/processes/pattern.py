"""Shell patterns: `*`, `?`, `[...]`, matched in time proportional to pattern times text, so no pattern can hang the broker.

Source: POSIX.1-2017, Shell Command Language 2.13.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from processes.nodes import Directory
from processes.syntax import Refused
from processes.tree import Tree

Test = Callable[[str], bool]
ANY: Final[Test] = lambda _char: True  # noqa: E731 - a named constant of type Test, compared by identity
STAR: Final = None
MAGIC: Final = frozenset("*?[")
MAX_OPERAND: Final = 4096
"""Characters of a pattern or of the text it is tried on."""
CLASSES: Final[dict[str, Test]] = {
    "alpha": lambda c: c.isascii() and c.isalpha(),
    "digit": lambda c: c.isascii() and c.isdigit(),
    "alnum": lambda c: c.isascii() and c.isalnum(),
    "upper": lambda c: c.isascii() and c.isupper(),
    "lower": lambda c: c.isascii() and c.islower(),
    "space": lambda c: c in " \t\n\v\f\r",
    "blank": lambda c: c in " \t",
    "punct": lambda c: "!" <= c <= "~" and not c.isalnum(),
}

Piece = tuple[str, bool]
"""Text, and whether it is quoted."""


def is_pattern(pieces: Sequence[Piece]) -> bool:
    """Whether any unquoted character could make this a pattern."""
    return any(not quoted and not MAGIC.isdisjoint(text) for text, quoted in pieces)


def compiled(pieces: Sequence[Piece]) -> list[Test | None]:
    """One test per character, None for a star.

    Raises:
        Refused: the pattern is longer than `MAX_OPERAND`.
    """
    flat = [(char, quoted) for text, quoted in pieces for char in text]
    if len(flat) > MAX_OPERAND:
        feature = "long pattern"
        raise Refused(feature)
    tests: list[Test | None] = []
    index = 0
    while index < len(flat):
        char, quoted = flat[index]
        index += 1
        if quoted or char not in "*?[\\":
            tests.append(char.__eq__)
        elif char == "*":
            tests.append(STAR)
        elif char == "?":
            tests.append(ANY)
        elif char == "\\" and index < len(flat):
            tests.append(flat[index][0].__eq__)
            index += 1
        else:
            test, index = _bracket(flat, index) if char == "[" else (char.__eq__, index)
            tests.append(test)
    return tests


def _bracket(flat: list[tuple[str, bool]], start: int) -> tuple[Test, int]:
    """The test of a bracket expression whose `[` stands before `start`; a literal `[` when it never closes."""
    index = start
    negated = index < len(flat) and flat[index] == ("!", False)
    index += negated
    ranges: list[tuple[str, str]] = []
    classes: list[Test] = []
    first = index
    while index < len(flat) and (flat[index] != ("]", False) or index == first):
        name = _class_name(flat, index)
        if name:
            classes.append(CLASSES[name])
            index += len(name) + 4
            continue
        low = flat[index][0]
        index += 1
        if index + 1 < len(flat) and flat[index] == ("-", False) and flat[index + 1] != ("]", False):
            ranges.append((low, flat[index + 1][0]))
            index += 2
        else:
            ranges.append((low, low))
    if index >= len(flat):
        return "[".__eq__, start

    def test(char: str) -> bool:
        inside = any(low <= char <= high for low, high in ranges) or any(held(char) for held in classes)
        return inside != negated

    return test, index + 1


def _class_name(flat: list[tuple[str, bool]], index: int) -> str:
    text = "".join(char for char, _ in flat[index : index + 12])
    end = text.find(":]", 2)
    return text[2:end] if text.startswith("[:") and text[2:end] in CLASSES else ""


def matches(tests: Sequence[Test | None], text: str) -> bool:
    """Whether the whole text matches.

    Raises:
        Refused: the text is longer than `MAX_OPERAND`.
    """
    if len(text) > MAX_OPERAND:
        feature = "pattern on a long text"
        raise Refused(feature)
    at = index = 0
    star, mark = -1, 0
    while index < len(text):
        test = tests[at] if at < len(tests) else "".__eq__
        if test is STAR:
            star, mark = at, index
            at += 1
        elif test(text[index]):
            at, index = at + 1, index + 1
        elif star >= 0:
            mark += 1
            at, index = star + 1, mark
        else:
            return False
    return all(test is STAR for test in tests[at:])


def trimmed(tests: Sequence[Test | None], text: str, op: str) -> str:
    """`text` without the prefix (`#`, `##`) or suffix (`%`, `%%`) that matches; the doubled forms take the longest."""
    cuts = range(len(text) + 1)
    order = cuts if op in ("#", "%%") else reversed(cuts)
    for cut in order:
        piece, rest = (text[:cut], text[cut:]) if op[0] == "#" else (text[cut:], text[:cut])
        if matches(tests, piece):
            return rest
    return text


def paths(tree: Tree, cwd: str, pieces: Sequence[Piece]) -> list[str]:
    """Existing paths that match, in byte order; empty when there are none."""
    found = [""]
    components = list(_components(pieces))
    for index, (slashes, component) in enumerate(components):
        last = index == len(components) - 1
        found = [path for prefix in found for path in _matching(tree, cwd, prefix + slashes, component, last=last)]
    return sorted(found)


def _components(pieces: Sequence[Piece]) -> Iterator[tuple[str, list[Piece]]]:
    slashes, component = "", list[Piece]()
    for text, quoted in pieces:
        for char in text:
            if char != "/":
                component.append((char, quoted))
                continue
            if component:
                yield slashes, component
                slashes, component = "", []
            slashes += "/"
    yield slashes, component


def _matching(tree: Tree, cwd: str, prefix: str, component: list[Piece], *, last: bool) -> Iterator[str]:
    try:
        folder = tree.directory(prefix or ".", cwd)
    except OSError:
        return
    if not is_pattern(component):
        name = "".join(char for char, _ in component)
        if not name or name in folder.entries or name in (".", ".."):
            yield prefix + name
        return
    tests = compiled(component)
    hidden = component[0][0] == "."
    names = [*folder.entries, *([".", ".."] if hidden else [])]
    for name in names:
        inside = last or name in (".", "..") or isinstance(folder.entries[name], Directory)
        if name.startswith(".") == hidden and inside and matches(tests, name):
            yield prefix + name
