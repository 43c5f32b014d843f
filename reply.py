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
from typing import Final, Literal

from markdown_it import MarkdownIt

How = Literal["whole", "json", "fence", "run", "raw", "none"]

MAX_CHARACTERS: Final = 262_144
"""Longer replies are not searched: the gate refuses sources over 64 KiB anyway."""

MAX_TRIES: Final = 200
"""Parses spent on the longest run, so that a hostile reply costs bounded time."""

_FILTERS: Final = threading.Lock()
"""Filters of `warnings` belong to the process, so two parses must not change them at once."""

_THINK: Final = re.compile(r"<think>.*?</think>\s*", re.DOTALL | re.IGNORECASE)
_STARTS_CODE: Final = re.compile(r"(?:import|from|def|async def|class|@)\b|@|[\"']{3}|#")


@dataclass(frozen=True)
class Reply:
    """What was found.

    Attributes:
        code: the source, possibly empty.
        how: where it stood in the reply.
        truncated: the reply seems cut off (an open `<think>` or an open fence).
    """

    code: str
    how: How
    truncated: bool = False


def extract(text: str, entry: str) -> Reply:
    """Find the source that `text` carries.

    Args:
        text: anything a model or a person sent.
        entry: the function under test; a block that defines it wins over one that does not.
    """
    if len(text) > MAX_CHARACTERS:
        return Reply(text, "raw")
    found = _from_json(text)
    if found is not None:
        return found
    if parses(text.removeprefix("\ufeff")):
        return Reply(text, "whole" if text.strip() else "none")
    visible = _THINK.sub("", text.removeprefix("\ufeff").replace("\r\n", "\n"))
    if "<think>" in visible.lower():
        return Reply("", "none", truncated=True)
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


def _from_json(text: str) -> Reply | None:
    if not text.lstrip().startswith("{"):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    code = value.get("code") if isinstance(value, dict) else None
    return Reply(code, "json") if isinstance(code, str) else None


def _from_fences(text: str, entry: str) -> Reply | None:
    lines = text.splitlines()
    defines = re.compile(rf"^(?:async\s+)?def\s+{re.escape(entry)}\b", re.MULTILINE)
    ranked = []
    for position, token in enumerate(MarkdownIt("commonmark").parse(text)):
        if token.type != "fence" or token.map is None:
            continue
        closed = _closes(lines, token.map[1], token.markup)
        tagged = token.info.strip().lower().startswith(("python", "py"))
        rank = (bool(defines.search(token.content)), parses(token.content), closed, tagged, position)
        ranked.append((rank, token.content))
    if not ranked:
        return None
    rank, content = max(ranked)
    return Reply(content, "fence", truncated=not rank[2])


def _closes(lines: list[str], end: int, markup: str) -> bool:
    last = lines[end - 1].strip().lstrip(">").strip() if 0 < end <= len(lines) else ""
    return last.startswith(markup) and set(last) == {markup[0]}


def _from_lines(text: str) -> Reply:
    lines = text.splitlines(keepends=True)
    starts = [number for number, line in enumerate(lines) if _STARTS_CODE.match(line)]
    tries = MAX_TRIES
    for start in starts:
        for end in range(len(lines), start, -1):
            if tries == 0:
                return Reply(text, "raw")
            tries -= 1
            run = "".join(lines[start:end])
            if parses(run):
                return Reply(run, "run")
    return Reply(text, "raw")
