"""References: run once a task, right by definition, and bounded in what they allow."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from code_review_env.env.errors import InvalidParameter
from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.program import Execution, Program
from code_review_env.env.sandbox.settings import PoolSettings
from code_review_env.env.scoring.reference import CPU_ALLOWED_S, RESULT_LEAST_BYTES, References, cpu_allowance_s
from code_review_env.env.scoring.score import open_scorer
from code_review_env.tasks.bank import TaskBank
from code_review_env.tasks.task import Case, Group, Task

SHOWN = Group("examples", "example", (Case((4,)),), visible=True)
SOURCE = "def half(n):\n    if n == 7:\n        raise ValueError('seven')\n    return 8 // n\n"


class Counted(SandboxPool):
    """A real pool that counts its runs."""

    runs = 0

    def run(self, program: Program) -> Execution:
        """Count, then run."""
        self.runs += 1
        return super().run(program)


@pytest.fixture
def pool() -> Iterator[Counted]:
    """Two workers."""
    with Counted(workers=2, queue=64, wait_s=60) as pool:
        yield pool


def task_of(source: str, *cases: Case, mined: bool = False) -> Task:
    """An easy task with one hidden group."""
    return Task("own/half", "easy", "half", "Clean it.", source, (SHOWN, Group("hidden", "partition", cases)), mined=mined)


def test_a_burst_runs_the_reference_once(pool: Counted) -> None:
    """Twelve callers at once share one observation: a run of the original and one of the oracle."""
    task = TaskBank.load().find("easy/invoice")
    references = References(pool)
    with ThreadPoolExecutor(12) as threads:
        found = list(threads.map(lambda _: references.of(task), range(12)))
    assert all(one is found[0] for one in found)
    assert pool.runs == 2


def test_generated_inputs_that_the_interpreter_refuses_are_dropped(pool: Counted) -> None:
    """A `raise` of the source is behaviour; a ZeroDivisionError on a mined input is an accident, on a given one it is not."""
    cases = (Case((2,)), Case((0,)), Case((7,)))
    (_, mined) = References(pool).of(task_of(SOURCE, *cases, mined=True)).expected
    (_, given) = References(pool).of(task_of(SOURCE, *cases)).expected
    assert [case.args for case in mined.group.cases] == [(2,), (7,)]
    assert [outcome.error for outcome in given.outcomes] == ["", "builtins.ZeroDivisionError", "builtins.ValueError"]


@pytest.mark.parametrize(
    "source", ["def half(n)\n", "1 / 0\ndef half(n):\n    return n\n", "def half(n):\n    while True:\n        pass\n"]
)
def test_a_reference_that_does_not_run_is_refused(pool: Counted, source: str) -> None:
    """The task is at fault, and the message names it."""
    with pytest.raises(InvalidParameter, match="own/half"):
        References(pool).of(task_of(source, Case((1,))))


def test_a_submission_gets_a_multiple_of_the_reference_within_bounds() -> None:
    """A few fixed sizes, at least ten times the reference: what times of tasks vary by does not change them."""
    assert cpu_allowance_s(0.0) == CPU_ALLOWED_S[0][1]
    assert {cpu_allowance_s(0.013), cpu_allowance_s(0.031)} == {1.0}
    assert {cpu_allowance_s(0.08), cpu_allowance_s(0.32)} == {5.0}
    assert cpu_allowance_s(2.7) == 30.0


def test_an_oracle_is_the_reference_where_there_is_one(pool: Counted) -> None:
    """What the oracle gives is right, whatever the original gives."""
    task = replace(task_of("def half(n):\n    return n\n", Case((4,))), oracle="def half(n):\n    return n // 2\n")
    (shown, _) = References(pool).of(task).expected
    assert [outcome.value for outcome in shown.outcomes] == [2]


def test_settings_open_a_pool() -> None:
    """The value that commands pass around makes the same pool."""
    with PoolSettings(workers=1).open() as pool:
        assert pool.status().workers == 1


def test_a_report_may_be_as_large_as_right_results_ask_for(pool: Counted) -> None:
    """Short results allow little, so that a flood of values costs the server little; long ones allow more."""
    short, long = (
        References(pool).of(task_of(f"def half(n):\n    return 'x' * {size}\n", Case((3,)))) for size in (10, 100_000)
    )
    assert short.limits.result_bytes == RESULT_LEAST_BYTES
    assert 800_000 < long.limits.result_bytes < 1_000_000


def test_tasks_of_a_family_share_the_run_of_their_oracle(pool: Counted) -> None:
    """Two originals of one program cost three runs, and the right outcomes are one object."""
    bank, references = TaskBank.load(), References(pool)
    one, other = (references.of(bank.find(f"easy/leap_year@{level}.0")) for level in (1, 2))
    assert one.original.source != other.original.source
    assert pool.runs == 3
    pairs = zip(one.expected, other.expected, strict=True)
    assert all(mine is its for left, right in pairs for mine, its in zip(left.outcomes, right.outcomes, strict=True))


def test_the_run_of_an_original_stands_for_a_submission_of_it() -> None:
    """Its report is that of a second run, in every stage; where cases were dropped nothing stands for it."""
    bank = TaskBank.load()
    with open_scorer(PoolSettings(workers=1)) as scorer:
        for stage in scorer.curriculum.all:
            (task,) = bank.pick("train", 5, stage=stage.name)
            first, second = scorer.original(task), scorer.score(task, task.messy)
            assert replace(first, cpu_s=0.0) == replace(second, cpu_s=0.0), task.name
        dropped = task_of(SOURCE, Case((2,)), Case((0,)), mined=True)
        assert scorer.references.of(dropped).unchanged is None
