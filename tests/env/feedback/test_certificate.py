"""Certificates: where things were found, and what every line and token is worth for it."""

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from code_review_env.align import PAPER, LineVector, Tokens, TokenValues, token_rewards
from code_review_env.env.feedback.certificate import Certificate, certify, line_vector, marks
from code_review_env.env.scoring.report import Diagnostic, GroupResult, IdentityCheck, Report
from code_review_env.reply import extract

sys.path.insert(0, str(Path(__file__).parents[2]))
from tokenizing import BUILDERS, CODES, WRAPS, tokens, wrapped

CODE = "import os\n\n\ndef f(a, b):\n    return a;\n"
E703 = Diagnostic(5, 13, "E703", "Statement ends with an unnecessary semicolon", end_row=5, end_column=14)
F401 = Diagnostic(1, 8, "F401", "`os` imported but unused", end_row=1, end_column=10)


def report(
    *findings: Diagnostic,
    passed: int = 2,
    groups: int = 2,
    identity: tuple[IdentityCheck, ...] = (),
    verdict: str = "ok",
    detail: str = "",
) -> Report:
    """A report of so many groups, so many of them passed."""
    results = tuple(GroupResult(f"group {at}", "boundary", visible=False, passed=at < passed, cases=3) for at in range(groups))
    return Report("easy", "t", "s", verdict, detail, identity=identity, groups=results, findings=findings)


def vector(found: Report, code: str = CODE, values: TokenValues = PAPER) -> LineVector:
    """The line vector of a report on `f`."""
    return line_vector(certify(found, code, "f"), values)


PAPER_TABLE = {
    # what was found:                        lines 1 to 5,               base, end of sequence
    "all pass, nothing found": (report(), [2.0, 2.0, 2.0, 2.0, 2.0], 2.0, 2.0),
    "half pass": (report(passed=1), [1.5, 1.5, 1.5, 1.5, 1.5], 1.5, 0.0),
    "none passes": (report(passed=0), [1.0, 1.0, 1.0, 1.0, 1.0], 1.0, 0.0),
    "an error, all pass": (report(E703), [2.0, 2.0, 2.0, 2.0, 0.0], 2.0, 0.0),
    "two errors, half pass": (report(E703, F401, passed=1), [0.0, 1.5, 1.5, 1.5, 0.0], 1.5, 0.0),
    "does not parse": (
        report(Diagnostic(4, 9, "invalid-syntax", "no", source="parser"), passed=0, verdict="unparsable"),
        [1.0, 1.0, 1.0, 0.0, 1.0],
        1.0,
        0.0,
    ),
}


@pytest.mark.parametrize("row", PAPER_TABLE)
def test_the_values_of_the_paper(row: str) -> None:
    """0 for a line with an error, 1 for one without, 1 + r where the share r passes; the end counts only when all is clean."""
    found, lines, base, eos = PAPER_TABLE[row]
    assert vector(found) == LineVector(tuple(lines), base, eos)


def test_the_values_reach_the_tokens_by_hand() -> None:
    """A completion of eight tokens, each worked out by hand: the erroneous line's are 0, the end is 0, the rest 1.5."""
    completion = f"```python\n{CODE}```"
    reply = extract(completion, "f")
    cut = Tokens(
        [11, 12, 13, 14, 15, 16, 17, 2],
        [(0, 10), (10, 19), (19, 23), (23, 35), (35, 48), (48, 49), (49, 52), (0, 0)],
        eos_id=2,
    )
    assert token_rewards(reply, cut, vector(report(E703, passed=1))) == (1.5, 1.5, 1.5, 1.5, 0.0, 0.0, 1.5, 0.0)


def test_constants_are_free() -> None:
    """Other constants than the paper's change the values and nothing else."""
    found = vector(report(E703, passed=1), values=TokenValues(erroneous=-1.0, correct=0.25, passing=0.5))
    assert found == LineVector((0.5, 0.5, 0.5, 0.5, -1.0), 0.5, -1.0)


def covered(found: Report, code: str = CODE) -> list[tuple[str, str, str, int]]:
    """Source, rule, text and row of each span."""
    spans = certify(found, code, "f").spans
    return [(span.source, span.rule, code[span.start : span.end], span.row) for span in spans]


def test_a_finding_covers_what_it_names() -> None:
    """Columns count characters of the line, ends are exclusive."""
    assert covered(report(E703, F401)) == [("ruff", "F401", "os", 1), ("ruff", "E703", ";", 5)]


@pytest.mark.parametrize(
    "code", [CODE, CODE.replace("\n", "\r\n"), CODE.replace("\n", "\r"), "\ufeff" + CODE], ids=["LF", "CRLF", "CR", "BOM"]
)
def test_line_ends_and_byte_order_marks_move_nothing(code: str) -> None:
    """The same two findings cover the same words, and lower the same lines."""
    assert covered(report(E703, F401), code) == [("ruff", "F401", "os", 1), ("ruff", "E703", ";", 5)]
    assert vector(report(E703, F401), code).values == (0.0, 2.0, 2.0, 2.0, 0.0)


