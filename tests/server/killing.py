"""Kill the processes that judge, again and again, while others ask for scores."""

import os
import random
import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

EVERY_S: Final = 0.1
TURNS: Final = 50 * (("zygote",), ("ruff",), ("zygote", "ruff")) + (("fork server",),)
"""What dies in one moment, in turn: one of the zygotes, one of the ruff servers, one of each; rarely what forks zygotes."""

Victims = Callable[[], dict[str, Sequence[int]]]
"""Process ids that may be killed now, by kind."""


@dataclass(slots=True)
class Tally:
    """What became of all requests.

    Attributes:
        asked: requests for a score.
        right: those answered as without kills.
        wrong: submissions that got another score, with what is different.
        errors: typed infrastructure errors by name.
        kills: processes killed, by kind.
    """

    asked: int = 0
    right: int = 0
    wrong: list[str] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    kills: Counter[str] = field(default_factory=Counter)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def ask(self) -> None:
        """One more request is on its way."""
        with self._lock:
            self.asked += 1

    def answer(self, name: str, difference: list[str]) -> None:
        """A request got its score, which differs in these points."""
        with self._lock:
            self.right += not difference
            self.wrong += [f"{name}: {'; '.join(difference)}"] if difference else []

    def error(self, name: str) -> None:
        """A request got an infrastructure error."""
        with self._lock:
            self.errors[name] += 1

    @property
    def lost(self) -> int:
        """Requests that got no answer of any kind."""
        return self.asked - self.right - len(self.wrong) - self.errors.total()

    def row(self, title: str) -> str:
        """One line of a table."""
        killed = ", ".join(f"{count} {kind}" for kind, count in sorted(self.kills.items()))
        named = ", ".join(f"{count} {name}" for name, count in sorted(self.errors.items())) or "none"
        share = 100 * self.errors.total() / max(self.asked, 1)
        return f"{title:16}  {killed:22}  {self.asked:8}  {self.lost:4}  {len(self.wrong):5}  {share:8.2f} %  {named}"


HEAD: Final = f"{'kill -9':16}  {'killed':22}  requests  lost  wrong  error share  errors"


@contextmanager
def killing(victims: Victims, tally: Tally) -> Iterator[None]:
    """For as long as the context is open, something dies every tenth of a second."""
    stop = threading.Event()
    killer = threading.Thread(target=_kill, args=(victims, tally, stop))
    killer.start()
    try:
        yield
    finally:
        stop.set()
        killer.join()


def _kill(victims: Victims, tally: Tally, stop: threading.Event) -> None:
    chance = random.Random(0)  # noqa: S311 - which one dies is no secret
    turn = 0
    while not stop.wait(EVERY_S):
        found = victims()
        for kind in TURNS[turn % len(TURNS)]:
            if found[kind]:
                with suppress(ProcessLookupError):
                    os.kill(chance.choice(found[kind]), signal.SIGKILL)
                    tally.kills[kind] += 1
        turn += 1
