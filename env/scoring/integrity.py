"""Integrity: does the text say what it does? Checks beside the identity gate, and multiplied like it.

Dynamic code is not judged here: names prove nothing (`re.compile` is innocent, `__builtins__[...]` is not), so an audit hook
in the sandbox ends a run that compiles or executes text of its own. `hints` only puts such a verdict into words.
"""

import ast
import base64
import binascii
import io
import re
import tokenize
import unicodedata
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Final

from code_review_env.env.scoring.gate import Parsed, lines_of
from code_review_env.env.scoring.house.paths import Paths
from code_review_env.env.scoring.report import IdentityCheck
from code_review_env.env.scoring.signature import definition

MIN_COPY: Final = 60
"""Characters of code, blanks left out, from which a copy of the original's body is more than an idiom or a message."""

MIN_TEXT: Final = 40
"""Shorter texts cannot hold that much, compressed or not."""

MAX_INFLATED: Final = 256 * 1024
"""A compressed text is unpacked to four times the size of the largest file, no further."""

_BLANKS: Final = re.compile(r"\s+")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]+=*")
_HEX: Final = re.compile(r"(?:[0-9a-fA-F]{2})+")


def check(original: Parsed, submission: Parsed, entry: str) -> tuple[IdentityCheck, ...]:
    """Every check in a fixed order, relative to the original.

    Args:
        original: the task's messy file.
        submission: the file to judge.
        entry: name of the function under test.
    """
    return tuple(
        IdentityCheck(name, ok=not fault, message=fault or claim)
        for name, claim, rule in _CHECKS
        for fault in (rule(original, submission, entry),)
    )


def _characters(original: Parsed, submission: Parsed, _: str) -> str:
    """Characters that show a reader something else than the interpreter gets."""
    known = Counter(character for _, character in original.once(_deceptions))
    for at, character in submission.once(_deceptions):
        known[character] -= 1
        if known[character] < 0:
            row = len(lines_of(submission.source[:at]))
            return f"line {row} holds the invisible or control character U+{ord(character):04X}"
    return ""


def _deceptions(parsed: Parsed) -> list[tuple[int, str]]:
    """Control, bidirectional and zero-width characters with their places."""
    return [
        (match.start(), match[0])
        for match in _UNUSUAL.finditer(parsed.source)
        if unicodedata.category(match[0]) in {"Cc", "Cf", "Zl", "Zp"}
    ]


_UNUSUAL: Final = re.compile(r"[^\t\n\r\f -~]")
"""Neither layout nor printable ASCII."""


def _identifiers(original: Parsed, submission: Parsed, _: str) -> str:
    """Names that the interpreter normalises: it reads a fullwidth `shell` as `shell`, other readers may not."""
    known = set(_unstable_names(original))
    for name in _unstable_names(submission):
        if name not in known:
            read = unicodedata.normalize("NFKC", name)
            return f"the name {name!a} is read as {read!a}; write it so"
    return ""


def _unstable_names(parsed: Parsed) -> Iterator[str]:
    if parsed.source.isascii():
        return
    try:
        for token in tokenize.generate_tokens(io.StringIO(parsed.source, newline=None).readline):
            if token.type == tokenize.NAME:
                yield from _unstable([token.string])
            elif token.type == tokenize.STRING and "f" in token.string.partition(token.string[-1])[0].lower():
                yield from _unstable(re.findall(r"[^\W\d]\w*", token.string))
    except (tokenize.TokenError, SyntaxError):
        # The pure-Python tokenizer knows less than the parser that accepted the file; what it read so far stands.
        return


def _unstable(names: list[str]) -> Iterator[str]:
    return (name for name in names if unicodedata.normalize("NFKC", name) != name)


def _copy(original: Parsed, submission: Parsed, entry: str) -> str:
    """The original's body in a text: quoted it could be executed, and it hides the mess from every measure."""
    body = _squeezed(_body(original, entry))
    if len(body) < MIN_COPY:
        return ""
    known = {value for value, _ in original.once(_texts)}
    for value, row in submission.once(_texts):
        if len(value) >= MIN_TEXT and value not in known and any(body in _squeezed(text) for text in _readings(value)):
            return f"the text in line {row} holds a copy of the original code"
    return ""


