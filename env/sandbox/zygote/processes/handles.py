"""What a virtual process reads from and writes to: pipes between processes, files, nothing, and real descriptors."""

import errno
import os
import select
import stat
from typing import Final

from processes.nodes import Device, File
from processes.syntax import Refused

PIPE_BYTES: Final = 65536
"""Capacity of a pipe, as on Linux."""
CHUNK: Final = 4096
"""PIPE_BUF: a pipe that polls as writable takes this much without blocking."""
MAX_STREAM: Final = 1 << 20
"""Bytes that may pass through one handle."""


class Handle:
    """A descriptor of a virtual process; shared between processes by counting.

    `read` and `write` answer None where a real call would block.
    """

    def __init__(self) -> None:
        self.shares = 1
        self._passed = 0

    def share(self) -> "Handle":
        """The same open file for one more owner."""
        self.shares += 1
        return self

    def release(self) -> None:
        """One owner less; the last one closes."""
        self.shares -= 1
        if self.shares == 0:
            self.close()

    def read(self, _size: int) -> bytes | None:
        """Up to `_size` bytes; empty at the end."""
        return b""

    def write(self, data: bytes) -> int | None:
        """Number of bytes taken.

        Raises:
            BrokenPipeError: nobody reads any more.
        """
        return len(data)

    def close(self) -> None:
        """Called once, when the last owner is gone."""

    def descriptor(self) -> int:
        """The real descriptor to poll, or -1."""
        return -1

    def count(self, size: int) -> None:
        """Account for bytes that passed.

        Raises:
            Refused: more than `MAX_STREAM`.
        """
        self._passed += size
        if self._passed > MAX_STREAM:
            feature = "limit: stream size"
            raise Refused(feature)


class Null(Handle):
    """`/dev/null`."""


class Folder(Handle):
    """A directory opened for reading, which the kernel allows and every read refuses."""

    def read(self, _size: int) -> bytes | None:
        """Nothing can be read."""
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))


class _Buffer:
    def __init__(self) -> None:
        self.data = bytearray()
        self.readers = 1
        self.writers = 1


class Reader(Handle):
    """The reading end of a virtual pipe."""

    def __init__(self, buffer: _Buffer) -> None:
        super().__init__()
        self._buffer = buffer

    def read(self, size: int) -> bytes | None:
        """Up to `size` bytes."""
        taken = bytes(self._buffer.data[:size])
        del self._buffer.data[:size]
        return taken if taken or not self._buffer.writers else None

    def close(self) -> None:
        """Writers meet a broken pipe from here on."""
        self._buffer.readers = 0


class Writer(Handle):
    """The writing end of a virtual pipe."""

    def __init__(self, buffer: _Buffer) -> None:
        super().__init__()
        self._buffer = buffer

    def write(self, data: bytes) -> int | None:
        """As much as fits."""
        if not self._buffer.readers:
            raise BrokenPipeError
        taken = data[: PIPE_BYTES - len(self._buffer.data)]
        self._buffer.data += taken
        self.count(len(taken))
        return len(taken) or None

    def close(self) -> None:
        """Readers meet the end from here on."""
        self._buffer.writers = 0


def pipe() -> tuple[Reader, Writer]:
    """A new virtual pipe."""
    buffer = _Buffer()
    return Reader(buffer), Writer(buffer)


class OpenFile(Handle):
    """A file of the tree with a position; `flags` as for `open`."""

    def __init__(self, file: File, flags: int) -> None:
        super().__init__()
        self._file = file
        self._append = bool(flags & os.O_APPEND)
        self._access = flags & os.O_ACCMODE
        self._offset = 0

    def read(self, size: int) -> bytes | None:
        """Up to `size` bytes from the position."""
        self._needs(os.O_RDONLY)
        data = self._file.store.read(self._offset, size)
        self._offset += len(data)
        return data

    def write(self, data: bytes) -> int | None:
        """Write at the position, or at the end."""
        self._needs(os.O_WRONLY)
        if isinstance(self._file, Device):
            return len(data)
        self.count(len(data))
        if self._append:
            self._offset = self._file.store.size()
        self._offset += self._file.store.write(self._offset, data)
        return len(data)

    def _needs(self, access: int) -> None:
        if self._access not in (access, os.O_RDWR):
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))


class Text(Handle):
    """A here-document."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self._data = data

    def read(self, size: int) -> bytes | None:
        """Up to `size` bytes."""
        taken, self._data = self._data[:size], self._data[size:]
        return taken


class Kernel(Handle):
    """A real descriptor that the child sent: the end of a kernel pipe, a socket or an anonymous file."""

    def __init__(self, fd: int) -> None:
        super().__init__()
        self._fd = fd

    def read(self, size: int) -> bytes | None:
        """Up to `size` bytes, only when the kernel says that it will not block."""
        if not _polls(self._fd, select.POLLIN):
            return None
        return os.read(self._fd, size)

    def write(self, data: bytes) -> int | None:
        """At most `CHUNK` bytes, only when the kernel says that it will not block."""
        if not _polls(self._fd, select.POLLOUT):
            return None
        taken = os.write(self._fd, data[:CHUNK])
        self.count(taken)
        return taken

    def close(self) -> None:
        """Give the descriptor back."""
        os.close(self._fd)

    def descriptor(self) -> int:
        """The real descriptor to poll."""
        return self._fd


def _polls(fd: int, event: int) -> bool:
    poller = select.poll()
    poller.register(fd, event)
    return bool(poller.poll(0))


def adopt(fd: int) -> Handle:
    """A handle for a descriptor that came from the child; `/dev/null` needs no descriptor."""
    if stat.S_ISCHR(os.fstat(fd).st_mode):
        os.close(fd)
        return Null()
    return Kernel(fd)
