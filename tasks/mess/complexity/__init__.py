"""Ways to tangle control flow: C901."""

from typing import Final

from code_review_env.tasks.mess.edit import Transform

TRANSFORMS: Final[tuple[Transform, ...]] = ()
