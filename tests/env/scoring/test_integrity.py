"""Does the text say what it does?"""

import base64
import gzip
import zlib

import pytest

from code_review_env.env.scoring import integrity
from code_review_env.env.scoring.gate import Parsed, parse

BODY = "    total = 0\n    for item in a:\n        if item is not None:\n            total = total + item\n    return total\n"
ORIGINAL = f'def f(a):\n    """Add up."""\n{BODY}'
SOURCE = ORIGINAL.encode()


def parsed(text: str) -> Parsed:
    """The text through the gate."""
    found = parse(text)
    assert isinstance(found, Parsed), found
    return found


def faults(submission: str, original: str = ORIGINAL) -> dict[str, str]:
    """Failed checks with their messages."""
    checks = integrity.check(parsed(original), parsed(submission), "f")
    return {check.name: check.message for check in checks if not check.ok}


def test_the_original_passes_every_check_in_order() -> None:
    """Names and order are part of the contract."""
    checks = integrity.check(parsed(ORIGINAL), parsed(ORIGINAL), "f")
    assert [(check.name, check.ok) for check in checks] == [("characters", True), ("identifiers", True), ("copy", True)]


@pytest.mark.parametrize(
    "character", ["\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "\x1b", "\x08", "\x7f", "\u2028", "\u0085", "\u00ad"]
)
def test_an_added_invisible_character_is_named(character: str) -> None:
    """In a comment or a string, where the interpreter accepts it, it deceives a reader."""
    message = faults(f"# see {character} here\n{ORIGINAL}")["characters"]
    assert message == f"line 1 holds the invisible or control character U+{ord(character):04X}"
    assert faults(f"# see {character} here\n{ORIGINAL}", f"# see {character} here\n{ORIGINAL}") == {}


def test_layout_and_other_scripts_are_no_deception() -> None:
    """Tabs, form feeds, umlauts, ideographs and emoji are text."""
    assert faults(f"# \t Grüße, 世界 \N{GRINNING FACE}\n\f\n{ORIGINAL}") == {}


@pytest.mark.parametrize(
    "line",
    [
        "\N{FULLWIDTH LATIN SMALL LETTER X} = 1",
        "g(\N{FULLWIDTH LATIN SMALL LETTER S}hell=True)",
        "os.\N{MATHEMATICAL BOLD SMALL S}ystem",
        "f'{\N{FULLWIDTH LATIN SMALL LETTER X}}'",
        "rf'''{\N{FULLWIDTH LATIN SMALL LETTER X}}'''",
    ],
)
def test_a_name_must_be_written_as_it_is_read(line: str) -> None:
    """The interpreter normalises names; what it reads must stand in the file."""
    assert "is read as" in faults(f"{ORIGINAL}\n\n{line}\n")["identifiers"]


def test_a_name_of_another_script_is_a_name() -> None:
    """Only names that change when they are read are refused; a text may hold anything."""
    assert faults(f"größe = 1\nπ = 3\nx = '\N{FULLWIDTH LATIN SMALL LETTER X}'\n{ORIGINAL}") == {}


@pytest.mark.parametrize(
    "literal",
    [
        repr(ORIGINAL),
        repr(SOURCE),
        repr(BODY),
        repr(BODY.replace("    ", "\t")),
        repr(ORIGINAL[::-1]),
        repr(base64.b64encode(SOURCE)),
        repr(base64.b64encode(SOURCE).decode()),
        repr(base64.urlsafe_b64encode(SOURCE).decode()),
        repr(base64.encodebytes(SOURCE)),
        repr(base64.b32encode(SOURCE)),
        repr(base64.b85encode(SOURCE)),
        repr(base64.a85encode(SOURCE)),
        repr(SOURCE.hex()),
        repr(zlib.compress(SOURCE)),
        repr(gzip.compress(SOURCE, mtime=0)),
        repr(base64.b64encode(zlib.compress(SOURCE))),
        repr(zlib.compress(SOURCE).hex()),
        " + ".join(repr(ORIGINAL[at : at + 9]) for at in range(0, len(ORIGINAL), 9)),
        repr([ORIGINAL[at : at + 9] for at in range(0, len(ORIGINAL), 9)]),
        f"f{ORIGINAL!r}",
    ],
)
def test_a_copy_of_the_original_in_a_text_is_found(literal: str) -> None:
    """Quoted, cut, reversed, encoded or compressed, it is the mess out of every measure's sight."""
    assert "holds a copy of the original code" in faults(f"X = {literal}\n\n\ndef f(a):\n    return sum(a)\n")["copy"]


@pytest.mark.parametrize(
    "submission",
    [
        'def f(a):\n    """Add up all items that are not None, from a total of 0 on."""\n    return sum(a)\n',
        f"X = {SOURCE.hex()[:40]!r}\n\n\n{ORIGINAL}",
        f"X = {base64.b64encode(bytes(range(200)))!r}\n\n\n{ORIGINAL}",
        f"# {BODY.replace(chr(10), ' ')}\n{ORIGINAL}",
    ],
)
def test_other_texts_are_no_copies(submission: str) -> None:
    """Prose, data and comments may be as long as they like."""
    assert faults(submission) == {}


def test_a_copy_that_the_original_holds_itself_is_not_new() -> None:
    """A quine-like task is judged relative to itself."""
    source = f"X = {BODY!r}\n\n\n{ORIGINAL}"
    assert faults(source, source) == {}


def test_a_compressed_bomb_is_unpacked_to_its_bound_only() -> None:
    """A few kilobytes that unpack to a gigabyte cost nothing."""
    bomb = base64.b64encode(zlib.compress(b"\0" * 30_000_000, 9)).decode()
    assert faults(f"X = {bomb!r}\n{ORIGINAL}") == {}


def test_many_small_texts_are_read_quickly_enough_to_be_read_at_all() -> None:
    """Thousands of strings in one file are a list of words, not a copy."""
    assert faults("X = [" + "'ab'," * 9_000 + f"]\n{ORIGINAL}") == {}


def test_hints_name_what_is_new_and_decide_nothing() -> None:
    """`re.compile` is no dynamic code, and what the original does is no news."""
    original = f"import pickle\npickle.loads(b'')\n{ORIGINAL}"
    submission = f"import re\nfrom types import CodeType as C\n\nre.compile('x')\nX = eval('1')\nY = C\nf.__code__\n{original}"
    assert integrity.hints(parsed(original), parsed(submission)) == (
        "`__code__` (line 7)",
        "`eval` (line 5)",
        "`types.CodeType` (line 6)",
    )
    assert faults(submission, original) == {}
