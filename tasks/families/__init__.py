"""The families: one file each, in the folder of its stage, with a constant `FAMILY`.

Those of the stages outside the curriculum are apart, so that they move no split and no count of the three.
"""

import importlib
import pkgutil
from functools import cache
from types import ModuleType

from code_review_env.tasks.families import (
    annotations,
    combined,
    docstrings,
    easy,
    event_loop,
    exceptions,
    hard,
    medium,
    naming,
    performance,
    resources,
    sql,
)
from code_review_env.tasks.family import Family


@cache
def load_families() -> tuple[Family, ...]:
    """Every family of the curriculum, by stage and name; read once a process."""
    return _read(easy, medium, hard)


@cache
def load_further() -> tuple[Family, ...]:
    """Every family of the further stages, by stage and name; read once a process."""
    return _read(exceptions, annotations, sql, resources, performance, naming, docstrings, event_loop, combined)


def _read(*packages: ModuleType) -> tuple[Family, ...]:
    return tuple(
        importlib.import_module(f"{package.__name__}.{module.name}").FAMILY
        for package in packages
        for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda one: one.name)
    )
