"""The certificate of a submission: its Report as places in the text, and what every line is worth.

Source: arXiv 2405.16661, section 4.1. There a compiler's errors lower the reward of the line that they name; here the parser,
the linter, the identity gate and the run speak as well, and a failing group speaks once somebody has located its fault.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal

from code_review_env.align import PAPER, LineVector, Mark, TokenValues, line_bounds
from code_review_env.env.analysis.ruff import SYNTAX
from code_review_env.env.scoring.gate import Refusal, parse
from code_review_env.env.scoring.report import Diagnostic, Report, Source
from code_review_env.env.scoring.reward import UNRUNNABLE, functional_of
from code_review_env.returns import FeedbackLevel

Origin = Literal[Source, "identity", "run", "group"]
Place = tuple[int, int]
"""Characters of the code: the first, and the one after the last."""

_NAMED: Final = re.compile(r"\bline (\d+)")
"""Checks and faults that know their line end their message with it."""


@dataclass(frozen=True, slots=True)
class Span:
    """One place that something was found at.

    Attributes:
        start: first character.
        end: the one after the last, always behind `start`.
        row: 1-based line of `start`.
        rule: linter's code, check of the gate, verdict of the run, or group.
        message: one line for people.
        source: who found it.
        counts: false where it cannot be removed under the gate, so that it costs nothing.
    """

    start: int
    end: int
    row: int
    rule: str
    message: str
    source: Origin
    counts: bool = True


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is known of a submission, by place.

    Attributes:
        submission_sha256: of which text.
        bounds: `(L + 1,)`, where each line begins, and the length.
        spans: in the order of the text.
        failing: groups that fail, located or not.
        r: share of groups passed by the same function, in [0, 1].
    """

    submission_sha256: str
    bounds: tuple[int, ...]
    spans: tuple[Span, ...]
    failing: tuple[str, ...]
    r: float

    @property
    def clean(self) -> bool:
        """Nothing was found and everything passes."""
        return not self.failing and not any(span.counts for span in self.spans)

    def told(self, level: FeedbackLevel) -> "Certificate":
        """What a level leaves of it: below `full` neither groups nor how many passed."""
        if level == "full":
            return self
        return replace(self, failing=(), r=0.0, spans=tuple(span for span in self.spans if span.source != "group"))

    def blaming(self, group: str, rows: Iterable[tuple[int, int]], message: str) -> "Certificate":
        """The same with lines that are blamed for a failing group.

        Args:
            group: its name.
            rows: first and last line, 1-based.
            message: how they were found.
        """
        places = ((self.bounds[first - 1], self.bounds[last]) for first, last in rows)
        found = [Span(start, end, _row(self.bounds, start), group, message, "group") for start, end in places]
        return replace(self, spans=tuple(sorted((*self.spans, *found), key=_order)))


def certify(report: Report, code: str, entry: str) -> Certificate:
    """The certificate of a submission; runs nothing.

    Args:
        report: all facts.
        code: the submission as it was judged.
        entry: name of the function under test.
    """
    bounds = line_bounds(code)
    places = _Places(code, bounds)
    found = (*_findings(report, places), *_identity(report, places, entry), *_fault(report, places)) if code else ()
    same = report.verdict not in UNRUNNABLE and all(check.ok for check in report.identity)
    return Certificate(
        submission_sha256=report.submission_sha256,
        bounds=bounds,
        spans=tuple(sorted(found, key=_order)),
        failing=tuple(group.name for group in report.groups if not group.passed),
        r=functional_of(report) if same else 0.0,
    )


def marks(certificate: Certificate, values: TokenValues = PAPER) -> tuple[Mark, ...]:
    """The spans that count, with what they leave of the tokens on them."""
    return tuple(
        Mark(span.start, span.end, values.correct if span.source == "group" else values.erroneous)
        for span in certificate.spans
        if span.counts
    )


