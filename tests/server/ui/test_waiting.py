"""The place in line, on a real pool whose one worker is busy."""

import threading
import time
from collections.abc import Iterator

import pytest

from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.program import Call, Limits, Program
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.server.ui.waiting import busy, places

LOOP = Program("def f():\n    while True: pass\n", "f", ((Call(),),), limits=Limits(cpu_s=1.2))
QUICK = Program("def f(): return 1\n", "f", ((Call(),),))


@pytest.fixture
def pool() -> Iterator[SandboxPool]:
    """One worker."""
    with PoolSettings(workers=1).open() as pool:
        yield pool


def test_the_place_is_told_until_it_is_ones_turn(pool: SandboxPool) -> None:
    """One runs and one waits: second in line, then first, then the result."""
    others = [threading.Thread(target=pool.run, args=(LOOP,)) for _ in range(2)]
    for number, other in enumerate(others):
        other.start()
        while (load := pool.load()).busy + load.waiting <= number:
            time.sleep(0.005)
    found = list(places(pool, lambda: pool.run(QUICK).groups[0][0].kind))
    for other in others:
        other.join()
    assert [place for place in dict.fromkeys(found) if place] == [2, 1, "value"]
    assert "you are number 2 in line" in busy(2)


def test_who_need_not_wait_reads_nothing(pool: SandboxPool) -> None:
    """An idle worker takes the run at once, however long it takes."""
    assert set(places(pool, lambda: pool.run(LOOP).verdict.value)) == {0, "timeout_cpu"}


def test_what_fails_fails(pool: SandboxPool) -> None:
    """The error is the caller's to word."""
    with pytest.raises(ZeroDivisionError):
        list(places(pool, lambda: 1 / 0))
