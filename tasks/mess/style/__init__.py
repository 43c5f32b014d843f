"""PEP 8 mess (rules E, W, F), in the order in which it is applied: what changes the tree first, the layout last."""

from typing import Final

from code_review_env.tasks.mess.edit import Transform
from code_review_env.tasks.mess.style import comparisons, layout, unused

TRANSFORMS: Final[tuple[Transform, ...]] = (*comparisons.TRANSFORMS, *unused.TRANSFORMS, *layout.TRANSFORMS)