def _body(parsed: Parsed, entry: str) -> str:
    function = definition(parsed, entry)
    if isinstance(function, str):
        return ""
    code = function.body[1:] if ast.get_docstring(function, clean=False) is not None else function.body
    if not code:
        return ""
    rows = range(code[0].lineno, (function.end_lineno or function.lineno) + 1)
    return "\n".join(parsed.lines[row - 1] for row in rows)


def _squeezed(text: str) -> str:
    return _BLANKS.sub("", text)


def _texts(parsed: Parsed) -> list[tuple[str, int]]:
    """Every string and bytes of the file, and all of them joined: a copy may be cut into pieces."""
    pieces = []
    for node in parsed.outline.nodes.of(ast.Constant):
        if isinstance(node.value, str | bytes):
            text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
            pieces.append((node.lineno, node.col_offset, text))
    pieces.sort()
    whole = "".join(text for _, _, text in pieces)
    return [*((text, row) for row, _, text in pieces), (whole, pieces[0][0] if pieces else 1)]


def _readings(value: str) -> Iterator[str]:
    """The text itself, backwards, and what its usual encodings hold."""
    yield value
    yield value[::-1]
    packed = [value.encode("latin-1", "replace"), *_decoded(_squeezed(value))]
    for data in packed:
        yield data.decode("latin-1")
        yield _inflated(data)


def _decoded(text: str) -> Iterator[bytes]:
    if _HEX.fullmatch(text):
        yield bytes.fromhex(text)
    if _BASE64.fullmatch(text):
        padded = text.rstrip("=").translate(str.maketrans("-_", "+/"))
        try:
            yield base64.b64decode(padded + "=" * (-len(padded) % 4))
        except binascii.Error:
            return
    for decode in (base64.b85decode, base64.a85decode, base64.b32decode):
        try:
            yield decode(text)
        except ValueError:
            continue


def _inflated(data: bytes) -> str:
    for wrapper in (zlib.MAX_WBITS, zlib.MAX_WBITS | 16, -zlib.MAX_WBITS):
        try:
            return zlib.decompressobj(wrapper).decompress(data, MAX_INFLATED).decode("latin-1")
        except zlib.error:
            continue
    return ""


_CHECKS: Final[tuple[tuple[str, str, Callable[[Parsed, Parsed, str], str]], ...]] = (
    ("characters", "no invisible or control characters were added", _characters),
    ("identifiers", "every name is written as it is read", _identifiers),
    ("copy", "the original code is not kept in a text", _copy),
)

_DYNAMIC: Final = re.compile(
    r"(builtins\.)?(exec|eval|compile|__import__)|(marshal|pickle|importlib|ctypes|code|codeop|runpy|gc)(\..*)?"
    r"|types\.(FunctionType|CodeType|LambdaType)|sys\.(_getframe|_current_frames|settrace|setprofile)"
)
_MEMBERS: Final = frozenset(
    {"__code__", "__globals__", "__builtins__", "__subclasses__", "__closure__", "f_back", "f_locals", "f_globals", "tb_frame"}
)


def hints(original: Parsed, submission: Parsed) -> tuple[str, ...]:
    """Words for feedback: ways to run or to inspect code that are new to the file, sorted, e.g. "`eval` (line 3)".

    They decide nothing; a run that really executes text of its own ends with the verdict `dynamic_code`.
    """
    known = {name for name, _ in _dynamic(original)}
    found = {name: row for name, row in reversed(list(_dynamic(submission))) if name not in known}
    return tuple(f"`{name}` (line {row})" for name, row in sorted(found.items()))


_NAMES: Final = frozenset({ast.Attribute, ast.Name})


def _dynamic(parsed: Parsed) -> Iterator[tuple[str, int]]:
    paths = parsed.once(Paths)
    for node in parsed.outline.nodes.among(_NAMES):
        if isinstance(node, ast.Attribute) and node.attr in _MEMBERS:
            yield node.attr, node.lineno
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield from ((path, node.lineno) for path in sorted(paths.of(node) or {node.id}) if _DYNAMIC.fullmatch(path))
        elif isinstance(node, ast.Attribute):
            yield from ((path, node.lineno) for path in sorted(paths.of(node)) if _DYNAMIC.fullmatch(path))


NAMES: Final = frozenset(name for name, _, _ in _CHECKS)
"""Of all checks."""
