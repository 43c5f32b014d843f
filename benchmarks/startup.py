"""How long a start takes: the sandbox pool, and the server until it says that it is healthy."""

import time
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Final

from code_review_env.benchmarks.record import Figure, Target
from code_review_env.benchmarks.rig import Rig
from code_review_env.benchmarks.serving import serving
from code_review_env.benchmarks.sides import MS
from code_review_env.env.sandbox.settings import PoolSettings

PART: Final = "start"
WORKERS: Final = (1, 2)
MAX_STARTS: Final = 3


def measure(rig: Rig) -> Iterator[Figure]:
    """Run the part."""
    starts = min(rig.setting.rounds, MAX_STARTS)
    pools: dict[int, list[float]] = {workers: [] for workers in WORKERS}
    servers: list[float] = []
    for number in range(1, starts + 1):
        rig.setting.say(f"start {number} of {starts}")
        for workers, walls in pools.items():
            walls.append(_pool(workers))
        with serving(workers=WORKERS[-1]) as server:
            servers.append(server.start_s)
    for workers, walls in pools.items():
        subject = f"sandbox pool, {workers} worker{'s' if workers > 1 else ''}"
        yield Figure(part=PART, subject=subject, metric="p50", unit="ms", value=median(walls) * MS)
    yield Figure(part=PART, subject="server", metric="p50", unit="ms", value=median(servers) * MS)


def _pool(workers: int) -> float:
    began = time.perf_counter()
    with PoolSettings(workers=workers).open():
        return time.perf_counter() - began


def targets(_found: Sequence[Figure]) -> Iterator[Target]:
    """None is promised."""
    return iter(())
