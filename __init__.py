"""RL Code Review Environment: an agent repairs messy Python under a reward that can be trusted.

The client surface is lazy (PEP 562): importing the package costs nothing until a name is used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from code_review_env.client import CodeReviewEnv as CodeReviewEnv
    from code_review_env.env.local import make as make
    from code_review_env.models import CodeReviewAction as CodeReviewAction
    from code_review_env.models import CodeReviewObservation as CodeReviewObservation
    from code_review_env.models import CodeReviewState as CodeReviewState

_HOME: Final = {
    "CodeReviewEnv": "client",
    "CodeReviewAction": "models",
    "CodeReviewObservation": "models",
    "CodeReviewState": "models",
    "make": "env.local",
}

__all__ = ["CodeReviewAction", "CodeReviewEnv", "CodeReviewObservation", "CodeReviewState", "make"]  # lazy


def __getattr__(name: str) -> object:
    """Import the module that holds `name` on first use."""
    if name not in _HOME:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
