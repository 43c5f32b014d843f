"""JSON lines that survive a kill at any moment: a line is on the disk before anybody acts on it, and a torn one is dropped."""

import hashlib
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict

from code_review_env.baseline_agent.completer import Completer, Completion, Request

Row = TypeVar("Row", bound=BaseModel)


class Lines:
    """A file that only grows; safe in threads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._turn = threading.Lock()
        self._mend()

    def append(self, row: BaseModel) -> None:
        """Write a line and wait until it is on the disk."""
        with self._turn, self._path.open("a", encoding="utf-8") as file:
            file.write(row.model_dump_json() + "\n")
            file.flush()
            os.fsync(file.fileno())

    def read(self, kind: type[Row]) -> Iterator[Row]:
        """Every line."""
        if self._path.exists():
            yield from map(kind.model_validate_json, self._path.read_text("utf-8").splitlines())

    def _mend(self) -> None:
        """Cut off a line that was not finished."""
        if self._path.exists():
            kept = self._path.read_bytes().rpartition(b"\n")
            os.truncate(self._path, len(kept[0]) + len(kept[1]))


class Paid(BaseModel):
    """A completion: a line of `completions.jsonl`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    episode: str
    call: int
    request_sha256: str
    completion: Completion


class Journal:
    """All completions of a run."""

    def __init__(self, path: Path) -> None:
        self._lines = Lines(path)
        self._known = {(paid.episode, paid.call): paid for paid in self._lines.read(Paid)}

    def find(self, episode: str, call: int, request_sha256: str) -> Completion | None:
        """The completion that this call of the episode brought, if it asked the same."""
        paid = self._known.get((episode, call))
        return paid.completion if paid and paid.request_sha256 == request_sha256 else None

    def keep(self, paid: Paid) -> None:
        """Write a completion down."""
        self._lines.append(paid)


class Journaled:
    """A completer that pays for no call of an episode twice, whatever ended the run in between."""

    def __init__(self, inner: Completer, journal: Journal, episode: str, tell: Callable[[Completion], None]) -> None:
        self._inner = inner
        self._journal = journal
        self._episode = episode
        self._tell = tell
        self._calls = 0

    def complete(self, request: Request, timeout_s: float) -> Completion:
        """The reply of then, or of now.

        Raises:
            CallFailed: as the inner completer; a failure is not written down.
        """
        self._calls += 1
        digest = hashlib.sha256(repr(request).encode(errors="surrogatepass")).hexdigest()
        completion = self._journal.find(self._episode, self._calls, digest)
        if completion is None:
            completion = self._inner.complete(request, timeout_s)
            self._journal.keep(Paid(episode=self._episode, call=self._calls, request_sha256=digest, completion=completion))
        self._tell(completion)
        return completion
