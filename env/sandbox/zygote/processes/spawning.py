"""How the child starts programs: `fork_exec`, `posix_spawn`, `system` and `spawn*`, all as one question to the broker."""

import errno
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NoReturn

from processes import environment
from processes.files import Files
from processes.link import Link, Message

EXEC_FAILED: Final = 255
"""Status of a subprocess child whose exec failed. Source: `_posixsubprocess.c`, `_exit(255)`."""
SPAWN_FAILED: Final = 127
"""Status of an `os.spawn*` child whose exec failed. Source: `os._spawnvef`."""
DEFAULT_PATH: Final = "/bin:/usr/bin"


def text(value: Any) -> str:
    """An argument as bytes decoded with Latin-1.

    Raises:
        ValueError: it holds a NUL.
    """
    encoded = os.fsencode(value)
    if b"\0" in encoded:
        message = "embedded null byte"
        raise ValueError(message)
    return encoded.decode("latin-1")


class Spawner:
    """The functions that stand in for the real ones."""

    def __init__(self, link: Link, files: Files) -> None:
        self._link = link
        self._files = files
        self._ended: dict[int, int] = {}

    def reset(self) -> None:
        """Forget the processes of an earlier call."""
        self._ended.clear()

    def refuse(self, name: str, *, through_shell: bool = False) -> NoReturn:
        """Record a road that the virtual machine does not offer.

        Raises:
            OSError: ENOSYS, always.
        """
        self._link.ask("refuse", name=name, shell=through_shell)
        raise OSError(errno.ENOSYS, f"the virtual machine does not offer: {name}")

    def fork_exec(self, *given: Any) -> int:
        """`_posixsubprocess.fork_exec` of CPython 3.11."""
        (args, executables, _close, _keep, cwd, env, p2cread, _p2cwrite, _c2pread, c2pwrite) = given[:10]
        (_errread, errwrite, _pipe_read, pipe_write, _restore, session, group, gid, gids, uid, umask, preexec) = given[10:22]
        if preexec is not None:
            self.refuse("preexec_fn", through_shell=True)
        if any(value not in (None, -1) for value in (gid, gids, uid)):
            self.refuse("user or group of a program")
        if group not in (None, -1, 0):
            self.refuse("process_group")
        del umask
        argv = [text(arg) for arg in args]
        standard = [fd if fd != -1 else number for number, fd in enumerate((p2cread, c2pwrite, errwrite))]
        reply = self._spawn(
            argv,
            [text(path) for path in executables],
            self._files.cwd if cwd is None else self._files.absolute(cwd),
            env if env is None else [text(pair) for pair in env],
            standard,
            session=bool(session) or group == 0,
        )
        if "failed" in reply:
            suffix = b"noexec" if reply["what"] == "cwd" else b""
            os.write(pipe_write, b"OSError:%x:%s" % (reply["failed"], suffix))
        pid: int = reply["pid"]
        return pid

    def _spawn(  # noqa: PLR0913 - the fields of one question
        self,
        argv: list[str],
        candidates: list[str],
        cwd: str,
        env: list[str] | None,
        fds: Sequence[int],
        *,
        session: bool = False,
        failure: int = EXEC_FAILED,
    ) -> Message:
        if env is None and environment.is_base():
            env = [*environment.BASE_PAIRS]
        elif env is None:
            env = [f"{text(name)}={text(value)}" for name, value in environment.inherited().items()]
        fields = {"argv": argv, "candidates": candidates, "cwd": cwd, "env": env, "session": session, "failure": failure}
        reply, _fds = self._link.ask("spawn", tuple(fds), **fields)
        if "status" in reply:
            self._ended[reply["pid"]] = reply["status"]
        return reply

    def system(self, command: Any) -> int:
        """`os.system`."""
        self._link.ask("shell")
        reply = self._spawn(["sh", "-c", text(command)], ["/bin/sh"], self._files.cwd, None, (0, 1, 2), failure=SPAWN_FAILED)
        return self.waitpid(reply["pid"], 0)[1]

    def posix_spawn(self, path: Any, argv: Sequence[Any], env: Mapping[Any, Any], /, **options: Any) -> int:
        """`os.posix_spawn`."""
        return self._posix(path, [self._files.absolute(path)], argv, env, options)

    def posix_spawnp(self, path: Any, argv: Sequence[Any], env: Mapping[Any, Any], /, **options: Any) -> int:
        """`os.posix_spawnp`: looks the program up on the PATH of the caller."""
        return self._posix(path, self._on_path(text(path), os.environ.get("PATH", DEFAULT_PATH)), argv, env, options)

    def _posix(
        self, path: Any, candidates: list[str], argv: Sequence[Any], env: Mapping[Any, Any] | None, options: dict[str, Any]
    ) -> int:
        fds, opened = self._arranged(options.get("file_actions") or ())
        try:
            pairs = None if env is None else [f"{text(name)}={text(value)}" for name, value in env.items()]
            reply = self._spawn(
                [text(arg) for arg in argv], candidates, self._files.cwd, pairs, fds, session=bool(options.get("setsid"))
            )
        finally:
            for fd in opened:
                os.close(fd)
        if "failed" in reply:
            self.waitpid(reply["pid"], 0)
            raise OSError(reply["failed"], os.strerror(reply["failed"]), path)
        pid: int = reply["pid"]
        return pid

    def _arranged(self, actions: Sequence[Sequence[Any]]) -> tuple[list[int], list[int]]:
        """The three standard descriptors after the file actions, and those that were opened for them."""
        fds, opened = {0: 0, 1: 1, 2: 2}, []
        for kind, *rest in actions:
            if kind == os.POSIX_SPAWN_OPEN:
                number, path, flags, mode = rest
                opened.append(os.open(path, flags, mode))
                fds[number] = opened[-1]
            elif kind == os.POSIX_SPAWN_DUP2:
                source, number = rest
                fds[number] = fds.get(source, source)
            else:
                fds.pop(rest[0], None)
        if not {0, 1, 2} <= set(fds):
            self.refuse("a program without standard descriptors")
        return [fds[number] for number in range(3)], opened

    def spawnvef(
        self, mode: int, file: Any, args: Sequence[Any], env: Mapping[Any, Any] | None, func: Callable[..., Any]
    ) -> int:
        """`os._spawnvef`, behind `spawnv`, `spawnlp` and the rest; `func` is the exec function that a fork would call."""
        if not isinstance(args, tuple | list):
            message = "argv must be a tuple or a list"
            raise TypeError(message)
        if not args or not args[0]:
            message = "argv first element cannot be empty"
            raise ValueError(message)
        searches = func.__name__ in ("execvp", "execvpe")
        path = (os.environ if env is None else env).get("PATH", os.defpath)
        candidates = self._on_path(text(file), path) if searches else [self._files.absolute(file)]
        pairs = None if env is None else [f"{text(name)}={text(value)}" for name, value in env.items()]
        argv = [text(arg) for arg in args]
        reply = self._spawn(argv, candidates, self._files.cwd, pairs, (0, 1, 2), failure=SPAWN_FAILED)
        if mode == os.P_NOWAIT:
            pid: int = reply["pid"]
            return pid
        return os.waitstatus_to_exitcode(self.waitpid(reply["pid"], 0)[1])

    def _on_path(self, name: str, path: Any) -> list[str]:
        if "/" in name:
            return [self._files.absolute(name.encode("latin-1"))]
        return [f"{folder or self._files.cwd}/{name}" for folder in text(path).split(":")]

    def waitpid(self, pid: int, options: int, /) -> tuple[int, int]:
        """`os.waitpid`."""
        if pid < -1 or pid == 0:
            self.refuse("waiting for a process group")
        pid, nohang = int(pid), bool(options & os.WNOHANG)
        known = None if self._link.live else self._ended.pop(pid, None)
        if known is not None:
            self._link.reaped.append(pid)
            return pid, known
        reply, _fds = self._link.ask("wait", pid=pid, nohang=nohang)
        self._ended.pop(reply["pid"], None)
        return reply["pid"], reply["status"]

    def wait(self) -> tuple[int, int]:
        """`os.wait`."""
        return self.waitpid(-1, 0)

    def kill(self, pid: int, number: int, /) -> None:
        """`os.kill`."""
        if pid == os.getpid() or pid <= 0:
            self.refuse("a signal to the program itself")
        self._link.ask("kill", pid=int(pid), number=int(number), group=False)

    def killpg(self, group: int, number: int, /) -> None:
        """`os.killpg`."""
        self._link.ask("kill", pid=int(group), number=int(number), group=True)

    def getpgid(self, pid: int, /) -> int:
        """`os.getpgid`."""
        group: int = self._link.ask("group", pid=int(pid))[0]["group"]
        return group

    def pidfd_open(self, pid: int, flags: int = 0) -> int:
        """`os.pidfd_open`: the reading end of a pipe that the broker writes to when the process has ended."""
        del flags
        reader, writer = os.pipe()
        try:
            self._link.ask("watch", (writer,), pid=int(pid))
        except OSError:
            os.close(reader)
            raise
        finally:
            os.close(writer)
        return reader

    def send_signal(self, pidfd: int, number: int, *_rest: Any) -> None:
        """`signal.pidfd_send_signal`."""
        self.refuse(f"signal {number} by pidfd {pidfd}")

    def forbidden(self, name: str, *, shell: bool) -> Callable[..., Any]:
        """A function that stands in for one that the virtual machine does not offer."""

        def refuse(*_args: Any, **_options: Any) -> Any:
            self.refuse(name, through_shell=shell)

        return refuse
