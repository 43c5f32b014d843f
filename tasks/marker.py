"""Where a text of a call ends up: payloads go in through markers, so what they must become can be read off a marked run.

Each string leaf of a call has a number, its position among the string leaves from left to right, positional arguments
first. Its marker is `leaf_marker(marker, number)`, so several leaves keep apart in one run. Markers are letters and digits,
which no shell and no cleaner changes. Dict keys, and texts inside sets, are no leaves.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from code_review_env.tasks.paths import Path, arguments, leaves, parts, replaced, with_arguments
from code_review_env.tasks.payloads import Payload, Placement
from code_review_env.tasks.task import Case, Task

MAX_LEAVES: Final = 4
"""Leaves that get a payload of their own; with more, the first ones and all together."""

_END: Final = "q"
"""Ends a marker, so that marker 1 is no beginning of marker 10."""

ESCAPES: Final[Mapping[str, Callable[[str], str]]] = {
    "bare": lambda text: "'" + text.replace("'", "'\\''") + "'",
    "single": lambda text: text.replace("'", "'\\''"),
    "double": lambda text: re.sub(r'([$`"\\])', r"\\\1", text),
}
"""How to write a text so that a POSIX shell reads it as itself: outside quotes, in single quotes, in double quotes."""


@dataclass(frozen=True, slots=True)
class PayloadCase:
    """A call with a payload in it, and how it came about.

    Attributes:
        payload: the payload.
        base: the example it was made from.
        numbers: the leaves that hold it.
        marker: the root of the markers, free in the source and in the example.
    """

    payload: Payload
    base: Case
    numbers: tuple[int, ...]
    marker: str

    @property
    def texts(self) -> dict[int, str]:
        """Leaf number -> what stands in `case` where its marker stands in `marked`."""
        return dict.fromkeys(self.numbers, self.payload.text)

    @property
    def originals(self) -> dict[int, str]:
        """Leaf number -> what stands in `base` where its marker stands in `marked`."""
        found = text_leaves(self.base)
        whole = self.payload.placement == "whole"
        return {number: found[number][1] if whole else "" for number in self.numbers}

    @property
    def case(self) -> Case:
        """The call itself."""
        return _filled(self.base, self.texts, self.payload.placement)

    @property
    def marked(self) -> Case:
        """The call with markers in place of the payload."""
        return mark(self.base, self.marker, placement=self.payload.placement, numbers=self.numbers)

    def escaped_text(self, escape: str) -> str:
        """The payload as one of the `ESCAPES` writes it."""
        return ESCAPES[escape](self.payload.text)

    def escaped(self, escape: str) -> Case:
        """The call with the escaped payload: on this one a source that uses a shell does the right thing."""
        return _filled(self.base, dict.fromkeys(self.numbers, self.escaped_text(escape)), self.payload.placement)


def leaf_marker(marker: str, number: int) -> str:
    """The marker of one leaf."""
    return f"{marker}{number}{_END}"


def free_marker(*texts: str) -> str:
    """A root for markers that occurs in none of the texts."""
    taken = "\0".join(texts)
    return next(root for root in (f"mk{number}x" for number in count()) if root not in taken)


def text_leaves(case: Case) -> tuple[tuple[Path, str], ...]:
    """Path and text of the string leaves, in the order of their numbers."""
    whole = arguments(case)
    return tuple((path, leaf) for path, leaf in leaves(whole) if isinstance(leaf, str) and not _in_set(whole, path))


def mark(case: Case, marker: str, *, placement: Placement = "inside", numbers: Iterable[int] | None = None) -> Case:
    """`case` with the marker of each leaf put into it.

    Args:
        case: the call.
        marker: the root of the markers, letters and digits that occur nowhere in the call.
        placement: after the first character of the leaf, before it, or in place of the leaf.
        numbers: the leaves to mark; all unless given.
    """
    chosen = range(len(text_leaves(case))) if numbers is None else numbers
    return _filled(case, {number: leaf_marker(marker, number) for number in chosen}, placement)


def substitute(text: str, marker: str, texts: Mapping[int, str]) -> str:
    """`text` with the markers of the leaves replaced; a marker without a replacement stays."""
    found = re.compile(f"{re.escape(marker)}([0-9]+){_END}")
    return found.sub(lambda match: texts.get(int(match[1]), match[0]), text)


def payload_cases(source: str, examples: Sequence[Case], table: Iterable[Payload]) -> Iterator[PayloadCase]:
    """Every payload in every example: in each leaf by itself, and in all of them at once; no call twice.

    Payloads take turns before examples do, so that any beginning has each payload.
    """
    payloads = tuple(table)
    marker = free_marker(source, *(text for case in examples for _, text in text_leaves(case)))
    made = set()
    for numbers, base in _placed(examples):
        for payload in payloads:
            one = PayloadCase(payload, base, _roomy(base, numbers, payload.placement), marker)
            call = one.case.call("")
            if one.numbers and call not in made:
                made.add(call)
                yield one


def origins(task: Task, table: Iterable[Payload]) -> Mapping[str, PayloadCase]:
    """How the payload calls of a user's own task came about, by `case.call(task.entry)`."""
    found = payload_cases(task.messy, tuple(task.examples), table)
    return {one.case.call(task.entry): one for one in found}


def _placed(examples: Sequence[Case]) -> Iterator[tuple[tuple[int, ...], Case]]:
    """The sets of leaves to fill: first one set of each example, then the next of each."""
    choices = [(_leaf_sets(len(text_leaves(case))), case) for case in examples]
    for turn in range(MAX_LEAVES + 1):
        yield from ((sets[turn], case) for sets, case in choices if turn < len(sets))


def _leaf_sets(total: int) -> list[tuple[int, ...]]:
    single: list[tuple[int, ...]] = [(number,) for number in range(min(total, MAX_LEAVES))]
    return [*single, tuple(range(total))] if total > 1 else single


def _roomy(case: Case, numbers: tuple[int, ...], placement: Placement) -> tuple[int, ...]:
    """The leaves that have an inside: at the end of a text a blank may rightly be stripped."""
    found = text_leaves(case)
    return tuple(number for number in numbers if placement != "inside" or len(found[number][1]) > 1)


def _filled(case: Case, texts: Mapping[int, str], placement: Placement) -> Case:
    value: object = arguments(case)
    found = text_leaves(case)
    for number, text in texts.items():
        path, leaf = found[number]
        value = replaced(value, path, _put(leaf, text, placement))
    return with_arguments(case, value)


def _put(leaf: str, text: str, placement: Placement) -> str:
    if placement == "whole":
        return text
    at = 1 if placement == "inside" else 0
    return leaf[:at] + text + leaf[at:]


def _in_set(value: object, path: Path) -> bool:
    if isinstance(value, set | frozenset):
        return True
    return bool(path) and _in_set(parts(value)[path[0]], path[1:])
