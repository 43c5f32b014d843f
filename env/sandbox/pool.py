"""The sandbox as the rest of the product sees it: a bounded pool that runs programs."""

import platform
import sys
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Literal, Self

from code_review_env.env.errors import ConfinementMissing, PoolSaturated, SandboxUnavailable
from code_review_env.env.sandbox import rehearsal
from code_review_env.env.sandbox.launch import ForkServer
from code_review_env.env.sandbox.program import Execution, Level, Program
from code_review_env.env.sandbox.selftest import examine
from code_review_env.env.sandbox.worker import RunLost, Worker

PYTHON: Final = (3, 11)
"""Scores are defined on this version alone: `sum` of floats differs from 3.12 on."""


CLOSED: Final = "the sandbox is closed"


@dataclass(frozen=True, slots=True)
class Status:
    """What stands between a submission and the host.

    Attributes:
        level: confinement in force.
        landlock_abi: version of Landlock that the kernel offers, 0 for none.
        selftest: `pass` when no forbidden act succeeded at this level and the process table works.
        missing: layers not in force, forbidden acts that succeed, forms of starting a program that fail, with reasons.
        workers: programs that can run at once.
        python: version that runs the submissions.
    """

    level: Level
    landlock_abi: int
    selftest: Literal["pass", "fail"]
    missing: tuple[str, ...]
    workers: int
    python: str


@dataclass(frozen=True, slots=True)
class Load:
    """What the pool does at this moment.

    Attributes:
        busy: workers that run a program.
        waiting: callers that wait for one.
        left: callers that have left the queue since the start, in the order they came.
    """

    busy: int
    waiting: int
    left: int


class SandboxPool:
    """Runs programs on warm interpreters. Thread-safe; `run` blocks, so call it from a thread."""

    def __init__(
        self,
        *,
        workers: int,
        queue: int,
        wait_s: float,
        force_level: Level | None = None,
        allow_unsandboxed: bool = False,
    ) -> None:
        """Start the workers and test the confinement.

        Args:
            workers: programs that run at once, about one per CPU.
            queue: callers that may wait beyond these.
            wait_s: seconds a caller waits at most.
            force_level: use this level, or refuse to start.
            allow_unsandboxed: accept level C.

        Raises:
            ConfinementMissing: the confinement is not in force, or this is not CPython 3.11 on Linux.
            SandboxUnavailable: the zygotes do not start.
        """
        if platform.system() != "Linux":
            message = f"the sandbox needs Linux, this is {platform.system()}; run the image"
            raise ConfinementMissing(message)
        if sys.version_info[:2] != PYTHON or sys.implementation.name != "cpython":
            message = f"submissions are scored on CPython {PYTHON[0]}.{PYTHON[1]}, this is {sys.version.split()[0]}"
            raise ConfinementMissing(message)
        self._queue = queue
        self._wait_s = wait_s
        self._waiting: deque[Future[Worker]] = deque()
        self._left = 0
        self._closed = False
        self._lock = threading.Lock()
        self._forks = ForkServer()
        self._workers = [Worker(force_level or Level.A, self._forks, number) for number in range(workers)]
        try:
            self._status = self._examine(force_level, allow_unsandboxed=allow_unsandboxed)
            self._trusted = self._status.selftest == "pass" or allow_unsandboxed
        except BaseException:  # an interrupt, too, must leave no process behind
            self.close()
            raise
        self._idle = deque(self._workers)

    def _examine(self, force: Level | None, *, allow_unsandboxed: bool) -> Status:
        first = self._workers[0]
        try:
            finding = examine(first, force=force, allow_unsandboxed=allow_unsandboxed)
        except RunLost as error:
            message = f"the sandbox does not start: {error}"
            raise SandboxUnavailable(message) from error
        for worker in self._workers:
            worker.level = finding.level
        wrong = rehearsal.failures(first.run(rehearsal.program()))
        return Status(
            level=finding.level,
            landlock_abi=first.landlock_abi,
            selftest="fail" if wrong else finding.selftest,
            missing=(*finding.missing, *wrong),
            workers=len(self._workers),
            python=platform.python_version(),
        )

    def run(self, program: Program, meanwhile: Callable[[], object] = tuple) -> Execution:
        """Run a program to its end.

        Args:
            program: what to run.
            meanwhile: called once a child runs, because this thread would only wait; its result goes nowhere. It is called
                again for a run that is repeated.

        Raises:
            PoolSaturated: the queue is full, or no worker came free in time.
            SandboxUnavailable: the run was lost again and again, the pool is closed, or its self-test failed.
            ValueError: an argument of a call cannot be sent.
        """
        self._require_trust()
        worker = self._take()
        try:
            return worker.run(program, meanwhile)
        finally:
            self._give(worker)

    def expect_room(self) -> None:
        """Refuse at once, before any work is prepared, what `run` would refuse now. Never blocks.

        Raises:
            PoolSaturated: the queue is full.
            SandboxUnavailable: the self-test failed.
        """
        self._require_trust()
        with self._lock:
            if not self._idle:
                self._require_room()

    def load(self) -> Load:
        """What is going on."""
        with self._lock:
            return Load(len(self._workers) - len(self._idle), len(self._waiting), self._left)

    def status(self) -> Status:
        """What the self-test at start found."""
        return self._status

    def close(self) -> None:
        """End every worker; runs in progress fail."""
        with self._lock:
            self._closed = True
            waiting, self._waiting = self._waiting, deque()
        for ticket in waiting:
            ticket.set_exception(SandboxUnavailable(CLOSED))
        for worker in self._workers:
            worker.close()
        self._forks.close()

    def __enter__(self) -> Self:
        """The pool itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close."""
        self.close()

    def _take(self) -> Worker:
        """A worker, in the order of arrival: whoever comes free goes to the caller that waits longest."""
        with self._lock:
            if self._closed:
                raise SandboxUnavailable(CLOSED)
            if self._idle:
                return self._idle.popleft()
            self._require_room()
            ticket: Future[Worker] = Future()
            self._waiting.append(ticket)
        try:
            return ticket.result(self._wait_s)
        except TimeoutError:
            return self._too_late(ticket)

    def _too_late(self, ticket: Future[Worker]) -> Worker:
        with self._lock:
            if ticket in self._waiting:
                self._waiting.remove(ticket)
                self._left += 1
                message = f"no worker came free in {self._wait_s:g} s; nothing was scored, try again"
                raise PoolSaturated(message)
        return ticket.result()  # it came in the last moment

    def _require_room(self) -> None:
        if len(self._waiting) >= self._queue:
            message = f"{len(self._workers)} runs in progress and {self._queue} waiting; nothing was scored, try again"
            raise PoolSaturated(message)

    def _require_trust(self) -> None:
        if not self._trusted:
            message = f"the sandbox failed its self-test: {'; '.join(self._status.missing)}"
            raise SandboxUnavailable(message)

    def _give(self, worker: Worker) -> None:
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set_result(worker)
                self._left += 1
            else:
                self._idle.append(worker)
