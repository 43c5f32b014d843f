"""The error model: what an agent does wrong is data in the Report; what a caller or we do wrong is one of these.

`server/errors.py` maps each class to an HTTP status. Messages are safe to show: they name ids and limits, never hidden data.
"""


class CodeReviewError(Exception):
    """Root of every error that this package raises on purpose."""


class Unknown(CodeReviewError):
    """No such thing. HTTP 404."""


class UnknownEpisode(Unknown):
    """No episode has this id."""


class UnknownTask(Unknown):
    """No task has this id, name, split or index."""


class UnknownBundle(Unknown):
    """No bundle has this id."""


class ReplayMismatch(CodeReviewError):
    """A trace does not repeat."""


class Forbidden(CodeReviewError):
    """The episode has an owner and the request does not name it, or the task may not be scored here. HTTP 403."""


class Conflict(CodeReviewError):
    """The request contradicts the state of the episode. HTTP 409."""


class EpisodeOver(Conflict):
    """A step after done."""


class EpisodeConflict(Conflict):
    """Two steps of one episode at once, or a reset with an id that is taken."""


class BadRequest(CodeReviewError):
    """The request itself is wrong. HTTP 422."""


class UnknownParameter(BadRequest):
    """A field that nobody reads; nothing is silently ignored."""


class InvalidParameter(BadRequest):
    """A known field with a value it cannot have."""


class Unavailable(CodeReviewError):
    """Our machinery could not do it; never scored as 0, the step is not consumed. HTTP 503 with Retry-After."""


class StoreBusy(Unavailable):
    """The episode store stayed locked."""


class SandboxUnavailable(Unavailable):
    """The sandbox lost a run again and again, or cannot start."""


class PoolSaturated(Unavailable):
    """Every worker is busy and the queue is full."""


class LinterUnavailable(Unavailable):
    """ruff failed twice on the same source."""


class LanguageServerLost(Unavailable):
    """A language server died, hung or spoke nonsense; whoever asked it has another road."""


class ConfinementMissing(CodeReviewError):
    """A required layer of the sandbox is not in force; the server refuses to start."""
