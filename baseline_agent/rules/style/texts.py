"""Texts in code that make a line too long or end one in blanks: the same value, written in pieces."""

import re
from collections.abc import Sequence
from typing import Final

import libcst as cst
import libcst.matchers as m
from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider

from code_review_env.baseline_agent.rules.style.linter import LINE_LENGTH

_ROOM = 60
"""Characters of a piece; indentation and what stands around it fill the rest of the line."""


def in_pieces(source: str, long: set[int], ragged: set[int]) -> str:
    """Texts that touch these rows, split so that every piece has a line of its own."""
    if not long and not ragged:
        return source
    wrapper = MetadataWrapper(cst.parse_module(source))
    return wrapper.visit(_Pieces(long, ragged)).code


class _Pieces(cst.CSTTransformer):
    METADATA_DEPENDENCIES = (PositionProvider, ParentNodeProvider)

    def __init__(self, long: set[int], ragged: set[int]) -> None:
        super().__init__()
        self._long, self._ragged = long, ragged

    def visit_FormattedString(self, node: cst.FormattedString) -> bool:
        """Texts inside a placeholder stay."""
        del node
        return False

    def leave_SimpleString(self, original_node: cst.SimpleString, updated_node: cst.SimpleString) -> cst.BaseExpression:
        """A plain text."""
        if not self._is_touched(original_node) or "\\N{" in original_node.value:
            return updated_node
        value = updated_node.evaluated_value
        if len(updated_node.quote) == len("'''"):
            lines = [repr(line) for line in value.splitlines(keepends=True)]
            pieces = [cst.SimpleString(line[0] + text + line[0]) for line in lines for text in _words(line[1:-1])]
            return _joined(pieces, updated_node, inside=self._is_inside(original_node))
        opening, closing = updated_node.prefix + updated_node.quote, updated_node.quote
        texts = _words(updated_node.raw_value)
        pieces = [cst.SimpleString(opening + text + closing) for text in texts]
        return _joined(pieces, updated_node, inside=self._is_inside(original_node))

    def leave_FormattedString(
        self, original_node: cst.FormattedString, updated_node: cst.FormattedString
    ) -> cst.BaseExpression:
        """A text with placeholders."""
        if not self._is_touched(original_node):
            return updated_node
        if len(updated_node.quote) == len("'''"):
            single = _on_one_line(updated_node)
            if single is None:
                return updated_node
            updated_node = single
        pieces: list[list[cst.BaseFormattedStringContent]] = [[]]
        room = _ROOM
        for part in updated_node.parts:
            for bit in _bits(part):
                size = len(cst.Module([]).code_for_node(bit))
                ended = bool(pieces[-1]) and m.matches(pieces[-1][-1], m.FormattedStringText(m.MatchIfTrue(_ends_line)))
                if (size > room or ended) and pieces[-1]:
                    pieces.append([])
                    room = _ROOM
                pieces[-1].append(bit)
                room -= size
        whole = [cst.FormattedString(_merged(parts), start=updated_node.start, end=updated_node.end) for parts in pieces]
        return _joined(whole, updated_node, inside=self._is_inside(original_node))

    def leave_ConcatenatedString(
        self, original_node: cst.ConcatenatedString, updated_node: cst.ConcatenatedString
    ) -> cst.BaseExpression:
        """Pieces of its left part go on to the right."""
        del original_node
        left: cst.BaseExpression = updated_node.left
        pieces: list[cst.SimpleString | cst.FormattedString] = []
        while isinstance(left, cst.ConcatenatedString):
            pieces.append(left.left)
            left = left.right
        if not pieces:
            return updated_node
        joined = updated_node.with_changes(left=left, lpar=(), rpar=())
        for piece in reversed(pieces):
            joined = cst.ConcatenatedString(left=piece, right=joined)
        return joined.with_changes(lpar=updated_node.lpar, rpar=updated_node.rpar)

    def _is_inside(self, node: cst.CSTNode) -> bool:
        return isinstance(self.get_metadata(ParentNodeProvider, node), cst.ConcatenatedString)

    def _is_touched(self, node: cst.SimpleString | cst.FormattedString) -> bool:
        place = self.get_metadata(PositionProvider, node)
        rows = set(range(place.start.line, place.end.line + 1))
        parent = self.get_metadata(ParentNodeProvider, node)
        wide = place.end.column - place.start.column > _ROOM // 2 or place.end.column > LINE_LENGTH
        return not isinstance(parent, cst.Expr) and (bool(rows & self._ragged) or (bool(rows & self._long) and wide))


