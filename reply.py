"""The code in a reply: one definition, used by the server, by agents and by trainers.

A JSON object with a `code` string carries it there (as Python it would be a lone dict display, which defines nothing). Any
other text that parses as Python is the code, untouched. Otherwise: the best fenced block (CommonMark), the longest run of
lines that parses, the text as it is.
"""

import ast
import json
import re
import threading
import warnings
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Literal

from markdown_it import MarkdownIt

from code_review_env.traced import Traced, joined

How = Literal["whole", "json", "fence", "run", "raw", "none"]

MAX_CHARACTERS: Final = 262_144
"""Longer replies are not searched: the gate refuses sources over 64 KiB anyway."""

MAX_TRIES: Final = 200
"""Parses spent on the longest run, so that a hostile reply costs bounded time."""

_FILTERS: Final = threading.Lock()
"""Filters of `warnings` belong to the process, so two parses must not change them at once."""

_NEWLINE: Final = re.compile(r"\r\n?")
_NUL: Final = re.compile("\0")
_WINDOWS: Final = re.compile(r"\r\n")
_ESCAPE: Final = re.compile(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)", re.DOTALL)
_THINK: Final = re.compile(r"<think>.*?</think>\s*", re.DOTALL | re.IGNORECASE)
_STARTS_CODE: Final = re.compile(r"(?:import|from|def|async def|class|@)\b|@|[\"']{3}|#")


@dataclass(frozen=True)
class Reply:
    """What was found.

    Attributes:
        found: the source, possibly empty; its characters know where they stood in the reply.
        how: where it stood in the reply.
        truncated: the reply seems cut off (an open `<think>` or an open fence).
    """

    found: Traced
    how: How
    truncated: bool = False

    @property
    def code(self) -> str:
        """The source."""
        return self.found.text


def extract(text: str, entry: str) -> Reply:
    """Find the source that `text` carries.

    Args:
        text: anything a model or a person sent.
        entry: the function under test; a block that defines it wins over one that does not.
    """
    whole = Traced.of(text)
    if len(text) > MAX_CHARACTERS:
        return Reply(whole, "raw")
    found = _from_json(whole)
    if found is not None:
        return found
    if parses(text.removeprefix("\ufeff")):
        return Reply(whole, "whole" if text.strip() else "none")
    visible = whole.cut(int(text.startswith("\ufeff"))).replaced(_WINDOWS, "\n").replaced(_THINK, "")
    if "<think>" in visible.text.lower():
        return Reply(visible.cut(0, 0), "none", truncated=True)
    return _from_fences(visible, entry) or _from_lines(visible)


def parses(text: str) -> bool:
    """Whether CPython's parser takes the text; one that is nested too deeply for it passes.

    Where that limit lies depends on how deep the caller is. Whoever judges the text refuses it far below the limit.
    """
    try:
        with suppress(RecursionError, MemoryError):
            quiet_tree(text)
    except (SyntaxError, ValueError):
        return False
    return True


def quiet_tree(text: str, filename: str = "<reply>") -> ast.Module:
    """The module that CPython's parser makes of `text`, without printing warnings; safe in any thread.

    Raises:
        SyntaxError: not Python.
        ValueError: a NUL, or an integer literal too long to convert.
        RecursionError, MemoryError: nested too deeply.
    """
    with _FILTERS, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text, filename)


def _from_json(text: Traced) -> Reply | None:
    if not text.text.lstrip().startswith("{"):
        return None
    try:
        value = json.loads(text.text)
    except (ValueError, RecursionError):
        return None
    code = value.get("code") if isinstance(value, dict) else None
    return Reply(_literal(text, code), "json") if isinstance(code, str) else None


def _literal(text: Traced, code: str) -> Traced:
    """The last `code` of a JSON object that holds it, with the places of its characters between the quotes."""
    decode = json.JSONDecoder().raw_decode
    blank = re.compile(r"[\s:,]*")
    found, at = text.cut(0, 0), text.text.index("{") + 1
    while text.text[at := _skip(blank, text.text, at)] != "}":
        key, at = decode(text.text, at)
        start = _skip(blank, text.text, at)
        _, at = decode(text.text, start)
        if key == "code":
            found = _unescaped(text.cut(start + 1, at - 1))
    return found if found.text == code else text.spread(0, len(text.text), code)


def _skip(blank: "re.Pattern[str]", text: str, at: int) -> int:
    match = blank.match(text, at)
    return match.end() if match else at


def _unescaped(literal: Traced) -> Traced:
    parts, at = [], 0
    for match in _ESCAPE.finditer(literal.text):
        meaning = json.loads(f'"{match[0]}"')
        parts += [literal.cut(at, match.start()), literal.spread(match.start(), match.end(), meaning)]
        at = match.end()
    return joined([*parts, literal.cut(at)])


def _from_fences(visible: Traced, entry: str) -> Reply | None:
    text = visible.replaced(_NEWLINE, "\n").replaced(_NUL, "\ufffd")  # as CommonMark reads it
    lines = text.text.split("\n")
    defines = re.compile(rf"^(?:async\s+)?def\s+{re.escape(entry)}\b", re.MULTILINE)
    ranked = []
    for position, token in enumerate(MarkdownIt("commonmark").parse(text.text)):
        if token.type != "fence" or token.map is None:
            continue
        closed = _closes(lines, token.map[1], token.markup)
        tagged = token.info.strip().lower().startswith(("python", "py"))
        rank = (bool(defines.search(token.content)), parses(token.content), closed, tagged, position)
        ranked.append((rank, token.content, token.map[0] + 1))
    if not ranked:
        return None
    rank, content, first = max(ranked)
    return Reply(_placed(text, content, first), "fence", truncated=not rank[2])


def _closes(lines: list[str], end: int, markup: str) -> bool:
    last = lines[end - 1].strip().lstrip(">").strip() if 0 < end <= len(lines) else ""
    return last.startswith(markup) and set(last) == {markup[0]}


def _placed(text: Traced, content: str, first: int) -> Traced:
    """The content of a block that begins in line `first` (from 0), each line without the indent or quote marks before it."""
    at = sum(len(line) + 1 for line in text.text.split("\n")[:first])
    parts = []
    for line in re.findall(r"[^\n]*\n|[^\n]+", content):
        end = text.text.find("\n", at) + 1 or len(text.text)
        parts.append(_suffix(text.cut(at, end), line))
        at = end
    return joined(parts)


def _suffix(source: Traced, line: str) -> Traced:
    """A line as the end of the one that it was cut from; a tab that was half indent left spaces."""
    spaces = 0
    while not source.text.endswith(line[spaces:]):
        spaces += 1
    start = len(source.text) - len(line) + spaces
    if spaces == 0:
        return source.cut(start)
    return joined([source.spread(max(0, start - 1), max(1, start), line[:spaces]), source.cut(start)])


def _from_lines(visible: Traced) -> Reply:
    lines = visible.text.splitlines(keepends=True)
    places = [0, *accumulate(map(len, lines))]
    starts = [number for number, line in enumerate(lines) if _STARTS_CODE.match(line)]
    tries = MAX_TRIES
    for start in starts:
        for end in range(len(lines), start, -1):
            if tries == 0:
                return Reply(visible, "raw")
            tries -= 1
            run = visible.cut(places[start], places[end])
            if parses(run.text):
                return Reply(run, "run")
    return Reply(visible, "raw")


def printable(text: str) -> str:
    """The text without lone surrogates, which no JSON writer accepts."""
    return text.encode("utf-8", "replace").decode("utf-8")
