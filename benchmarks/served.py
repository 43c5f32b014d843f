"""Over the network: a step by HTTP and by WebSocket against one in process, and what many clients at once get."""

import asyncio
import json
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Final

from code_review_env.benchmarks import engine
from code_review_env.benchmarks.corpus import KINDS, Submission, episodes, tasks
from code_review_env.benchmarks.load import Health, Open, Tally, crowd, play, watched
from code_review_env.benchmarks.players import Socket, Web
from code_review_env.benchmarks.record import Figure, Target, value
from code_review_env.benchmarks.rig import Rig
from code_review_env.benchmarks.serving import HOST, serving
from code_review_env.benchmarks.sides import MS, Each, Sample, Side, compare

PART: Final = "served"
WORKERS: Final = 2
ROADS: Final[Mapping[str, Open]] = {"HTTP": Web.open, "WebSocket": Socket.open}
CLIENTS: Final = (1, 8, 64, 256)
BATCH: Final = "POST /score, 50 a batch"


def subject(road: str, clients: int) -> str:
    """How tables call so many clients on that road."""
    return f"{road}, {clients} client{'s' if clients > 1 else ''}"


@dataclass(frozen=True, slots=True)
class One:
    """A single client that plays whole episodes; a side to compare with the engine in process."""

    name: str
    connect: Open
    port: int

    def treat(self, submissions: Sequence[Submission]) -> Sample:
        """Play the submissions as episodes of five."""
        tally = asyncio.run(self._play([submissions[at : at + KINDS] for at in range(0, len(submissions), KINDS)]))
        if tally.errors:
            raise ConnectionError(tally.errors[0])
        return Sample(tally.steps_s, sum(tally.steps_s))

    async def _play(self, parts: Sequence[Sequence[Submission]]) -> Tally:
        tally, player = Tally(), await self.connect(self.port)
        for part in parts:
            await play(player, part, tally)
        await player.close()
        return tally


@dataclass(frozen=True, slots=True)
class Posted:
    """Batches to `POST /score`."""

    port: int
    name: str = BATCH

    def treat(self, submissions: Sequence[Submission]) -> Sample:
        """One request with all submissions."""
        items = [{"task_id": one.task.name, "code": one.code} for one in submissions]
        request = urllib.request.Request(
            f"http://{HOST}:{self.port}/score",
            json.dumps({"items": items}).encode(),
            {"content-type": "application/json"},
        )
        began = time.perf_counter()
        with urllib.request.urlopen(request) as answer:  # noqa: S310 - our own server on 127.0.0.1
            lines = [json.loads(line) for line in answer]
        total = time.perf_counter() - began
        judged = sum("reward" in line for line in lines)
        return Sample([total / len(items)] * judged, total)


def measure(rig: Rig) -> Iterator[Figure]:
    """Run the part."""
    setting = rig.setting
    corpus = [one for episode in episodes()[:: setting.stride] for one in episode]
    scorer = engine.warm(rig.scorer(1), tasks())
    with serving(workers=WORKERS) as server:
        ways: list[Side] = [One(road, connect, server.port) for road, connect in ROADS.items()]
        sides = [
            Each(engine.OURS, lambda one: engine.judged(scorer, one).reward.functional == 1.0),
            *ways,
            Posted(server.port),
        ]
        for side in sides:
            side.treat(corpus[:KINDS])  # the server runs each reference on first use
        series = compare(sides, corpus, setting)
        for name, told in ((engine.OURS, "in process"), *((road, f"{road}, step by step") for road in ROADS)):
            yield Figure(part=PART, subject=told, metric="p50", unit="ms", value=series[name].p50_ms)
            yield Figure(part=PART, subject=told, metric="p95", unit="ms", value=series[name].p95_ms)
        yield Figure(part=PART, subject=BATCH, metric="throughput", unit="1/s", value=series[BATCH].per_s)
        for clients in CLIENTS[: setting.amounts]:
            for road, connect in ROADS.items():
                setting.say(subject(road, clients))
                yield from _crowd(server.port, road, connect, clients, setting.crowd_s)


def _crowd(port: int, road: str, connect: Open, clients: int, seconds: float) -> Iterator[Figure]:
    with watched(port) as finish:
        tally = asyncio.run(crowd(connect, port, clients=clients, seconds=seconds))
        health = finish()
    yield from _tally(subject(road, clients), tally, health)


def _tally(who: str, tally: Tally, health: Health) -> Iterator[Figure]:
    rows = (
        ("p50", "ms", median(tally.steps_s) * MS),
        ("p95", "ms", quantiles(tally.steps_s, n=20)[-1] * MS),
        ("throughput", "1/s", len(tally.steps_s) / tally.total_s),
        ("errors", "", len(tally.errors) + health.failures),
        ("reset p50", "ms", median(tally.resets_s) * MS),
        ("/health p50", "ms", median(health.walls_s) * MS),
        ("/health p99", "ms", quantiles(health.walls_s, n=100)[-1] * MS),
        ("/health max", "ms", max(health.walls_s) * MS),
    )
    for metric, unit, number in rows:
        yield Figure(part=PART, subject=who, metric=metric, unit=unit, value=number)


def targets(found: Sequence[Figure]) -> Iterator[Target]:
    """Against the engine in process, and what a full house gets."""
    near, far = value(found, PART, "in process", "p50"), value(found, PART, "HTTP, step by step", "p50")
    if near and far:
        yield Target(name="p50 of a step over HTTP / in process", at_most=2.0, value=far / near)
    full = subject("WebSocket", CLIENTS[-1])
    promised = (("errors", 0.0), ("/health p99", 250.0), ("/health max", 100.0), ("reset p50", 60.0))
    for metric, limit in promised:
        number = value(found, PART, full if metric != "reset p50" else subject("HTTP", 1), metric)
        if number is not None:
            unit = "" if metric == "errors" else ", ms"
            where = full if metric != "reset p50" else "one client"
            yield Target(name=f"{metric}, {where}{unit}", at_most=limit, value=number)
