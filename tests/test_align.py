"""Tokens of a completion against the lines of the code in it, with tokenizers that are built here."""

import json
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from code_review_env.align import LineVector, Mark, Tokens, line_bounds, line_marks, segments, token_rewards, tokens_of_lines
from code_review_env.reply import extract

sys.path.insert(0, str(Path(__file__).parent))
from tokenizing import BUILDERS, CODES, WRAPS, extents, pieces, tokens, told, wrapped


@pytest.mark.parametrize("windows", [False, True], ids=["LF", "CRLF"])
@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", BUILDERS)
def test_the_tokens_of_a_line_concatenate_to_it(name: str, code: str, wrap: str, *, windows: bool) -> None:
    """No label is off by one: what the tokens under line i say is line i."""
    completion = wrapped(CODES[code], wrap, windows=windows)
    reply, cut = extract(completion, "f"), tokens(name, completion)
    want = reply.code.splitlines(keepends=True)
    assert told(completion, reply, cut) == [line.replace("\r\n", "\n") for line in want]


@pytest.mark.parametrize("windows", [False, True], ids=["LF", "CRLF"])
@pytest.mark.parametrize("wrap", WRAPS)
@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", BUILDERS)
def test_every_mark_lowers_its_tokens_and_no_other(name: str, code: str, wrap: str, *, windows: bool) -> None:
    """For each single character of the code: at least one token has its value, all others keep the base."""
    completion = wrapped(CODES[code], wrap, windows=windows)
    reply, cut = extract(completion, "f"), tokens(name, completion)
    vector = LineVector((1.5,) * (len(line_bounds(reply.code)) - 1), 1.5, 2.0)
    for at in range(len(reply.code)):
        rewards = token_rewards(reply, cut, vector, [Mark(at, at + 1, 0.0)])
        place = (reply.found.starts[at], reply.found.ends[at])
        hit = [number for number, reward in enumerate(rewards) if reward == 0.0]
        assert len(rewards) == len(cut.ids)
        assert hit
        assert all(_overlap(cut.offsets[number], place) for number in hit)
        assert all(reward == 1.5 for number, reward in enumerate(rewards[:-1]) if number not in hit)
        assert rewards[-1] == 2.0


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < max(one[1], one[0] + 1)


@pytest.mark.parametrize("name", BUILDERS)
@pytest.mark.parametrize(
    "completion",
    [
        json.dumps({"plan": "x", "code": CODES["astral"]}),
        json.dumps({"code": "x", "plan": 1, "more": [{"code": 1}]}).replace('"x"', json.dumps(CODES["tabs"])),
        json.dumps({"code": CODES["plain"].replace("\n", "\r\n")}, ensure_ascii=False, indent=2),
        "1. Fix:\n\n   ```python\n   def f(a):\n       return a\n   ```",
        "> ```python\n> def f(a):\n>     return a\n> ```\n",
        "- x\n\n\t```python\n\tdef f(a):\n\t\treturn a\n\t```\n",
        "Here is the file\ndef f(a):\n    return a\nHope that helps you!\n",
        "\ufeffdef f(a):\n    return a\n",
    ],
)
def test_a_line_is_found_wherever_the_code_stood(name: str, completion: str) -> None:
    """JSON strings, lists and quotes: the tokens of a line lie on nothing but the place that the line came from."""
    reply, cut = extract(completion, "f"), tokens(name, completion)
    assert "def f(a):" in reply.code
    for under, (start, end) in zip(tokens_of_lines(reply, cut), extents(reply), strict=True):
        assert under
        assert all(_overlap(cut.offsets[number], (start, end)) for number in under)
        covered = "".join(pieces(completion, cut, under, (start, end)))
        assert covered == completion[start:end]


@settings(max_examples=300, deadline=None)
@given(
    st.text(alphabet='ab \t\r\n`~>-1."{}:\\\0😀', max_size=60),
    st.sampled_from(["{}", "```python\n{}\n```", "> ```\n> {}\n", '{{"code": "{}"}}']),
)
def test_every_character_knows_its_place(text: str, wrap: str) -> None:
    """Whatever was sent: places lie in the reply, in order, and what was not rewritten stands there."""
    completion = wrap.format(text)
    found = extract(completion, "f").found
    assert len(found.text) == len(found.starts) == len(found.ends)
    assert all(0 <= start < end <= len(completion) for start, end in zip(found.starts, found.ends, strict=True))
    assert list(found.starts) == sorted(found.starts)
    rewritten = {"\n": "\r\\", "\ufffd": "\0", " ": "\t"}
    for character, start in zip(found.text, found.starts, strict=True):
        assert completion[start] == character or completion[start] in rewritten.get(character, "\\")


def test_the_base_is_kept_around_the_code() -> None:
    """Words, fences and special tokens earn the base; the end earns its own value; each token says what it is part of."""
    completion = "Fixed:\n```python\ndef f(a):\n    return a;\n```\n"
    reply, cut = extract(completion, "f"), tokens("characters", completion)
    vector = LineVector((1.5, 0.0), 1.5, 0.0)
    rewards = token_rewards(reply, cut, vector)
    bad = completion.index("    return"), completion.index("```\n")
    assert [number for number, reward in enumerate(rewards) if reward == 0.0] == [*range(*bad), len(completion)]
    kinds = segments(reply, cut)
    assert "".join(kind[0] for kind in kinds) == "t" * 17 + "c" * 24 + "t" * 4 + "e"


def test_a_mark_on_blanks_that_the_tokenizer_dropped_counts_for_the_token_before() -> None:
    """Every finding covers a token, also one on trailing blanks that no token stands for."""
    completion = "x = 1   \ny = 2\n"
    cut = Tokens([1, 2, 3, 4], [(0, 1), (2, 3), (4, 5), (9, 14)])
    vector = LineVector((1.0, 1.0), 1.0, 0.0)
    assert token_rewards(extract(completion, "f"), cut, vector, [Mark(5, 8, 0.0)]) == (1.0, 1.0, 0.0, 1.0)


def test_what_does_not_belong_together_is_refused() -> None:
    """A vector of another code, and offsets of another completion, raise instead of being cut to size."""
    reply = extract("x = 1\n", "f")
    with pytest.raises(ValueError, match="the vector has 2 lines, the code has 1"):
        line_marks(reply.code, LineVector((1.0, 1.0), 1.0, 0.0))
    with pytest.raises(ValueError, match="2 ids and 1 offsets"):
        token_rewards(reply, Tokens([1, 2], [(0, 6)]), LineVector((0.0,), 1.0, 0.0))
