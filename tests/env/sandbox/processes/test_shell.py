"""The virtual shell against /bin/dash."""

import itertools
import random
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import pytest

HERE: Final = Path(__file__).parent
sys.path.insert(0, str(HERE))

import scripts  # noqa: E402 - a sibling of this file
from dash import Judge, Script, Verdict  # noqa: E402 - a sibling of this file
from grammar import Grammar  # noqa: E402 - a sibling of this file

REFUSED: Final = tomllib.loads((HERE / "refused.toml").read_text(encoding="utf-8"))["refused"]
"""Feature -> why it is refused."""
GENERATED: Final = 10_000
MIXED: Final = 3_000

Compare = Callable[[str, Iterable[str]], dict[str, Verdict]]


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    """Both shells."""
    return Judge(tmp_path_factory.mktemp("root"))


@pytest.fixture(scope="module")
def compare(judge: Judge, print_table: Callable[[str], None]) -> Compare:
    """Compare all texts of a kind and print the figures."""

    def compared(name: str, texts: Iterable[str]) -> dict[str, Verdict]:
        verdicts = {text: judge.compare(Script(text)) for text in texts}
        print_table(_row(name, list(verdicts.values())))
        return verdicts

    return compared


@pytest.fixture(scope="module")
def by_hand(compare: Compare) -> dict[str, Verdict]:
    """The strings by hand, compared once."""
    return compare("by hand", scripts.by_hand())


def _row(name: str, verdicts: list[Verdict]) -> str:
    kinds = Counter(verdict.kind for verdict in verdicts)
    refused = Counter(verdict.detail for verdict in verdicts if verdict.kind == "refused")
    why = ", ".join(f"{feature} {count}" for feature, count in refused.most_common())
    return (
        f"shell against dash, {name}: {len(verdicts)} compared, {kinds['agrees'] + kinds['side by side']} agree "
        f"({kinds['side by side']} of them in one of the orders that programs side by side may take), "
        f"{kinds['differs']} differ, {kinds['refused']} refused{f': {why}' if why else ''}"
    )


def _unargued(verdicts: dict[str, Verdict]) -> list[str]:
    """What differs or is refused and stands in no list."""
    wrong = [
        (text, verdict)
        for text, verdict in verdicts.items()
        if verdict.kind == "differs" or (verdict.kind == "refused" and verdict.detail not in REFUSED)
    ]
    return [f"{text!r}: {verdict.kind}: {verdict.detail}" for text, verdict in wrong]


def test_scripts_by_hand_equal_dash(by_hand: dict[str, Verdict]) -> None:
    """Every construct that the virtual shell offers gives the status, output, programs and files of dash."""
    assert _unargued(by_hand) == []


def test_the_refused_features_are_exact(by_hand: dict[str, Verdict]) -> None:
    """What the list argues for is what the strings by hand meet, each feature and no other."""
    assert {verdict.detail for verdict in by_hand.values() if verdict.kind == "refused"} == set(REFUSED)


def test_injection_strings_equal_dash(compare: Compare) -> None:
    """Payloads in templates, drawn from all pairs, do exactly what they do in dash."""
    drawn = random.Random(7).sample(scripts.injections(), 250)  # noqa: S311 - a seeded source
    assert _unargued(compare("payloads in templates", drawn)) == []


def test_mixes_of_tokens_equal_dash(compare: Compare) -> None:
    """Random mixes of shell tokens do exactly what they do in dash."""
    assert _unargued(compare("mixes of tokens", scripts.mixes(150))) == []


def test_generated_scripts_equal_dash(compare: Compare) -> None:
    """Texts of a grammar do exactly what they do in dash."""
    assert _unargued(compare("generated", _generated(250))) == []


@pytest.mark.proof
@pytest.mark.timeout(1800)
def test_every_string_equals_dash(compare: Compare) -> None:
    """The same for thousands of them."""
    assert _unargued(compare("payloads in templates", scripts.injections())) == []
    assert _unargued(compare("mixes of tokens", scripts.mixes(MIXED))) == []
    assert _unargued(compare("generated", _generated(GENERATED))) == []


def _generated(count: int) -> Iterable[str]:
    grammar = Grammar(scripts.SEED)
    return (grammar.script() for _ in itertools.repeat(None, count))
