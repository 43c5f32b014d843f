"""Many clients at once: each plays episodes one after the other, as fast as it is answered."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from code_review_env.benchmarks.corpus import Submission, episodes
from code_review_env.benchmarks.players import Player, Refused

Open = Callable[[int], Awaitable[Player]]
"""A client connected to a port."""

_POLL: Final = Path(__file__).with_name("poll.py")
_PAUSE_S: Final = 0.02


@dataclass(slots=True)
class Tally:
    """What the clients saw.

    Attributes:
        steps_s: seconds of each step that was answered.
        resets_s: seconds of each reset.
        errors: what was refused or lost.
        total_s: seconds from the first step to the last.
    """

    steps_s: list[float] = field(default_factory=list)
    resets_s: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    total_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Health:
    """How `/health` answered meanwhile."""

    walls_s: list[float]
    failures: int


async def play(player: Player, episode: Sequence[Submission], tally: Tally) -> None:
    """One episode; an error ends it."""
    try:
        began = time.perf_counter()
        await player.reset(episode[0].task.name)
        tally.resets_s.append(time.perf_counter() - began)
        for submission in episode:
            began = time.perf_counter()
            await player.step(submission.code)
            tally.steps_s.append(time.perf_counter() - began)
    except Refused as error:
        tally.errors.append(str(error))


async def crowd(connect: Open, port: int, *, clients: int, seconds: float) -> Tally:
    """So many clients for so long; each finishes the episode that it has begun."""
    tally, made = Tally(), episodes()
    players = await asyncio.gather(*(connect(port) for _ in range(clients)))
    began = time.perf_counter()

    async def stay(player: Player, first: int) -> None:
        for episode in islice(cycle(made), first % len(made), None):
            await play(player, episode, tally)
            if time.perf_counter() - began > seconds:
                return

    await asyncio.gather(*(stay(player, number) for number, player in enumerate(players)))
    tally.total_s = time.perf_counter() - began
    await asyncio.gather(*(player.close() for player in players))
    return tally


@contextmanager
def watched(port: int) -> Iterator[Callable[[], Health]]:
    """`/health` is polled while the context is open; calling what it gives ends that and tells the times."""
    command = [sys.executable, "-I", "-S", str(_POLL), str(port), "/health", str(_PAUSE_S)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def finish() -> Health:
        answer = json.loads(process.communicate()[0])
        return Health(answer["walls_s"], answer["failures"])

    try:
        yield finish
    finally:
        process.kill()
        process.communicate()
