"""What is a Python file to every judge alike, and what is refused in one line."""

import subprocess
import sys
import threading
import warnings

import pytest

from code_review_env.env.analysis.ruff import Ruff
from code_review_env.env.scoring.gate import MAX_BYTES, Parsed, Refusal, column_of, parse
from code_review_env.reply import extract

DEEP = 7_700


def verdict(text: str) -> str:
    """Verdict of a refusal, or `ok`."""
    found = parse(text)
    return found.verdict if isinstance(found, Refusal) else "ok"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = 1\n", "ok"),
        ("x = 1", "ok"),
        ("x = 1\r\ny = 2\r\n", "ok"),
        ("\ufeffx = 1\n", "ok"),
        ("# -*- coding: utf-8 -*-\nx = 1\n", "ok"),
        ("# vim: set fileencoding=UTF8 :\nx = 1\n", "ok"),
        ("x = 1\nx = 2\n# coding: latin-1\n", "ok"),
        ("x = '\\d'\n", "ok"),
        ("\f\nx = 1\n", "ok"),
        ("", "empty"),
        ("\ufeff", "empty"),
        ("\n\n", "empty"),
        ("# only a comment\n", "empty"),
        ("#" * MAX_BYTES, "empty"),
        ("#" * (MAX_BYTES + 1), "oversize"),
        ("x = '" + "é" * (MAX_BYTES // 2) + "'", "oversize"),
        ("\ufeff\ufeffx = 1\n", "unparsable"),
        ("x = '\ud800'\n", "unparsable"),
        ("x = 1  # a\0b\n", "unparsable"),
        ("# coding: latin-1\nx = 1\n", "unparsable"),
        ("#!/usr/bin/python\n# -*- coding: utf-7 -*-\nx = 1\n", "unparsable"),
        ("# coding: unicode_escape\nx = 1\n", "unparsable"),
        ("# coding: nonsense\nx = 1\n", "unparsable"),
        ("# a\r# coding: utf-7\rx = 1\r", "unparsable"),
        ("def f(:\n", "unparsable"),
        ("if x:\nprint(1)\n", "unparsable"),
        ("print 'x'\n", "unparsable"),
        ("Sure! Here is the code:\n", "unparsable"),
        ("x\u200b = 1\n", "unparsable"),
        ("\u202ex = 1\n", "unparsable"),
        ("type X = int\n", "unparsable"),
        ("x = " + "9" * 5_000, "unparsable"),
        ("x = 0x" + "f" * 50_000, "ok"),
        ("-" * DEEP, "unparsable"),
        ("-" * DEEP + "1", "unparsable"),
        ("(" * (MAX_BYTES - 1), "unparsable"),
        ("[" * 190 + "]" * 190, "ok"),
        ("x = " + "[" * 199 + "]" * 199, "ok"),
        ("if 1:\n x = " + "[" * 199 + "]" * 199, "unparsable"),
        ("x = 1" + " + 1" * 190, "ok"),
        ("x = 1" + " + 1" * 300, "unparsable"),
        ("not " * 15_000 + "1", "unparsable"),
        ("a" + ".a" * 30_000, "unparsable"),
        ("lambda:" * 9_000 + "1", "unparsable"),
        ("if 1: pass\n" + "elif 1: pass\n" * 4_000, "unparsable"),
        ("f'" + "{x!r:{" * 2_000 + "'", "unparsable"),
        ("f'" + "{(" * 3_000 + "'", "unparsable"),
        ("\\\n" * 20_000, "unparsable"),
        ("a=" * 200 + "1", "ok"),
        ("a=" * 201 + "1", "unparsable"),
        ("def f():\n    " + "a=" * 30_000 + "1", "unparsable"),
        ("'" * 60_000, "ok"),
    ],
)
def test_every_text_gets_a_verdict(text: str, expected: str) -> None:
    """No text raises, and each refusal is one line with at most one finding."""
    found = parse(text)
    assert (found.verdict if isinstance(found, Refusal) else "ok") == expected
    if isinstance(found, Refusal):
        assert found.detail
        assert "\n" not in found.detail


