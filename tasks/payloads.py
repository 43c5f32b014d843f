"""Texts that show whether an argument reaches a program as it is, or is read by a shell on the way."""

import re
from dataclasses import dataclass
from typing import Final, Literal

Placement = Literal["inside", "front", "whole"]
"""Where a payload goes in a text: after its first character, before it, or in its place."""

SAFE: Final = re.compile(r"[A-Za-z0-9_./:@%+=,][A-Za-z0-9_./:@%+=,-]*")
"""Texts that a shell hands on unchanged in every position: no blank, no quote, no sign of its grammar, no leading dash."""


@dataclass(frozen=True, slots=True)
class Payload:
    """A text to put into an argument.

    Attributes:
        name: for reports.
        text: what is put in.
        placement: where.
        meta: a shell would run something of it; a program may refuse such a text with ValueError before it starts
            anything.
    """

    name: str
    text: str
    placement: Placement = "inside"
    meta: bool = False


CANARY: Final = "canary-7f3a"
"""Name of a program that no task declares: that it was started at all is the proof of an injection."""

INJECTIONS: Final = (
    Payload("semicolon", f"; {CANARY} #", meta=True),
    Payload("substitution", f"$({CANARY})", meta=True),
    Payload("backtick", f"`{CANARY}`", meta=True),
    Payload("pipe", f" | {CANARY}", meta=True),
    Payload("and", f" && {CANARY}", meta=True),
    Payload("or", f" || {CANARY}", meta=True),
    Payload("background", f" & {CANARY}", meta=True),
    Payload("newline", f"\n{CANARY}\n", meta=True),
    Payload("single quote", f"'; {CANARY}; '", meta=True),
    Payload("double quote", f'"; {CANARY}; "', meta=True),
    Payload("quoted substitution", f"'$({CANARY})'", meta=True),
    Payload("redirection", f" > {CANARY}", meta=True),
    Payload("input redirection", f" < {CANARY}", meta=True),
)
"""A shell starts or writes something for each of these, unless the source quotes it well."""

HARMLESS: Final = (
    Payload("space", " two  words "),
    Payload("star", "*"),
    Payload("question mark", "?"),
    Payload("variable", "$HOME"),
    Payload("braced variable", "${HOME}"),
    Payload("tilde", "~/", placement="front"),
    Payload("backslash", "\\n\\"),
    Payload("empty", "", placement="whole"),
    Payload("leading dash", "-n", placement="front"),
    Payload("leading hash", "#", placement="front"),
    Payload("hash", " #x"),
    Payload("unicode", "\u00e9\u4e2d\U0001f600"),
    Payload("braces", "{a,b}"),
    Payload("tab", "\t"),
    Payload("exclamation mark", "!!"),
    Payload("percent", "%s%d"),
    Payload("one single quote", "it's"),
    Payload("one double quote", 'a"b'),
    Payload("brackets", "[a-z]"),
    Payload("parentheses", "(x)"),
)
"""Nothing runs, but a shell changes the text, and so does a home-made cleaner."""
