"""Growing tasks have the size that they are named after."""

import pytest

from code_review_env.benchmarks import growing
from code_review_env.benchmarks.growing import Growing


@pytest.mark.parametrize("family", growing.BY_SIZE, ids=lambda one: one.name)
def test_sources_have_their_size(family: Growing) -> None:
    """Within half a KiB, and neither the original nor the oracle passes the gate's limit."""
    for kib in family.amounts:
        task = family.make(kib)
        for text in (task.messy, task.reference):
            assert 0 <= kib * 1024 - len(text.encode()) < 512


def test_tasks_have_their_cases() -> None:
    """All in the same five groups, two of them shown."""
    for count in growing.BY_CASES[0].amounts:
        task = growing.BY_CASES[0].make(count)
        assert [sum(len(group.cases) for group in task.groups), len(task.groups), len(list(task.examples))] == [count, 5, 2]
