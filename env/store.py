"""Episodes on disk: SQLite in WAL mode. A step that was answered survives `kill -9` of the server."""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pydantic import TypeAdapter

from code_review_env.env.database import Database
from code_review_env.env.episode import Episode, Terms, Transition
from code_review_env.env.errors import EpisodeConflict, UnknownBundle, UnknownEpisode
from code_review_env.env.feedback.bundle import Bundle

SHARE_DIGITS: Final = 32
"""Of the hash; 128 bits are not guessed."""

_TERMS: Final = TypeAdapter(Terms)
_TRANSITION: Final = TypeAdapter(Transition)


class EpisodeStore:
    """Thread-safe.

    Attributes:
        database: the file, which other stores share.
    """

    def __init__(self, path: Path, segments: Path | None = None) -> None:
        self.database = Database(path, segments)

    def create(self, terms: Terms, *bundles: Bundle) -> Episode:
        """Begin an episode.

        Args:
            terms: of the episode.
            *bundles: that belong to it from the start.

        Raises:
            EpisodeConflict: the id is taken.
            StoreBusy: the database stayed locked.
        """
        with self._write() as db:
            try:
                row = (terms.episode_id, terms.created_at, _TERMS.dump_json(terms).decode())
                db.execute("INSERT INTO episodes VALUES (?, ?, ?)", row)
            except sqlite3.IntegrityError:
                message = f"episode {terms.episode_id!r} exists already"
                raise EpisodeConflict(message) from None
            _keep(db, terms.episode_id, bundles)
        return Episode(terms)

    def load(self, episode_id: str) -> Episode:
        """The episode as of its last answered step.

        Raises:
            UnknownEpisode: no such id.
            StoreBusy: the database stayed locked.
        """
        with self._read() as db:
            row = db.execute("SELECT terms FROM episodes WHERE id = ?", (episode_id,)).fetchone()
            if row is None:
                message = f"no episode has the id {episode_id!r}"
                raise UnknownEpisode(message)
            bodies = db.execute("SELECT body FROM transitions WHERE episode_id = ? ORDER BY step", (episode_id,)).fetchall()
        return Episode(_TERMS.validate_json(row[0]), tuple(_TRANSITION.validate_json(body) for (body,) in bodies))

    def append(self, episode: Episode, transition: Transition, *bundles: Bundle) -> None:
        """Add the next transition of `episode`.

        Args:
            episode: as it was loaded.
            transition: of its next step.
            *bundles: that the transition names.

        Raises:
            EpisodeConflict: another step came first.
            UnknownEpisode: the episode was deleted meanwhile.
            StoreBusy: the database stayed locked.
        """
        episode_id = episode.terms.episode_id
        body = _TRANSITION.dump_json(transition).decode()
        with self._write() as db:
            if db.execute("SELECT 1 FROM episodes WHERE id = ?", (episode_id,)).fetchone() is None:
                message = f"no episode has the id {episode_id!r}"
                raise UnknownEpisode(message)
            (taken,) = db.execute("SELECT count(*) FROM transitions WHERE episode_id = ?", (episode_id,)).fetchone()
            if taken != episode.step:
                message = f"another step of episode {episode_id!r} came first; load the episode and try again"
                raise EpisodeConflict(message)
            db.execute("INSERT INTO transitions VALUES (?, ?, ?)", (episode_id, taken + 1, body))
            _keep(db, episode_id, bundles)

    def bundle(self, bundle_id: str) -> Bundle:
        """The bundle of that id.

        Raises:
            UnknownBundle: no such id.
            StoreBusy: the database stayed locked.
        """
        with self._read() as db:
            row = db.execute("SELECT domain, trace FROM bundles WHERE id = ?", (bundle_id,)).fetchone()
        if row is None:
            message = f"no bundle has the id {bundle_id!r}"
            raise UnknownBundle(message)
        return Bundle(bundle_id, row[0], json.loads(row[1]))

    def users(self, bundle_id: str) -> list[str]:
        """Ids of the episodes that a bundle belongs to."""
        with self._read() as db:
            rows = db.execute("SELECT episode_id FROM uses WHERE bundle_id = ?", (bundle_id,)).fetchall()
        return [episode_id for (episode_id,) in rows]

    def share(self, episode_id: str) -> str:
        """A name under which an episode may be looked at; it does not tell the id, which allows steps.

        Raises:
            UnknownEpisode: no such id.
        """
        name = hashlib.sha256(f"share {episode_id}".encode()).hexdigest()[:SHARE_DIGITS]
        self.load(episode_id)
        with self._write() as db:
            db.execute("INSERT OR IGNORE INTO shares VALUES (?, ?)", (name, episode_id))
        return name

    def shared(self, name: str) -> str:
        """The id of the episode that was shared under this name.

        Raises:
            UnknownEpisode: none was.
        """
        with self._read() as db:
            row = db.execute("SELECT episode_id FROM shares WHERE name = ?", (name,)).fetchone()
        if row is None:
            message = f"no episode is shared as {name!r}"
            raise UnknownEpisode(message)
        return str(row[0])

    def delete(self, episode_id: str) -> None:
        """Forget an episode.

        Raises:
            UnknownEpisode: no such id.
        """
        with self._write() as db:
            if db.execute("DELETE FROM episodes WHERE id = ?", (episode_id,)).rowcount == 0:
                message = f"no episode has the id {episode_id!r}"
                raise UnknownEpisode(message)

    def prune(self, before: float) -> int:
        """Forget every episode begun before a POSIX time in seconds; returns how many."""
        with self._write() as db:
            return db.execute("DELETE FROM episodes WHERE created_at < ?", (before,)).rowcount

    def close(self) -> None:
        """Close the database; nothing is lost."""
        self.database.close()

    @contextmanager
    def _read(self) -> Iterator[sqlite3.Connection]:
        with _known_text(), self.database.read() as db:
            yield db

    @contextmanager
    def _write(self) -> Iterator[sqlite3.Connection]:
        with _known_text(), self.database.write() as db:
            yield db


@contextmanager
def _known_text() -> Iterator[None]:
    try:
        yield
    except UnicodeEncodeError:
        message = "no episode has an id with a lone surrogate"
        raise UnknownEpisode(message) from None


def _keep(db: sqlite3.Connection, episode_id: str, bundles: Iterable[Bundle]) -> None:
    for one in bundles:
        db.execute("INSERT OR IGNORE INTO bundles VALUES (?, ?, ?)", (one.id, one.domain, json.dumps(dict(one.trace))))
        db.execute("INSERT OR IGNORE INTO uses VALUES (?, ?)", (one.id, episode_id))
