"""What a run of the benchmark leaves: one flat list of figures, from which tables, plot and targets are made."""

import datetime as dt
import os
import platform
from collections.abc import Iterable
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from code_review_env.env.assemble import VERSION

SCHEMA = 1


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Figure(_Row):
    """One measured number."""

    part: str = Field(description="Part of the benchmark that measured it.")
    subject: str = Field(description="What was measured: a side, a size, a number of clients.")
    metric: str = Field(description="p50, p95, CPU, throughput, ...")
    unit: str
    value: float


class Left(_Row):
    """Something that could not be measured here."""

    part: str
    subject: str
    reason: str


class Target(_Row):
    """A ratio that is promised, and what this run says of it."""

    name: str
    at_most: float | None = None
    at_least: float | None = None
    value: float

    @property
    def met(self) -> bool:
        """Whether the value keeps the promise."""
        over = self.at_most is not None and self.value > self.at_most
        under = self.at_least is not None and self.value < self.at_least
        return not over and not under


class Machine(_Row):
    """What it ran on."""

    cpu: str
    cores: int
    kernel: str
    memory_gib: float


class Record(_Row):
    """One whole run."""

    schema_version: int = SCHEMA
    date: str = Field(description="Start, UTC, ISO 8601.")
    seconds: float = Field(description="How long the run took.")
    parts: tuple[str, ...]
    machine: Machine
    versions: dict[str, str]
    level: str = Field(description="Confinement in force: A, B or C.")
    load: float = Field(description="Load of the machine in the minute before the start; a quiet one is near 0.")
    figures: tuple[Figure, ...]
    left: tuple[Left, ...] = ()
    targets: tuple[Target, ...] = ()


def machine() -> Machine:
    """This one."""
    names = [line.partition(":")[2].strip() for line in _lines("/proc/cpuinfo") if line.startswith("model name")]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    cpu = names[0] if names else platform.machine()
    return Machine(cpu=cpu, cores=os.cpu_count() or 1, kernel=platform.release(), memory_gib=round(memory, 1))


def now() -> str:
    """The time as the record keeps it."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


def versions(ruff: str) -> dict[str, str]:
    """What was measured."""
    return {"code-review-env": VERSION, "python": platform.python_version(), "ruff": ruff}


def value(figures: Iterable[Figure], part: str, subject: str, metric: str) -> float | None:
    """One number of a run, or None where it was not measured."""
    found = (one.value for one in figures if (one.part, one.subject, one.metric) == (part, subject, metric))
    return next(found, None)


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text("utf-8").splitlines()
    except OSError:
        return []
