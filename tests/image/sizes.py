"""What fills an image above its base: bytes by the package that brought them."""

import importlib.metadata
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

MB: Final = 1_000_000
SITE: Final = "usr/local/lib/python3.11/site-packages"
APP: Final = "home/user/app"
REST: Final = "(everything else)"
OURS: Final = "(this project)"


def added(root: Path, base: Path) -> dict[str, int]:
    """Path in the image -> bytes, of every file that the base lacks or has otherwise; a hard link counts once."""
    found, seen = {}, set()
    for path, size, inode in _files(root):
        below = base / path
        if inode in seen or (below.is_file() and not below.is_symlink() and below.stat().st_size == size):
            continue
        seen.add(inode)
        found[path] = size
    return found


def _files(root: Path) -> Iterator[tuple[str, int, int]]:
    for folder, _, names in os.walk(root):
        for name in names:
            path = Path(folder, name)
            status = path.lstat()
            yield str(path.relative_to(root)), status.st_size, status.st_ino


def owners(root: Path) -> dict[str, str]:
    """Path in the image -> name of the distribution whose record lists it."""
    site = root / SITE
    return {
        os.path.normpath(f"{SITE}/{file}"): distribution.metadata["Name"]
        for distribution in importlib.metadata.distributions(path=[str(site)])
        for file in distribution.files or ()
    }


def by_owner(files: Mapping[str, int], owner: Mapping[str, str]) -> list[tuple[str, int]]:
    """Bytes by distribution, the largest first; bytecode belongs to its source."""
    total: Counter[str] = Counter()
    for path, size in files.items():
        total[owner.get(path) or owner.get(_source(path)) or (OURS if path.startswith(APP) else REST)] += size
    return total.most_common()


def _source(path: str) -> str:
    folder, name = os.path.split(path)
    return f"{os.path.dirname(folder)}/{name.split('.')[0]}.py" if folder.endswith("__pycache__") else path  # noqa: PTH120


def table(rows: list[tuple[str, int]], shown: int) -> str:
    """The largest in MB, the others in one line."""
    lines = [f"{size / MB:8.1f} MB  {name}" for name, size in rows[:shown]]
    rest = sum(size for _, size in rows[shown:])
    return "\n".join([*lines, f"{rest / MB:8.1f} MB  {len(rows[shown:])} more"])
