"""When a language server that was lost may be started again."""

import math
import time
from typing import Final

FAILED_STARTS: Final = 3
"""In a row. A busy machine may miss a start or two; where none succeeds, it has to do without for a while."""

REST_S: Final = 60.0
"""How long it then does."""


class Respawn:
    """Counts failed starts and puts the next one off. Not thread-safe: its owner starts one server at a time."""

    def __init__(self) -> None:
        """A first start is due at once."""
        self._failed = 0
        self._next = 0.0

    @property
    def due(self) -> bool:
        """A start may be tried now."""
        return time.monotonic() >= self._next

    def succeeded(self) -> None:
        """A server started and can be believed."""
        self._failed = 0

    def failed(self) -> None:
        """A server did not start."""
        self._failed = (self._failed + 1) % FAILED_STARTS
        self._next = time.monotonic() + (0.0 if self._failed else REST_S)

    def stop(self) -> None:
        """No start is tried any more."""
        self._next = math.inf