@pytest.mark.parametrize(
    ("row", "column", "end_row", "end_column", "text"),
    [
        (9, 1, 0, 0, "\n"),
        (6, 1, 6, 1, "\n"),
        (5, 99, 5, 99, "\n"),
        (2, 1, 2, 1, "\n"),
        (4, 5, 0, 0, "f(a, b):"),
        (4, 1, 6, 1, "def f(a, b):\n    return a;\n"),
    ],
)
def test_every_finding_covers_a_character(row: int, column: int, end_row: int, end_column: int, text: str) -> None:
    """The end of the file, behind a line's end, an empty line, no width, no end: never nothing, never outside."""
    found = Diagnostic(row, column, "X", "x", end_row=end_row, end_column=end_column)
    assert [one[2] for one in covered(report(found))] == [text]


def test_what_cannot_be_fixed_costs_nothing() -> None:
    """It stands on the certificate, and the whole is clean."""
    found = report(Diagnostic(4, 7, "E741", "Ambiguous name", end_row=4, end_column=8, unfixable=True))
    assert covered(found) == [("ruff", "E741", "a", 4)]
    assert vector(found) == LineVector((2.0,) * 5, 2.0, 2.0)


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("the signature must stay (a), it is (a, b)", "def f(a, b):"),
        ("`f` is bound again by an import in line 1", "import os"),
    ],
)
def test_a_broken_identity_lies_on_the_definition_or_the_line_it_names(message: str, text: str) -> None:
    """It is an error like any other, and nothing passes then: r = 0."""
    found = report(identity=(IdentityCheck("parameters", ok=False, message=message),))
    assert [one[:3] for one in covered(found)] == [("identity", "parameters", text)]
    assert vector(found).base == 1.0
    assert vector(found).eos == 0.0


def test_a_lost_function_is_an_error_of_the_whole_file() -> None:
    """There is no better place."""
    found = report(identity=(IdentityCheck("definition", ok=False, message="there is no function `f`"),))
    assert vector(found, "x = 1\ny = 2\n").values == (0.0, 0.0)


def test_a_fault_at_import_lies_on_its_line() -> None:
    """The last line that the fault names is the place; what it quotes is not."""
    found = report(passed=0, verdict="import_error", detail="ValueError: line 1 (line 5)")
    assert covered(found) == [("run", "import_error", "    return a;", 5)]


@pytest.mark.parametrize("verdict", ["empty", "oversize", "dynamic_code"])
def test_a_run_without_a_place_is_an_error_everywhere(verdict: str) -> None:
    """Nothing of the file earns more than an error."""
    assert vector(report(passed=0, verdict=verdict)) == LineVector((0.0,) * 5, 1.0, 0.0)


def test_no_code_is_worth_an_error() -> None:
    """A completion without code has no lines; all its tokens earn the least."""
    found = vector(report(passed=0, verdict="empty"), "")
    assert found == LineVector((), 0.0, 0.0)
    assert token_rewards(extract("<think>hm", "f"), Tokens([1, 2], [(0, 7), (7, 9)]), found) == (0.0, 0.0)


def test_blamed_lines_are_correct_and_do_not_pass() -> None:
    """Lines that a failing group was traced to keep 1, the others 1 + r; an error on them still wins."""
    blamed = certify(report(F401, passed=1), CODE, "f").blaming("group 1", [(4, 5), (1, 1)], "Ochiai 0.8")
    assert line_vector(blamed).values == (0.0, 1.5, 1.5, 1.0, 1.0)
    assert [mark.value for mark in marks(blamed)] == [1.0, 0.0, 1.0]


def test_the_lint_level_tells_nothing_of_the_groups() -> None:
    """Two submissions that differ only in what passes have the same vector at that level."""
    told: set[Certificate] = set()
    for passed in (0, 1, 2):
        found = certify(report(E703, passed=passed), CODE, "f").blaming("group 1", [(4, 4)], "x")
        told.add(found.told("lint"))
        assert found.told("full") == found
    assert [line_vector(one).values for one in told] == [(1.0, 1.0, 1.0, 1.0, 0.0)]


PLACE = st.integers(1, 9)


@settings(max_examples=200, deadline=None)
@given(
    name=st.sampled_from(sorted(BUILDERS)),
    code=st.sampled_from(sorted(CODES)),
    wrap=st.sampled_from(sorted(WRAPS)),
    windows=st.booleans(),
    place=st.tuples(PLACE, PLACE, st.integers(0, 9), PLACE),
)
def test_every_finding_reaches_a_token(
    name: str, code: str, wrap: str, *, windows: bool, place: tuple[int, int, int, int]
) -> None:
    """Wherever an analyser says that it is, in the file or not: some token pays for it, and only those of its lines do."""
    completion = wrapped(CODES[code], wrap, windows=windows)
    reply = extract(completion, "f")
    row, column, end_row, end_column = place
    found = report(Diagnostic(row, column, "X", "x", end_row=max(row, end_row) if end_row else 0, end_column=end_column))
    certificate = certify(found, reply.code, "f")
    (span,) = certificate.spans
    assert 0 <= span.start < span.end <= len(reply.code)
    told = line_vector(certificate)
    by_line = token_rewards(reply, tokens(name, completion), told)
    by_span = token_rewards(reply, tokens(name, completion), told, marks(certificate))
    assert 0.0 in by_span[:-1]
    assert all(coarse <= fine for coarse, fine in zip(by_line, by_span, strict=True))
    assert set(by_line) <= {0.0, 2.0}
