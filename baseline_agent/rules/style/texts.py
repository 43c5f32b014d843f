"""Texts in code that make a line too long or end one in blanks: the same value, written in pieces."""

import libcst as cst
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
            return _joined([cst.SimpleString(repr(line)) for line in value.splitlines(keepends=True)], updated_node)
        opening, closing = updated_node.prefix + updated_node.quote, updated_node.quote
        texts = _words(updated_node.raw_value)
        return _joined([cst.SimpleString(opening + text + closing) for text in texts], updated_node)

    def leave_FormattedString(
        self, original_node: cst.FormattedString, updated_node: cst.FormattedString
    ) -> cst.BaseExpression:
        """A text with placeholders."""
        if not self._is_touched(original_node) or len(updated_node.quote) == len("'''"):
            return updated_node
        pieces: list[list[cst.BaseFormattedStringContent]] = [[]]
        room = _ROOM
        for part in updated_node.parts:
            for bit in _bits(part):
                size = len(cst.Module([]).code_for_node(bit))
                if size > room and pieces[-1]:
                    pieces.append([])
                    room = _ROOM
                pieces[-1].append(bit)
                room -= size
        whole = [cst.FormattedString(_merged(parts), start=updated_node.start, end=updated_node.end) for parts in pieces]
        return _joined(whole, updated_node)

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


def _words(text: str, room: int = _ROOM) -> list[str]:
    """The text in pieces that end behind a blank and have at most `room` characters where words allow it."""
    pieces = [""]
    for word in text.split(" "):
        if pieces[-1] and len(pieces[-1]) + len(word) > room:
            pieces.append("")
        pieces[-1] += word + " "
    pieces[-1] = pieces[-1][:-1]
    return [piece for piece in pieces if piece] or [""]


def _joined(pieces: list[cst.SimpleString] | list[cst.FormattedString], whole: cst.BaseExpression) -> cst.BaseExpression:
    if len(pieces) < len(("first", "second")):
        return whole
    joined: cst.BaseExpression = pieces[-1]
    for piece in reversed(pieces[:-1]):
        joined = cst.ConcatenatedString(left=piece, right=joined)  # type: ignore[arg-type]
    return joined.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
