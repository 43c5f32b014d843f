"""What `os.scandir` gives over virtual files."""

import os
from collections.abc import Callable, Iterator
from types import TracebackType
from typing import Any, Self


class Entry:
    """What `os.scandir` gives."""

    def __init__(self, stat: Callable[[Any], os.stat_result], folder: Any, name: Any, *, is_folder: bool, inode: int) -> None:
        self._stat = stat
        self._is_folder = is_folder
        self._inode = inode
        self.name = name
        self.path = name if folder is None else os.path.join(folder, name)  # noqa: PTH118 - as os.scandir does

    def __fspath__(self) -> Any:
        """The path."""
        return self.path

    def is_dir(self, *, follow_symlinks: bool = True) -> bool:  # noqa: ARG002 - signature of os.DirEntry
        """Whether it is a directory."""
        return self._is_folder

    def is_file(self, *, follow_symlinks: bool = True) -> bool:  # noqa: ARG002 - signature of os.DirEntry
        """Whether it is anything else."""
        return not self._is_folder

    def is_symlink(self) -> bool:
        """There are none."""
        return False

    def is_junction(self) -> bool:
        """There are none."""
        return False

    def inode(self) -> int:
        """The inode."""
        return self._inode

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:  # noqa: ARG002 - signature of os.DirEntry
        """`os.stat` of the path."""
        return self._stat(self.path)

    def __repr__(self) -> str:
        """As the real one."""
        return f"<DirEntry {self.name!r}>"


class Entries:
    """The iterator and context manager that `os.scandir` returns."""

    def __init__(self, entries: Iterator[Entry]) -> None:
        self._entries = entries

    def __iter__(self) -> Self:
        """Itself."""
        return self

    def __next__(self) -> Entry:
        """The next entry."""
        return next(self._entries)

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Nothing to give back."""

    def close(self) -> None:
        """Nothing to give back."""
