"""Files of the virtual machine behind `open`, `os` and everything built on them.

A `Store` answers for paths that are absolute and Latin-1 decoded; `install` puts functions in front of it that have the
signatures and the errors of the real ones.
"""

import errno
import io
import os
import shutil
import stat
import tempfile
from collections.abc import Callable
from typing import Any, Final, Protocol

from processes import patches
from processes.entries import Entries, Entry
from processes.tree import START

NULL: Final = "/dev/null"
Path = Any
"""`str`, `bytes` or `os.PathLike`, and an `int` where the real function takes a descriptor."""

_FLAGS: Final = {
    "r": os.O_RDONLY,
    "w": os.O_WRONLY | os.O_CREAT | os.O_TRUNC,
    "x": os.O_WRONLY | os.O_CREAT | os.O_EXCL,
    "a": os.O_WRONLY | os.O_CREAT | os.O_APPEND,
}
_REAL: Final[dict[str, Callable[..., Any]]] = {
    name: getattr(os, name)
    for name in (
        "open stat lstat listdir scandir access mkdir rmdir unlink remove rename replace chdir getcwd getcwdb "
        "chmod utime truncate readlink symlink link listxattr"
    ).split()
}
_OPEN: Final = io.open
_MKDIR_MODE: Final = 0o777
_USER: Final = 1000
_BLOCK: Final = 4096
_NANO: Final = 1_000_000_000


class Store(Protocol):
    """Who answers for files."""

    def open_raw(self, path: str, flags: int) -> "int | io.RawIOBase":
        """A real descriptor, or a raw stream where there are none."""

    def stat(self, path: str) -> tuple[int, int, int, int]:
        """Mode, inode, number of links, size."""

    def list(self, path: str) -> list[tuple[str, bool, int]]:
        """Name, whether it is a directory, inode."""

    def change(self, verb: str, path: str, target: str) -> None:
        """`mkdir`, `rmdir`, `unlink`, `rename`, `chmod`."""


class Files:
    """The functions that stand in for the real ones."""

    def __init__(self, store: Store, time: Callable[[], float]) -> None:
        self._store = store
        self._time = time
        self.cwd = START

    def reset(self) -> None:
        """Back to the first working directory."""
        self.cwd = START

    def absolute(self, path: Path) -> str:
        """The path as the store wants it."""
        text = os.fsencode(path).decode("latin-1")
        if "\0" in text:
            message = "embedded null byte"
            raise ValueError(message)
        return text if text.startswith("/") or not text else f"{self.cwd}/{text}"

    def _ask(self, path: Path, asked: Callable[..., Any], *args: Any) -> Any:
        """Ask the store; its errors get the name of the file as the caller gave it."""
        if isinstance(path, int):
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))
        given = os.fspath(path)
        absolute = self.absolute(given)
        if not absolute:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), given)
        try:
            return asked(absolute, *args)
        except OSError as fault:
            raise OSError(fault.errno, os.strerror(fault.errno or 0), given) from None

    def open(  # noqa: PLR0913, PLR0917 - signature of the built-in
        self,
        file: Path,
        mode: str = "r",
        buffering: int = -1,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
        closefd: bool = True,  # noqa: FBT001, FBT002 - as above
        opener: Callable[[Path, int], int] | None = None,
    ) -> Any:
        """`open`."""
        if isinstance(file, int):
            return _OPEN(file, mode, buffering, encoding, errors, newline, closefd)
        kinds = [char for char in mode if char in _FLAGS]
        if len(kinds) != 1 or not set("rwxabt+").issuperset(mode):
            return _OPEN(0, mode)  # says what is wrong with the mode
        flags = _FLAGS[kinds[0]]
        flags = (flags & ~os.O_WRONLY) | os.O_RDWR if "+" in mode else flags
        path = os.fspath(file)
        if opener is not None:
            raw: Any = opener(path, flags | os.O_CLOEXEC)
        else:
            raw = self._raw(path, flags)
        if isinstance(raw, int):
            return _named(_OPEN(raw, mode.replace("x", "w"), buffering, encoding, errors, newline), path)
        raw.name = path
        return _stacked(raw, mode, buffering, (encoding, errors, newline))

    def _raw(self, path: Path, flags: int) -> Any:
        if os.fsencode(path) == NULL.encode():
            return os.dup(0)
        return self._ask(path, self._store.open_raw, flags)

    def open_fd(self, path: Path, flags: int, mode: int = _MKDIR_MODE, *, dir_fd: int | None = None) -> int:
        """`os.open`."""
        del mode
        _no_folder(dir_fd)
        raw = self._raw(path, flags)
        if not isinstance(raw, int):
            raise OSError(errno.EPERM, os.strerror(errno.EPERM), path)
        return raw

    def stat(self, path: Path, *, dir_fd: int | None = None, follow_symlinks: bool = True) -> os.stat_result:
        """`os.stat` and `os.lstat`."""
        del follow_symlinks
        if isinstance(path, int):
            return os.fstat(path)
        _no_folder(dir_fd)
        mode, inode, links, size = self._ask(path, self._store.stat)
        moment = self._time()
        times = (*(int(moment),) * 3, *(moment,) * 3, *(int(moment * _NANO),) * 3)
        return os.stat_result((mode, inode, 1, links, _USER, _USER, size, *times, _BLOCK, -(-size // 512), 0))

    def listdir(self, path: Path = ".") -> list[Any]:
        """`os.listdir`."""
        names = [name for name, _, _ in self._ask("." if path is None else path, self._store.list)]
        return [_like(path, name) for name in names]

    def scandir(self, path: Path = ".") -> Entries:
        """`os.scandir`."""
        folder = "." if path is None else os.fspath(path)
        found = self._ask(folder, self._store.list)
        prefix = None if path is None else folder
        return Entries(
            Entry(self.stat, prefix if prefix is not None else ".", _like(folder, name), is_folder=is_folder, inode=inode)
            for name, is_folder, inode in found
        )

    def access(
        self, path: Path, mode: int, *, dir_fd: int | None = None, effective_ids: bool = False, follow_symlinks: bool = True
    ) -> bool:
        """`os.access`: everything may be read and written; directories and programs may be entered or run."""
        del effective_ids, follow_symlinks
        _no_folder(dir_fd)
        try:
            found = self.stat(path)
        except OSError:
            return False
        return not mode & os.X_OK or bool(found.st_mode & 0o111)

    def mkdir(self, path: Path, mode: int = _MKDIR_MODE, *, dir_fd: int | None = None) -> None:
        """`os.mkdir`."""
        del mode
        _no_folder(dir_fd)
        self._ask(path, lambda absolute: self._store.change("mkdir", absolute, ""))

    def rmdir(self, path: Path, *, dir_fd: int | None = None) -> None:
        """`os.rmdir`."""
        _no_folder(dir_fd)
        self._ask(path, lambda absolute: self._store.change("rmdir", absolute, ""))

    def unlink(self, path: Path, *, dir_fd: int | None = None) -> None:
        """`os.unlink` and `os.remove`."""
        _no_folder(dir_fd)
        self._ask(path, lambda absolute: self._store.change("unlink", absolute, ""))

    def rename(self, src: Path, dst: Path, *, src_dir_fd: int | None = None, dst_dir_fd: int | None = None) -> None:
        """`os.rename` and `os.replace`."""
        _no_folder(src_dir_fd)
        _no_folder(dst_dir_fd)
        try:
            self._ask(src, lambda absolute: self._store.change("rename", absolute, self.absolute(dst)))
        except OSError as fault:
            raise OSError(fault.errno, fault.strerror, src, None, dst) from None

    def chmod(self, path: Path, mode: int, *, dir_fd: int | None = None, follow_symlinks: bool = True) -> None:
        """`os.chmod`."""
        del follow_symlinks
        _no_folder(dir_fd)
        self._ask(path, lambda absolute: self._store.change("chmod", absolute, str(mode)))

    def utime(self, path: Path, times: Any = None, **_rest: Any) -> None:
        """`os.utime`: times are not kept."""
        del times
        if not isinstance(path, int):
            self.stat(path)

    def truncate(self, path: Path, length: int) -> None:
        """`os.truncate`."""
        if isinstance(path, int):
            os.ftruncate(path, length)
            return
        with self.open(path, "r+b") as file:
            file.truncate(length)

    def readlink(self, path: Path, *, dir_fd: int | None = None) -> Any:
        """`os.readlink`: nothing is a link."""
        _no_folder(dir_fd)
        self.stat(path)
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), path)

    def symlink(self, src: Path, dst: Path, *_rest: Any, **_more: Any) -> None:
        """`os.symlink` and `os.link`: there are no links."""
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), src, None, dst)

    def listxattr(self, path: Path = None, *, follow_symlinks: bool = True) -> list[str]:
        """`os.listxattr`: there are none."""
        del follow_symlinks
        self.stat("." if path is None else path)
        return []

    def chdir(self, path: Path) -> None:
        """`os.chdir`."""
        if not stat.S_ISDIR(self.stat(path).st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), path)
        self.cwd = os.path.normpath(self.absolute(path))

    def getcwd(self) -> str:
        """`os.getcwd`."""
        return os.fsdecode(self.cwd.encode("latin-1"))

    def getcwdb(self) -> bytes:
        """`os.getcwdb`."""
        return self.cwd.encode("latin-1")


