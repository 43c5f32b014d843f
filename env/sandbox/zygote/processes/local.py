"""Files inside the process itself, for stages that start no programs: streams without descriptors over a tree in memory."""

import io
import os
import stat
from typing import Any

from processes.nodes import Directory, File
from processes.tree import Tree


class Stream(io.RawIOBase):
    """A raw stream over a file of the tree."""

    def __init__(self, file: File, flags: int) -> None:
        super().__init__()
        self.name: Any = ""
        self._file = file
        self._flags = flags
        self._offset = file.store.size() if flags & os.O_APPEND else 0

    @property
    def mode(self) -> str:
        """As a real raw file spells it."""
        if self._flags & os.O_RDWR:
            return "rb+"
        return "wb" if self._flags & os.O_WRONLY else "rb"

    def readable(self) -> bool:
        """Whether it was opened for reading."""
        return not self._flags & os.O_WRONLY

    def writable(self) -> bool:
        """Whether it was opened for writing."""
        return bool(self._flags & (os.O_WRONLY | os.O_RDWR))

    def seekable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Fill the buffer."""
        view = memoryview(buffer).cast("B")
        data = self._file.store.read(self._offset, len(view))
        view[: len(data)] = data
        self._offset += len(data)
        return len(data)

    def write(self, data: Any) -> int:
        """Write at the position, or at the end."""
        if self._flags & os.O_APPEND:
            self._offset = self._file.store.size()
        taken = self._file.store.write(self._offset, bytes(data))
        self._offset += taken
        return taken

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """Move the position."""
        start = {os.SEEK_SET: 0, os.SEEK_CUR: self._offset, os.SEEK_END: self._file.store.size()}[whence]
        self._offset = max(start + offset, 0)
        return self._offset

    def truncate(self, size: int | None = None) -> int:
        """Cut or extend."""
        length = self._offset if size is None else size
        self._file.store.truncate(length)
        return length


class Local:
    """A store over a tree of this process."""

    def __init__(self, files: dict[str, str]) -> None:
        self._given = files
        self._tree = Tree(files)

    def reset(self) -> None:
        """Back to the files as they were given."""
        self._tree = Tree(self._given)

    def open_raw(self, path: str, flags: int) -> io.RawIOBase:
        """A stream."""
        return Stream(self._tree.open(path, "/", flags), flags)

    def stat(self, path: str) -> tuple[int, int, int, int]:
        """Mode, inode, number of links, size."""
        found = self._tree.find(path, "/")
        if isinstance(found, Directory):
            return found.mode, found.inode, 2, 4096
        return found.mode, found.inode, 1, found.store.size()

    def list(self, path: str) -> list[tuple[str, bool, int]]:
        """Name, whether it is a directory, inode."""
        entries = self._tree.directory(path, "/").entries
        return [(name, stat.S_ISDIR(node.mode), node.inode) for name, node in sorted(entries.items())]

    def change(self, verb: str, path: str, target: str) -> None:
        """`mkdir`, `rmdir`, `unlink`, `rename`, `chmod`."""
        self._tree.change(verb, path, target)
