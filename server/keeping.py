"""Where episodes are kept, and whether that lasts: told by the kind of file system under the data folder."""

import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from code_review_env.env.store import EpisodeStore

Kind = Literal["disk", "object", "ephemeral"]
"""`object`: a mounted bucket, where files are written once; `ephemeral`: gone when the container or machine stops."""

NAME: Final = "episodes.sqlite3"
MOUNTS: Final = Path("/proc/self/mountinfo")
_OBJECT: Final = re.compile(r"fuse|fuse\..*|9p|nfs4?|virtiofs|cifs|smb3")
"""What buckets are mounted as; SQLite's write-ahead log needs memory that its processes share, which none of these has."""

_EPHEMERAL: Final = frozenset({"overlay", "aufs", "tmpfs", "ramfs"})
"""The writable layer of a container, and memory."""


@contextmanager
def open_store(folder: Path, how: Kind) -> Iterator[EpisodeStore]:
    """The episodes of a data folder; the caller closes them.

    Args:
        folder: of the data.
        how: on object storage the SQLite file lies elsewhere while the store is open, and the folder gets segments.
    """
    if how != "object":
        yield EpisodeStore(folder / NAME)
        return
    with tempfile.TemporaryDirectory(prefix="code-review-env-") as scratch:
        yield EpisodeStore(Path(scratch) / NAME, folder / "segments")


def kind(folder: Path, mounts: str) -> Kind:
    """How well a folder keeps.

    Args:
        folder: need not exist yet.
        mounts: text of `/proc/self/mountinfo`.
    """
    where = folder.absolute()
    best = max((one for one in map(_mount, mounts.splitlines()) if where.is_relative_to(one[0])), key=_depth, default=None)
    if best is None:
        return "disk"
    if best[1] in _EPHEMERAL:
        return "ephemeral"
    return "object" if _OBJECT.fullmatch(best[1]) else "disk"


def _mount(line: str) -> tuple[Path, str]:
    """Where it is mounted, and as what."""
    before, _, after = line.partition(" - ")
    place = re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), before.split()[4])
    return Path(place), after.split()[0]


def _depth(mount: tuple[Path, str]) -> int:
    return len(mount[0].parts)
