"""How a process wants its sandbox, as one value that commands and servers pass around."""

from dataclasses import dataclass

from code_review_env.env.sandbox.pool import SandboxPool
from code_review_env.env.sandbox.program import Level


@dataclass(frozen=True, slots=True)
class PoolSettings:
    """Arguments of a `SandboxPool`.

    Attributes:
        workers: programs that run at once, about one per CPU.
        queue: callers that may wait beyond these.
        wait_s: seconds a caller waits at most.
        force_level: use this level, or refuse to start; None takes the best one.
        allow_unsandboxed: accept level C.
    """

    workers: int = 1
    queue: int = 256
    wait_s: float = 30.0
    force_level: Level | None = None
    allow_unsandboxed: bool = False

    def open(self) -> SandboxPool:
        """Start a pool.

        Raises:
            ConfinementMissing: a required layer is not in force.
            SandboxUnavailable: the workers do not start.
        """
        return SandboxPool(
            workers=self.workers,
            queue=self.queue,
            wait_s=self.wait_s,
            force_level=self.force_level,
            allow_unsandboxed=self.allow_unsandboxed,
        )
