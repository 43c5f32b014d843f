"""A file system in memory: directories, regular files and nothing else, owned by one user who may do everything.

Paths are bytes decoded as Latin-1, one character a byte. `/bin` is `/usr/bin`, as on every merged-usr distribution.
"""

import errno
import functools
import os
import stat
from collections.abc import Iterator
from typing import Final

from processes.nodes import Device, Directory, File, Found

HOME: Final = "/home/user"
START: Final = "/home/user/project"
PROGRAMS: Final = "/usr/bin"
DIRECTORIES: Final = ("/tmp", "/dev", "/etc", "/root", PROGRAMS, START)  # noqa: S108 - a folder of the virtual machine
MAX_NODES: Final = 1024
"""Nodes of one tree; the design bound of 256 files, with room for tools and folders."""
_PATHS: Final = 256
"""Split paths that are kept: every start of a program walks the same ones."""
MAX_NAME: Final = 255
MAX_PATH: Final = 4096
"""Linux NAME_MAX and PATH_MAX."""


class Tree:
    """The whole file system of one call.

    Attributes:
        touched: something may differ from the start, because a file was opened or a name changed.

    Raises:
        OSError: every method, with the errno that Linux gives and no file name.
    """

    def __init__(self, files: dict[str, str]) -> None:
        self.root = Directory()
        self._count = 1
        for path in DIRECTORIES:
            self.make_directories(path)
        self._add("/dev/null", Device())
        for path, text in files.items():
            given = path.encode("utf-8", "surrogateescape").decode("latin-1")
            self.make_directories((given if given[:1] == "/" else f"{START}/{given}").rpartition("/")[0])
            self._add(given, File(text.encode("utf-8", "surrogateescape")))
        self._originals = {path: file.content() for path, file in self.files()}
        self.touched = False

    def close(self) -> None:
        """Let go of every file now: folders refer to one another, and would keep descriptors until a collection."""
        waiting = [self.root]
        while waiting:
            folder = waiting.pop()
            waiting += [found for found in folder.entries.values() if isinstance(found, Directory)]
            folder.entries.clear()

    def find(self, path: str, cwd: str = START) -> Found:
        """The node at `path`."""
        folder, name = self._parent(path, cwd)
        if not name:
            return folder
        if name not in folder.entries:
            raise _fault(errno.ENOENT)
        found = folder.entries[name]
        if path.endswith(("/", "/.")) and isinstance(found, File):
            raise _fault(errno.ENOTDIR)
        return found

    def directory(self, path: str, cwd: str = START) -> Directory:
        """The directory at `path`."""
        found = self.find(path, cwd)
        if not isinstance(found, Directory):
            raise _fault(errno.ENOTDIR)
        return found

    def open(self, path: str, cwd: str, flags: int) -> File:
        """The file that `open(2)` with these flags gives; created or emptied where they say so."""
        self.touched = True
        folder, name = self._parent(path, cwd)
        writes = flags & (os.O_WRONLY | os.O_RDWR)
        found: Found | None = folder.entries.get(name) if name else folder
        if found is None and flags & os.O_CREAT:
            if path.endswith("/"):
                raise _fault(errno.EISDIR)
            found = self._enter(folder, name, File())
        elif found is None:
            raise _fault(errno.ENOENT)
        elif flags & os.O_CREAT and flags & os.O_EXCL:
            raise _fault(errno.EEXIST)
        if isinstance(found, Directory):
            raise _fault(errno.EISDIR if writes or flags & os.O_CREAT or not flags & os.O_DIRECTORY else errno.EACCES)
        if path.endswith("/") or flags & os.O_DIRECTORY:
            raise _fault(errno.ENOTDIR)
        if flags & os.O_TRUNC and writes:
            found.store.truncate(0)
        return found

    def programs(self) -> Directory:
        """The folder of programs."""
        return self.directory(PROGRAMS)

    def add_program(self, name: str) -> None:
        """An executable file without content."""
        self._enter(self.programs(), name, File(executable=True))

    def remove_program(self, name: str) -> None:
        """Take an executable file away."""
        self.touched = True
        del self.programs().entries[name]

    def make_directory(self, path: str, cwd: str = START) -> None:
        """`mkdir(2)`."""
        folder, name = self._parent(path, cwd)
        if not name or name in folder.entries:
            raise _fault(errno.EEXIST)
        self._enter(folder, name, Directory(folder))

    def make_directories(self, path: str) -> None:
        """`mkdir -p` of an absolute path."""
        folder = self.root
        for part in _parts(path):
            found = folder.entries.get(part) or self._enter(folder, part, Directory(folder))
            if not isinstance(found, Directory):
                raise _fault(errno.ENOTDIR)
            folder = found

    def remove(self, path: str, cwd: str = START) -> None:
        """`unlink(2)`."""
        self.touched = True
        folder, name = self._parent(path, cwd)
        if isinstance(self.find(path, cwd), Directory):
            raise _fault(errno.EISDIR)
        del folder.entries[name]

    def remove_directory(self, path: str, cwd: str = START) -> None:
        """`rmdir(2)`."""
        self.touched = True
        folder, name = self._parent(path, cwd)
        found = self.directory(path, cwd)
        if not name:
            raise _fault(errno.EBUSY)
        if found.entries:
            raise _fault(errno.ENOTEMPTY)
        del folder.entries[name]

    def rename(self, path: str, target: str, cwd: str = START) -> None:
        """`rename(2)`."""
        self.touched = True
        found = self.find(path, cwd)
        folder, name = self._parent(path, cwd)
        into, new = self._parent(target, cwd)
        old = into.entries.get(new)
        if not name or not new or self._inside(found, into):
            raise _fault(errno.EINVAL)
        if old is found:
            return
        if isinstance(old, Directory) and not isinstance(found, Directory):
            raise _fault(errno.EISDIR)
        if isinstance(found, Directory) and isinstance(old, File):
            raise _fault(errno.ENOTDIR)
        if isinstance(old, Directory) and old.entries:
            raise _fault(errno.ENOTEMPTY)
        del folder.entries[name]
        into.entries[new] = found
        if isinstance(found, Directory):
            found.parent = into

    def change(self, verb: str, path: str, target: str) -> None:
        """One change by name: `mkdir`, `rmdir`, `unlink`, `rename` to the path `target`, `chmod` to the mode `target`.

        Raises:
            KeyError: no such verb.
        """
        if verb == "rename":
            self.rename(path, target, "/")
        elif verb == "chmod":
            found = self.find(path, "/")
            self.touched = True
            found.mode = stat.S_IFMT(found.mode) | (int(target) & 0o7777)
        else:
            verbs = {"mkdir": self.make_directory, "rmdir": self.remove_directory, "unlink": self.remove}
            verbs[verb](path, "/")

    def path_of(self, found: Directory) -> str:
        """The absolute path of a directory."""
        names = []
        while found.parent is not found:
            names.append(next(name for name, node in found.parent.entries.items() if node is found))
            found = found.parent
        return "/" + "/".join(reversed(names))

    def files(self) -> Iterator[tuple[str, File]]:
        """Absolute path and node of every regular file outside the folder of programs."""
        waiting: list[tuple[str, Directory]] = [("", self.root)]
        while waiting:
            prefix, folder = waiting.pop()
            for name, found in folder.entries.items():
                if isinstance(found, Directory):
                    waiting.append((f"{prefix}/{name}", found))
                elif stat.S_ISREG(found.mode) and not prefix.startswith(PROGRAMS):
                    yield f"{prefix}/{name}", found

    def changes(self) -> list[tuple[str, bytes | None]]:
        """Files that differ from the start, sorted by path; None stands for a removed one."""
        if not self.touched:
            return []
        now = {path: file.content() for path, file in self.files()}
        gone: list[tuple[str, bytes | None]] = [(path, None) for path in self._originals if path not in now]
        return sorted(
            [(path, data) for path, data in now.items() if self._originals.get(path) != data] + gone, key=lambda pair: pair[0]
        )

    def _parent(self, path: str, cwd: str) -> tuple[Directory, str]:
        """The directory that holds `path`, and the last name; the name is empty for the directory itself."""
        if not path:
            raise _fault(errno.ENOENT)
        if len(path) > MAX_PATH:
            raise _fault(errno.ENAMETOOLONG)
        parts = _parts(path if path[0] == "/" else f"{cwd}/{path}")
        folder, last = self.root, ""
        for index, part in enumerate(parts):
            if len(part) > MAX_NAME:
                raise _fault(errno.ENAMETOOLONG)
            if part != ".." and index == len(parts) - 1:
                last = part
                break
            found = folder.parent if part == ".." else folder.entries.get(part)
            if found is None:
                raise _fault(errno.ENOENT)
            if not isinstance(found, Directory):
                raise _fault(errno.ENOTDIR)
            folder = found
        return folder, last

    def _add(self, path: str, found: Found) -> None:
        folder, name = self._parent(path, START)
        self._enter(folder, name, found)

    def _enter(self, folder: Directory, name: str, found: Found) -> Found:
        if self._count >= MAX_NODES:
            raise _fault(errno.ENOSPC)
        self._count += 1
        self.touched = True
        found.inode = self._count
        folder.entries[name] = found
        return found

    def _inside(self, found: Found, folder: Directory) -> bool:
        while folder.parent is not folder:
            if folder is found:
                return True
            folder = folder.parent
        return False


@functools.lru_cache(maxsize=_PATHS)
def _parts(path: str) -> tuple[str, ...]:
    parts = [part for part in path.split("/") if part not in ("", ".")]
    return ("usr", *parts) if parts[:1] == ["bin"] else tuple(parts)


def _fault(number: int) -> OSError:
    return OSError(number, os.strerror(number))
