"""Find out by doing: which layers hold on this machine, and what a confined child can still do."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryDirectory
from typing import Any, Final, Literal

from code_review_env.env.errors import ConfinementMissing
from code_review_env.env.sandbox.program import Level
from code_review_env.env.sandbox.worker import RunLost, Worker

_LEVELS: Final = (Level.A, Level.B, Level.C)


@dataclass(frozen=True, slots=True)
class Finding:
    """What the self-test found.

    Attributes:
        level: the strictest level whose layers are all in force, or the forced one.
        selftest: `pass` when no forbidden act succeeded.
        missing: each layer that is not in force with its reason, and each forbidden act that succeeded.
    """

    level: Level
    selftest: Literal["pass", "fail"]
    missing: tuple[str, ...]


def examine(worker: Worker, *, force: Level | None, allow_unsandboxed: bool) -> Finding:
    """Try the levels from the strictest down and leave `worker` at the one found.

    Raises:
        ConfinementMissing: no level is safe and running without one was not asked for.
        RunLost: the machinery itself failed.
    """
    missing: list[str] = []
    for level in _LEVELS if force is None else (force,):
        worker.level = level
        try:
            with _targets() as targets:
                succeeded = worker.probe(targets)
        except RunLost as error:
            missing.append(str(error))
            continue
        missing += [f"level {level}: a submission can {act}" for act in succeeded]
        if not succeeded:
            return Finding(level, "pass", tuple(missing))
        if level is Level.C and allow_unsandboxed:
            return Finding(level, "fail", tuple(missing))
    message = f"the sandbox is not in force: {'; '.join(missing)}"
    raise ConfinementMissing(message)


@contextmanager
def _targets() -> Iterator[dict[str, Any]]:
    """Things a child must not reach: files, this process, a listening port."""
    with socket.create_server(("127.0.0.1", 0)) as listener, TemporaryDirectory() as folder:
        yield {
            "file": __file__,
            "scratch": f"{folder}/scratch",
            "server": os.getpid(),
            "port": listener.getsockname()[1],
        }
