"""One tiny run's engines for all tests of the benchmark."""

from collections.abc import Iterator

import pytest

from code_review_env.benchmarks.rig import Rig, rig
from code_review_env.benchmarks.setting import Setting

STRIDE = 41
"""Five submissions of five tasks."""


@pytest.fixture(scope="session")
def told() -> list[str]:
    """What runs said of their progress."""
    return []


@pytest.fixture(scope="session")
def tiny(told: list[str]) -> Iterator[Rig]:
    """Small enough to run all parts in seconds; peers that would have to be installed stay out."""
    setting = Setting(say=told.append, rounds=1, stride=STRIDE, amounts=3, texts=1, foreign=False)
    with rig(setting) as opened:
        yield opened