def line_vector(certificate: Certificate, values: TokenValues = PAPER) -> LineVector:
    """`(L,)` values, the base and the end of sequence, which earns something only where the whole is clean."""
    bounds = certificate.bounds
    base = values.base(certificate.r) if len(bounds) > 1 else values.erroneous
    lines = [base] * (len(bounds) - 1)
    for mark in marks(certificate, values):
        for at in range(_row(bounds, mark.start) - 1, bisect_left(bounds, mark.end)):
            lines[at] = min(lines[at], mark.value)
    return LineVector(tuple(lines), base, eos=base if certificate.clean and lines else values.erroneous)


def _order(span: Span) -> tuple[int, int, str, str]:
    return (span.start, span.end, span.rule, span.message)


def _row(bounds: tuple[int, ...], start: int) -> int:
    return bisect_right(bounds, start)


@dataclass(frozen=True, slots=True)
class _Places:
    """Rows and columns as characters of a code that is not empty."""

    code: str
    bounds: tuple[int, ...]

    def of(self, one: Diagnostic) -> Place:
        """What a finding covers: at least one character; without an end of its own, the rest of its line."""
        start = min(self._at(one.row, one.column), self._line(one.row)[1] - 1)
        end = self._at(one.end_row, one.end_column) if one.end_row else self.line(one.row)[1]
        return start, max(end, start + 1)

    def line(self, row: int) -> Place:
        """A line without its end; the last one for a row behind it, where the parser reports the end of the file."""
        first, behind = self._line(row)
        stripped = len(self.code[first:behind].rstrip("\r\n"))
        return first, first + max(1, stripped)

    def whole(self) -> Place:
        """All of it."""
        return 0, len(self.code)

    def named(self, message: str) -> Place | None:
        """The line that a message names."""
        found = _NAMED.findall(message)
        return self.line(int(found[-1])) if found else None

    def _line(self, row: int) -> Place:
        at = min(max(row, 1), len(self.bounds) - 1)
        return self.bounds[at - 1], self.bounds[at]

    def _at(self, row: int, column: int) -> int:
        """A byte order mark is no column: the judges never saw it."""
        first, behind = self._line(row)
        mark = self.code.startswith("\ufeff") and row == 1
        return min(first + mark + column - 1, behind) if row < len(self.bounds) else len(self.code)


def _findings(report: Report, places: _Places) -> Iterator[Span]:
    for one in report.findings:
        start, end = places.of(one)
        source: Origin = "parser" if one.rule == SYNTAX else one.source
        yield Span(start, end, _row(places.bounds, start), one.rule, one.message, source, counts=not one.unfixable)


def _identity(report: Report, places: _Places, entry: str) -> Iterator[Span]:
    broken = [check for check in report.identity if not check.ok]
    if not broken:
        return
    headers = _headers(places, entry)
    for check in broken:
        named = places.named(check.message)
        for start, end in [named] if named else headers:
            yield Span(start, end, _row(places.bounds, start), check.name, check.message, "identity")


def _headers(places: _Places, entry: str) -> list[Place]:
    """Where the function is defined, up to its body; the whole file where it is not."""
    parsed = parse(places.code)
    if isinstance(parsed, Refusal):
        return [places.whole()]
    found = [node for node in parsed.outline.functions() if node.name == entry]
    rows = [(node.lineno, max(node.lineno, node.body[0].lineno - 1)) for node in found]
    return [(places.line(first)[0], places.line(last)[1]) for first, last in rows] or [places.whole()]


def _fault(report: Report, places: _Places) -> Iterator[Span]:
    """A run that gave nothing to judge: the line that it names, or the file. The parser's finding stands for its verdict."""
    if report.verdict in UNRUNNABLE and report.verdict != "unparsable":
        start, end = places.named(report.detail) or places.whole()
        yield Span(start, end, _row(places.bounds, start), report.verdict, report.detail, "run")