def _bits(part: cst.BaseFormattedStringContent) -> list[cst.BaseFormattedStringContent]:
    if isinstance(part, cst.FormattedStringText):
        return [cst.FormattedStringText(word) for word in _words(part.value, room=1)]
    return [part]


def _merged(parts: list[cst.BaseFormattedStringContent]) -> list[cst.BaseFormattedStringContent]:
    """Neighbouring texts as one."""
    merged: list[cst.BaseFormattedStringContent] = []
    for part in parts:
        last = merged[-1] if merged else None
        if isinstance(part, cst.FormattedStringText) and isinstance(last, cst.FormattedStringText):
            merged[-1] = cst.FormattedStringText(last.value + part.value)
        else:
            merged.append(part)
    return merged


_SIGNS: Final = re.compile(
    r"\\\\(?:N\\{[^}]*\\}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|.)|\\{\\{|\\}\\}|.", re.DOTALL
)
"""What may not be torn apart in the source of a text."""


def _ends_line(text: str) -> bool:
    return text.endswith("\\n")


def _words(text: str, room: int = _ROOM) -> list[str]:
    """The text in pieces that end behind a blank, or anywhere in a word that is too long, with at most `room` characters."""
    pieces = [""]
    for word in re.findall(r"[^ ]* |[^ ]+", text):
        if pieces[-1] and len(pieces[-1]) + len(word) > room:
            pieces.append("")
        if len(word) > max(room, _ROOM):
            pieces[-1:] = _torn(pieces[-1], word)
        else:
            pieces[-1] += word
    return [piece for piece in pieces if piece] or [""]


def _torn(begun: str, word: str) -> list[str]:
    """A long word in pieces behind what was begun."""
    pieces = [begun]
    for sign in _SIGNS.findall(word):
        if len(pieces[-1]) + len(sign) > _ROOM:
            pieces.append("")
        pieces[-1] += sign
    return pieces


def _on_one_line(node: cst.FormattedString) -> cst.FormattedString | None:
    """A text of several lines with escapes for their ends; None where a placeholder needs the quotes."""
    inside = "".join(
        cst.Module([]).code_for_node(part) for part in node.parts if isinstance(part, cst.FormattedStringExpression)
    )
    quote = next((one for one in ('"', "'") if one not in inside), "")
    if not quote or "\\" in inside or "\n" in inside or "r" in node.start.lower():
        return None
    parts: list[cst.BaseFormattedStringContent] = []
    for part in node.parts:
        if isinstance(part, cst.FormattedStringText):
            text = part.value.replace("\\\n", "").replace("\n", "\\n")
            bare = re.sub(rf"(?<!\\){quote}", rf"\\{quote}", text)
            parts += [cst.FormattedStringText(line) for line in re.findall(r".*?\\n|.+", bare)]
        else:
            parts.append(part)
    prefix = node.start.rstrip("\"'")
    return node.with_changes(parts=parts, start=prefix + quote, end=quote)


def _joined(
    pieces: Sequence[cst.SimpleString | cst.FormattedString], whole: cst.BaseExpression, *, inside: bool = False
) -> cst.BaseExpression:
    if len(pieces) < len(("first", "second")):
        return whole
    joined: cst.BaseExpression = pieces[-1]
    for piece in reversed(pieces[:-1]):
        joined = cst.ConcatenatedString(left=piece, right=joined)  # type: ignore[arg-type]
    return joined if inside else joined.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
