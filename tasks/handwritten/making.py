"""What every hand-written task is made with: its two sources, a seeded generator, and cases from plain tuples."""

from importlib import resources
from typing import Literal

from code_review_env.tasks.task import Case


def source(name: str, kind: Literal["messy", "oracle"]) -> str:
    """The packaged source `sources/NAME.KIND.py`, exactly as it lies there: trailing blanks are part of some tasks."""
    path = resources.files("code_review_env.tasks.handwritten").joinpath("sources", f"{name}.{kind}.py")
    return path.read_bytes().decode("utf-8")


def calls(*argument_lists: tuple[object, ...]) -> tuple[Case, ...]:
    """One case for each tuple of positional arguments."""
    return tuple(Case(args=arguments) for arguments in argument_lists)
