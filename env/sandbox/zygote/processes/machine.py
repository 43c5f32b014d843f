"""The process table: virtual processes are generators, stepped in turn until none can go on without the child.

A generator yields a `Wait` where a real process would block and returns its exit status.
"""

import signal
from collections.abc import Iterator
from typing import Final

from processes.handles import Handle
from processes.process import CHILD_PID, Died, Env, Process, Start, Wait
from processes.syntax import Refused
from processes.tree import START, Tree

MAX_STEPS: Final = 20_000
"""Steps of all virtual processes in one call: a runaway script ends here, in well under a second."""
MAX_PROCESSES: Final = 256
FIRST_PID: Final = 1001

ENDING: Final = frozenset(
    {
        signal.SIGHUP,
        signal.SIGINT,
        signal.SIGQUIT,
        signal.SIGABRT,
        signal.SIGKILL,
        signal.SIGUSR1,
        signal.SIGUSR2,
        signal.SIGPIPE,
        signal.SIGALRM,
        signal.SIGTERM,
    }
)


class Machine:
    """The virtual machine of one call; `epoch` keeps its process ids apart from those of every other call."""

    def __init__(self, tree: Tree, epoch: int = 0) -> None:
        self.tree = tree
        self.processes: dict[int, Process] = {}
        self.starts: list[Start] = []
        self.shell = False
        self.refused: list[str] = []
        self.steps = 0
        self._next = FIRST_PID + epoch * MAX_PROCESSES
        self._end = self._next + MAX_PROCESSES

    def refuse(self, feature: str) -> None:
        """Record a feature that the machine does not offer."""
        if feature not in self.refused:
            self.refused.append(feature)

    def create(self, parent: "Process | None", fds: dict[int, Handle], cwd: str = START, env: Env | None = None) -> Process:
        """A process without a program yet.

        Raises:
            Refused: too many processes in one call.
        """
        if self._next >= self._end:
            feature = "limit: processes"
            raise Refused(feature)
        pid, self._next = self._next, self._next + 1
        up = parent.pid if parent else CHILD_PID
        process = Process(pid, up, parent.group if parent else CHILD_PID, cwd, dict(env or {}), fds)
        self.processes[pid] = process
        return process

    def fork(self, parent: Process) -> Process:
        """A copy of `parent` without a program."""
        return self.create(parent, parent.copies(), parent.cwd, parent.env)

    def tick(self) -> None:
        """One unit of work.

        Raises:
            Refused: the call has done more than `MAX_STEPS`.
        """
        self.steps += 1
        if self.steps > MAX_STEPS:
            feature = "limit: steps"
            raise Refused(feature)

    def settle(self) -> None:
        """Run every process as far as it goes."""
        moved = True
        while moved:
            moved = False
            for process in list(self.processes.values()):
                if process.program is not None and (process.blocked is None or process.blocked.ready()):
                    self._step(process)
                    moved = True

    def _step(self, process: Process) -> None:
        if process.program is None:
            return
        try:
            self.tick()
            process.blocked = next(process.program)
        except StopIteration as end:
            process.program = None
            self.end(process, (end.value & 0xFF) << 8)
        except Died as death:
            self.end(process, death.number)
        except BrokenPipeError:
            self.end(process, signal.SIGPIPE)
        except OSError as fault:
            self.refuse(f"input or output: {fault.strerror}")
            self.end(process, signal.SIGKILL)
        except Refused as refusal:
            self.refuse(refusal.feature)
            self.end(process, signal.SIGKILL)
        except RecursionError:
            self.refuse("deep nesting")
            self.end(process, signal.SIGKILL)

    def end(self, process: Process, status: int) -> None:
        """The process is over; its descriptors close and its parent may wait for it."""
        program, process.program, process.blocked = process.program, None, None
        if process.status is None:
            process.status = status
        if program is not None:
            program.close()
        process.drop()
        for handle in process.watchers:
            handle.write(b"x")
            handle.release()
        process.watchers.clear()
        if process.parent not in (CHILD_PID, *self.processes):
            self.processes.pop(process.pid, None)

    def exits(self, process: Process, status: int) -> None:
        """The program has ended but goes on taking its standard input."""
        process.status = (status & 0xFF) << 8
        for number, handle in list(process.fds.items()):
            if number != 0:
                del process.fds[number]
                handle.release()
        for handle in process.watchers:
            handle.write(b"x")
            handle.release()
        process.watchers.clear()

    def kill(self, pid: int, number: int) -> None:
        """Send a signal that ends the process.

        Raises:
            ProcessLookupError: no such process.
            Refused: a signal that does not end a process by default.
        """
        process = self.processes.get(pid)
        if process is None:
            raise ProcessLookupError(3, "No such process")
        if number == 0 or process.status is not None:
            return
        if number not in ENDING:
            feature = f"signal {number}"
            raise Refused(feature)
        self.end(process, number)

    def group(self, group: int) -> list[int]:
        """Process ids of a process group."""
        return [process.pid for process in self.processes.values() if process.group == group]

    def reap(self, pid: int, parent: int) -> tuple[int, int] | None:
        """Process id and wait status of an ended child, `pid` -1 for any; None while it lives.

        Raises:
            ChildProcessError: there is no such child.
        """
        children = [p for p in self.processes.values() if p.parent == parent and pid in (-1, p.pid)]
        if not children:
            raise ChildProcessError(10, "No child processes")
        for process in children:
            if process.status is not None:
                process.parent = 0
                if process.program is None:
                    del self.processes[process.pid]
                return process.pid, process.status
        return None

    def live(self) -> bool:
        """Whether any process can still go on by itself."""
        return any(process.program is not None for process in self.processes.values())

    def waiting(self) -> Iterator[Wait]:
        """What the blocked processes wait for in the kernel."""
        for process in self.processes.values():
            if process.blocked is not None and process.blocked.descriptor >= 0:
                yield process.blocked

    def forget(self) -> None:
        """Begin a new record; what happens from here on belongs to the next call."""
        self.starts, self.refused, self.shell, self.steps = [], [], False, 0

    def close(self) -> None:
        """End every process."""
        for process in list(self.processes.values()):
            self.end(process, signal.SIGKILL)
        self.processes.clear()
