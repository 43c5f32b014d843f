"""Programs that hand their arguments to a shell of their own, mostly on another machine: values stay quoted for that one."""

from collections.abc import Sequence
from typing import Final

from code_review_env.baseline_agent.rules.shell.parts import KEPT, Literal, Part, Value
from code_review_env.baseline_agent.rules.shell.words import Word

_PROGRAMS: Final = frozenset({"ssh", "slogin", "rsh"})
_WITH_VALUE: Final = frozenset(f"-{letter}" for letter in "bcDEeFIiJLlmOopQRSWw")
"""Options of ssh whose value is the next word."""


def quoted_for_remote(words: Sequence[Word]) -> list[Word]:
    """The words with the values quoted that the other shell reads: everything behind the host."""
    if not words or words[0].literal() not in _PROGRAMS:
        return list(words)
    at = 1
    while at < len(words) and (words[at].literal() or "").startswith("-"):
        at += 2 if words[at].literal() in _WITH_VALUE else 1
    behind = at + 1
    return [*words[:behind], *(Word(_quoted(word.parts), word.glob, word.quoted) for word in words[behind:])]


def _quoted(parts: Sequence[Part]) -> list[Part]:
    """Values as words of the other shell; quotes right around one are needless then."""
    result: list[Part] = list(parts)
    for at, part in enumerate(result):
        if not isinstance(part, Value) or part.code.startswith(KEPT):
            continue
        before, behind = (result[one] if 0 <= one < len(result) else None for one in (at - 1, at + 1))
        if isinstance(before, Literal) and isinstance(behind, Literal):
            mark = before.text[-1:]
            if mark in {"'", '"'} and behind.text[:1] == mark:
                result[at - 1], result[at + 1] = Literal(before.text[:-1]), Literal(behind.text[1:])
        result[at] = Value(f"{KEPT}({part.as_text()})", known=True)
    return [part for part in result if part != Literal("")]
