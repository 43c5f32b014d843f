"""Nodes of the file system in memory, and where the content of a file lives."""

import os
import stat
from typing import Final

MAX_CONTENT: Final = 1 << 20
"""Bytes of one file that are looked at; the child may stretch a file without writing."""


class Memory:
    """File content in a byte array."""

    def __init__(self, data: bytes = b"") -> None:
        self._data = bytearray(data)

    def read(self, offset: int, size: int) -> bytes:
        """Up to `size` bytes from `offset`."""
        return bytes(self._data[offset : offset + size])

    def write(self, offset: int, data: bytes) -> int:
        """Write at `offset`; a gap is filled with zeros."""
        if offset > len(self._data):
            self._data.extend(bytes(offset - len(self._data)))
        self._data[offset : offset + len(data)] = data
        return len(data)

    def truncate(self, size: int) -> None:
        """Cut or extend with zeros to `size` bytes."""
        del self._data[size:]
        self._data.extend(bytes(size - len(self._data)))

    def size(self) -> int:
        """Length in bytes."""
        return len(self._data)


class Memfd:
    """File content in an anonymous file of the kernel, so that a real descriptor can be handed out."""

    def __init__(self, data: bytes) -> None:
        self.fd = os.memfd_create("file", os.MFD_CLOEXEC)
        self.write(0, data)

    def __del__(self) -> None:
        """Give the descriptor back with the last owner."""
        os.close(self.fd)

    def read(self, offset: int, size: int) -> bytes:
        """Up to `size` bytes from `offset`."""
        return os.pread(self.fd, size, offset)

    def write(self, offset: int, data: bytes) -> int:
        """Write at `offset`."""
        return os.pwrite(self.fd, data, offset)

    def truncate(self, size: int) -> None:
        """Cut or extend with zeros to `size` bytes."""
        os.ftruncate(self.fd, size)

    def size(self) -> int:
        """Length in bytes."""
        return os.fstat(self.fd).st_size


class File:
    """A regular file."""

    def __init__(self, data: bytes = b"", *, executable: bool = False) -> None:
        self.store: Memory | Memfd = Memory(data)
        self.mode = stat.S_IFREG | (0o755 if executable else 0o644)
        self.inode = 0

    def content(self) -> bytes:
        """Everything in the file, up to `MAX_CONTENT`."""
        return self.store.read(0, min(self.store.size(), MAX_CONTENT))


class Device(File):
    """`/dev/null`: reads as empty, forgets what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.mode = stat.S_IFCHR | 0o666


class Directory:
    """A directory."""

    def __init__(self, parent: "Directory | None" = None) -> None:
        self.entries: dict[str, File | Directory] = {}
        self.parent = parent or self
        self.mode = stat.S_IFDIR | 0o755
        self.inode = 0


Found = File | Directory
