"""The rehearsal of the process table."""

from dataclasses import replace

import pytest

from code_review_env.env.errors import SandboxUnavailable
from code_review_env.env.sandbox import rehearsal
from code_review_env.env.sandbox.program import Outcome
from code_review_env.env.sandbox.settings import PoolSettings


def test_every_form_works_and_only_one_is_a_shell() -> None:
    """All forms give what they must in the real sandbox."""
    with PoolSettings().open() as pool:
        assert rehearsal.failures(pool.run(rehearsal.program())) == ()
        assert pool.status().missing == ()


def test_a_form_that_fails_is_named() -> None:
    """A wrong value, a lost call and a shell that goes unseen are each told."""
    with PoolSettings().open() as pool:
        execution = pool.run(rehearsal.program())
    outcomes = list(execution.groups[0])
    outcomes[0] = Outcome("lost")
    outcomes[-1] = replace(outcomes[-1], processes=replace(outcomes[-1].processes, shell=False))
    told = rehearsal.failures(replace(execution, groups=(tuple(outcomes),)))
    assert told == ("process table: the form `run` does not work", "process table: a shell is seen in []")


def test_a_pool_that_fails_its_rehearsal_runs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Health tells it, and a run is refused instead of scored; here the expectation is broken on purpose."""
    monkeypatch.setitem(rehearsal.FORMS, "run", ("run(['tool'], capture_output=True).stdout", b"other"))
    with PoolSettings().open() as pool:
        assert pool.status().selftest == "fail"
        with pytest.raises(SandboxUnavailable, match="`run` does not work"):
            pool.run(rehearsal.program())
