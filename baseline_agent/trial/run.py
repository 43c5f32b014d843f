"""Plays the episodes of a plan, several at once, and goes on where an earlier run of it ended."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from code_review_env.baseline_agent.agent import Playable, play
from code_review_env.baseline_agent.completer import CallFailed, Completer
from code_review_env.baseline_agent.entrant import Entrant
from code_review_env.baseline_agent.trial.journal import Journal, Journaled, Lines
from code_review_env.baseline_agent.trial.recorder import Notes, Recorder
from code_review_env.baseline_agent.trial.records import EpisodeRow, Facts, Head
from code_review_env.baseline_agent.unscored import Unscored
from code_review_env.trials.plan import Bout

HEAD = "run.json"
COMPLETIONS = "completions.jsonl"
TRAJECTORIES = "trajectories.jsonl"


class OtherRun(ValueError):
    """The folder holds a run of something else."""


@dataclass(frozen=True, slots=True)
class Arena:
    """Where episodes are played.

    Attributes:
        seat: something to play on, for one episode.
        facts: what it is.
        parallel: episodes at once.
    """

    seat: Callable[[], AbstractContextManager[Playable]]
    facts: Facts
    parallel: int


@dataclass(slots=True)
class Run:
    """A run in its folder.

    Attributes:
        head: what is run.
        entrant: who plays.
        arena: where.
        folder: holds the files of the run; it is made.
    """

    head: Head
    entrant: Entrant
    arena: Arena
    folder: Path
    _hopeless: threading.Event = field(default_factory=threading.Event)

    def play(self, tell: Callable[[EpisodeRow], None]) -> list[EpisodeRow]:
        """Play what is not played yet.

        Args:
            tell: told each episode as it ends, those of an earlier run first; in one thread.

        Returns:
            The episodes in the order of the plan; those that were never begun, because no call can succeed, are missing.

        Raises:
            OtherRun: the folder holds a run of something else.
        """
        self._begin()
        journal, lines = Journal(self.folder / COMPLETIONS), Lines(self.folder / TRAJECTORIES)
        rows = {row.key: row for row in lines.read(EpisodeRow) if row.unscored is None}
        for row in rows.values():
            tell(row)
        bouts = self.head.plan.bouts()
        for row in self._rest([bout for bout in bouts if bout.key not in rows], journal):
            lines.append(row)
            rows[row.key] = row
            tell(row)
        return [rows[bout.key] for bout in bouts if bout.key in rows]

    def _begin(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / HEAD
        if not path.exists():
            path.write_text(self.head.model_dump_json(indent=1) + "\n", "utf-8")
        elif Head.model_validate_json(path.read_text("utf-8")) != self.head:
            message = f"{self.folder} holds a run of another agent, plan, bank or version; name another folder"
            raise OtherRun(message)

    def _rest(self, bouts: list[Bout], journal: Journal) -> Iterator[EpisodeRow]:
        with ThreadPoolExecutor(self.arena.parallel, "episode") as pool:
            futures: list[Future[EpisodeRow | None]] = [pool.submit(self._one, bout, journal) for bout in bouts]
            try:
                yield from filter(None, (future.result() for future in as_completed(futures)))
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    def _one(self, bout: Bout, journal: Journal) -> EpisodeRow | None:
        """The episode; None where none of its calls could succeed anyway."""
        if self._hopeless.is_set():
            return None
        notes = Notes()

        def wrap(inner: Completer) -> Completer:
            return Journaled(inner, journal, bout.key, notes.paid)

        try:
            with self.arena.seat() as environment:
                for _ in play(Recorder(environment, notes), self.entrant.seat(wrap), dict(bout.options)):
                    pass
        except Unscored as error:
            if isinstance(error, CallFailed) and error.hopeless:
                self._hopeless.set()
            return notes.row(bout.key, unscored=str(error) or type(error).__name__)
        return notes.row(bout.key)
