"""Imported before every other module: from here on no module registers what it wants done in a forked child.

A child is one thread of its own, is seeded before a submission runs, and waits for no lock that a thread might have held.
The hooks of the standard library (`random`, `logging`, `threading`, ...) would change nothing in it, and they cost a third
of a fork.
"""

import os
from typing import Final

_REGISTER: Final = os.register_at_fork


def _ignore(**_hooks: object) -> None:
    """Register nothing."""


os.register_at_fork = _ignore


def restore() -> None:
    """Give submissions the real function."""
    os.register_at_fork = _REGISTER
