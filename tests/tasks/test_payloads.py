import shlex

import pytest

from code_review_env.tasks.payloads import CANARY, HARMLESS, INJECTIONS, SAFE, Payload

ALL = (*INJECTIONS, *HARMLESS)


def test_names_differ() -> None:
    """A report can name a payload."""
    assert len({payload.name for payload in ALL}) == len(ALL)


@pytest.mark.parametrize("payload", INJECTIONS, ids=lambda payload: payload.name)
def test_an_injection_names_the_canary(payload: Payload) -> None:
    """Every injection starts, reads or writes the one name that no task declares."""
    assert CANARY in payload.text
    assert payload.meta


@pytest.mark.parametrize("payload", [p for p in ALL if p.name not in {"unicode", "percent"}], ids=lambda payload: payload.name)
def test_no_payload_is_taken_for_a_safe_text(payload: Payload) -> None:
    """What a shell or a program could read otherwise is not among the texts used elsewhere."""
    leaf = {"inside": f"a{payload.text}b", "front": f"{payload.text}ab", "whole": payload.text}[payload.placement]
    assert not SAFE.fullmatch(leaf)


@pytest.mark.parametrize("text", ["log.txt", "a-b_c", "/var/log/x.log", "user@host:22", "50%", "A=1,b+c"])
def test_safe_texts_are_one_word_for_a_shell(text: str) -> None:
    """POSIX splitting gives such a text back as it is."""
    assert SAFE.fullmatch(text)
    assert shlex.split(text) == [text]
