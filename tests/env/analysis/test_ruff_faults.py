"""A server that was believed and then misbehaves costs no answer, gives no wrong one, and is replaced where it is lost."""

import sys
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from code_review_env.env.analysis.ruff import Ruff
from code_review_env.env.analysis.ruff_server import RuffServer
from code_review_env.env.errors import LinterUnavailable

PROXY: Final = Path(__file__).with_name("proxy.py")
CLI: Final = Ruff(Ruff.installed().path, timeout_s=20.0)
STYLE: Final = ("E", "W", "F")
TEXTS: Final = ("import os\n", "x = 1\n", "import sys\nl = 1 ; y = None == l\n")
LOST: Final = (
    *("dies when asked", "dies in an answer", "hangs", "garbage", "broken JSON", "no object", "negative length"),
    *("endless length", "an error", "no result", "a strange result", "items of no list", "another id"),
)
KEPT: Final = ("the old answer late", "the answer twice", "questions in between", "notes in between", "header by header")


SLOW: Final = frozenset({"hangs", "another id"})
"""These cost their limit."""


def misbehaving(folder: Path, mode: str) -> Ruff:
    """A binary that is a proxy as a server, and ruff on the command line until there is a file `broken`."""
    path = folder / "ruff"
    path.write_text(
        f'#!/bin/sh\n[ "$1" = server ] || {{ [ -e {folder}/broken ] && exit 2; exec {CLI.path} "$@"; }}\n'
        f"echo started >> {folder}/servers\nexec {sys.executable} -I {PROXY} {CLI.path} '{mode}'\n"
    )
    path.chmod(0o700)
    return Ruff(path, timeout_s=5.0 if mode in SLOW else 20.0)


def started(folder: Path) -> int:
    """How many server processes there were."""
    return (folder / "servers").read_text().count("started")


@pytest.mark.parametrize("mode", LOST)
def test_a_server_that_is_lost_is_replaced_and_the_command_line_answers(tmp_path: Path, mode: str) -> None:
    """Every text gets the right answer; the process that failed on it never answers another."""
    texts = TEXTS[:1] if mode in SLOW else TEXTS
    with closing(RuffServer(misbehaving(tmp_path, mode))) as server:
        assert [server.lint(text, select=STYLE) for text in texts] == [CLI.lint(text, select=STYLE) for text in texts]
        assert server.pids == ()
    assert started(tmp_path) == len(texts)


@pytest.mark.parametrize("mode", KEPT)
def test_what_the_protocol_allows_costs_nothing(tmp_path: Path, mode: str) -> None:
    """Late answers to old questions are dropped, and what comes in between is stepped over: one process serves on."""
    with closing(RuffServer(misbehaving(tmp_path, mode))) as server:
        assert [server.lint(text, select=STYLE) for text in TEXTS] == [CLI.lint(text, select=STYLE) for text in TEXTS]
        assert len(server.pids) == 1
    assert started(tmp_path) == 1


@pytest.mark.parametrize("mode", ["dies when asked", "garbage", "an error"])
def test_where_the_command_line_fails_too_there_is_no_answer(tmp_path: Path, mode: str) -> None:
    """Server lost, command line broken: an error of the machinery, never a clean file."""
    with closing(RuffServer(misbehaving(tmp_path, mode))) as server:
        server.lint(TEXTS[1], select=("F401",))
        server.lint(TEXTS[1], select=("F401",))
        (tmp_path / "broken").touch()
        with pytest.raises(LinterUnavailable):
            server.lint(TEXTS[0], select=("F401",))
