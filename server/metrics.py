"""What a Prometheus server reads at `/metrics`: requests, steps and their verdicts, the queue of the sandbox, sessions."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from fastapi import FastAPI
from fastapi.responses import Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

from code_review_env.env.episode import Transition
from code_review_env.env.sandbox.pool import SandboxPool

SECONDS: Final = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0)
"""Upper bounds of latencies: a health check takes one millisecond, a step ten, a call that waits for its turn a minute."""
REWARDS: Final = (0.01, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99)
"""Upper bounds of seed rewards; a stage is cleared above 0.95."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """The series of one app; every app has its own, so that two in one process do not add up.

    Attributes:
        registry: what `/metrics` writes out.
        requests: HTTP requests by method, route and status.
        seconds: their latency by route.
        steps: judged submissions by stage, verdict and whether they cleared it.
        rewards: their seed reward by stage.
        sessions: open WebSocket sessions.
    """

    registry: CollectorRegistry
    requests: Counter
    seconds: Histogram
    steps: Counter
    rewards: Histogram
    sessions: Gauge

    def count(self, transition: Transition) -> None:
        """Take a step in."""
        report = transition.report
        self.steps.labels(report.stage, report.verdict, str(transition.cleared).lower()).inc()
        self.rewards.labels(report.stage).observe(transition.seed_reward)


def metrics(pool: SandboxPool) -> Metrics:
    """Fresh series, with the load of `pool` among them."""
    registry = CollectorRegistry()
    registry.register(_Load(pool))
    ProcessCollector(registry=registry)
    return Metrics(
        registry=registry,
        requests=Counter("cre_http_requests", "HTTP requests", ("method", "route", "status"), registry=registry),
        seconds=Histogram("cre_http_seconds", "Latency of HTTP requests", ("route",), buckets=SECONDS, registry=registry),
        steps=Counter("cre_steps", "Judged submissions", ("stage", "verdict", "cleared"), registry=registry),
        rewards=Histogram("cre_step_reward", "Seed rewards", ("stage",), buckets=REWARDS, registry=registry),
        sessions=Gauge("cre_sessions", "Open WebSocket sessions", registry=registry),
    )


def register(app: FastAPI, series: Metrics) -> None:
    """Add the route."""

    @app.get("/metrics", include_in_schema=False)
    def read() -> Response:
        return Response(generate_latest(series.registry), media_type=CONTENT_TYPE_LATEST)


class _Load(Collector):
    """Asks the pool whenever somebody reads."""

    def __init__(self, pool: SandboxPool) -> None:
        self._pool = pool

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Workers in all, those that run a program, and callers that wait for one."""
        load = self._pool.load()
        told = {"workers": self._pool.status().workers, "busy": load.busy, "waiting": load.waiting}
        for name, value in told.items():
            yield GaugeMetricFamily(f"cre_sandbox_{name}", f"Sandbox: {name}", value=value)
