"""How asyncio learns that a virtual process has ended: it watches the descriptor that `os.pidfd_open` gives."""

import asyncio
import os
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self


class Watcher(asyncio.AbstractChildWatcher):
    """A child watcher without threads and signals, for whichever loop is running."""

    def __enter__(self) -> Self:
        """Nothing to prepare."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Nothing to give back."""

    def is_active(self) -> bool:
        """Always."""
        return True

    def close(self) -> None:
        """Nothing to give back."""

    def attach_loop(self, loop: asyncio.AbstractEventLoop | None) -> None:
        """Each child is watched by the loop that is running when it starts."""

    def add_child_handler(self, pid: int, callback: Callable[..., object], *args: Any) -> None:  # type: ignore[override] # as called
        """Call `callback(pid, returncode, *args)` once the process has ended."""
        loop = asyncio.get_running_loop()
        descriptor = os.pidfd_open(pid)

        def ended() -> None:
            loop.remove_reader(descriptor)
            os.close(descriptor)
            callback(pid, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), *args)

        loop.add_reader(descriptor, ended)

    def remove_child_handler(self, pid: int) -> bool:
        """Handlers stay until their process has ended."""
        del pid
        return True
