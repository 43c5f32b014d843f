"""The families: one file each, in the folder of its stage, with a constant `FAMILY`."""

import importlib
import pkgutil
from functools import cache

from code_review_env.tasks.families import easy, hard, medium
from code_review_env.tasks.family import Family


@cache
def load_families() -> tuple[Family, ...]:
    """Every family, by stage and name; read once a process."""
    return tuple(
        importlib.import_module(f"{package.__name__}.{module.name}").FAMILY
        for package in (easy, medium, hard)
        for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda one: one.name)
    )
