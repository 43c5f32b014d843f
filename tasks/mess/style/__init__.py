"""PEP 8 mess (rules E, W, F), in the order in which it is applied: what changes the tree first, the layout last."""

from typing import Final

from code_review_env.tasks.mess.edit import Transform
from code_review_env.tasks.mess.style import (
    annotations,
    comparisons,
    definitions,
    handlers,
    imports,
    layout,
    length,
    stale,
    statements,
    texts,
    variables,
)

_SUBJECTS: Final = (
    *(definitions, stale, imports, variables, annotations, handlers, comparisons, texts, statements, length, layout),
)

TRANSFORMS: Final[tuple[Transform, ...]] = tuple(one for subject in _SUBJECTS for one in subject.TRANSFORMS)