def _no_folder(dir_fd: int | None) -> None:
    if dir_fd is not None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))


def _like(path: Path, name: str) -> Any:
    raw = name.encode("latin-1")
    return raw if isinstance(path, bytes) else os.fsdecode(raw)


def _named(file: Any, path: Path) -> Any:
    raw = getattr(file, "buffer", file)
    raw = getattr(raw, "raw", raw)
    raw.name = path
    return file


def _stacked(raw: Any, mode: str, buffering: int, text: tuple[str | None, str | None, str | None]) -> Any:
    """The layers that `open` puts on a raw stream."""
    if buffering == 0 and "b" in mode:
        return raw
    size = io.DEFAULT_BUFFER_SIZE if buffering in (-1, 1) else buffering
    buffered: Any = (
        io.BufferedRandom(raw, size)
        if "+" in mode
        else io.BufferedReader(raw, size)
        if "r" in mode
        else io.BufferedWriter(raw, size)
    )
    if "b" in mode:
        return buffered
    wrapper = io.TextIOWrapper(buffered, *text, line_buffering=buffering == 1)
    wrapper.mode = mode  # type: ignore[misc] # as open does
    return wrapper


def prepare() -> None:
    """Look up where modules hold the functions, before a fork."""
    patches.find([_OPEN, *_REAL.values()])


def install(files: Files) -> None:
    """Make `files` what this process sees."""
    same = {"open": "open_fd", "lstat": "stat", "remove": "unlink", "replace": "rename", "link": "symlink"}
    replacements = {real: getattr(files, same.get(name, name)) for name, real in _REAL.items()}
    patches.apply({**replacements, _OPEN: files.open})
    shutil._use_fd_functions = False  # type: ignore[attr-defined] # noqa: SLF001 - rmtree by names, not by descriptors
    closer = tempfile._TemporaryFileCloser  # type: ignore[attr-defined] # noqa: SLF001 - holds unlink as a default
    closer.close.__defaults__ = (files.unlink,)
    tempfile.tempdir = None
