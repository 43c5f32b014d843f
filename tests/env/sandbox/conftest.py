"""Real pools at both levels, started once."""

from collections.abc import Iterator

import pytest

from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.program import Level


@pytest.fixture(scope="session", params=[Level.A, Level.B])
def pool(request: pytest.FixtureRequest) -> Iterator[SandboxPool]:
    """One worker at each level that submissions are scored at."""
    with SandboxPool(workers=1, queue=8, wait_s=60, force_level=request.param) as pool:
        yield pool
