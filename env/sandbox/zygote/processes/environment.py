"""The environment of the child: the same at the start of every call, and mostly left alone in between.

A program that is started without one of its own gets what `os.environ` and, behind its back, `os.putenv` have set.
"""

import os
from typing import Any, Final

from processes.process import BASE_ENV

_ENVIRON: Final = os.environ
_VARIABLES: Final[dict[bytes, bytes]] = vars(os.environ)["_data"]
_BASE: Final = [(os.fsencode(name), os.fsencode(value)) for name, value in BASE_ENV.items()]
BASE_PAIRS: Final = tuple(f"{name}={value}" for name, value in BASE_ENV.items())
PUTENV, UNSETENV = os.putenv, os.unsetenv
"""The real ones, which libc keeps its own list by."""

_PUT: Final[dict[str, str | None]] = {}
"""Names set or unset since the start, None for unset."""


def is_base() -> bool:
    """Whether everything is as `reset` leaves it, in the same order; asked of the kept bytes, which costs no decoding."""
    current: Any = os.environ
    untouched = not _PUT and current is _ENVIRON and vars(current).get("_data") is _VARIABLES
    return untouched and list(_VARIABLES.items()) == _BASE


def reset() -> None:
    """Back to the start."""
    if not is_base():
        os.environ.clear()
        os.environ.update(BASE_ENV)
        _PUT.clear()


def putenv(name: Any, value: Any, /) -> None:
    """`os.putenv`, which setting an item of `os.environ` calls as well."""
    PUTENV(name, value)
    _PUT[os.fsdecode(name)] = os.fsdecode(value)


def unsetenv(name: Any, /) -> None:
    """`os.unsetenv`."""
    UNSETENV(name)
    _PUT[os.fsdecode(name)] = None


def inherited() -> dict[str, str]:
    """What a program gets that is started without an environment of its own."""
    found = {**os.environ, **_PUT}
    return {name: value for name, value in found.items() if value is not None}
