"""Takes runs in and scores them one after the other in a thread of its own, so that whoever plays meanwhile is not kept."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final

from code_review_env.env.entries import Entries, Entry
from code_review_env.env.environment import Parts
from code_review_env.env.errors import CodeReviewError, Conflict, PoolSaturated, Unavailable
from code_review_env.server.board.course import Course
from code_review_env.server.board.rescoring import rescored
from code_review_env.server.board.run import Run

MAX_WAITING: Final = 8
"""Runs that may wait; one of a hundred episodes takes some ten seconds."""

MAX_ROWS: Final = 500
"""A board that anybody may write on must end somewhere."""

ATTEMPTS: Final = 3
"""A run on which our machinery fails again and again must not hold up the others."""

PAUSE_S: Final = 5.0
PATIENCE_S: Final = 1.5
"""How long the server waits at its end for the step that is being judged."""

_log: Final = logging.getLogger(__name__)


class _StoppedError(Exception):
    """The server ends; the run goes on waiting."""


@dataclass
class Desk:
    """Of one board.

    Attributes:
        course: what is played.
        parts: of the environment.
    """

    course: Course
    parts: Parts
    _wake: threading.Event = field(default_factory=threading.Event)
    _stopped: threading.Event = field(default_factory=threading.Event)
    _attempts: int = 0
    _done: int = 0

    @property
    def entries(self) -> Entries:
        """What was sent so far."""
        return Entries(self.parts.store.database)

    @property
    def done(self) -> int:
        """Episodes that are scored of the run at hand."""
        return self._done

    def waiting(self) -> list[Entry]:
        """Runs that are not scored yet; the first is at hand."""
        return self.entries.of(self.course.name, "waiting")

    def admitted(self) -> list[Entry]:
        """The rows of the board, in the order they came."""
        return self.entries.of(self.course.name, "admitted")

    def take(self, text: bytes) -> Entry:
        """Keep a run until it is scored.

        Raises:
            InvalidParameter: it is no complete run over the list of the board.
            EntryTaken: there is a row of this agent and version.
            Conflict: the board is full.
            PoolSaturated: too many wait.
        """
        if len(self.waiting()) >= MAX_WAITING:
            message = f"{MAX_WAITING} runs wait to be scored"
            raise PoolSaturated(message)
        if self.entries.count(self.course.name) >= MAX_ROWS:
            message = f"the board is full: it has {MAX_ROWS} rows"
            raise Conflict(message)
        run, draw = Run.read(text), self.parts.chance.draw()
        run.require(self.course)
        entry = Entry(draw.episode_id, self.course.name, run.agent, run.version, draw.now, "waiting", run.packed())
        self.entries.add(entry)
        self._wake.set()
        return entry

    @contextmanager
    def open(self) -> Iterator[None]:
        """Score what waits, for as long as the context is open."""
        self.entries.renew(self.course.name, self.parts.reward_version)
        thread = threading.Thread(target=self._work, name="board", daemon=True)
        self._wake.set()
        thread.start()
        try:
            yield
        finally:
            self._stopped.set()
            self._wake.set()
            thread.join(PATIENCE_S)

    def _work(self) -> None:
        while self._wake.wait() and not self._stopped.is_set():
            self._wake.clear()
            with suppress(_StoppedError):
                self._work_off()

    def _work_off(self) -> None:
        while waiting := self.waiting():
            try:
                self._score(waiting[0])
            except Unavailable as error:
                self._again(waiting[0], error)

    def _score(self, entry: Entry) -> None:
        try:
            result = rescored(Run.unpacked(entry.run), self.course, self.parts, self._tell)
        except Unavailable:
            raise
        except CodeReviewError as error:
            self.entries.refuse(entry.id, str(error))
        else:
            self.entries.admit(entry.id, result.model_dump_json(), self.parts.reward_version)
        self._attempts = 0

    def _tell(self, done: int) -> None:
        self._done = done
        if self._stopped.is_set():
            raise _StoppedError

    def _again(self, entry: Entry, error: Unavailable) -> None:
        _log.warning("run %s is not scored: %s", entry.id, error)
        if self._stopped.wait(PAUSE_S):
            raise _StoppedError from error
        self._attempts += 1
        if self._attempts == ATTEMPTS:
            self._attempts = 0
            self.entries.refuse(entry.id, f"our machinery failed {ATTEMPTS} times: {error}; nothing is wrong with the run")
