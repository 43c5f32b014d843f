"""A call that may fail is tried again: how often, how long between, and never past a deadline."""

import queue
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from code_review_env.baseline_agent.completer import CallFailed, Completer, Completion, Request

FOREVER: Final = float("inf")


@dataclass(frozen=True, slots=True)
class Policy:
    """How patient a run is. Providers of models shed load for seconds and lose connections; a minute bridges either.

    Attributes:
        attempts: calls in all for one reply.
        least_s: shortest pause between two.
        most_s: longest pause of our own choice.
        longest_wait_s: longest pause that a server may ask for.
        call_s: deadline of one call.
        episode_s: deadline of all calls of one episode, pauses included.
    """

    attempts: int = 4
    least_s: float = 1.0
    most_s: float = 20.0
    longest_wait_s: float = 30.0
    call_s: float = 120.0
    episode_s: float = 1800.0

    def pause(self, tries: int, failure: CallFailed, draw: random.Random) -> float:
        """Seconds to wait after so many failed tries: what the server asks for, else a random share of a growing span.

        The whole span is random, so that clients that failed together do not come back together.
        """
        if failure.wait_s is not None:
            return min(failure.wait_s, self.longest_wait_s)
        return draw.uniform(self.least_s, min(self.most_s, self.least_s * 4.0**tries))


class Clock(Protocol):
    """Time as a run sees it."""

    def monotonic(self) -> float:
        """Seconds since some moment."""

    def sleep(self, seconds: float, /) -> None:
        """Wait."""


@dataclass(slots=True)
class Patient:
    """A completer that tries again; one for each episode, whose clock starts with its first call."""

    inner: Completer
    policy: Policy
    clock: Clock
    draw: random.Random
    _ends: float = field(default=FOREVER, init=False)

    def complete(self, request: Request, timeout_s: float = FOREVER) -> Completion:
        """The reply, after as many tries as the policy allows.

        Raises:
            CallFailed: every try failed, the failure will not pass, or a deadline came first.
        """
        if self._ends == FOREVER:
            self._ends = self.clock.monotonic() + self.policy.episode_s
        tries = 0
        while True:
            try:
                return self._once(request, timeout_s)
            except CallFailed as failure:
                tries += 1
                if not failure.transient or tries == self.policy.attempts:
                    raise
                self._wait(self.policy.pause(tries, failure, self.draw), failure)

    def _once(self, request: Request, timeout_s: float) -> Completion:
        left = self._ends - self.clock.monotonic()
        if left <= 0:
            message = f"the episode took longer than {self.policy.episode_s:g} s"
            raise CallFailed(message)
        seconds = min(timeout_s, self.policy.call_s, left)
        return within(seconds, lambda: self.inner.complete(request, seconds))

    def _wait(self, seconds: float, failure: CallFailed) -> None:
        if self.clock.monotonic() + seconds >= self._ends:
            message = f"{failure}; no time is left in the episode to try again"
            raise CallFailed(message)
        self.clock.sleep(seconds)


def within(seconds: float, call: Callable[[], Completion]) -> Completion:
    """The result of a call that may take longer than its own timeouts say: a stream that drips keeps every read timely.

    The call runs in a thread that is left alone once it is late; it ends with the stream, at the latest with the process.

    Raises:
        CallFailed: as the call, or it is late.
    """
    done: queue.SimpleQueue[Completion | CallFailed] = queue.SimpleQueue()

    def work() -> None:
        outcome: Completion | CallFailed = CallFailed("the call ended without an outcome")
        try:
            outcome = call()
        except CallFailed as failure:
            outcome = failure
        finally:
            done.put(outcome)

    threading.Thread(target=work, name="call", daemon=True).start()
    try:
        outcome = done.get(timeout=seconds)
    except queue.Empty:
        message = f"no whole reply within {seconds:g} s"
        raise CallFailed(message, transient=True) from None
    if isinstance(outcome, CallFailed):
        raise outcome
    return outcome