def test_a_refusal_points_at_its_place() -> None:
    """The finding of the parser carries the line and column of the syntax error."""
    found = parse("x = 1\ny = = 2\n")
    assert isinstance(found, Refusal)
    assert [(one.row, one.column, one.rule, one.source) for one in found.diagnostics] == [(2, 5, "invalid-syntax", "parser")]
    assert found.detail == "invalid syntax (line 2)"


def test_a_byte_order_mark_is_taken_off_and_still_part_of_the_text_sent() -> None:
    """Judges see the source without it; the digest is of what was sent."""
    with_mark, without = parse("\ufeffx = 1\n"), parse("x = 1\n")
    assert isinstance(with_mark, Parsed)
    assert isinstance(without, Parsed)
    assert with_mark.source == without.source
    assert with_mark.sha256 != without.sha256


def test_the_interpreter_and_the_linter_count_the_same_lines() -> None:
    """A lone carriage return ends a line for both, so nothing hides behind a comment."""
    source = "x = 1\r# comment\rimport os\r"
    found = parse(source)
    assert isinstance(found, Parsed)
    assert [node.lineno for node in found.tree.body] == [1, 3]
    assert [one.row for one in Ruff.installed().lint(source, select=("F401",))] == [3]
    assert found.lines == ("x = 1", "# comment", "import os", "")


def test_columns_count_code_points() -> None:
    """The tree counts bytes; people and ruff count characters."""
    found = parse("é = 'éé'; y = 1\n")
    assert isinstance(found, Parsed)
    assert column_of(found, found.tree.body[1]) == 11


def test_a_warning_of_the_parser_is_no_error_and_leaves_no_filter() -> None:
    """Invalid escapes parse under `-W error` too, and the process keeps its filters."""
    before = list(warnings.filters)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert verdict("x = '\\d'\ny = 0x1for x in z\n") == "ok"
    assert warnings.filters == before


def below(levels: int, text: str) -> tuple[object, str]:
    """What gate and extraction make of a text, asked from so many calls below."""
    return below(levels - 1, text) if levels else (parse(text), extract(text, "f").code)


def test_the_depth_of_the_caller_changes_nothing() -> None:
    """Where the parser gives up depends on the stack above it; neither the refusal nor the extracted code does."""
    for count in range(1_000, 3_100, 100):
        text = f"x = 1\ny = {'-' * count}1\n"
        assert below(0, text) == below(600, text), count


def test_many_threads_parse_hostile_text_at_once() -> None:
    """Server threads have small stacks; each text gets its verdict in all of them."""
    texts = ["-" * DEEP, "(" * 60_000, "x = '\\d'\n", "not " * 15_000 + "1", "x = " + "9" * 5_000]
    seen: list[list[str]] = []
    threads = [threading.Thread(target=lambda: seen.append([verdict(text) for text in texts])) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [["unparsable", "unparsable", "ok", "unparsable", "unparsable"]] * 8


def test_a_small_stack_survives_the_deepest_texts() -> None:
    """One megabyte of stack, an eighth of the usual, in a process of its own because a failure would end it."""
    script = (
        "import threading\n"
        "from code_review_env.env.scoring.gate import parse\n"
        "threading.stack_size(1024 * 1024)\n"
        "texts = ['-' * 7700, '(' * 60000, 'a' + '.a' * 30000, 'x = 1' + '+1' * 30000, '[' * 190 + ']' * 190]\n"
        "thread = threading.Thread(target=lambda: print([type(parse(t)).__name__ for t in texts]))\n"
        "thread.start(); thread.join()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "['Refusal', 'Refusal', 'Refusal', 'Refusal', 'Parsed']", done.stderr
