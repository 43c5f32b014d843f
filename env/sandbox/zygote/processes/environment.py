"""The environment of the child: the same at the start of every call, and mostly left alone in between."""

import os
from typing import Any, Final

from processes.process import BASE_ENV

_ENVIRON: Final = os.environ
_VARIABLES: Final[dict[bytes, bytes]] = vars(os.environ)["_data"]
_BASE: Final = [(os.fsencode(name), os.fsencode(value)) for name, value in BASE_ENV.items()]
BASE_PAIRS: Final = tuple(f"{name}={value}" for name, value in BASE_ENV.items())


def is_base() -> bool:
    """Whether everything is as `reset` leaves it, in the same order; asked of the kept bytes, which costs no decoding."""
    current: Any = os.environ
    return current is _ENVIRON and vars(current).get("_data") is _VARIABLES and list(_VARIABLES.items()) == _BASE


def reset() -> None:
    """Back to the start."""
    if not is_base():
        os.environ.clear()
        os.environ.update(BASE_ENV)
